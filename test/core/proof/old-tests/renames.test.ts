import { expect, test } from "vitest";
import { renamesIn, respell } from "../../../../src/core/proof/old-tests/renames.ts";

const sides = (base: string, head: string) => ({ base: [base], head: [head] });
const TESTS = sides("calc(1) round(2)", "price(1) toCents(2)");

test.each<[string, string, string, string]>([
  ["one name", "f calc", "f price", "calc price"],
  ["names in the order in which code says them", "round calc", "toCents price", "round toCents, calc price"],
  ["what no test says", "calc helper", "price other", "calc price"],
  ["more come than go", "calc", "price toCents", ""],
  ["a name that stays beside the new one", "calc", "calc price", "calc price"],
  ["a name that its tests go on saying", "round", "round calc", ""],
])("what a change renamed: %s", (_, base, head, expected) => {
  expect([...renamesIn(sides(base, head), TESTS)].map((pair) => pair.join(" ")).join(", ")).toBe(expected);
});

test("whole words alone are respelled, in any script", () => {
  const renames = new Map([
    ["calc", "price"],
    ["größe", "constructor"],
  ]);
  expect(respell("calc(recalc, calcs, größe, $calc)", renames)).toBe("price(recalc, calcs, constructor, $calc)");
});

test("where the old name stays, what tests say less often than it is new besides", () => {
  const code = sides("serialize", "stringify secure serialize");
  const tests = sides("serialize(1) serialize(2)", "stringify(1) stringify(2) stringify(3, secure)");
  expect([...renamesIn(code, tests)]).toEqual([["serialize", "stringify"]]);
});
