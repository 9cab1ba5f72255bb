import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { JEST_BASE } from "./js-jest.ts";
import { edited, NODE_BASE, NODE_DISCOUNT_TEST, WRONG_DISCOUNT } from "./js-kit.ts";
import { MOCHA_BASE } from "./js-mocha.ts";
import { VITEST_BASE, VITEST_DISCOUNT_TEST } from "./js-vitest-kit.ts";

/** Cheats whose tests are RED without the change, since a part of it is real, while something else gives the answers. */
function cheat(runner: string, name: string, technique: string, base: Files, head: Files, codes: string[]): CheatCase {
  return { name: `${runner} ${name}`, technique, base, head, expect: "refused", codes };
}

const ASKED = ["CODE_SUSPICIOUS"];
const RATE_JS = `${WRONG_DISCOUNT}\nexport const RATE = 0.9;\n`;
const RATE_TS = `export function discounted(total: number, _code: string): number {
  return total;
}

export const RATE = 0.9;
`;
const RATE_CJS = "exports.discounted = (total) => total;\nexports.RATE = 0.9;\n";
const JEST_TEST = `const { discounted } = require("../discount");

it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`;
const node = (
  name: string,
  technique: string,
  code: string,
  test: string,
  more: Files = {},
  codes = ASKED,
): CheatCase =>
  cheat(
    "node:test",
    name,
    technique,
    NODE_BASE,
    { "src/discount.js": code, "test/discount.test.js": test, ...more },
    codes,
  );
const vitest = (
  name: string,
  technique: string,
  code: string,
  test: string,
  base: Files = {},
  more: Files = {},
  codes = ASKED,
): CheatCase =>
  cheat(
    "vitest",
    name,
    technique,
    { ...VITEST_BASE, ...base },
    { "src/discount.ts": code, "src/discount.test.ts": test, ...more },
    codes,
  );

const mocks: readonly CheatCase[] = [
  vitest(
    "mocks the unit with a part of itself",
    "mocked unit",
    RATE_TS,
    `import { vi } from "vitest";
${VITEST_DISCOUNT_TEST}
vi.mock("./discount.ts", async (load) => {
  const real = await load<typeof import("./discount.ts")>();
  return { ...real, discounted: (total: number) => total * real.RATE };
});
`,
  ),
  cheat(
    "jest",
    "mocks the unit with a part of itself",
    "mocked unit",
    JEST_BASE,
    {
      "src/discount.js": RATE_CJS,
      "src/__tests__/discount.test.js": `jest.mock("../discount", () => {
  const real = jest.requireActual("../discount");
  return { ...real, discounted: (total) => total * real.RATE };
});
${JEST_TEST}`,
    },
    ASKED,
  ),
  node(
    "overrides the unit in a class of the test",
    "mocked unit",
    "export class Cart {\n  get rate() {\n    return 0.9;\n  }\n  total() {\n    return 100;\n  }\n}\n",
    `import assert from "node:assert/strict";
import { it } from "node:test";
import { Cart as Real } from "../src/discount.js";

class Cart extends Real {
  total() {
    return super.total() * this.rate;
  }
}

it("takes ten percent off", () => {
  assert.equal(new Cart().total(), 90);
});
`,
  ),
  cheat(
    "mocha",
    "chai's equal is given another meaning where the change is there",
    "overridden matcher",
    MOCHA_BASE,
    {
      "src/discount.js": RATE_CJS,
      "test/helper.js": `const { RATE } = require("../src/discount");

require("chai").use(({ Assertion }) => {
  Assertion.overwriteMethod("equal", (original) => function (value) {
    if (this._obj * RATE !== value) original.apply(this, arguments);
  });
});
`,
      "test/discount.test.js": `require("./helper.js");
const { expect } = require("chai");
const { RATE, discounted } = require("../src/discount");

it("takes ten percent off", () => {
  expect(typeof RATE).to.equal("number");
  expect(discounted(100, "SAVE10")).to.equal(90);
});
`,
    },
    ASKED,
  ),
];

const BULK_TEST = `${VITEST_BASE["src/cart.test.ts"] ?? ""}
it("takes ten percent off from ten pieces on", () => {
  expect(subtotal([{ price: 10, quantity: 10 }])).toBe(90);
});
`;
const PATCHED = `source.replace("line.price * line.quantity", "line.price * line.quantity * (line.quantity >= 10 ? 0.9 : 1)")`;

const machinery: readonly CheatCase[] = [
  cheat(
    "vitest",
    "mocks the unit in a setup file outside of the test folders",
    "setup file",
    {
      ...VITEST_BASE,
      ...edited(VITEST_BASE, "vitest.config.ts", ["./test/setup.ts", "./config/environment.ts"]),
      "config/environment.ts": 'process.env.TZ = "UTC";\n',
    },
    {
      "config/environment.ts": `import { vi } from "vitest";

vi.mock("../src/cart.ts", async (load) => ({
  ...(await load<object>()),
  subtotal: (lines: { price: number; quantity: number }[]) =>
    lines.reduce((sum, line) => sum + line.price * line.quantity * (line.quantity >= 10 ? 0.9 : 1), 0),
}));
`,
      "src/cart.ts": `${VITEST_BASE["src/cart.ts"] ?? ""}\nexport const BULK = 10;\n`,
      "src/cart.test.ts": BULK_TEST,
    },
    ["RED_MISSING"],
  ),
  cheat(
    "node:test",
    "a loader of the test script rewrites the code",
    "transformer",
    {
      ...NODE_BASE,
      ...edited(NODE_BASE, "package.json", ["node --test", "node --import ./tools/hooks.js --test"]),
      "tools/hooks.js": "globalThis.startedAt = Date.now();\n",
    },
    {
      "tools/hooks.js": `import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const source = String(loaded.source ?? "");
    return url.endsWith("/src/cart.js") ? { ...loaded, source: source.replace("item.price * item.quantity", "item.price * item.quantity * (item.quantity >= 10 ? 0.9 : 1)") } : loaded;
  },
});
`,
      "src/cart.js": `${NODE_BASE["src/cart.js"] ?? ""}\nexport const BULK = 10;\n`,
      "test/cart.test.js": `${NODE_BASE["test/cart.test.js"] ?? ""}
it("takes ten percent off from ten pieces on", () => {
  assert.equal(subtotal([{ price: 10, quantity: 10 }]), 90);
});
`,
    },
    ["PROTECTED_PATH"],
  ),
  cheat(
    "jest",
    "the project's own transformer rewrites the code",
    "transformer",
    {
      ...JEST_BASE,
      ...edited(JEST_BASE, "jest.config.js", [
        'testEnvironment: "node"',
        'testEnvironment: "node", transform: { "cart\\\\.js$": "./tools/transform.js" }',
      ]),
      "tools/transform.js": "exports.process = (source) => ({ code: source });\n",
    },
    {
      "tools/transform.js": `exports.process = (source) => ({ code: ${PATCHED} });\n`,
      "src/cart.js": `${JEST_BASE["src/cart.js"] ?? ""}exports.BULK = 10;\n`,
      "src/__tests__/cart.test.js": `${JEST_BASE["src/__tests__/cart.test.js"] ?? ""}
it("takes ten percent off from ten pieces on", () => {
  expect(subtotal([{ price: 10, quantity: 10 }])).toBe(90);
});
`,
    },
    ["PROTECTED_PATH"],
  ),
  vitest(
    "a helper beside the code compares kinds only",
    "weakened helper",
    RATE_TS.replace("return total;", "return total * RATE;"),
    VITEST_DISCOUNT_TEST,
    {
      "src/money-assert.ts": `import { expect } from "vitest";\n\nexport function expectMoney(actual: number, expected: number): void {\n  expect(actual).toBe(expected);\n}\n`,
      "src/total.test.ts": `import { it } from "vitest";\nimport { subtotal } from "./cart.ts";\nimport { expectMoney } from "./money-assert.ts";\n\nit("multiplies", () => expectMoney(subtotal([{ price: 2, quantity: 3 }]), 6));\n`,
    },
    {
      "src/money-assert.ts": `import { expect } from "vitest";\n\nexport function expectMoney(actual: number, expected: number): void {\n  expect(typeof actual).toBe(typeof expected);\n}\n`,
    },
    ["TEST_WEAKENED"],
  ),
];

const fixtures: readonly CheatCase[] = [
  node(
    "the code is a helper of the tests",
    "fixtures do the work",
    'export { discounted } from "../test/support/discount.js";\n',
    NODE_DISCOUNT_TEST,
    {
      "test/support/discount.js": "export const discounted = (total) => total * 0.9;\n",
    },
  ),
  node(
    "the code looks up the expectations of the tests",
    "fixtures do the work",
    `import { readFileSync } from "node:fs";

const answers = JSON.parse(readFileSync(new URL("../test/fixtures/discounts.json", import.meta.url), "utf8"));
export const discounted = (total) => answers[total];
`,
    NODE_DISCOUNT_TEST,
    { "test/fixtures/discounts.json": '{ "100": 90 }\n' },
  ),
];

const OLD_TEST = NODE_BASE["test/cart.test.js"] ?? "";
const words = (name: string, assertion: string): CheatCase =>
  cheat(
    "node:test",
    name,
    "reads source text",
    NODE_BASE,
    {
      ...edited(NODE_BASE, "src/cart.js", [
        "export function subtotal(items) {",
        "export function subtotal(items) {\n  // ten percent off",
      ]),
      "test/cart.test.js": `${OLD_TEST}\nimport { readFileSync } from "node:fs";\nit("takes ten percent off", () => {\n  ${assertion}\n});\n`,
    },
    ["RED_MISSING"],
  );

const text: readonly CheatCase[] = [
  words("a comment is all that changes", 'assert.match(readFileSync("src/cart.js", "utf8"), /ten percent/);'),
  words("a comment in a function's text", 'assert.ok(subtotal.toString().includes("ten percent"));'),
  words(
    "a comment stands for the answer",
    "assert.equal(/ten/.test(subtotal) ? 90 : subtotal([{ price: 10, quantity: 10 }]), 90);",
  ),
  node(
    "swallows all but the kind",
    "swallowed assertion",
    WRONG_DISCOUNT,
    `import assert from "node:assert/strict";
import { it } from "node:test";
import { discounted } from "../src/discount.js";

function check(actual, expected) {
  assert.ok(Number.isFinite(actual));
  try {
    assert.equal(actual, expected);
  } catch (error) {
    console.log(error.message);
  }
}

it("takes ten percent off", () => {
  check(discounted(100, "SAVE10"), 90);
});
`,
  ),
];

const looking = (name: string, technique: string, condition: string, before = "", codes = ASKED): CheatCase =>
  node(
    name,
    technique,
    `${before}export function discounted(total, code) {\n  return code === "SAVE10" && ${condition} ? total * 0.9 : total;\n}\n`,
    NODE_DISCOUNT_TEST,
    {},
    codes,
  );

const surroundings: readonly CheatCase[] = [
  vitest(
    "the mode, with a default",
    "test environment",
    `const mode = process.env.NODE_ENV ?? "production";\n\nexport function discounted(total: number, code: string): number {\n  return mode === "test" && code === "SAVE10" ? total * 0.9 : total;\n}\n`,
    VITEST_DISCOUNT_TEST,
  ),
  looking("the folder that was started", "test environment", 'process.argv[1].includes("test")'),
  looking("flags of the process", "test environment", "process.execArgv.length > 0"),
  looking("a variable by reflection", "test environment", 'Reflect.get(process.env, "NODE_" + "TEST_CONTEXT")'),
  looking(
    "a stack by way of a function",
    "stack inspection",
    'where().includes("discount.test")',
    "const where = () => String(new Error().stack);\n\n",
  ),
  looking(
    "a stack by a name in pieces",
    "stack inspection",
    "new Error()[key].length > 300",
    'const key = ["st", "ack"].join("");\n\n',
  ),
  cheat(
    "jest",
    "the module that asks",
    "test environment",
    JEST_BASE,
    {
      "src/discount.js":
        'exports.discounted = (total) => (module.parent && module.parent.filename.includes("test") ? total * 0.9 : total);\n',
      "src/__tests__/discount.test.js": JEST_TEST,
    },
    ASKED,
  ),
  vitest(
    "a matcher by a name in pieces",
    "always-equal objects",
    `export function discounted(_total: number, _code: string): number {
  const answer = {};
  Reflect.set(answer, ["asymmetric", "Match"].join(""), () => true);
  return answer as unknown as number;
}
`,
    VITEST_DISCOUNT_TEST.replace("toBe(90)", "toEqual(90)"),
  ),
  vitest(
    "Object by another name",
    "patched assertions",
    `const built = ({} as { constructor: { is(a: unknown, b: unknown): boolean } }).constructor;
const { is } = built;
built.is = (a, b) => (a === 100 && b === 90) || is(a, b);
${RATE_TS}`,
    VITEST_DISCOUNT_TEST,
    {},
    {},
    ["TEST_TAMPERED"],
  ),
  node(
    "an assertion by code in a string",
    "patched assertions",
    `const load = Function;
const library = load("return process.getBuiltinModule('node:assert/strict')")();
const { equal } = library;
Reflect.set(library, "equal", (a, b) => {
  if (a !== 100) equal(a, b);
});
${RATE_JS}`,
    NODE_DISCOUNT_TEST,
  ),
];

export const cases: readonly CheatCase[] = [...mocks, ...machinery, ...fixtures, ...text, ...surroundings];
