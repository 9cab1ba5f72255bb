import { type Assertion, assertionAt, isTruth } from "../assertions.ts";
import { memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";

/** What answers a position: -1, where there is none, is as true as any but the first. */
const POSITIONS = new Set(["indexOf", "lastIndexOf", "findIndex", "findLastIndex"]);
/** What answers a list: an empty one is true as well. */
const LISTS = new Set(["filter", "map", "flatMap", "split", "concat"]);
const HOLD_FOR_ANY = /^(?:toBeTruthy|toBeDefined|ok|exist)$/;

/** `assert.ok(names.indexOf("a"))`, `expect(list.filter(isOld)).toBeTruthy()`, `expect(send).toHaveBeenCalled;`: holds whatever the code does. */
export function voidTruth(node: Node, scope: Scope): Node | null {
  if (node.type === "ExpressionStatement" && isUncalled(unwrap(node.expression), scope)) return node;
  const assertion = assertionAt(node, scope);
  const subject = assertion === null ? null : onlyTrue(assertion);
  return subject !== null && isAlwaysTrue(unwrap(subject)) ? node : null;
}

/** What is only asked to be true, or to be there. */
function onlyTrue(assertion: Assertion): Node | null {
  if (assertion.style === "http") return null;
  if (assertion.style === "call") return isTruth(assertion.method) ? (assertion.node.arguments[0] ?? null) : null;
  const { links, subject } = assertion;
  const isOther = links.some(({ name }) => name === "not" || /^(?:resolves|rejects)$/.test(name));
  return !isOther && HOLD_FOR_ANY.test(links.at(-1)?.name ?? "") ? subject : null;
}

function isAlwaysTrue(value: Node): boolean {
  if (isFunction(value) || value.type === "ArrayExpression" || value.type === "ObjectExpression") return true;
  const callee = isCall(value) ? unwrap(value.callee) : null;
  const name = isMember(callee) ? (memberName(callee) ?? "") : "";
  // Something else may be searched as well.
  const isSearch = name === "search" && isCall(value) && value.arguments[0]?.type === "RegExpLiteral";
  return isSearch || POSITIONS.has(name) || LISTS.has(name);
}

/** A matcher of Jest that is named and not called: it asks nothing. */
function isUncalled(expression: Node, scope: Scope): boolean {
  if (!isMember(expression) || !/^to[A-Z]/.test(memberName(expression) ?? "")) return false;
  let root: Node = expression;
  while (isMember(root)) root = unwrap(root.object);
  const assertion = assertionAt(root, scope);
  return assertion?.style === "chain" && assertion.links.at(-1)?.call === null;
}
