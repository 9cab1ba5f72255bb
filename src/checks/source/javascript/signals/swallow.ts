import type * as t from "@babel/types";
import { type Assertion, assertionAt, assertionsIn } from "../assertions.ts";
import { memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { descendants, type FunctionNode, isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";

const NONE: ReadonlyMap<string, Node> = new Map();
const LOGS = /^(?:console|process\.(?:stdout|stderr))\.\w+$/;

/** `try { assert.equal(a, b) } catch {}`, or `finally { return; }`: an assertion whose failure nobody hears of. */
export function swallowedAssertion(node: Node, scope: Scope): Node | null {
  if (node.type !== "TryStatement" || (!node.handler && !leavesAtLast(node))) return null;
  const compares = assertionsIn(node.block, scope, NONE).some((one) => one.style !== "call" || one.method !== "fail");
  if (!compares) return null;
  if (leavesAtLast(node)) return node;
  return node.handler && hearsOf(node.handler.body, node.handler.param, scope) ? null : node;
}

/** What leaves a `finally` takes the place of what was thrown. */
const leavesAtLast = ({ finalizer }: t.TryStatement): boolean => finalizer?.body.at(-1)?.type === "ReturnStatement";

/** `expect(later).resolves.toBe(1).catch(() => {})`, `await Promise.allSettled([…])`: a promise of an assertion that cannot fail. */
export function settledAssertion(node: Node, scope: Scope): Node | null {
  if (isCall(node) && scope.source.textOf(node.callee) === "Promise.allSettled")
    return isLeft(node, scope) && node.arguments.some((one) => assertionsIn(one, scope, NONE).length > 0) ? node : null;
  const assertion = assertionAt(node, scope);
  if (assertion === null || !isPromised(assertion, scope)) return null;
  const { handlers } = takersOf(assertion.node, scope);
  return handlers.some((one) => !hearsOf(one.body, one.params[0], scope) && !answersWith(one)) ? assertion.node : null;
}

/** A statement of its own, so that nobody looks at what it answers. */
function isLeft(call: Node, { source: { parents } }: Scope): boolean {
  const taker = parents.get(call);
  return (taker?.type === "AwaitExpression" ? parents.get(taker) : taker)?.type === "ExpressionStatement";
}

/** `.catch((error) => error)`, for whom looks at it. */
const answersWith = ({ params: [param], body }: FunctionNode): boolean =>
  param?.type === "Identifier" && descendants(body).some((one) => one.type === "Identifier" && one.name === param.name);

/** An assertion that is waited for. */
export const isPromised = (assertion: Assertion, { source }: Scope): boolean =>
  assertion.style === "chain"
    ? assertion.links.some(({ name }) => /^(?:resolves|rejects|eventually)$/.test(name)) ||
      source.textOf(assertion.node).startsWith("expect.poll(")
    : assertion.style === "call" && /^(?:rejects|doesNotReject|isRejected|isFulfilled)$/.test(assertion.method);

interface Takers {
  /** The call at the end of what is chained to a promise. */
  readonly end: Node;
  /** What is called with its failure. */
  readonly handlers: readonly FunctionNode[];
}

export function takersOf(promise: Node, { source: { parents } }: Scope): Takers {
  const handlers: FunctionNode[] = [];
  let end = promise;
  for (;;) {
    const member = parents.get(end);
    const call = member === undefined ? undefined : parents.get(member);
    if (!isMember(member) || member.object !== end || !isCall(call) || call.callee !== member) return { end, handlers };
    const name = memberName(member) ?? "";
    const handler = call.arguments[name === "then" ? 1 : 0];
    if (/^(?:then|catch)$/.test(name) && handler && isFunction(handler)) handlers.push(handler);
    end = call;
  }
}

/** Whether somebody hears of a failure that the body is given under the name of `param`. */
export function hearsOf(body: Node, param: Node | null | undefined, scope: Scope): boolean {
  const names = param?.type === "Identifier" ? [param.name] : [];
  return descendants(body).some((one) => isHeard(one, names, scope));
}

/** It throws, asserts, leaves for somebody who looks, or hands the error on to more than a log. */
function isHeard(node: Node, names: readonly string[], scope: Scope): boolean {
  if (node.type === "ThrowStatement" || node.type === "AssignmentExpression" || assertionAt(node, scope) !== null)
    return true;
  if (node.type === "UpdateExpression") return true;
  if (!isCall(node)) return false;
  const callee = unwrap(node.callee);
  if (LOGS.test(scope.source.textOf(callee))) return false;
  if (callee.type === "Identifier" && /^(?:fail|done|reject|next|cb|callback)$/.test(callee.name)) return true;
  if (isMember(callee) && /^(?:fail|push|add|reject)$/.test(memberName(callee) ?? "")) return true;
  return node.arguments.some((argument) =>
    descendants(argument).some((one) => one.type === "Identifier" && names.includes(one.name)),
  );
}
