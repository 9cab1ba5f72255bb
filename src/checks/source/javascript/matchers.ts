import type { AssertionStrength } from "../port.ts";
import { words } from "./words.ts";

export const JEST_EXISTENCE = words(`
  toBeDefined toBeTruthy toBeFalsy toHaveBeenCalled toBeCalled toHaveReturned toBeInTheDocument toBeVisible
  toExist toPass toBeResolved toBeRejected
`);
export const JEST_PARTIAL = words(`
  toContain toContainEqual toMatch toMatchObject toBeInstanceOf toBeTypeOf toSatisfy toBeOneOf toBeGreaterThan
  toBeGreaterThanOrEqual toBeLessThan toBeLessThanOrEqual toHaveClass toContainText toHaveTextContent toThrowMatching
  toHaveBeenCalledBefore
`);
export const JEST_EXACT = words(`
  toBe toEqual toStrictEqual toMatchInlineSnapshot toMatchSnapshot toMatchFileSnapshot
  toThrowErrorMatchingSnapshot toThrowErrorMatchingInlineSnapshot toHaveLength toBeNull toBeUndefined toBeNaN
  toBeTrue toBeFalse toBeCloseTo toHaveBeenCalledTimes toBeCalledTimes toHaveBeenCalledOnce toHaveBeenCalledWith
  toBeCalledWith toHaveBeenNthCalledWith toHaveBeenLastCalledWith toHaveValue toHaveBeenCalledExactlyOnceWith
  toHaveReturnedWith toHaveReturnedTimes toHaveNthReturnedWith toHaveText toHaveLastReturnedWith
  toHaveResolvedWith toHaveScreenshot toHaveCount toHaveURL toHaveTitle toHaveSize toHaveBeenCalledOnceWith
  toBeResolvedTo toBeRejectedWith toBePositiveInfinity toBeNegativeInfinity
`);
/** Exact or partial by whether they are told what to expect. */
export const JEST_BY_ARGUMENT: ReadonlyMap<string, number> = new Map([
  ["toThrow", 1],
  ["toThrowError", 1],
  ["toBeRejectedWithError", 1],
  ["toHaveProperty", 2],
  ["toHaveAttribute", 2],
]);
/** What the negation of a vague matcher pins down exactly. */
export const JEST_NEGATED: ReadonlyMap<string, AssertionStrength> = new Map([
  ["toBeDefined", 3],
  ["toHaveBeenCalled", 3],
  ["toBeCalled", 3],
  ["toBeInTheDocument", 2],
]);

/** A matcher of the project's own (`expect.extend`): what it compares a constant with is not to be seen here. */
export function isOwnMatcher(name: string): boolean {
  if (!/^to[A-Z]/.test(name)) return false;
  return ![JEST_EXISTENCE, JEST_PARTIAL, JEST_EXACT, JEST_BY_ARGUMENT].some((known) => known.has(name));
}

export const CHAI_EXISTENCE = words(`
  ok exist exists called fulfilled respondTo extensible sealed frozen
`);
export const CHAI_EXACT = words(`
  equal equals eq eql eqls true false null undefined NaN empty lengthOf length closeTo approximately members
  keys key calledOnce calledTwice callCount calledWith become calledOnceWith calledWithExactly
  calledOnceWithExactly rejectedWith notCalled status
`);
/** Those of them that are methods. */
export const CHAI_CALLED = words(`
  equal equals eq eql eqls lengthOf closeTo approximately members keys callCount calledWith become calledOnceWith
  calledWithExactly calledOnceWithExactly rejectedWith
`);
export const CHAI_BY_ARGUMENT: ReadonlyMap<string, number> = new Map([
  ["throw", 1],
  ["throws", 1],
  ["Throw", 1],
  ["property", 2],
  ["ownProperty", 2],
]);
/** Words of a chain that check nothing themselves. */
export const CHAI_WORDS = words(`
  to be been is that which and has have with at of same but does still also not deep nested own ordered any all
  itself eventually include contain an a
`);

export const CALL_EXISTENCE = words(`
  exists isDefined isOk isNotOk notExists falsy notOk ifError called fail isNotNull error isNotUndefined pass
  doesNotThrow notThrows notThrowsAsync doesNotReject not strictNotSame emits
`);
export const CALL_PARTIAL = words(`
  match matches include includes deepInclude instanceOf typeOf property like regex oneOf isAbove isAtLeast
  isBelow isAtMost isArray isObject isString isNumber isFunction isBoolean partialDeepStrictEqual includeMembers
  includeDeepMembers isNotEmpty hasAnyKeys containsAllKeys doesNotMatch has hasStrict calledWithMatch resolves
  resolveMatch matchOnly matchStrict type hasProp hasProps hasOwnProp hasOwnProps hasOwnPropsOnly
`);
export const CALL_THROWS = new Set(["throws", "rejects", "throwsAsync", "isRejected"]);

export const LOOSE_MATCHERS = new Set([
  "any",
  "anything",
  "objectContaining",
  "arrayContaining",
  "stringContaining",
  "stringMatching",
]);

export const SEARCHES = new Set(["includes", "startsWith", "endsWith", "test", "match", "has", "some", "every"]);
