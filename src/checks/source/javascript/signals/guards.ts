import { assertionsIn } from "../assertions.ts";
import { initsOf } from "../inits.ts";
import type { Scope } from "../registrations.ts";
import { askedIn } from "../said.ts";
import { descendants, isFunction, type Node, patternNames, unwrap } from "../tree.ts";

/** A condition in the body of a loop, and the statements that are come to only where it holds, or does not. */
interface Guard {
  readonly condition: Node;
  readonly keeps: boolean;
  readonly kept: readonly Node[];
}

const LEAVES = /^(?:Continue|Return|Break)Statement$/;
const EQUAL = /^===?$/;
const UNEQUAL = /^!==?$/;

/** `if (total(row.of) !== row.want) continue;`: what is asserted about lets only the rows on that it answers as they want. */
export function guardedRows(node: Node, scope: Scope): Node | null {
  const body = bodyOf(node);
  if (body === null) return null;
  const row = rowNames(node, body);
  const found = guardsIn(body, scope).find(({ condition, keeps, kept }) => {
    const about = new Set(kept.flatMap((root) => askedIn({ root, scope })));
    return about.size > 0 && wantedBy(condition, keeps, row, scope).some((name) => about.has(name));
  });
  return found?.condition ?? null;
}

/** Of a loop, and of a function that is called for each row. */
function bodyOf(node: Node): Node | null {
  if (node.type === "ForOfStatement" || node.type === "ForStatement") return node.body;
  return isFunction(node) && node.body.type === "BlockStatement" ? node.body : null;
}

/** What a row, or a part of it, is called there. */
function rowNames(node: Node, body: Node): Set<string> {
  const names = new Set(isFunction(node) ? node.params.flatMap(patternNames) : declaredBy(node));
  for (const one of descendants(body))
    if (one.type === "VariableDeclarator" && one.id.type.endsWith("Pattern") && one.init && mentions(one.init, names))
      for (const name of patternNames(one.id)) names.add(name);
  return names;
}

function declaredBy(node: Node): string[] {
  const declared = node.type === "ForOfStatement" ? node.left : node.type === "ForStatement" ? node.init : null;
  return declared?.type === "VariableDeclaration" ? declared.declarations.flatMap(({ id }) => patternNames(id)) : [];
}

const mentions = (root: Node, names: ReadonlySet<string>): boolean =>
  descendants(root).some((one) => one.type === "Identifier" && names.has(one.name));

function guardsIn(body: Node, scope: Scope): Guard[] {
  const asserts = (nodes: readonly Node[]): boolean =>
    nodes.some((one) => assertionsIn(one, scope, new Map()).length > 0);
  return descendants(body).flatMap((block): Guard[] => {
    if (block.type !== "BlockStatement") return [];
    return block.body.flatMap((statement, at): Guard[] => {
      if (statement.type !== "IfStatement") return [];
      const { test: condition, consequent, alternate } = statement;
      const inside = consequent.type === "BlockStatement" ? consequent.body : [consequent];
      const leaves = LEAVES.test(inside.at(-1)?.type ?? "") && !asserts(inside);
      const kept = leaves ? block.body.slice(at + 1) : inside;
      const isJudged = !leaves && (inside.some(({ type }) => type === "ThrowStatement") || Boolean(alternate));
      return isJudged || !asserts(kept) ? [] : [{ condition, keeps: !leaves, kept }];
    });
  });
}

/** Functions whose answer has to be, or must not be, what the row says. */
function wantedBy(
  node: Node,
  keeps: boolean,
  row: ReadonlySet<string>,
  scope: Scope,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const inner = unwrap(node);
  const further = (one: Node, kept = keeps): string[] => wantedBy(one, kept, row, scope, seen);
  if (inner.type === "Identifier") {
    const passed = new Set([...seen, inner.name]);
    return seen.has(inner.name)
      ? []
      : initsOf(inner.name, scope).flatMap((init) => wantedBy(init, keeps, row, scope, passed));
  }
  if (inner.type === "UnaryExpression") return inner.operator === "!" ? further(inner.argument, !keeps) : [];
  if (inner.type === "LogicalExpression") return [...further(inner.left), ...further(inner.right)];
  if (inner.type !== "BinaryExpression" || !(keeps ? EQUAL : UNEQUAL).test(inner.operator)) return [];
  const asked = (root: Node): string[] => askedIn({ root, scope });
  const isWanted = (side: Node): boolean => mentions(side, row) && asked(side).length === 0;
  const { left, right } = inner;
  return [...(isWanted(right) ? asked(left) : []), ...(isWanted(left) ? asked(right) : [])];
}
