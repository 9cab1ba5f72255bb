import { keyName, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";
import { usesOf } from "../uses.ts";

/**
 * `asymmetricMatch(actual) { return actual.id === this.id; }`: says by some fields that a whole value is the right one. What looks
 * at a plain value, or compares all of it, is no such thing.
 */
export function partialMatcher(node: Node, scope: Scope): Node | null {
  if (
    node.type !== "ObjectProperty" &&
    node.type !== "ObjectMethod" &&
    node.type !== "ClassProperty" &&
    node.type !== "ClassMethod"
  )
    return null;
  if (keyName(node.key, node.computed === true) !== "asymmetricMatch") return null;
  const made = "value" in node ? node.value && unwrap(node.value) : node;
  if (!made || !isFunction(made)) return null;
  const uses = usesOf(made);
  return uses.length === 0 || uses.some((use) => takesApart(use, scope)) ? node : null;
}

/** Members that plain values have, too. */
const OF_PLAIN =
  /^(?:length|size|includes|startsWith|endsWith|match|trim|toLowerCase|toUpperCase|getTime|constructor|every|some)$/;

/** `{ id }`, `actual.id`, `this.key(actual)`. */
function takesApart(use: Node, scope: Scope): boolean {
  if (use.type !== "Identifier") return true;
  const around = scope.source.parents.get(use);
  if (around === undefined) return false;
  if (isMember(around)) return around.object === use && !OF_PLAIN.test(memberName(around) ?? "");
  return isCall(around) && isMember(around.callee) && around.callee.object.type === "ThisExpression";
}
