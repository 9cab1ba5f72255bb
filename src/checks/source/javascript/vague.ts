import type { AssertionStrength } from "../port.ts";
import { isConstant, keyName, memberName } from "./constants.ts";
import { descendants, isFunction, isMember, type Node, unwrap } from "./tree.ts";

const LENGTHS = /^(?:length|size)$/;

/** The most that an exact matcher says of this value: of a list its length alone, of a value whether there is one. */
export function mostOfSubject(subject: Node, wanted: Node | undefined): AssertionStrength {
  const inner = unwrap(subject);
  if (isMember(inner) && LENGTHS.test(memberName(inner) ?? "")) return isNone(wanted) || isOfCalls(inner) ? 3 : 2;
  if (inner.type === "ConditionalExpression")
    return [inner.consequent, inner.alternate].every((side) => isConstant(side)) ? 2 : 3;
  return inner.type === "LogicalExpression" && inner.operator === "&&" && isConstant(inner.right) ? 2 : 3;
}

/** An empty list has nothing more to say than its length. */
const isNone = (wanted: Node | undefined): boolean => wanted !== undefined && numberOf(wanted) === 0;

/** `spy.mock.calls.length` says what `toHaveBeenCalledTimes` does. */
const isOfCalls = (length: Node): boolean => {
  const list = isMember(length) ? unwrap(length.object) : length;
  return isMember(list) && /^(?:calls|results)$/.test(memberName(list) ?? "");
};

/** The most that a matcher of this name says when it is given this: `toThrow(Error)`, `toMatch(/.*\/)`, `toBeCloseTo(1, 0)`. */
export function mostOfArguments(name: string, args: readonly Node[]): AssertionStrength {
  const [first, second] = args.map((argument) => unwrap(argument));
  if (first === undefined) return 3;
  if (/^to(Equal|StrictEqual|HaveBeen\w*With)$/.test(name) && args.some(answersForItself)) return 1;
  if (/^(?:toHaveLength|lengthOf|length)$/.test(name)) return isNone(first) ? 3 : 2;
  if (/^toThrow|^throws?$|^rejects$/i.test(name)) return isAnyError(first) ? 2 : 3;
  if (name === "toMatch" || name === "match") return [first, second].some(matchesAll) ? 1 : 3;
  if (name === "toBeCloseTo") return second !== undefined && (numberOf(second) ?? 1) <= 0 ? 2 : 3;
  const [wanted, delta] = [numberOf(first), second === undefined ? null : numberOf(second)];
  const isWide = wanted !== null && delta !== null && delta >= Math.abs(wanted);
  return /^(?:closeTo|approximately)$/.test(name) && isWide ? 2 : 3;
}

const isAnyError = (node: Node): boolean =>
  (node.type === "Identifier" && node.name === "Error") || (isFunction(node) && isConstant(node.body));

/** `{ asymmetricMatch: () => true }` in the place of a value. */
const answersForItself = (argument: Node): boolean =>
  descendants(argument).some(
    (one) =>
      (one.type === "ObjectProperty" || one.type === "ObjectMethod") &&
      keyName(one.key, one.computed) === "asymmetricMatch",
  );

function matchesAll(node: Node | undefined): boolean {
  if (node?.type !== "RegExpLiteral") return false;
  try {
    const pattern = new RegExp(node.pattern, node.flags);
    return ["", "baton", "\n 7 ?"].every((text) => text.search(pattern) >= 0);
  } catch {
    return false;
  }
}

export function numberOf(node: Node): number | null {
  const inner = unwrap(node);
  if (inner.type === "UnaryExpression" && inner.operator === "-") return -(numberOf(inner.argument) ?? Number.NaN);
  return inner.type === "NumericLiteral" ? inner.value : null;
}
