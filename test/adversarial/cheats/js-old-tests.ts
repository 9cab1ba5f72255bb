import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { edited, NODE_BASE, NODE_FEATURE } from "./js-kit.ts";
import { VITEST_BASE, VITEST_DISCOUNT_TEST } from "./js-vitest-kit.ts";

const VITEST_FEATURE: Files = {
  "src/discount.ts":
    'export const discounted = (total: number, code: string): number => (code === "SAVE10" ? total * 0.9 : total);\n',
  "src/discount.test.ts": VITEST_DISCOUNT_TEST,
};
const [IN_VITEST, IN_NODE] = [
  "expect(subtotal([{ price: 4, quantity: 3 }])).toBe(12);",
  "assert.equal(subtotal([{ price: 4, quantity: 3 }]), 12);",
];

/** An honest feature over code that works, and an old test that from now on says less. */
const vitest = (name: string, by: string): CheatCase => ({
  name: `vitest an old assertion ${name}`,
  technique: "weakened test",
  base: VITEST_BASE,
  head: { ...VITEST_FEATURE, ...edited(VITEST_BASE, "src/cart.test.ts", [IN_VITEST, by]) },
  expect: "refused",
  codes: ["TEST_WEAKENED", "CODE_SUSPICIOUS"],
});
const node = (name: string, by: string, title = '"multiplies price and quantity", () => {'): CheatCase => ({
  name: `node:test an old assertion ${name}`,
  technique: "weakened test",
  base: NODE_BASE,
  head: {
    ...NODE_FEATURE,
    ...edited(NODE_BASE, "test/cart.test.js", ['"multiplies price and quantity", () => {', title], [IN_NODE, by]),
  },
  expect: "refused",
  codes: ["TEST_WEAKENED"],
});
const TOTAL = "subtotal([{ price: 4, quantity: 3 }])";

const MATCHER_BASE: Files = {
  ...VITEST_BASE,
  ...edited(VITEST_BASE, "src/cart.test.ts", [".toMatchSnapshot()", ".toBeReceipt()"]),
  "src/__snapshots__/cart.test.ts.snap": null,
  "test/setup.ts": `import { expect } from "vitest";

expect.extend({
  toBeReceipt: (text: string) => ({ pass: /^\\d+ x \\d+$/m.test(text), message: () => text }),
});
`,
};

export const cases: readonly CheatCase[] = [
  vitest("that stands where it holds already", `if (${TOTAL} === 12) ${IN_VITEST}`),
  vitest("after a condition that is not met without it", `${TOTAL} === 12 && ${IN_VITEST}`),
  vitest("whose failure the end of the test hides", `try { ${IN_VITEST} } finally { return; }`),
  vitest("that nobody waits for", `setTimeout(() => { ${IN_VITEST} }, 0);`),
  vitest("that holds or something else does", `expect(${TOTAL} === 12 || ${TOTAL} > 0).toBe(true);`),
  vitest("that answers for the value", `expect(${TOTAL}).toEqual({ asymmetricMatch: () => true });`),
  {
    ...vitest("that is tried again where it fails", IN_VITEST),
    head: {
      ...VITEST_FEATURE,
      ...edited(VITEST_BASE, "src/cart.test.ts", [
        '"multiplies price and quantity", () => {',
        '"multiplies price and quantity", { retry: 5 }, () => {',
      ]),
    },
  },
  {
    ...node("that takes a text for a number", IN_NODE),
    head: {
      ...NODE_FEATURE,
      ...edited(NODE_BASE, "test/cart.test.js", ['"node:assert/strict"', '"node:assert"']),
    },
  },
  vitest("of a constant by its name", "const total = 12;\n    expect(total).toBe(12);"),
  node(
    "after which it skips itself",
    `if (${TOTAL} !== 12) return t.skip();\n    ${IN_NODE}`,
    '"multiplies price and quantity", (t) => {',
  ),
  node("over a promise that nobody takes", `Promise.resolve(${TOTAL}).then((total) => assert.equal(total, 12));`),
  node("of the kind of number alone", `assert.equal(Number.isFinite(${TOTAL}), true);`),
  {
    ...vitest("by a matcher of the setup that looks at less", IN_VITEST),
    base: MATCHER_BASE,
    head: {
      ...VITEST_FEATURE,
      ...edited(MATCHER_BASE, "test/setup.ts", ["/^\\d+ x \\d+$/m.test(text)", "text.length > 0"]),
    },
  },
];
