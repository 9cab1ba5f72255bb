import type * as t from "@babel/types";
import type { Source } from "../parse.ts";
import { createDetacher, type Detacher } from "./exports.ts";
import { type Add, createValues, type Values } from "./members.ts";
import { isCall, isFunction, type Node, unwrap } from "../tree.ts";

/** Something whose value a stub can replace. `key` tells it from any other of its file, in base as in head. */
export interface Target {
  readonly key: string;
  readonly symbol: string;
  readonly isExported: boolean;
  readonly text: string;
  readonly replaced: Replaced;
}

export type Replaced =
  | { readonly as: "body"; readonly node: Node; readonly isSetter: boolean }
  | { readonly as: "constructor"; readonly node: t.BlockStatement; readonly isDerived: boolean }
  | { readonly as: "block"; readonly node: t.StaticBlock }
  | { readonly as: "value"; readonly node: Node }
  | { readonly as: "shorthand"; readonly node: t.Identifier }
  | { readonly as: "pattern"; readonly node: t.VariableDeclarator; readonly names: readonly string[] }
  | { readonly as: "enum"; readonly node: t.TSEnumDeclaration; readonly isExported: boolean }
  | { readonly as: "export"; readonly name: string; readonly node: t.VariableDeclarator };

export interface Place {
  readonly symbol: string;
  readonly isExported: boolean;
}

/** Everything in a file that a stub could replace, in source order. */
export function collectTargets(source: Source): Target[] {
  const targets: Target[] = [];
  const counts = new Map<string, number>();
  const detacher = createDetacher(source);
  const add: Add = (place, kind, whole, replaced) => {
    const base = `${kind} ${place.symbol}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const key = count === 1 ? base : `${base} #${count}`;
    targets.push({ key, ...place, text: source.normalised(whole), replaced });
  };
  collectStatements(source.program.body, "", { source, detacher, add, values: createValues(source, add, detacher) });
  return targets;
}

interface Collector {
  readonly source: Source;
  readonly detacher: Detacher;
  readonly add: Add;
  readonly values: Values;
}

/** `prefix` is the namespace around the statements, with its dot. */
function collectStatements(list: readonly t.Statement[], prefix: string, collector: Collector): void {
  for (const statement of list) collectStatement(statement, prefix, collector);
}

function collectStatement(node: t.Statement, prefix: string, collector: Collector): void {
  const { source, values } = collector;
  if (node.type === "ExportNamedDeclaration") {
    if (node.declaration) collectDeclaration(node.declaration, true, prefix, collector);
  } else if (node.type === "ExportDefaultDeclaration") {
    collectDefault(node.declaration, prefix, collector);
  } else if (node.type === "TSExportAssignment") {
    values.add({ symbol: "default", isExported: true }, node.expression);
  } else if (node.type === "ExpressionStatement") {
    collectExpression(node.expression, prefix, collector);
  } else {
    collectDeclaration(node, false, prefix, collector);
    for (const nested of nestedStatements(node, source)) collectStatements(nested, prefix, collector);
  }
}

function collectDeclaration(node: t.Statement, isInline: boolean, prefix: string, collector: Collector): void {
  const { source, detacher, add, values } = collector;
  const place = (name: string): Place => ({ symbol: prefix + name, isExported: isInline || detacher.exports(name) });
  if ("declare" in node && node.declare === true) return;
  if ((node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") && node.id) {
    values.add(place(node.id.name), node);
  } else if (node.type === "TSEnumDeclaration") {
    const at = place(node.id.name);
    if (at.isExported) add(at, "value", node, { as: "enum", node, isExported: isInline });
  } else if (node.type === "VariableDeclaration") {
    for (const declarator of node.declarations) values.declarator(declarator, isInline, place);
  } else if (node.type === "TSModuleDeclaration" && node.body?.type === "TSModuleBlock") {
    collectStatements(node.body.body, `${prefix}${source.textOf(node.id)}.`, collector);
  }
}

function collectDefault(node: t.ExportDefaultDeclaration["declaration"], prefix: string, collector: Collector): void {
  if (node.type === "TSDeclareFunction" || node.type === "TSInterfaceDeclaration") return;
  const id = node.type === "FunctionDeclaration" || node.type === "ClassDeclaration" ? node.id : null;
  collector.values.add({ symbol: prefix + (id?.name ?? "default"), isExported: true }, node);
}

function collectExpression(node: t.Expression, prefix: string, collector: Collector): void {
  const inner = unwrap(node.type === "UnaryExpression" ? node.argument : node);
  const callee = isCall(inner) ? unwrap(inner.callee) : null;
  if (inner.type === "AssignmentExpression") collector.values.assignment(inner, prefix);
  else if (callee !== null && isFunction(callee) && callee.body.type === "BlockStatement") {
    collectStatements(callee.body.body, prefix, collector);
  }
}

/** Blocks that run when the module loads. Tests in the source stay as they are. */
function nestedStatements(node: t.Statement, source: Source): (readonly t.Statement[])[] {
  if (node.type === "BlockStatement") return [node.body];
  if (node.type === "TryStatement") return [node.block.body, node.handler?.body.body ?? [], node.finalizer?.body ?? []];
  if (node.type !== "IfStatement" || source.textOf(node.test).includes("import.meta.vitest")) return [];
  return [[node.consequent], node.alternate ? [node.alternate] : []];
}
