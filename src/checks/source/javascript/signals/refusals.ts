import { assertionsIn, assertionAt } from "../assertions.ts";
import { memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { descendants, isCall, isFunction, isMember, type Node, patternNames, startOf, unwrap } from "../tree.ts";

/**
 * `for (const [text, want] of rows) try { parse(text); } catch (error) { assert.equal(error.message, want); }`: of a row that is taken nothing
 * is asked, and where one is refused no run tells.
 */
export function missingError(node: Node, scope: Scope): Node | null {
  if (node.type !== "TryStatement" || !node.handler?.param || node.finalizer) return null;
  const { param, body } = node.handler;
  const names = patternNames(param);
  const mentions = descendants(body).some((one) => one.type === "Identifier" && names.includes(one.name));
  if (!mentions || assertionsIn(body, scope, NONE).length === 0 || leavesWord(body)) return null;
  const fails = (one: Node): boolean => one.type === "ThrowStatement" || assertionAt(one, scope) !== null;
  if (leavesWord(node.block) || descendants(node.block).some(fails)) return null;
  const loop = loopAround(node, scope);
  const isBeside = (one: Node): boolean => startOf(one) < startOf(node) || startOf(one) > (node.end ?? 0);
  if (loop === null || assertionsIn(loop, scope, NONE).some((one) => isBeside(one.node))) return null;
  return countsAssertions(loop, scope) ? null : node;
}

const NONE: ReadonlyMap<string, Node> = new Map();
const LEAVES = /^(?:(?:Return|Break|Continue)Statement|AssignmentExpression|UpdateExpression)$/;

/** It goes elsewhere, or notes something for later. */
const leavesWord = (root: Node): boolean =>
  descendants(root).some((one) => {
    if (LEAVES.test(one.type)) return true;
    if (!isCall(one)) return false;
    const callee = unwrap(one.callee);
    const name = isMember(callee) ? memberName(callee) : callee.type === "Identifier" ? callee.name : null;
    return /^(?:push|add|set|fail|done|reject|resolve)$/.test(name ?? "");
  });

/** What goes through rows, around a statement of its own. */
function loopAround(node: Node, { source: { parents } }: Scope): Node | null {
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    if (/^For(?:Of|In)?Statement$/.test(at.type)) return at;
    if (!isFunction(at)) continue;
    const call = parents.get(at);
    const callee = isCall(call) && call.arguments[0] === at ? unwrap(call.callee) : null;
    return isMember(callee) && /^(?:forEach|map)$/.test(memberName(callee) ?? "") ? at : null;
  }
  return null;
}

/** `expect.assertions(3)`, `t.plan(3)` around it. */
function countsAssertions(loop: Node, { source }: Scope): boolean {
  let outer = loop;
  for (let at = source.parents.get(loop); at !== undefined; at = source.parents.get(at)) if (isFunction(at)) outer = at;
  return /\.(?:assertions|plan)\(/.test(source.textOf(outer));
}
