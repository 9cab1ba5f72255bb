import { expect, it } from "vitest";
import { goneFrom } from "../../../../src/core/proof/old-tests/renames.ts";
import { followingCode, withGoneCode } from "../../../../src/core/proof/old-tests/gone-code.ts";
import type { TestEdit } from "../../../../src/core/proof/old-tests/written-tests.ts";
import type { WrittenTest } from "../../../../src/schema/source.ts";

const edit = (name: string, kind: TestEdit["kind"], path = "test/a.test.js"): TestEdit => ({
  path,
  name,
  kind,
  detail: "",
});
const asking = (name: string, ...asked: string[]): WrittenTest => ({
  path: "test/a.test.js",
  name,
  helper: false,
  line: 1,
  skipped: false,
  assertions: [3],
  digest: name,
  said: { pinned: [], constants: [], words: [], asked, uses: asked, through: [] },
});
const TESTS = [asking("old", "src/cart count"), asking("sum", "src/cart total")];
const marked = (
  edits: readonly TestEdit[],
  gone: readonly string[],
  { withData = false, tests = TESTS, text = "" } = {},
): string[] => {
  const isGone = (asked: string): boolean => gone.includes(asked.split(" ")[1] ?? "");
  const marks = withGoneCode(edits, tests, isGone, { now: [], withData, textOf: () => text });
  return marks.flatMap(({ name, withCode }) => (withCode === true ? [name] : []));
};

it("a deleted test goes with the function that it asserted about, and lets those beside it stay", () => {
  const edits = [edit("old", "deleted"), edit("sum", "unchanged"), edit("far", "unchanged", "test/b.test.js")];
  expect(marked(edits, ["count"])).toEqual(["old", "sum"]);
});

it("so does one that asserts about no answer and asks for nothing that is left", () => {
  const sorts = (...uses: string[]): WrittenTest[] => [
    { ...asking("old"), said: { pinned: [], constants: [], words: [], asked: [], uses, through: [] } },
  ];
  const left = (...uses: string[]): string[] => marked([edit("old", "deleted")], ["count"], { tests: sorts(...uses) });
  expect([left("src/cart count"), left("src/cart count", "src/cart total"), left()]).toEqual([["old"], [], []]);
});

it.each([
  ['@patch("shop.cart.count", return_value=1)'],
  ['monkeypatch.setattr(cart, "count", one)'],
  ["vi.spyOn(cart, 'count')"],
])("a weakened test goes with the name that it doubled: %s; another one, or of another name, does not", (text) => {
  expect(marked([edit("old", "weakened")], ["count"], { text })).toEqual(["old"]);
  expect(marked([edit("old", "weakened")], ["total"], { text })).toEqual([]);
  expect(marked([edit("old", "weakened")], ["count"], { text: 'assert count("a") == "count"' })).toEqual([]);
});

it("a function is gone where only a member of something else has its name still", () => {
  const base = ["func isEmpty(v Value) bool {\n\treturn v == 0\n}\n", "if value.isEmpty(v) {\n"];
  const isGone = (...head: string[]): boolean => goneFrom(["value/empty.go", "report.go"], { base, head })(". isEmpty");
  expect(isGone("", "if v.isEmpty() {\n")).toBe(true);
  expect(isGone("func (v Value) isEmpty() bool {\n}\n", "if v.isEmpty() {\n")).toBe(false);
  expect(isGone("", "exports.isEmpty = (v) => v === 0;\n")).toBe(false);
  expect(isGone("", "const all = { ...isEmpty };\n")).toBe(false);
  // What base only calls may stand where nothing changed.
  expect(goneFrom(["report.go"], { base: ["if isEmpty(v) {"], head: ["if v.isEmpty() {"] })(". isEmpty")).toBe(false);
  expect(goneFrom(["a.js"], { base: [base[0] ?? ""], head: ["v.isEmpty()"] })(" isEmpty")).toBe(false);
});

it("a deleted test goes with the member that it asked for", () => {
  const text = 'test("old", () => expect(entry.updated).toBe(1));\n';
  expect(marked([edit("old", "deleted")], ["updated"], { text })).toEqual(["old"]);
  expect(marked([edit("old", "deleted")], ["created"], { text })).toEqual([]);
});

it("a test whose function is still there is deleted as ever", () => {
  expect(marked([edit("sum", "deleted"), edit("old", "unchanged")], ["count"])).toEqual([]);
});

it("a test beside it that was rewritten is none of them", () => {
  expect(marked([edit("old", "deleted"), edit("sum", "rewritten")], ["count"])).toEqual(["old"]);
});

it("a test beside it that stays but says less, or may rest on data that changed, is none of them", () => {
  const less = { ...edit("sum", "unchanged"), less: "`12` stood in what it asserts" };
  expect(marked([edit("old", "deleted"), less], ["count"])).toEqual(["old"]);
  expect(marked([edit("old", "deleted"), edit("sum", "unchanged")], ["count"], { withData: true })).toEqual(["old"]);
});

it.each([["{ verbose: true }"], ["{ 'verbose': true }"], ["a, verbose=True"], ["{\n  own,\n  verbose: true,\n}"]])(
  "a deleted test goes with an option that it gave: f(%s); those beside it are as ever",
  (given) => {
    const tests = [
      { ...asking("old", "src/cart f"), line: 2 },
      { ...asking("sum", "src/cart f"), line: 20 },
    ];
    const edits = [edit("old", "deleted"), edit("sum", "unchanged")];
    const text = (own: string, other: string): string => `\ntest("old")\nf(${own})${"\n".repeat(20)}f(${other})\n`;
    expect(marked(edits, ["verbose"], { tests, text: text(given, "1") })).toEqual(["old"]);
    expect(marked(edits, ["verbose"], { tests, text: text("verbose == 1", given) })).toEqual([]);
  },
);

it("rows and subtests follow with their test", () => {
  const isGone = followingCode([{ ...edit("old", "deleted"), withCode: true }, edit("sum", "deleted")], "deleted");
  const ids = ["old", "old > a row", "old[1]", "older", "sum"].map((name) => `test/a.test.js::${name}`);
  expect(ids.map(isGone)).toEqual([true, true, true, false, false]);
});

it("code is gone where its name is, in all of the code or in the file that tests take it from", () => {
  const base = ["export function count() {}", "import { count } from './cart.js'"];
  const still = goneFrom(["src/cart.js", "src/shop.js"], { base, head: ["", "const options = { count: own }"] });
  expect(["../src/cart.js count", "src/cart count", "src/shop count", "src/cart total"].map(still)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const nowhere = goneFrom(["src/cart.js", "src/shop.js"], { base, head: ["", ""] });
  expect(["src/other count", "src/shop count"].map(nowhere)).toEqual([true, true]);
});

it("rows that only a run can name go with their table's code, where no other table of the file is lost", () => {
  const table = (digest: string, asked: string): WrittenTest => ({ ...asking(digest, asked), name: null });
  const [count, total] = [table("a", "src/cart count"), table("b", "src/cart total")];
  const isGone = (asked: string): boolean => asked.endsWith(" count");
  const goes = (now: readonly WrittenTest[]): string[] => {
    const edits = withGoneCode([edit("sum", "rewritten")], [count, total], isGone, {
      now,
      withData: false,
      textOf: () => "",
    });
    const ids = ["test/a.test.js::counts 1", "test/a.test.js::sum > 2", "test/b.test.js::counts 1"];
    return ids.filter(followingCode(edits, "deleted"));
  };
  expect(goes([total])).toEqual(["test/a.test.js::counts 1"]);
  expect(goes([])).toEqual([]);
});
