import { expect, test } from "vitest";
import { addedTests, compareWrittenTests } from "../../../../src/core/proof/old-tests/written-tests.ts";
import type { AssertionStrength, WrittenTest } from "../../../../src/schema/source.ts";

const written = (
  name: string | null,
  assertions: AssertionStrength[],
  rest: Partial<WrittenTest> = {},
): WrittenTest => ({
  path: "test/a.test.js",
  name,
  helper: false,
  line: 1,
  skipped: false,
  assertions,
  digest: `${name}:${assertions.join()}`,
  ...rest,
});

test.each<[string, WrittenTest[], WrittenTest[], string]>([
  ["the same text", [written("a", [3])], [written("a", [3])], "unchanged"],
  ["another text, as strong", [written("a", [3], { digest: "x" })], [written("a", [3], { digest: "y" })], "rewritten"],
  ["more assertions", [written("a", [3])], [written("a", [3, 2])], "rewritten"],
  ["an exact assertion made loose", [written("a", [3])], [written("a", [1])], "weakened"],
  ["one of two assertions gone", [written("a", [3, 3])], [written("a", [3])], "weakened"],
  ["all assertions gone", [written("a", [3])], [written("a", [])], "weakened"],
  ["assertions on constants instead", [written("a", [2])], [written("a", [0, 0])], "weakened"],
  ["two assertions made one of a record", [written("a", [3, 3])], [written("a", [3], { spare: 1 })], "rewritten"],
  [
    "one of two assertions gone beside a record that was there",
    [written("a", [3, 3], { spare: 1 })],
    [written("a", [3], { spare: 1 })],
    "weakened",
  ],
  ["skipped", [written("a", [3])], [written("a", [3], { skipped: true })], "skipped"],
  ["skipped where it would fail", [written("a", [3])], [written("a", [2], { skipped: true })], "weakened"],
  ["gone", [written("a", [3])], [], "deleted"],
  ["renamed with the same body", [written("a", [3], { digest: "d" })], [written("b", [3], { digest: "d" })], "renamed"],
  ["renamed with another body", [written("a", [3], { digest: "d" })], [written("b", [3], { digest: "e" })], "deleted"],
  [
    "moved to another file",
    [written("a", [3], { digest: "d" })],
    [written("a", [3], { digest: "d", path: "test/b.test.js" })],
    "renamed",
  ],
  [
    "renamed with what it calls",
    [written("a", [3], { digest: "d" })],
    [written("b", [3], { digest: "respelled d" })],
    "renamed",
  ],
])("an existing test: %s", (_, base, head, kind) => {
  const respelled = base.map((one) => ({ ...one, digest: `respelled ${one.digest}` }));
  expect(compareWrittenTests(base, head, respelled).map((edit) => edit.kind)).toEqual([kind]);
});

test("a text takes the place of one test, and none that base had already", () => {
  const [a, b] = ["a", "b"].map((name) => written(name, [3], { digest: "d" })) as [WrittenTest, WrittenTest];
  const kinds = (head: WrittenTest[]) => compareWrittenTests([a, b], head).map(({ kind }) => kind);
  expect(kinds([a])).toEqual(["unchanged", "deleted"]);
  expect(kinds([written("c", [3], { digest: "d" })])).toEqual(["renamed", "deleted"]);
  expect(kinds(["c", "e"].map((name) => written(name, [3], { digest: "d" })))).toEqual(["renamed", "renamed"]);
});

test("new tests are not listed, and tests with computed names are compared as a group", () => {
  const rows = [written(null, [3], { digest: "1" }), written(null, [3], { digest: "2" })];
  expect(compareWrittenTests([], [written("new", [3])])).toEqual([]);
  expect(compareWrittenTests(rows, [...rows, written(null, [3], { digest: "3" })])[0]?.kind).toBe("rewritten");
  expect(compareWrittenTests(rows, rows.slice(1))[0]?.kind).toBe("weakened");
});

test.each<[string, WrittenTest]>([
  ["under another name", written("check", [3], { helper: true, digest: "d" })],
  ["under its own name", written("a", [3], { helper: true, digest: "d" })],
])("a test that only stands there as a helper, %s, is deleted", (_, helper) => {
  const [edit] = compareWrittenTests([written("a", [3], { digest: "d" })], [helper]);
  expect(edit?.kind).toBe("deleted");
});

test("an assertion added to one test of a computed name does not make up for one loosened in another", () => {
  const base = [
    written(null, [3], { digest: "1" }),
    written(null, [3], { digest: "2" }),
    written(null, [2], { digest: "3" }),
  ];
  const added = written(null, [3, 3], { digest: "4" });
  const loosened = written(null, [1], { digest: "5" });
  expect(compareWrittenTests(base, [added, loosened, ...base.slice(2)])[0]?.kind).toBe("weakened");
  expect(compareWrittenTests(base, [added, ...base.slice(1)])[0]?.kind).toBe("rewritten");
});

test.each<[string, WrittenTest[], string[]]>([
  ["that asserts less", [written("same", [1], { helper: true })], ["weakened"]],
  ["that asserts as much", [written("same", [3, 3], { helper: true, digest: "x" })], []],
  ["that is gone", [], []],
])("a helper %s", (_, head, kinds) => {
  const base = [written("same", [3], { helper: true })];
  expect(compareWrittenTests(base, head).map((edit) => edit.kind)).toEqual(kinds);
});

test("tests with a name that base does not write in that file are added, helpers and computed names are not", () => {
  const head = [written("a", [3]), written("new", [3]), written(null, [3]), written("help", [3], { helper: true })];
  expect(addedTests([written("a", [3])], head).map(({ kind, name }) => `${kind} ${name}`)).toEqual(["added new"]);
});

test("a test that says less is told, unless it was skipped and is not any more", () => {
  const said = (...pinned: string[]) => ({ pinned, constants: pinned, words: [], asked: [], uses: [], through: [[]] });
  const less = (from: Partial<WrittenTest>, to: Partial<WrittenTest>): (string | undefined)[] =>
    compareWrittenTests(
      [written("a", [3], { said: said("10"), digest: "x", ...from })],
      [written("a", [3], { said: said("5"), digest: "y", ...to })],
    ).map((edit) => edit.less);
  const asks = "`10` stood in what it asserts";
  expect(less({}, {})).toEqual([asks]);
  expect(less({ skipped: true }, { skipped: true })).toEqual([asks]);
  expect(less({ skipped: true }, {})).toEqual([undefined]);
});

test("a helper that looks through more says less for tests that stay as they are, and one that says elsewhere what it said does not", () => {
  const helper = (through: string[][], pinned: string[] = []): WrittenTest =>
    written("check", [3], {
      helper: true,
      digest: through.join(),
      said: { pinned, constants: pinned, words: [], asked: [], uses: [], through },
    });
  const less = (before: WrittenTest, now: WrittenTest) => compareWrittenTests([before], [now]).map((one) => one.less);
  expect(less(helper([["lines"]]), helper([["lines", "slice"]]))).toEqual(["it looks through `slice`"]);
  expect(less(helper([["lines"]], ["3"]), helper([["lines"]]))).toEqual([]);
});
