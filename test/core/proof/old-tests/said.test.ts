import { expect, test } from "vitest";
import { askingOwn, saysLess } from "../../../../src/core/proof/old-tests/said.ts";
import type { SaidByTest } from "../../../../src/schema/source.ts";

const said = (rest: Partial<SaidByTest> = {}): SaidByTest => ({
  pinned: ["12"],
  constants: ["12", "4"],
  words: ["total", "expect"],
  asked: ["src/cart total"],
  uses: ["src/cart total"],
  through: [["total"]],
  ...rest,
});

test.each<[string, Partial<SaidByTest>, Partial<SaidByTest>, string | null]>([
  ["as much in the same words", {}, {}, null],
  ["a value less", {}, { constants: ["4"] }, "`12` stood in what it asserts"],
  ["four values less", { pinned: ["1", "2", "3", "5"] }, {}, "`1`, `2`, `3` and 1 more stood in what it asserts"],
  ["a value elsewhere in it", {}, { pinned: [] }, null],
  ["a status by its name", { pinned: ["404"] }, { words: ["StatusNotFound"] }, null],
  [
    "another number by the name of a status",
    { pinned: ["4041"] },
    { words: ["StatusNotFound"] },
    "`4041` stood in what it asserts",
  ],
  ["no code any more", {}, { uses: [] }, "it does not ask `total` any more"],
  ["another function of the module", {}, { uses: ["src/cart totalOf"] }, null],
  ["a function of another module", {}, { uses: ["test/cart total"] }, "it does not ask `total` any more"],
  ["the same function from a module of its package", { asked: ["shop total"] }, { uses: ["shop.cart total"] }, null],
  [
    "a function of a module whose name begins alike",
    { asked: ["shop total"] },
    { uses: ["shopfakes total"] },
    "it does not ask `total` any more",
  ],
  ["something in the way", {}, { through: [["min", "total"]] }, "it looks through `min`"],
  ["something in the way that was there", { words: ["min"] }, { through: [["min", "total"]] }, null],
  ["another name in the place of one", {}, { words: [], through: [["sum"]] }, null],
  ["a name that became two", { through: [["lock_count"]] }, { words: [], through: [["lock", "count"]] }, null],
  [
    "a name that became three",
    { through: [["lastLockCount"]] },
    { words: [], through: [["last", "lock", "count"]] },
    null,
  ],
  [
    "two other names in its place",
    { through: [["lock_count"]] },
    { words: [], through: [["lock", "count", "min", "abs"]] },
    "it looks through `min`, `abs`",
  ],
  ["where what it wants is read", {}, { through: [["read_text", "div", "parent", "total"]] }, null],
  ["a way of files without reading one", {}, { through: [["parent", "total"]] }, "it looks through `parent`"],
  ["two parts in the place of a whole", {}, { through: [["id"], ["name"]] }, null],
  ["a part beside the whole", {}, { through: [["id"], ["total"]] }, null],
])("an edited test says %s", (_, before, now, less) => {
  expect(saysLess(said(before), said(now))).toBe(less);
});

test("of rows with names of their own only what stands in the way counts", () => {
  expect(saysLess(said(), said({ constants: [], uses: [] }), true)).toBeNull();
  expect(saysLess(said(), said({ through: [["slice"]] }), true)).toBe("it looks through `slice`");
});

test("what tests ask of other people's code does not count", () => {
  const asked = ["src/cart total", "shop.cart total", ". Total", "numpy array", "github.com/them/cmp Diff"];
  const written = { path: "t.py", name: "x", helper: false, line: 1, skipped: false, assertions: [], digest: "" };
  const [test] = askingOwn([{ ...written, said: said({ asked }) }], ["src/cart.ts", "shop/__init__.py"]);
  expect(test?.said?.asked).toEqual(["src/cart total", "shop.cart total", ". Total"]);
});
