import type { AssertionStrength } from "../port.ts";
import {
  type Assertion,
  type CallAssertion,
  type ChainAssertion,
  isJestMatcher,
  isTruth,
  isVoid,
  type Link,
} from "./assertions.ts";
import { isConstant, keyName, memberName } from "./constants.ts";
import {
  CALL_EXISTENCE,
  CALL_PARTIAL,
  CALL_THROWS,
  CHAI_BY_ARGUMENT,
  CHAI_CALLED,
  CHAI_EXACT,
  CHAI_EXISTENCE,
  CHAI_WORDS,
  JEST_BY_ARGUMENT,
  JEST_EXACT,
  JEST_EXISTENCE,
  JEST_NEGATED,
  JEST_PARTIAL,
  LOOSE_MATCHERS,
  SEARCHES,
} from "./matchers.ts";
import type { Scope } from "./registrations.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";
import { mostOfArguments, mostOfSubject } from "./vague.ts";

const atMost = (a: AssertionStrength, b: AssertionStrength): AssertionStrength => (a < b ? a : b);

/** How much an assertion pins down, from its name and what it is given; one that asserts two things counts as two. */
export function strengthsOf(assertion: Assertion, scope: Scope): AssertionStrength[] {
  if (isVoid(assertion, scope)) return [0];
  if (assertion.style === "http") return httpStrengths(assertion.node.arguments);
  if (assertion.style === "call") return [callStrength(assertion, scope)];
  return [assertion.flavour === "jest" ? jestStrength(assertion, scope) : chaiStrength(assertion)];
}

function jestStrength(assertion: ChainAssertion, scope: Scope): AssertionStrength {
  const matcher = assertion.links.findLast((link) => isJestMatcher(link.name));
  // A matcher that is named but not called checks nothing.
  if (!matcher?.call) return 0;
  const isNegated = assertion.links.some((link) => link.name === "not");
  const args = matcher.call.arguments;
  const compared = assertion.subject === null ? null : conditionStrength(assertion.subject);
  if (compared !== null && isBooleanMatcher(matcher)) return compared;
  const subject = assertion.subject === null ? 3 : mostOfSubject(assertion.subject, args[0]);
  const matched = namesFailure(assertion, matcher)
    ? loosened(args, scope)
    : jestMatcherStrength(matcher.name, args, scope);
  const exact = atMost(atMost(matched, subject), mostOfArguments(matcher.name, args));
  const plain = exact > 2 && assertion.subject !== null && isKindOf(assertion.subject) ? 2 : exact;
  if (!isNegated) return plain;
  return JEST_NEGATED.get(matcher.name) ?? (plain === 3 || matcher.name.startsWith("toThrow") ? 1 : plain);
}

/** `rejects.toMatchObject({ name: "CartError", message: "empty" })` says what `toThrow` does: of an error more is never looked at. */
function namesFailure({ links }: ChainAssertion, { name, call }: Link): boolean {
  const [wanted] = call?.arguments ?? [];
  if (name !== "toMatchObject" || !links.some((link) => link.name === "rejects")) return false;
  const properties = wanted?.type === "ObjectExpression" ? wanted.properties : [];
  return properties.some(
    (one) => one.type === "ObjectProperty" && /^(?:name|message|code)$/.test(keyName(one.key, one.computed) ?? ""),
  );
}

function jestMatcherStrength(name: string, args: readonly Node[], scope: Scope): AssertionStrength {
  const needed = JEST_BY_ARGUMENT.get(name);
  if (needed !== undefined) return args.length >= needed ? loosened(args, scope) : 2;
  if (JEST_EXISTENCE.has(name)) return 1;
  if (JEST_PARTIAL.has(name)) return 2;
  return JEST_EXACT.has(name) ? loosened(args, scope) : 2;
}

/** `expect.any(Number)` inside an exact expectation leaves a part open. */
function loosened(args: readonly Node[], scope: Scope): AssertionStrength {
  const looseName = (node: Node): string | null => {
    const path = isCall(node) ? (scope.origins.of(node.callee)?.path ?? []) : [];
    const last = path.at(-1) ?? "";
    return path.includes("expect") && LOOSE_MATCHERS.has(last) ? last : null;
  };
  if (args.length > 0 && args.every((argument) => looseName(argument) === "anything")) return 1;
  return args.some((argument) => descendants(argument).some((node) => looseName(node) !== null)) ? 2 : 3;
}

function isBooleanMatcher(matcher: Link): boolean {
  const [only] = matcher.call?.arguments ?? [];
  if (matcher.name === "toBeTruthy" || matcher.name === "toBeFalsy") return true;
  return /^to(Be|Equal|StrictEqual)$/.test(matcher.name) && only?.type === "BooleanLiteral";
}

/** What a condition written as a subject pins down: of `a || b` no more than its vaguest side. Null when it is none. */
function conditionStrength(subject: Node): AssertionStrength | null {
  const inner = unwrap(subject);
  if (inner.type !== "LogicalExpression" || inner.operator !== "||") return comparisonStrength(inner);
  const sides = [inner.left, inner.right].map((side): AssertionStrength =>
    isConstant(side) ? 0 : (conditionStrength(side) ?? 1),
  );
  return atMost(2, atMost(sides[0] ?? 0, sides[1] ?? 0));
}

/** What a comparison written as a subject pins down; null when it is no comparison. */
function comparisonStrength(subject: Node): AssertionStrength | null {
  const inner = unwrap(subject);
  if (inner.type !== "BinaryExpression") return null;
  const isTypeof = [inner.left, inner.right].some(
    (side) => side.type === "UnaryExpression" && side.operator === "typeof",
  );
  const { operator } = inner;
  if (operator === "===" || operator === "==") return isTypeof ? 2 : 3;
  if (operator === "!==" || operator === "!=") return 1;
  return /^([<>]=?|in|instanceof)$/.test(operator) ? 2 : null;
}

const CALL_EQUAL = /^(deep)?(strict|Strict)?(equal|Equal)$|^(is|same)$/;

/** `typeof x`, `!!x`, `Boolean(x)`, `Number.isFinite(x)`: of all that a value is, only its kind. */
function isKindOf(subject: Node): boolean {
  const inner = unwrap(subject);
  if (inner.type === "UnaryExpression") {
    const argument = unwrap(inner.argument);
    return (
      inner.operator === "typeof" ||
      (inner.operator === "!" && argument.type === "UnaryExpression" && argument.operator === "!")
    );
  }
  if (!isCall(inner)) return false;
  const callee = unwrap(inner.callee);
  if (isMember(callee)) return isKindPredicate(callee);
  return callee.type === "Identifier" && callee.name === "Boolean";
}

const isKindPredicate = (callee: Node): boolean =>
  isMember(callee) &&
  callee.object.type === "Identifier" &&
  /^(?:Number|Array)$/.test(callee.object.name) &&
  /^is[A-Z]/.test(memberName(callee) ?? "");

function chaiStrength(assertion: ChainAssertion): AssertionStrength {
  const names = assertion.links.map((link) => link.name);
  const isNegated = names.includes("not");
  const isPart = assertion.links.some((link) => /^(include|contain)s?$/.test(link.name) && link.call === null);
  let strongest: AssertionStrength = 0;
  for (const link of assertion.links) {
    const args = link.call?.arguments ?? [];
    const subject = assertion.subject === null ? 3 : mostOfSubject(assertion.subject, args[0]);
    const own = atMost(atMost(chaiLinkStrength(link), subject), mostOfArguments(link.name, args));
    if (own > strongest) strongest = own;
  }
  const compared = assertion.subject === null ? null : conditionStrength(assertion.subject);
  if (compared !== null && /^(true|false|ok)$/.test(names.at(-1) ?? "")) return compared;
  if ((isPart || (assertion.subject !== null && isKindOf(assertion.subject))) && strongest > 2) return 2;
  if (!isNegated) return strongest;
  return names.includes("called")
    ? 3
    : strongest === 3 || names.some((name) => /^throws?$/i.test(name))
      ? 1
      : strongest;
}

function chaiLinkStrength(link: Link): AssertionStrength {
  const needed = CHAI_BY_ARGUMENT.get(link.name);
  if (needed !== undefined) return (link.call?.arguments.length ?? 0) >= needed ? 3 : 2;
  if (CHAI_EXISTENCE.has(link.name)) return 1;
  // A method that is named but not called checks nothing.
  if (CHAI_CALLED.has(link.name) && link.call === null) return 0;
  if (CHAI_EXACT.has(link.name)) return 3;
  if (link.call !== null) return 2;
  return CHAI_WORDS.has(link.name) ? 0 : 1;
}

function callStrength(assertion: CallAssertion, scope: Scope): AssertionStrength {
  const { method, node } = assertion;
  const [first, ...wanted] = node.arguments;
  const subject = first === undefined || !CALL_EQUAL.test(method) ? 3 : mostOfSubject(first, wanted[0]);
  return atMost(atMost(callMethodStrength(assertion, scope), subject), mostOfArguments(method, wanted));
}

function callMethodStrength(assertion: CallAssertion, scope: Scope): AssertionStrength {
  const { method, node } = assertion;
  const [first, second] = node.arguments;
  if (CALL_EQUAL.test(method) && first !== undefined && isKindOf(first)) return 2;
  if (method === "true" || method === "false" || method === "isTrue" || method === "isFalse") {
    return (first === undefined ? null : conditionStrength(first)) ?? 3;
  }
  if (isTruth(method)) return first === undefined ? 0 : truthStrength(first);
  if (CALL_THROWS.has(method))
    return second === undefined || second.type === "StringLiteral" ? throwsByText(assertion) : 3;
  if (CALL_EXISTENCE.has(method)) return 1;
  if (method === "notCalled") return 3;
  if (CALL_PARTIAL.has(method)) return 2;
  if (/^(not|isNot)[A-Z]/.test(method)) return 1;
  return loosened(second === undefined ? [] : [second], scope);
}

/** For `node:assert` a text after the function is only a message; for chai it is what the error must say. */
function throwsByText(assertion: CallAssertion): AssertionStrength {
  const hasText = assertion.node.arguments.length > 1;
  return hasText && assertion.library === "chai" ? 3 : 2;
}

function truthStrength(value: Node): AssertionStrength {
  const inner = unwrap(value);
  const compared = conditionStrength(inner);
  if (compared !== null) return compared;
  if (inner.type === "LogicalExpression" && inner.operator === "&&") {
    const sides = [truthStrength(inner.left), truthStrength(inner.right)];
    return sides.includes(3) ? 3 : sides.includes(2) ? 2 : 1;
  }
  const callee = isCall(inner) ? unwrap(inner.callee) : null;
  const name = isMember(callee) ? memberName(callee) : callee?.type === "Identifier" ? callee.name : null;
  if (name === "isDeepStrictEqual" || name === "is") return 3;
  return name !== null && SEARCHES.has(name) ? 2 : 1;
}

/** supertest: a status and a body in one call are two assertions, a header and its value are one; a callback is none. */
function httpStrengths(args: readonly Node[]): AssertionStrength[] {
  const given = args.map((argument) => unwrap(argument));
  const [first, second] = given;
  if (first === undefined) return [0];
  if (isFunction(first)) return [2];
  const also = second === undefined || isCallback(second) ? [] : [httpStrength(second)];
  const namesHeader = first.type === "StringLiteral" || first.type === "TemplateLiteral";
  return namesHeader && also.length > 0 ? also : [httpStrength(first), ...also];
}

const httpStrength = (value: Node): AssertionStrength => (value.type === "RegExpLiteral" ? 2 : 3);

/** By the names that callbacks go by: where the value came from cannot be known. */
function isCallback(value: Node): boolean {
  return isFunction(value) || (value.type === "Identifier" && /^(?:done|cb|callback|next)$/.test(value.name));
}
