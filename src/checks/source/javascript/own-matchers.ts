import type * as t from "@babel/types";
import type { CallAssertion } from "./assertions.ts";
import { isConstant, keyName } from "./constants.ts";
import { initsOf } from "./inits.ts";
import type { Scope } from "./registrations.ts";
import { MATCHERS_ADDED } from "./signals/patch.ts";
import { type CallNode, descendants, type FunctionNode, isCall, isFunction, type Node, unwrap } from "./tree.ts";

/** A matcher of the project's own, and the conditions that it passes by, each as an assertion that they hold. */
export interface OwnMatcher {
  readonly name: string;
  readonly body: FunctionNode;
  readonly decides: readonly CallAssertion[];
}

/** `expect.extend({ toBeMoney(received) { return { pass: … } } })` */
export function ownMatchersOf(scope: Scope): OwnMatcher[] {
  return scope.source.nodes.flatMap((node): OwnMatcher[] => {
    if (!isCall(node) || !MATCHERS_ADDED.has(scope.origins.of(node.callee)?.path.join(".") ?? "")) return [];
    return node.arguments.flatMap((one) => functionsIn(one, scope)).map(([name, body]) => matcher(name, body, scope));
  });
}

function functionsIn(matchers: Node, scope: Scope): [string, FunctionNode][] {
  const inner = unwrap(matchers);
  if (inner.type === "Identifier")
    return initsOf(inner.name, scope).flatMap((init) =>
      init.type === "ObjectExpression" ? functionsIn(init, scope) : [],
    );
  const properties = inner.type === "ObjectExpression" ? inner.properties : [];
  return properties.flatMap((one): [string, FunctionNode][] => {
    const value = one.type === "ObjectProperty" ? unwrap(one.value) : one;
    if (one.type === "SpreadElement" || !isFunction(value)) return [];
    return [[keyName(one.key, one.computed) ?? "", value]];
  });
}

function matcher(name: string, body: FunctionNode, scope: Scope): OwnMatcher {
  const conditions = descendants(body.body)
    .flatMap((one) => conditionsOf(one, scope))
    .flatMap((one) => partsOf(one, scope));
  return { name, body, decides: [...new Set(conditions)].map(holding) };
}

/** What `pass` is given, or what is asked before it is said to be true or false. */
function conditionsOf(node: Node, scope: Scope): Node[] {
  if (node.type !== "ObjectProperty" || keyName(node.key, node.computed) !== "pass") return [];
  if (!isConstant(node.value)) return [node.value];
  const asked: Node[] = [];
  for (let at = scope.source.parents.get(node); at !== undefined && !isFunction(at); at = scope.source.parents.get(at))
    if (at.type === "IfStatement" || at.type === "ConditionalExpression") asked.push(at.test);
  return asked;
}

/** One that has to hold beside others takes nothing from them. */
function partsOf(condition: Node, scope: Scope, around: readonly Node[] = []): Node[] {
  const inner = unwrap(condition);
  if (around.includes(inner)) return [];
  if (inner.type === "LogicalExpression" && inner.operator === "&&")
    return [inner.left, inner.right].flatMap((one) => partsOf(one, scope, [...around, inner]));
  const [init, ...others] = inner.type === "Identifier" ? initsOf(inner.name, scope) : [];
  return init === undefined || others.length > 0 ? [inner] : partsOf(init, scope, [...around, inner]);
}

/** `assert.ok(condition)` */
function holding(condition: Node): CallAssertion {
  const node = { type: "CallExpression", callee: condition, arguments: [condition] } as t.CallExpression;
  return { style: "call", library: "unknown", method: "ok", origin: null, node: node satisfies CallNode };
}
