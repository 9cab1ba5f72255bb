import type { CallAssertion } from "./assertions.ts";

/** How an assertion call is negated: by another method, by negating its argument, or by failing once it is reached. */
export type Opposite =
  | { readonly by: "method"; readonly method: string; readonly keepsArguments: boolean }
  | { readonly by: "argument" }
  | { readonly by: "failure" };

const PAIRS: readonly (readonly [string, string])[] = [
  ["equal", "notEqual"],
  ["strictEqual", "notStrictEqual"],
  ["deepEqual", "notDeepEqual"],
  ["deepStrictEqual", "notDeepStrictEqual"],
];
const NODE_PAIRS = [...PAIRS, ["match", "doesNotMatch"]] as const;
const CHAI_PAIRS = [
  ...PAIRS,
  ["match", "notMatch"],
  ["isTrue", "isNotTrue"],
  ["isFalse", "isNotFalse"],
  ["isNull", "isNotNull"],
  ["isUndefined", "isDefined"],
  ["isNaN", "isNotNaN"],
  ["isOk", "isNotOk"],
  ["exists", "notExists"],
  ["isEmpty", "isNotEmpty"],
  ["isArray", "isNotArray"],
  ["isObject", "isNotObject"],
  ["isString", "isNotString"],
  ["isNumber", "isNotNumber"],
  ["isBoolean", "isNotBoolean"],
  ["typeOf", "notTypeOf"],
  ["instanceOf", "notInstanceOf"],
  ["include", "notInclude"],
  ["deepInclude", "notDeepInclude"],
  ["property", "notProperty"],
  ["propertyVal", "notPropertyVal"],
  ["isAbove", "isAtMost"],
  ["isBelow", "isAtLeast"],
  ["sameMembers", "notSameMembers"],
  ["sameDeepMembers", "notSameDeepMembers"],
] as const;
const CONTEXT_PAIRS = [
  ["is", "not"],
  ["deepEqual", "notDeepEqual"],
  ["truthy", "falsy"],
  ["true", "false"],
  ["regex", "notRegex"],
] as const;
const SINON_PAIRS = [["called", "notCalled"]] as const;

/** Their further arguments say what the error must be, which their opposite does not take. */
const THROWS_PAIRS = [
  ["throws", "doesNotThrow"],
  ["rejects", "doesNotReject"],
] as const;
/** AVA's alone; the opposite of `t.throws` has another name in tape and tap. */
const CONTEXT_THROWS_PAIRS = [["throwsAsync", "notThrowsAsync"]] as const;
const ARGUMENT = new Set(["", "ok", "assert"]);

const REACHED = new Set(["fail", "pass"]);

/** Null for a call that states nothing to negate. */
export function oppositeOf(assertion: CallAssertion): Opposite | null {
  const { library, method } = assertion;
  if (REACHED.has(method) || assertion.node.arguments.length === 0) return null;
  if (assertion.node.arguments[0]?.type === "SpreadElement") return { by: "failure" };
  if (ARGUMENT.has(method)) return { by: "argument" };
  const isAva = library === "context" && isAvaContext(assertion);
  const renamed = partner(isAva ? CONTEXT_PAIRS : pairsOf(library), method);
  if (renamed !== null) return { by: "method", method: renamed, keepsArguments: true };
  const thrown = partner(isAva ? CONTEXT_THROWS_PAIRS : THROWS_PAIRS, method);
  return thrown === null ? { by: "failure" } : { by: "method", method: thrown, keepsArguments: false };
}

/** `t.is(…)`, where `t.assert.equal(…)` is the assert module as the context lends it. */
function isAvaContext(assertion: CallAssertion): boolean {
  return assertion.origin?.path.at(-2) !== "assert";
}

function pairsOf(library: CallAssertion["library"]): readonly (readonly [string, string])[] {
  switch (library) {
    case "chai":
      return CHAI_PAIRS;
    case "sinon":
      return SINON_PAIRS;
    case "node":
    case "context":
    case "unknown":
      return NODE_PAIRS;
  }
}

function partner(pairs: readonly (readonly [string, string])[], method: string): string | null {
  for (const [one, other] of pairs) {
    if (one === method) return other;
    if (other === method) return one;
  }
  return null;
}
