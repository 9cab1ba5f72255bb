import { expect, test } from "vitest";
import { unaskedIn } from "../../../../src/core/proof/looks/unasked.ts";
import type { WrittenBody } from "../../../../src/schema/source.ts";

const body = (name: string, line: number, isMember = false): WrittenBody => ({
  path: "src/shop.js",
  line,
  excerpt: "",
  name,
  isMember,
  says: "work",
  keys: [],
  answers: [],
});
const CODE = `export function cheapest(all) {
  return best(all);
}
function best(all) {
  return all[0];
}
export function tax(cents) {
  return cents / 5;
}
export class Cart {
  sum() {}
}
function main() {}
module.exports = { cheapest, tax };
`;
const BODIES = [body("cheapest", 1), body("best", 4), body("tax", 7), body("sum", 11, true), body("main", 13)];

const asked = (base: string | null, test: string): string[] =>
  unaskedIn(
    BODIES,
    [{ path: "src/shop.js", base, head: CODE }],
    [{ path: "test/shop.test.js", base: null, head: test }],
  );

test("a new function that nothing asks for is named; one that tests or other code ask, a method and an entry are not", () => {
  expect(asked(null, "cheapest([1]);")).toEqual(["src/shop.js:7 tax"]);
  expect(asked(null, "cheapest([1]); tax(5);")).toEqual([]);
  expect(asked("function tax(cents) {}", "cheapest([1]);")).toEqual([]);
});

test("a class of which nothing is written is no function that nothing asks for", () => {
  const cart: WrittenBody = { ...body("tax", 7), says: "unfinished_class" };
  expect(unaskedIn([cart], [{ path: "src/shop.js", base: null, head: CODE }], [])).toEqual([]);
});
