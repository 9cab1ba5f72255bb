import { expect, test } from "vitest";
import { withExtended } from "../../../../src/core/proof/old-tests/extended-tests.ts";
import { COMPUTED_NAME, type TestEdit } from "../../../../src/core/proof/old-tests/written-tests.ts";
import type { AssertionStrength, WrittenTest } from "../../../../src/schema/source.ts";

const PATH = "test/a.test.js";
const written = (name: string, line: number, assertions: AssertionStrength[] = [3]): WrittenTest => ({
  path: PATH,
  name,
  helper: false,
  line,
  skipped: false,
  assertions,
  digest: name,
});
const deleted: TestEdit = { path: PATH, name: "snake", kind: "deleted", detail: "" };
const BASE = 'test("snake", () => {\n  const got = snake("a b");\n  assert.equal(got, "a_b");\n});\n';

const judged = (head: string, assertions: AssertionStrength[] = [3, 3]): readonly TestEdit[] =>
  withExtended(
    [deleted],
    { tests: [written("snake", 1)], texts: [{ path: PATH, text: BASE }] },
    { tests: [written("snake and kebab", 1, assertions)], texts: [{ path: PATH, text: head }] },
  );
const MORE = BASE.replace('"snake"', '"snake and kebab"').replace("});", '  assert.equal(kebab("a b"), "a-b");\n});');

test("a test that says all of the old one, and more, under another name, is the old one renamed", () => {
  expect(judged(MORE)).toEqual([
    { ...deleted, kind: "renamed", detail: "snake and kebab", to: [`${PATH}::snake and kebab`] },
  ]);
});

test.each([
  ["asserts less", MORE, [2] as AssertionStrength[]],
  ["says something else", MORE.replace('snake("a b")', 'camel("c d")'), [3, 3] as AssertionStrength[]],
])("one that %s takes no deleted test's place", (_, head, assertions) => {
  expect(judged(head, assertions)).toMatchObject([deleted]);
});

test("an empty or a put-together text in a table hides none of the values beside it that old tests had", () => {
  const base = `def test_empty():\n    assert wrap("", 10) == []\n\n\ndef test_short():\n    assert wrap("one", 10) == ["one"]\n`;
  const head = `@parametrize(\n    "text, width, lines, name",\n    [("", 10, [], "{}"), ("one", 10, ["one"], "no {}")],\n)\ndef test_wrap(text, width, lines, name):\n    assert wrap(text, width) == lines\n`;
  const found = withExtended(
    ["test_empty", "test_short"].map((name) => ({ ...deleted, name })),
    { tests: [written("test_empty", 1), written("test_short", 5)], texts: [{ path: PATH, text: base }] },
    { tests: [written("test_wrap", 1, [3, 3])], texts: [{ path: PATH, text: head }] },
  );
  expect(found.map(({ kind }) => kind)).toEqual(["renamed", "renamed"]);
});

test("a test that expects other numbers under another name is the old one rewritten; with other words it is not", () => {
  const base =
    'describe("a", () => {\n  test("snake", () => {\n    assert.equal(count("a b"), 20);\n  });\n});\ndescribe("more");\n';
  const edits = (head: string): readonly TestEdit[] =>
    withExtended(
      [deleted],
      { tests: [written("snake", 2)], texts: [{ path: PATH, text: base }] },
      { tests: [written("counts each", 2)], texts: [{ path: PATH, text: head }] },
    );
  const renamed = base.replace('"snake"', '"counts each"').replace("more", "others");
  expect(edits(renamed.replace("20", "25"))[0]?.kind).toBe("renamed");
  expect(edits(renamed.replace("20", "25").replace("count(", "guess("))[0]?.kind).toBe("deleted");
});

test("a deleted test knows the new one of its suite that says most of what it said", () => {
  const base =
    'test("snake", () => {\n  res.body = new Stream();\n  const count = res.body.listenerCount("error");\n  assert.equal(count, 1);\n  assert.equal(res.listeners, count);\n});\n';
  const inPlace = (name: string, head: string): string | undefined =>
    withExtended(
      [deleted],
      { tests: [written("snake", 1, [3, 3])], texts: [{ path: PATH, text: base }] },
      { tests: [written(name, 1, [3])], texts: [{ path: PATH, text: head }] },
    )[0]?.inPlace;
  const turned = base.replace("count, 1", "count, 0").replace("  assert.equal(res.listeners, count);\n", "");
  expect(inPlace("none", turned)).toBe(`${PATH}::none`);
  expect(inPlace("more > none", turned)).toBe(undefined);
  expect(inPlace("none", 'test("none", () => {\n  assert.equal(res.status, 200);\n});\n')).toBe(undefined);
  // One that asserts nothing says that nothing is refused, as another may.
  const silent = (old: AssertionStrength[], now: AssertionStrength[]): string | undefined =>
    withExtended(
      [deleted],
      { tests: [written("snake", 1, old)], texts: [{ path: PATH, text: base }] },
      { tests: [written("none", 1, now)], texts: [{ path: PATH, text: turned }] },
    )[0]?.inPlace;
  expect([silent([], []), silent([3], [])]).toEqual([`${PATH}::none`, undefined]);
  // Under a longer title less of it will do.
  const said = (title: string): string | undefined => {
    const old = { ...written("stops at a row", 1), name: "stops at a row" };
    const text = (asked: string): string =>
      `test("t", () => {\n  assert.throws(() => read(${asked}), RowError);\n});\n`;
    return withExtended(
      [{ ...deleted, name: "stops at a row" }],
      { tests: [old], texts: [{ path: PATH, text: text('"a", "b", "c"') }] },
      {
        tests: [written(title, 1)],
        texts: [{ path: PATH, text: text("MIXED, { strict, line, row, more, other, next, last, a }") }],
      },
    )[0]?.inPlace;
  };
  expect(said("strict stops at a row")).toBe(`${PATH}::strict stops at a row`);
  expect(said("refuses a row")).toBe(undefined);
  // Where its file is still there, another one that says nearly all of it.
  const also = (text: string): string | undefined =>
    withExtended(
      [deleted],
      { tests: [written("snake", 1, [3, 3])], texts: [{ path: PATH, text: base }] },
      {
        tests: [{ ...written("all > none", 1, [3]), path: "other.test.js" }],
        texts: [
          { path: PATH, text: "// nothing\n" },
          { path: "other.test.js", text },
        ],
      },
    )[0]?.inPlace;
  expect(also(base.replace("snake", "").replaceAll("count", "size"))).toBe("other.test.js::all > none");
  expect(also(turned)).toBe(undefined);
  // Where its file is gone, another one may have it.
  const moved = (name: string, text: string): string | undefined =>
    withExtended(
      [deleted],
      { tests: [written("snake", 1, [3, 3])], texts: [{ path: PATH, text: base }] },
      { tests: [{ ...written(name, 1, [3]), path: "other.test.js" }], texts: [{ path: "other.test.js", text }] },
    )[0]?.inPlace;
  expect(moved("more > none", turned)).toBe("other.test.js::more > none");
  expect(moved("none", 'test("none", () => {\n  assert.equal(res.status, 200);\n});\n')).toBe(undefined);
});

test("a new test takes the place of one old test alone", () => {
  const both = [deleted, { ...deleted, name: "also" }];
  const texts = [{ path: PATH, text: BASE + BASE.replace("snake", "also") }];
  const edits = withExtended(
    both,
    { tests: [written("snake", 1), written("also", 5)], texts },
    { tests: [written("snake and kebab", 1, [3, 3])], texts: [{ path: PATH, text: MORE }] },
  );
  expect(edits.map(({ kind }) => kind)).toEqual(["renamed", "deleted"]);
});

test("a test under its own title in another suite is the old one, edited, unless it asserts less", () => {
  const inSuite = (assertions: AssertionStrength[]): readonly TestEdit[] =>
    withExtended(
      [deleted],
      { tests: [written("snake", 1)], texts: [{ path: PATH, text: BASE }] },
      {
        tests: [written("names > snake", 1, assertions)],
        texts: [{ path: PATH, text: 'it("snake", () => assert.equal(snake(given), "a_b"));\n' }],
      },
    );
  expect(inSuite([3])[0]).toMatchObject({ kind: "renamed", to: [`${PATH}::names > snake`] });
  expect(inSuite([2])).toEqual([deleted]);
});

test("a table takes the place of the tests whose values it holds, and of no others", () => {
  const one = (name: string, given: string): string =>
    `test("${name}", () => {\n  assert.equal(snake("${given}"), "${given}_");\n});\n`;
  const table =
    'test.each([["ab", "ab_"], ["cd", "cd_"]])("of %s", (given, wanted) => {\n  assert.equal(snake(given), wanted);\n});\n';
  const edits = withExtended(
    ["one", "two", "three"].map((name) => ({ ...deleted, name })),
    {
      tests: [written("one", 1), written("two", 4), written("three", 7)],
      texts: [{ path: PATH, text: one("one", "ab") + one("two", "cd") + one("three", "ef") }],
    },
    {
      tests: [{ ...written("", 1), name: null, digest: "table" }],
      texts: [{ path: PATH, text: table }],
    },
  );
  expect(edits.map(({ kind }) => kind)).toEqual(["renamed", "renamed", "deleted"]);
});

test("a table under a name takes as many old tests as it asserts for, each with its own values, also one that base had", () => {
  const one = (name: string, value: string): string => `def ${name}():\n    assert parse("${value}") == ${value}\n`;
  const table = (...rows: string[]): string =>
    `@parametrize("text", [${rows.map((row) => `("${row}", ${row})`).join(", ")}])\ndef table(text, want):\n    assert parse(text) == want\n`;
  const edits = (names: readonly string[], before: string, rows: string[], assertions: AssertionStrength[]): string[] =>
    withExtended(
      [
        ...names.map((name) => ({ ...deleted, name })),
        ...(before === "" ? [] : [{ ...deleted, name: "table", kind: "rewritten" as const }]),
      ],
      {
        tests: [
          ...names.map((name, at) => written(name, 2 * at + 1)),
          ...(before === "" ? [] : [{ ...written("table", 2 * names.length + 2), start: 2 * names.length + 1 }]),
        ],
        texts: [{ path: PATH, text: names.map((name) => one(name, `1${name}`)).join("") + before }],
      },
      {
        tests: [{ ...written("table", 2, assertions), start: 1, digest: "now" }],
        texts: [{ path: PATH, text: table(...rows) }],
      },
    ).map(({ kind }) => kind);
  const both = ["1a", "1b"];
  expect(edits(["a", "b"], "", both, [3, 3])).toEqual(["renamed", "renamed"]);
  expect(edits(["a", "b"], "", both, [3])).toEqual(["renamed", "deleted"]);
  expect(edits(["a", "b"], "", ["1a", "1c"], [3, 3])).toEqual(["renamed", "deleted"]);
  expect(edits(["b"], table("1a"), both, [3, 3])).toEqual(["renamed", "rewritten"]);
  expect(edits(["b"], table("1b"), ["1b", "1c"], [3, 3])).toEqual(["deleted", "rewritten"]);
});

test("a test of a file that is gone is the one of its title elsewhere that says what it said, and more", () => {
  const elsewhere = (text: string): readonly TestEdit[] =>
    withExtended(
      [deleted],
      { tests: [written("snake", 1)], texts: [{ path: PATH, text: BASE }] },
      {
        tests: [{ ...written("snake", 1, [3, 3]), path: "test/b.test.js", digest: "now" }],
        texts: [{ path: "test/b.test.js", text }],
      },
    );
  expect(elsewhere(BASE.replace("});", '  assert.equal(snake("c d"), "c_d");\n});'))[0]?.kind).toBe("renamed");
  expect(elsewhere(BASE.replace('snake("a b")', "camel(1)"))[0]?.kind).toBe("deleted");
});

const said = (constants: string[], uses = ["src/snake snake"]) => ({
  pinned: constants,
  constants,
  words: [],
  asked: uses,
  uses,
  through: [[]],
});

test("a row of a table with computed names takes the place of a test whose title, values and questions it holds", () => {
  const base = {
    tests: [{ ...written("snake", 1), said: said(["a", "b", "a_b"]) }],
    texts: [{ path: PATH, text: BASE }],
  };
  const edits = (constants: string[], uses?: string[], strength: AssertionStrength = 3) =>
    withExtended([deleted], base, {
      tests: [{ ...written("", 9, [strength]), name: null, said: said(constants, uses) }],
      texts: [{ path: PATH, text: "for (const [name, text, want] of rows) it(name, () => check(text, want));" }],
    })[0]?.kind;
  expect(edits(["snake", "a", "b", "a_b", "kebab", "c"])).toBe("renamed");
  expect(edits(["kebab", "a", "b", "a_b"])).toBe("deleted");
  expect(edits(["snake", "a", "b"])).toBe("deleted");
  expect(edits(["snake", "a", "b", "a_b"], ["src/snake other"])).toBe("deleted");
  expect(edits(["snake", "a", "b", "a_b"], undefined, 1)).toBe("deleted");
});

test("a deleted test knows a table of computed names that asks what it asked and holds most of what it pinned down", () => {
  const inPlace = (constants: string[], uses?: string[], path = PATH): string | undefined =>
    withExtended(
      [deleted],
      {
        tests: [{ ...written("snake", 1), said: said(["unexpected", "end", "at", "7", "foo"]) }],
        texts: [{ path: PATH, text: BASE }],
      },
      {
        tests: [{ ...written("", 9, [3]), path, name: null, said: said(constants, uses) }],
        texts: [
          { path: PATH, text: "" },
          { path, text: "it.each(rows)('%s', (text) => check(text));" },
        ],
      },
    )[0]?.inPlace;
  const held = ["unexpected", "end", "at", "foo", "bar"];
  expect(inPlace(held)).toBe(`${PATH}::${COMPUTED_NAME}`);
  expect(inPlace(held.slice(1))).toBe(undefined);
  expect(inPlace(held, ["src/snake other"])).toBe(undefined);
  expect(inPlace(held, undefined, "test/b.test.js")).toBe(undefined);
});

test("a deleted test knows the new ones of its file that ask and pin down together what it did", () => {
  const parts = (first: string[], second: string[], strengths: AssertionStrength[] = [3], uses?: string[]): unknown =>
    withExtended(
      [deleted],
      {
        tests: [{ ...written("snake", 1, [3, 3]), said: said(["a", "b", "c"]) }],
        texts: [{ path: PATH, text: BASE }],
      },
      {
        tests: [
          { ...written("one", 1, [3]), said: said(first) },
          { ...written("two", 5, strengths), said: said(second, uses) },
        ],
        texts: [{ path: PATH, text: 'test("one", () => one(1));\n\n\n\ntest("two", () => two(2));\n' }],
      },
    )[0]?.inParts;
  expect(parts(["a"], ["b", "c", "d"])).toEqual([`${PATH}::one`, `${PATH}::two`]);
  expect(parts(["a"], ["b"])).toBe(undefined);
  expect(parts(["a"], ["b", "c"], [])).toBe(undefined);
  expect(parts(["a", "b", "c"], ["d"], [3], ["src/snake other"])).toBe(undefined);
});
