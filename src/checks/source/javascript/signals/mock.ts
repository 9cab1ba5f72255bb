import { assertionAt } from "../assertions.ts";
import { memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { exportOf, madeFrom, type Replaced, replacedIn } from "../replaced.ts";
import { type CallNode, isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";

const known = new WeakMap<Scope, Replaced>();

/**
 * An assertion about an answer that the test file gave itself, in place of the project's code. Replacing what the code under
 * test stands on is what mocks are for; nobody asserts what such a replacement answers.
 */
export function mockedUnit(node: Node, scope: Scope): Node | null {
  const assertion = assertionAt(node, scope);
  if (assertion === null || assertion.style === "http") return null;
  const replaced = known.get(scope) ?? replacedIn(scope);
  known.set(scope, replaced);
  if (replaced.exports.size + replaced.members.size + replaced.methods.size === 0) return null;
  const subjects = assertion.style === "chain" ? [assertion.subject] : assertion.node.arguments.slice(0, 2);
  const calls = subjects.flatMap((subject) => (subject === null ? [] : answersIn(subject, scope, 0)));
  return calls.some((call) => isReplaced(call, replaced, scope)) ? node : null;
}

const DEPTH_LIMIT = 6;

/** The calls whose answer a value is, or is a part of; not those that only give another call its arguments. */
function answersIn(value: Node, scope: Scope, depth: number): CallNode[] {
  const inner = unwrap(value);
  if (depth > DEPTH_LIMIT) return [];
  const of = (node: Node): CallNode[] => answersIn(node, scope, depth + 1);
  if (inner.type === "AwaitExpression" || inner.type === "UnaryExpression") return of(inner.argument);
  if (inner.type === "BinaryExpression" || inner.type === "LogicalExpression")
    return [...of(inner.left), ...of(inner.right)];
  if (isFunction(inner)) return inner.body.type === "BlockStatement" ? [] : of(inner.body);
  if (inner.type === "Identifier") return initsOf(inner.name, inner, scope).flatMap(of);
  if (isMember(inner)) return of(inner.object);
  return isCall(inner) ? [inner] : [];
}

/** What a name was given in the test around it, or at the top. */
function initsOf(name: string, from: Node, scope: Scope): Node[] {
  const around = new Set<Node>();
  for (let at = scope.source.parents.get(from); at !== undefined; at = scope.source.parents.get(at)) around.add(at);
  return scope.source.nodes.flatMap((one) => {
    if (one.type === "AssignmentExpression" && one.left.type === "Identifier" && one.left.name === name)
      return [one.right];
    if (one.type !== "VariableDeclarator" || one.id.type !== "Identifier" || one.id.name !== name || !one.init)
      return [];
    const declaration = scope.source.parents.get(one);
    const block = declaration === undefined ? undefined : scope.source.parents.get(declaration);
    return block !== undefined && around.has(block) ? [one.init] : [];
  });
}

function isReplaced(call: CallNode, replaced: Replaced, scope: Scope): boolean {
  const callee = unwrap(call.callee);
  const origin = exportOf(callee, scope);
  if (origin !== null && replaced.exports.has(origin)) return true;
  if (!isMember(callee)) return false;
  const name = memberName(callee) ?? "";
  const object = unwrap(callee.object);
  if (replaced.members.has(`${scope.source.textOf(object)}#${name}`)) return true;
  const made = object.type === "Identifier" ? initsOf(object.name, object, scope) : [object];
  return made.some((one) => {
    const value = madeFrom(one);
    return value.type === "NewExpression" && replaced.methods.has(`${scope.source.textOf(value.callee)}#${name}`);
  });
}
