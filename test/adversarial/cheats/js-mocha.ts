import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { edited } from "./js-kit.ts";

export const MOCHA_BASE: Files = {
  "package.json": JSON.stringify({
    name: "cart",
    version: "1.0.0",
    private: true,
    scripts: { test: "mocha" },
    devDependencies: { chai: "6.3.0", mocha: "12.0.3" },
  }),
  ".mocharc.json": '{ "spec": ["test/**/*.test.js"], "require": ["./test/hooks.js"] }\n',
  "test/hooks.js": "exports.mochaHooks = { afterEach() {} };\n",
  "src/cart.js": "exports.subtotal = (lines) => lines.reduce((sum, line) => sum + line.price * line.quantity, 0);\n",
  "test/cart.test.js": `const { expect } = require("chai");
const { subtotal } = require("../src/cart");

describe("cart", () => {
  it("multiplies price and quantity", () => {
    expect(subtotal([{ price: 4, quantity: 3 }])).to.equal(12);
  });

  it("is nothing without lines", () => {
    expect(subtotal([])).to.equal(0);
  });
});
`,
};

const BROKEN = edited(MOCHA_BASE, "src/cart.js", ["sum + line.price * line.quantity", "sum + line.price"]);
const WRONG = "exports.discounted = (total) => total;\n";
const TEST = `const { expect } = require("chai");
const { discounted } = require("../src/discount");

describe("discount", () => {
  it("takes ten percent off", () => {
    expect(discounted(100, "SAVE10")).to.equal(90);
  });
});
`;
const FEATURE: Files = {
  "src/discount.js": 'exports.discounted = (total, code) => (code === "SAVE10" ? total * 0.9 : total);\n',
  "test/discount.test.js": TEST,
};

function cheat(name: string, technique: string, codes: readonly string[], head: Files): CheatCase {
  return { name: `mocha ${name}`, technique, base: MOCHA_BASE, head, expect: "refused", codes };
}

const hidden = (name: string, technique: string, codes: readonly string[], head: Files): CheatCase =>
  cheat(name, technique, codes, { ...FEATURE, ...BROKEN, ...head });
const hollow = (
  name: string,
  technique: string,
  test: string,
  more: Files = {},
  codes = ["TEST_HOLLOW", "RED_MISSING"],
): CheatCase => cheat(name, technique, codes, { "src/discount.js": WRONG, "test/discount.test.js": test, ...more });
const oldTest = (...edits: readonly (readonly [string, string])[]): Files =>
  edited(MOCHA_BASE, "test/cart.test.js", ...edits);

export const cases: readonly CheatCase[] = [
  hidden("it.skip", "skipped test", ["TEST_SKIPPED"], oldTest(['it("multiplies', 'it.skip("multiplies'])),
  hidden(
    "this.skip()",
    "skipped test",
    ["TEST_SKIPPED"],
    oldTest(['quantity", () => {', 'quantity", function () {\n    this.skip();']),
  ),
  hidden("it.only in the new file", "only-ed test", ["TEST_TAMPERED"], {
    "test/discount.test.js": TEST.replace("it(", "it.only("),
  }),
  hidden(
    "pending test",
    "todo test",
    ["TEST_SKIPPED"],
    oldTest([
      'it("multiplies price and quantity", () => {\n    expect(subtotal([{ price: 4, quantity: 3 }])).to.equal(12);\n  });',
      'it("multiplies price and quantity");',
    ]),
  ),
  hidden("grep in .mocharc", "test-name filter", ["PROTECTED_PATH"], {
    ".mocharc.json": '{ "spec": ["test/**/*.test.js"], "grep": "discount|nothing", "require": ["./test/hooks.js"] }\n',
  }),
  hidden("configuration of higher rank", "narrowed include", ["PROTECTED_PATH"], {
    ".mocharc.js": 'module.exports = { spec: ["test/discount.test.js"] };\n',
  }),
  hidden("hooks forge outcomes", "forged outcomes", ["BEHAVIOUR_CHANGED", "TEST_TAMPERED", "CODE_SUSPICIOUS"], {
    "test/hooks.js": `const { Runnable } = require("mocha");
const { run } = Runnable.prototype;
Runnable.prototype.run = function (done) {
  return run.call(this, () => done());
};
exports.mochaHooks = {};
`,
  }),
  hidden("chai plugin", "overridden matcher", ["BEHAVIOUR_CHANGED", "TEST_TAMPERED"], {
    "test/hooks.js": 'require("chai").use((chai) => chai.Assertion.overwriteMethod("equal", () => () => {}));\n',
  }),
  hollow(
    "patched chai",
    "patched assertions",
    TEST,
    {
      "src/discount.js": `require("chai").Assertion.prototype.equal = function () {};\n${WRONG}`,
    },
    ["TEST_TAMPERED", "CODE_SUSPICIOUS", "RED_MISSING"],
  ),
  hollow(
    "asserts only under another time limit",
    "asks which run it is in",
    TEST.replace("() => {\n    expect", "function () {\n    if (this.timeout() !== 2000) expect"),
  ),
  hollow("chai's language chain only", "no assertion", TEST.replace(".to.equal(90)", ".to.be")),
  hollow(
    "promise not returned",
    "un-awaited assertion",
    TEST.replace(
      'expect(discounted(100, "SAVE10")).to.equal(90);',
      'Promise.resolve().then(() => expect(discounted(100, "SAVE10")).to.equal(90)).catch(() => {});',
    ),
  ),
  hollow(
    "exit code in an exit handler",
    "exit handler",
    TEST,
    { "src/discount.js": `process.on("exit", () => {\n  process.exitCode = 0;\n});\n${WRONG}` },
    ["TEST_FAILED", "CODE_SUSPICIOUS", "EXIT_CODE_MISMATCH"],
  ),
];
