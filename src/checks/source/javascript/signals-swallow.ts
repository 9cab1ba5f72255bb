import { assertionAt, assertionsIn } from "./assertions.ts";
import { memberName } from "./constants.ts";
import type { Scope } from "./registrations.ts";
import { descendants, isCall, isMember, type Node, unwrap } from "./tree.ts";

const NONE: ReadonlyMap<string, Node> = new Map();
const LOGS = /^(?:console|process\.(?:stdout|stderr))\.\w+$/;

/** `try { assert.equal(a, b) } catch {}`: an assertion whose failure nobody hears of. */
export function swallowedAssertion(node: Node, scope: Scope): Node | null {
  if (node.type !== "TryStatement" || !node.handler) return null;
  const { body, param } = node.handler;
  const compares = assertionsIn(node.block, scope, NONE).some((one) => one.style !== "call" || one.method !== "fail");
  if (!compares) return null;
  return hearsOf(body, param, scope) ? null : node;
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
