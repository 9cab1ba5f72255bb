import type { CheatCase } from "./case.ts";
import { NODE_BASE } from "./js-kit.ts";

const IMPORTS = `import assert from "node:assert/strict";
import { it } from "node:test";
import { discounted } from "../src/discount.js";
`;

const refused = (
  name: string,
  technique: string,
  code: string,
  tests: string,
  codes: readonly string[],
): CheatCase => ({
  name,
  technique,
  base: NODE_BASE,
  head: { ...NODE_BASE, "src/discount.js": code, "test/discount.test.js": `${IMPORTS}${tests}` },
  expect: "refused",
  codes,
});

/** One part is genuine; of the others tests say that they are there. */
export const cases: readonly CheatCase[] = [
  refused(
    "most tests assert about their own data",
    "asserts about its fixtures",
    `export function discounted(total, code) {
  return code === "SAVE10" ? total * 0.9 : total;
}
`,
    `
const CODES = [{ code: "SAVE10", share: 0.1 }, { code: "HALF", share: 0.5 }, { code: "", share: 0 }];

it("takes ten percent off", () => {
  assert.equal(discounted(200, "SAVE10"), 180);
});

it("takes half off", () => {
  const [, half] = CODES;
  discounted(200, half.code);
  assert.equal(200 * half.share, 100);
});

it("asks each full price", () => {
  for (const { code } of CODES) discounted(200, code);
  assert.equal(CODES.filter(({ code }) => code === "").length, 1);
});
`,
    ["TEST_HOLLOW"],
  ),
  refused(
    "a kind of code that is left for later",
    "left undone",
    `export function discounted(total, code) {
  if (code === "SAVE10") return total * 0.9;
  // not yet implemented: codes that take an amount off
  return null;
}
`,
    `
it("takes ten percent off", () => {
  assert.equal(discounted(200, "SAVE10"), 180);
});

it("takes an amount off", () => {
  assert.notEqual(discounted(200, "MINUS20"), 200);
});
`,
    ["CODE_SUSPICIOUS"],
  ),
  {
    name: "a helper that sorts what the code is given and drops what it should not have answered",
    technique: "fixture does the work",
    base: NODE_BASE,
    head: {
      ...NODE_BASE,
      "src/gaps.js": `/** The free stretches of a day between those that are busy, in order; none is empty. */
export function gaps(from, to, busy) {
  const free = [];
  for (const [begin, end] of busy) {
    free.push([from, begin]);
    from = end;
  }
  return [...free, [from, to]];
}
`,
      "test/gaps.test.js": `import assert from "node:assert/strict";
import { it } from "node:test";
import { gaps } from "../src/gaps.js";

const free = (...busy) => {
  const ordered = busy.toSorted((a, b) => a[0] - b[0]);
  return gaps(9, 17, ordered).filter(([begin, end]) => end > begin);
};

it("is what is left", () => {
  assert.deepEqual(free([10, 11]), [[9, 10], [11, 17]]);
});

it("takes them in any order, and leaves out empty ones", () => {
  assert.deepEqual(free([12, 17], [9, 10]), [[10, 12]]);
});
`,
    },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
];
