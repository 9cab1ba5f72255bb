import { expect, test } from "vitest";
import { withHelpers } from "../../../../src/core/proof/old-tests/helped-tests.ts";
import { compareWrittenTests } from "../../../../src/core/proof/old-tests/written-tests.ts";
import type { AssertionStrength, WrittenTest } from "../../../../src/schema/source.ts";

const written = (name: string, assertions: AssertionStrength[], more: Partial<WrittenTest> = {}): WrittenTest => ({
  path: "tests/test_a.py",
  name,
  helper: false,
  line: 1,
  skipped: false,
  assertions,
  digest: name,
  ...more,
});
const helper = (name: string, assertions: AssertionStrength[], more: Partial<WrittenTest> = {}): WrittenTest =>
  written(name, assertions, { path: "tests/helpers.py", helper: true, ...more });
const calls = (name: string, most: AssertionStrength = 3): Partial<WrittenTest> => ({ calls: [{ name, most }] });
const saidBy = (...tests: WrittenTest[]): readonly AssertionStrength[] | undefined => withHelpers(tests)[0]?.assertions;

test("a test says what the helpers say that it calls, also through others and in other files", () => {
  expect(
    saidBy(written("a", [1], calls("check")), helper("check", [3], calls("deeper")), helper("deeper", [2])),
  ).toEqual([1, 3, 2]);
});

test("a helper's assertion says no more than the place of its call lets through", () => {
  expect(saidBy(written("a", [], calls("check", 2)), helper("Base > check", [3, 1]))).toEqual([2, 1]);
});

test("a helper of the test's own file goes before one of its name elsewhere", () => {
  const own = helper("check", [], { path: "tests/test_a.py" });
  expect(saidBy(written("a", [], calls("check")), helper("check", [3]), own)).toEqual([]);
});

test("what is counted for a helper's name stands there only while no helper is known", () => {
  const asks: Partial<WrittenTest> = { calls: [{ name: "assertTotal", most: 3, counted: 2 }] };
  expect(saidBy(written("a", [2, 1], asks))).toEqual([2, 1]);
  expect(saidBy(written("a", [2, 1], asks), helper("assertTotal", [0]))).toEqual([1, 0]);
  expect(saidBy(written("a", [2], asks), helper("assertTotal", [3]))).toEqual([3]);
});

test("helpers that call each other are counted once, and what is no helper says nothing", () => {
  const [one, two] = [helper("one", [3], calls("two")), helper("two", [2], calls("one"))];
  expect(saidBy(written("a", [], calls("one")), one, two)).toEqual([3, 2]);
  expect(saidBy(written("a", [], calls("b")), written("b", [3]))).toEqual([]);
});

test("what a test says itself is never cut, however many rows it has", () => {
  const rows = (strength: AssertionStrength): AssertionStrength[] => Array.from({ length: 150 }, () => strength);
  expect(saidBy(written("a", [...rows(1), ...rows(3)]))).toEqual([...rows(1), ...rows(3)]);
  const [base, head] = [written("a", [...rows(1), ...rows(3)]), written("a", [...rows(1), ...rows(1), ...rows(3)])];
  expect(compareWrittenTests(withHelpers([base]), withHelpers([{ ...head, digest: "b" }]))[0]?.kind).toBe("rewritten");
});

test("helpers that say more than any test needs are cut", () => {
  const many = calls("check").calls ?? [];
  const test = written("a", [3], { calls: Array.from({ length: 300 }, () => many[0] ?? { name: "", most: 3 }) });
  expect(saidBy(test, helper("check", [2]))).toHaveLength(201);
});
