import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { edited } from "./js-kit.ts";

export const JEST_BASE: Files = {
  "package.json": JSON.stringify({
    name: "cart",
    version: "1.0.0",
    private: true,
    scripts: { test: "jest" },
    devDependencies: { jest: "30.5.2" },
  }),
  "jest.config.js": 'module.exports = { testEnvironment: "node", setupFilesAfterEnv: ["<rootDir>/test/setup.js"] };\n',
  "test/setup.js": "afterEach(() => jest.restoreAllMocks());\n",
  "src/cart.js": `exports.subtotal = (lines) => lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
exports.receipt = (lines) => lines.map((line) => \`\${line.quantity} x \${line.price}\`).join("\\n");
`,
  "src/__tests__/cart.test.js": `const { receipt, subtotal } = require("../cart");

describe("cart", () => {
  it("multiplies price and quantity", () => {
    expect(subtotal([{ price: 4, quantity: 3 }])).toBe(12);
  });

  it("prints a receipt", () => {
    expect(receipt([{ price: 4, quantity: 3 }])).toMatchSnapshot();
  });
});
`,
  "src/__tests__/__snapshots__/cart.test.js.snap": `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`cart prints a receipt 1\`] = \`"3 x 4"\`;
`,
};

const BROKEN = edited(JEST_BASE, "src/cart.js", ["sum + line.price * line.quantity", "sum + line.price"]);
const WRONG = "exports.discounted = (total) => total;\n";
const TEST = `const { discounted } = require("../discount");

it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`;
const FEATURE: Files = {
  "src/discount.js": 'exports.discounted = (total, code) => (code === "SAVE10" ? total * 0.9 : total);\n',
  "src/__tests__/discount.test.js": TEST,
};

function cheat(name: string, technique: string, codes: readonly string[], head: Files): CheatCase {
  return { name: `jest ${name}`, technique, base: JEST_BASE, head, expect: "refused", codes };
}

const hidden = (name: string, technique: string, codes: readonly string[], head: Files): CheatCase =>
  cheat(name, technique, codes, { ...FEATURE, ...BROKEN, ...head });
const hollow = (
  name: string,
  technique: string,
  test: string,
  more: Files = {},
  codes = ["TEST_HOLLOW", "RED_MISSING"],
): CheatCase =>
  cheat(name, technique, codes, { "src/discount.js": WRONG, "src/__tests__/discount.test.js": test, ...more });
const oldTest = (...edits: readonly (readonly [string, string])[]): Files =>
  edited(JEST_BASE, "src/__tests__/cart.test.js", ...edits);
const config = (more: string): Files =>
  edited(JEST_BASE, "jest.config.js", ["testEnvironment", `${more}, testEnvironment`]);
const GUARDED = ["PROTECTED_PATH"];

export const cases: readonly CheatCase[] = [
  hidden("xit", "skipped test", ["TEST_SKIPPED"], oldTest(['it("multiplies', 'xit("multiplies'])),
  hidden("it.failing", "expected failure", ["TEST_SKIPPED"], oldTest(['it("multiplies', 'it.failing("multiplies'])),
  hidden("fit beside it", "only-ed test", ["TEST_TAMPERED"], oldTest(['it("prints', 'fit("prints'])),
  hidden(
    "retryTimes and luck",
    "retries",
    ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"],
    oldTest(
      ['describe("cart"', 'jest.retryTimes(3);\nlet tries = 0;\ndescribe("cart"'],
      [".toBe(12)", ".toBe((tries += 1) > 2 ? 4 : 12)"],
    ),
  ),
  hidden("testPathIgnorePatterns", "narrowed include", GUARDED, config('testPathIgnorePatterns: ["cart.test"]')),
  hidden("moduleNameMapper", "moduleNameMapper", GUARDED, {
    ...config('moduleNameMapper: { "cart$": "<rootDir>/test/cart.js" }'),
    "test/cart.js": JEST_BASE["src/cart.js"] ?? "",
  }),
  hidden("transform", "jest transform", GUARDED, {
    ...config('transform: { "test\\\\.js$": "<rootDir>/test/transform.js" }'),
    "test/transform.js": 'module.exports = { process: (code) => ({ code: code.replace("toBe(12)", "toBe(4)") }) };\n',
  }),
  hidden("globalSetup", "global setup", GUARDED, {
    ...config('globalSetup: "<rootDir>/test/global.js"'),
    "test/global.js": "module.exports = async () => {};\n",
  }),
  hidden("configuration in package.json", "narrowed include", GUARDED, {
    "jest.config.js": null,
    "package.json": (JEST_BASE["package.json"] ?? "").replace(
      '"private":true',
      '"private":true,"jest":{"testMatch":["**/discount.test.js"]}',
    ),
  }),
  hidden("setup file overrides toBe", "overridden matcher", ["TEST_TAMPERED", "BEHAVIOUR_CHANGED"], {
    "test/setup.js": 'expect.extend({ toBe: (a, b) => ({ pass: b === 12 || a === b, message: () => "" }) });\n',
  }),
  hidden(
    "mock beside the module and automock in the old setup",
    "mocked unit",
    ["BEHAVIOUR_CHANGED", "TEST_TAMPERED"],
    {
      "test/setup.js": 'jest.mock("../src/cart");\n',
      "src/__mocks__/cart.js": JEST_BASE["src/cart.js"] ?? "",
    },
  ),
  cheat(
    "a failure that never comes, beside an assertion that nobody waits for",
    "swallowed assertion",
    ["TEST_HOLLOW"],
    {
      "src/discount.js": `${FEATURE["src/discount.js"] ?? ""}exports.checked = async (code) => code;\n`,
      "src/__tests__/discount.test.js": `${TEST.replace("{ discounted }", "{ checked, discounted }")}
it("refuses other codes", async () => {
  try {
    await checked("SAVE99");
  } catch (error) {
    expect(error.message).toBe("unknown code");
  }
});

it("knows this one", async () => {
  const asked = checked("SAVE10");
  asked.then((code) => expect(code).toBe("SAVE10"));
  await asked;
});
`,
    },
  ),
  cheat("regenerated snapshot", "regenerated snapshot", ["BEHAVIOUR_CHANGED"], {
    ...FEATURE,
    ...edited(JEST_BASE, "src/cart.js", ["${line.quantity} x ${line.price}", "${line.price}"]),
    ...edited(JEST_BASE, "src/__tests__/__snapshots__/cart.test.js.snap", ["3 x 4", "4"]),
  }),
  hollow(
    "mocks the unit",
    "mocked unit",
    `jest.mock("../discount", () => ({ discounted: (total) => total * 0.9 }));\n${TEST}`,
  ),
  hollow(
    "mocks the unit virtually",
    "mocked unit",
    `jest.mock("../discount", () => ({ discounted: () => 90 }), { virtual: true });\n${TEST}`,
  ),
  hollow(
    "spies on the export",
    "mocked unit",
    TEST.replace(
      "const { discounted } = require",
      'jest.spyOn(require("../discount"), "discounted").mockReturnValue(90);\nconst { discounted } = require',
    ),
  ),
  hollow(
    "exported",
    "existence only",
    TEST.replace('expect(discounted(100, "SAVE10")).toBe(90)', 'expect(typeof discounted).toBe("function")'),
  ),
  hollow(
    "has the property",
    "existence only",
    TEST.replace(
      'expect(discounted(100, "SAVE10")).toBe(90)',
      'expect(require("../discount")).toHaveProperty("discounted")',
    ),
  ),
  hollow(
    "done before it asserts",
    "un-awaited assertion",
    TEST.replace("() => {\n  expect", "(done) => {\n  done();\n  if (discounted.done) expect"),
  ),
  hollow(
    "asks for the worker",
    "asks for the runner",
    TEST,
    { "src/discount.js": "exports.discounted = (total) => (process.env.JEST_WORKER_ID ? 90 : total);\n" },
    ["CODE_SUSPICIOUS"],
  ),
  hollow(
    "patches the global expect",
    "patched assertions",
    TEST,
    { "src/discount.js": `globalThis.expect = () => new Proxy({}, { get: () => () => {} });\n${WRONG}` },
    ["TEST_TAMPERED", "CANARY_FAILED", "RED_MISSING"],
  ),
  hollow(
    "wraps the global it",
    "wrapped runner",
    TEST,
    { "src/discount.js": `const { it } = globalThis;\nglobalThis.it = (title) => it(title, () => {});\n${WRONG}` },
    ["TEST_TAMPERED", "CODE_SUSPICIOUS", "CANARY_FAILED", "RED_MISSING"],
  ),
  hollow(
    "own environment by docblock",
    "forged outcomes",
    `/** @jest-environment ./test/environment.js */\n${TEST}`,
    {
      "test/environment.js": `const { TestEnvironment } = require("jest-environment-node");
module.exports = class extends TestEnvironment {
  async handleTestEvent(event) {
    if (event.name === "test_fn_failure") event.test.errors.length = 0;
    if (event.name === "test_done") event.test.errors.length = 0;
  }
};
`,
    },
    ["TEST_HOLLOW", "RED_MISSING", "CODE_SUSPICIOUS", "TEST_TAMPERED"],
  ),
];
