import type * as t from "@babel/types";
import { words } from "./words.ts";

export type Node = t.Node;
export type FunctionNode =
  | t.FunctionDeclaration
  | t.FunctionExpression
  | t.ArrowFunctionExpression
  | t.ObjectMethod
  | t.ClassMethod
  | t.ClassPrivateMethod;
export type CallNode = t.CallExpression | t.OptionalCallExpression;
export type MemberNode = t.MemberExpression | t.OptionalMemberExpression;

const NOT_CHILDREN = new Set(["loc", "extra", "leadingComments", "trailingComments", "innerComments"]);

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

export function startOf(node: Node): number {
  return node.start ?? 0;
}

export function endOf(node: Node): number {
  return node.end ?? 0;
}

/** Asked again for every test around a node, so it is found once: nodes do not change after parsing. */
const known = new WeakMap<Node, readonly Node[]>();

function childrenOf(node: Node): readonly Node[] {
  const answered = known.get(node);
  if (answered !== undefined) return answered;
  const found: Node[] = [];
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if (NOT_CHILDREN.has(key)) continue;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(one)) found.push(one);
  }
  found.sort((a, b) => startOf(a) - startOf(b));
  known.set(node, found);
  return found;
}

/** Visits in source order with its own stack: a sum of ten thousand terms is a tree ten thousand deep. */
export function walk(root: Node, visit: (node: Node, parent: Node | null) => "skip" | undefined): void {
  const pending: [Node, Node | null][] = [[root, null]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, parent] = next;
    if (visit(node, parent) === "skip") continue;
    for (const child of childrenOf(node).toReversed()) pending.push([child, node]);
  }
}

export function descendants(root: Node): Node[] {
  const found: Node[] = [];
  walk(root, (node) => {
    found.push(node);
    return undefined;
  });
  return found;
}

const FUNCTIONS = new Set<Node["type"]>([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);

export function isFunction(node: Node): node is FunctionNode {
  return FUNCTIONS.has(node.type);
}

export function isCall(node: Node | null | undefined): node is CallNode {
  return node?.type === "CallExpression" || node?.type === "OptionalCallExpression";
}

export function isMember(node: Node | null | undefined): node is MemberNode {
  return node?.type === "MemberExpression" || node?.type === "OptionalMemberExpression";
}

type Wrapper =
  | t.TSAsExpression
  | t.TSSatisfiesExpression
  | t.TSNonNullExpression
  | t.TSTypeAssertion
  | t.TSInstantiationExpression
  | t.ParenthesizedExpression
  | t.TypeCastExpression;
const WRAPPERS = words(`
  TSAsExpression TSSatisfiesExpression TSNonNullExpression TSTypeAssertion TSInstantiationExpression
  ParenthesizedExpression TypeCastExpression
`);

function isWrapper(node: Node): node is Wrapper {
  return WRAPPERS.has(node.type);
}

/** The value without what only groups, types or awaits it. */
export function unwrap(node: Node): Node {
  let inner = node;
  for (;;) {
    if (isWrapper(inner)) inner = inner.expression;
    else if (inner.type === "AwaitExpression") inner = inner.argument;
    else return inner;
  }
}

/** The names that a pattern binds. */
export function patternNames(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "AssignmentPattern") return patternNames(pattern.left);
  if (pattern.type === "RestElement") return patternNames(pattern.argument);
  if (pattern.type === "ArrayPattern") {
    return pattern.elements.flatMap((element) => (element === null ? [] : patternNames(element)));
  }
  if (pattern.type === "TSParameterProperty") return patternNames(pattern.parameter);
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((one) => patternNames(one.type === "ObjectProperty" ? one.value : one.argument));
}
