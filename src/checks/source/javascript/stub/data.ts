import type * as t from "@babel/types";
import { keyName } from "../constants.ts";
import type { Source } from "../parse.ts";
import type { Target } from "./targets.ts";
import { isCall, isFunction, type Node, unwrap } from "../tree.ts";

/** Data of a module that only its own functions read: entries of its tables, its lists, patterns and sets. */
interface Datum {
  readonly symbol: string;
  readonly node: Node;
}

/** What of a module's own data head adds or changes. */
export function changedData(base: Source, head: Source): Target[] {
  const known = new Map(dataOf(base).map(({ symbol, node }) => [symbol, base.normalised(node)]));
  return dataOf(head).flatMap(({ symbol, node }) => {
    const text = head.normalised(node);
    if (known.get(symbol) === text) return [];
    return [{ key: `data ${symbol}`, symbol, isExported: false, text, replaced: { as: "value", node } as const }];
  });
}

function dataOf({ program }: Source): Datum[] {
  return program.body
    .filter((statement) => statement.type === "VariableDeclaration")
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ id, init }) => (id.type === "Identifier" && init ? valuesOf(id.name, init) : []));
}

function valuesOf(symbol: string, init: t.Expression): Datum[] {
  const inner = unwrap(init);
  const [argument] = isCall(inner) ? inner.arguments : [];
  if (argument?.type === "ObjectExpression" || argument?.type === "ArrayExpression")
    return isFreezing(inner) ? valuesOf(symbol, argument) : [];
  if (inner.type === "ObjectExpression")
    return inner.properties.flatMap((property) => {
      if (property.type !== "ObjectProperty" || property.shorthand) return [];
      const name = keyName(property.key, property.computed);
      const value = unwrap(property.value);
      if (name === null || isFunction(value)) return [];
      const below = `${symbol}.${name}`;
      return value.type === "ObjectExpression" ? valuesOf(below, value) : [{ symbol: below, node: property.value }];
    });
  const isList = inner.type === "ArrayExpression" || inner.type === "RegExpLiteral";
  return isList || isCollection(inner) ? [{ symbol, node: init }] : [];
}

const isFreezing = (node: Node): boolean =>
  isCall(node) &&
  node.callee.type === "MemberExpression" &&
  node.callee.property.type === "Identifier" &&
  node.callee.property.name === "freeze";

const isCollection = (node: Node): boolean =>
  node.type === "NewExpression" && node.callee.type === "Identifier" && /^(?:Set|Map)$/.test(node.callee.name);
