import { expect, test } from "vitest";
import { failureWords } from "../../../src/core/proof/failure-words.ts";

test.each([
  ["Expected values to be strictly equal:\n\n2.5 !== 3\n", "Expected values to be strictly equal: 2.5 !== 3"],
  [
    "expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: 2",
    "expect(received).toBe(expected) // Object.is equality Expected: 3 Received: 2",
  ],
  ["assert 2 == 3\n +  where 2 = half(4)", "assert 2 == 3"],
  [undefined, ""],
])("a failure says what is wrong in one line: %j", (message, words) => {
  expect(failureWords(message)).toBe(words);
});
