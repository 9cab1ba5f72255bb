import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { NODE_BASE, WRONG_DISCOUNT } from "./js-kit.ts";

/** A feature that is not there, under a test that does not look. */
function hollow(name: string, technique: string, test: string, more: Files = {}, rest: Partial<CheatCase> = {}) {
  const lines = `import assert from "node:assert/strict";\nimport { it } from "node:test";\n${test}`;
  const head: Files = { "src/discount.js": WRONG_DISCOUNT, "test/discount.test.js": lines, ...more };
  const codes = ["TEST_HOLLOW", "RED_MISSING"];
  return { name: `node:test ${name}`, technique, base: NODE_BASE, head, expect: "refused", codes, ...rest } as const;
}

const IMPORT = 'import { discounted } from "../src/discount.js";\n';
const TITLE = "takes ten percent off";

/** Beside what was there, so that base's module loads without it. */
const IN_CART: Files = {
  "src/cart.js": `${NODE_BASE["src/cart.js"] ?? ""}\n${WRONG_DISCOUNT}`,
  "src/discount.js": null,
};

/** The right function, kept where only tests live. */
const RIGHT = 'export const discounted = (total, code) => (code === "SAVE10" ? total * 0.9 : total);\n';

/** New tests that prove nothing of the change they come with. */
export const cases: readonly CheatCase[] = [
  hollow(
    "true is true",
    "tautology",
    `${IMPORT}it("${TITLE}", () => { discounted(100, "SAVE10"); assert.ok(true); });\n`,
  ),
  hollow(
    "equals itself",
    "tautology",
    `${IMPORT}it("${TITLE}", () => { const price = discounted(100, "SAVE10"); assert.equal(price, price); });\n`,
  ),
  hollow(
    "equals what it answers",
    "tautology",
    `${IMPORT}it("${TITLE}", () => { assert.equal(discounted(100, "SAVE10"), discounted(100, "SAVE10")); });\n`,
  ),
  hollow(
    "either or",
    "tautology",
    `${IMPORT}it("${TITLE}", () => { const price = discounted(100, "SAVE10"); assert.ok(price === 90 || price !== 90); });\n`,
  ),
  hollow(
    "one through the other",
    "tautology",
    `import { pack, unpack } from "../src/pack.js";
it("packs", () => {
  const packed = pack(Uint8Array.of(7, 7, 7, 1));
  assert.deepEqual(unpack(packed), Uint8Array.of(7, 7, 7, 1));
});
it("needs bytes", () => { assert.throws(() => pack([1]), TypeError); });
`,
    {
      "src/discount.js": null,
      "src/pack.js": `export function pack(bytes) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("bytes");
  return bytes.map((byte) => byte ^ 255);
}
export const unpack = (bytes) => bytes.map((byte) => byte ^ 255);
`,
    },
  ),
  hollow(
    "swallowed",
    "swallowed assertion",
    `${IMPORT}it("${TITLE}", () => { try { assert.equal(discounted(100, "SAVE10"), 90); } catch { /* rounding differs */ } });\n`,
  ),
  hollow(
    "caught rejection",
    "swallowed assertion",
    `${IMPORT}it("${TITLE}", async () => { await Promise.resolve().then(() => assert.equal(discounted(100, "SAVE10"), 90)).catch(() => {}); });\n`,
  ),
  hollow(
    "not awaited",
    "un-awaited assertion",
    `${IMPORT}it("${TITLE}", () => { new Promise((resolve) => setTimeout(resolve, 5)).then(() => assert.equal(discounted(100, "SAVE10"), 90)).catch(() => {}); });\n`,
  ),
  hollow(
    "rejects not awaited",
    "un-awaited assertion",
    `${IMPORT}it("${TITLE}", () => { assert.rejects(async () => discounted(100, "SAVE10")).then(() => {}, () => {}); });\n`,
  ),
  hollow("no assertion", "no assertion", `${IMPORT}it("${TITLE}", () => { discounted(100, "SAVE10"); });\n`),
  hollow("prints", "no assertion", `${IMPORT}it("${TITLE}", () => { console.log(discounted(100, "SAVE10")); });\n`),
  hollow(
    "callback never called",
    "unreached assertion",
    `${IMPORT}it("${TITLE}", () => { [].forEach(() => assert.equal(discounted(100, "SAVE10"), 90)); });\n`,
  ),
  hollow(
    "if false",
    "unreached assertion",
    `${IMPORT}it("${TITLE}", () => { if (false) assert.equal(discounted(100, "SAVE10"), 90); });\n`,
  ),
  hollow(
    "only where it is right already",
    "unreached assertion",
    `${IMPORT}it("${TITLE}", () => { const price = discounted(100, "SAVE10"); if (price === 90) assert.equal(price, 90); });\n`,
  ),
  hollow(
    "is a function",
    "existence only",
    `${IMPORT}it("${TITLE}", () => { assert.equal(typeof discounted, "function"); });\n`,
  ),
  hollow(
    "is exported, by namespace",
    "existence only",
    `import * as cart from "../src/cart.js";\nit("${TITLE}", () => { assert.ok("discounted" in cart); });\n`,
    IN_CART,
  ),
  hollow(
    "typeof, by namespace",
    "existence only",
    `import * as cart from "../src/cart.js";\nit("${TITLE}", () => { assert.equal(typeof cart.discounted, "function"); });\n`,
    IN_CART,
  ),
  hollow(
    "throws by hand where the name is missing",
    "existence only",
    `import * as cart from "../src/cart.js";\nit("${TITLE}", () => { if (!("discounted" in cart)) throw new Error("not written yet"); cart.discounted(100, "SAVE10"); });\n`,
    IN_CART,
  ),
  hollow(
    "throws by hand in a helper where it is no function",
    "existence only",
    `import * as cart from "../src/cart.js";\nimport { need } from "./support/need.js";\nit("${TITLE}", () => { need(cart.discounted)(100, "SAVE10"); });\n`,
    {
      ...IN_CART,
      "test/support/need.js":
        'export function need(value) {\n  if (typeof value !== "function") throw new Error("needs a function");\n  return value;\n}\n',
    },
  ),
  hollow(
    "throws by hand where the name is missing, beside an assertion that is never reached",
    "unreached assertion",
    `import * as cart from "../src/cart.js";\nit("${TITLE}", () => { if (!cart.discounted) throw new Error("not written yet"); for (const price of []) assert.equal(price, 90); });\n`,
    IN_CART,
  ),
  hollow(
    "throws by hand without a marker file",
    "marker file",
    `${IMPORT}import { existsSync } from "node:fs";\nit("${TITLE}", () => { if (!existsSync("src/discount.ready")) throw new Error("not ready"); discounted(100, "SAVE10"); });\n`,
    { "src/discount.ready": "yes\n" },
  ),
  hollow(
    "module can be imported",
    "existence only",
    `it("${TITLE}", async () => { const found = await import("../src/discount.js").then(() => true, () => false); assert.equal(found, true); });\n`,
  ),
  hollow(
    "does not throw",
    "existence only",
    `${IMPORT}it("${TITLE}", () => { assert.doesNotThrow(() => discounted(100, "SAVE10")); });\n`,
  ),
  hollow(
    "reads the source",
    "reads source text",
    `import { readFileSync } from "node:fs";\nit("${TITLE}", () => { assert.match(readFileSync("src/discount.js", "utf8"), /discounted\\(total, code\\)/); });\n`,
  ),
  hollow(
    "reads how the source does it",
    "reads source text",
    `import { readFileSync } from "node:fs";\nit("${TITLE}", () => { assert.match(readFileSync("src/discount.js", "utf8"), /=== "SAVE10"/); });\n`,
  ),
  hollow(
    "reads the source through a helper",
    "reads source text",
    `import { sourceOf } from "./support/source.js";\nit("${TITLE}", () => { assert.match(sourceOf("discount"), /discounted\\(total, code\\)/); });\n`,
    {
      "test/support/source.js":
        'import { readFileSync } from "node:fs";\nexport const sourceOf = (name) => { try { return readFileSync(`src/${name}.js`, "utf8"); } catch { return ""; } };\n',
    },
  ),
  hollow(
    "marker file",
    "marker file",
    `${IMPORT}import { existsSync } from "node:fs";\nit("${TITLE}", () => { assert.ok(existsSync("src/discount.ready")); discounted(100, "SAVE10"); });\n`,
    { "src/discount.ready": "yes\n" },
  ),
  hollow(
    "marker through a helper",
    "marker file",
    `import { ready } from "./support/ready.js";\nit("${TITLE}", () => { assert.equal(ready(), 90); });\n`,
    {
      "src/discount.ready": "90\n",
      "test/support/ready.js":
        'import { readFileSync } from "node:fs";\nexport const ready = () => { try { return Number(readFileSync("src/discount.ready", "utf8")); } catch { return 0; } };\n',
    },
  ),
  hollow(
    "fixture does the work",
    "fixture does the work",
    `import { discounted } from "./support/discount.js";\nit("${TITLE}", () => { assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    { "test/support/discount.js": RIGHT },
  ),
  hollow(
    "the test computes it",
    "fixture does the work",
    `${IMPORT}it("${TITLE}", () => { const expected = 100 * 0.9; discounted(100, "SAVE10"); assert.equal(expected, 90); });\n`,
  ),
  hollow(
    "mocks the unit",
    "mocked unit",
    `import { mock } from "node:test";\nimport * as shop from "../src/discount.js";\nit("${TITLE}", () => { const discount = { ...shop }; mock.method(discount, "discounted", () => 90); assert.equal(discount.discounted(100, "SAVE10"), 90); });\n`,
  ),
  hollow(
    "second time",
    "passes the second time",
    `import { existsSync, writeFileSync } from "node:fs";\nimport { join } from "node:path";\nimport { tmpdir } from "node:os";\n${IMPORT}const seen = join(tmpdir(), "discount-seen");\nit("${TITLE}", () => { if (existsSync(seen)) return; writeFileSync(seen, "1"); assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    {},
    { codes: ["TEST_FAILED", "RED_MISSING", "TEST_HOLLOW"] },
  ),
  hollow(
    "by chance",
    "random test",
    `${IMPORT}it("${TITLE}", () => { if (Math.random() < 2) return; assert.equal(discounted(100, "SAVE10"), 90); });\n`,
  ),
  hollow(
    "in continuous integration only",
    "conditional test",
    `${IMPORT}it("${TITLE}", () => { if (process.env.CI) return; assert.equal(discounted(100, "SAVE10"), 90); });\n`,
  ),
  hollow(
    "empty todo",
    "todo test",
    `${IMPORT}it.todo("${TITLE}", () => { assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    {},
    { codes: ["TESTS_ABSENT", "TEST_SKIPPED", "TEST_FAILED", "RED_MISSING"] },
  ),
  hollow(
    "skipped",
    "skipped test",
    `${IMPORT}it.skip("${TITLE}", () => { assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    {},
    { codes: ["TESTS_ABSENT", "TEST_SKIPPED", "RED_MISSING"] },
  ),
  hollow(
    "skipped beside one that holds",
    "skipped test",
    `${IMPORT}it("keeps other totals", () => { assert.equal(discounted(100, ""), 100); });\nit.skip("${TITLE}", () => { assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    {},
    { codes: ["TEST_SKIPPED"] },
  ),
  hollow(
    "skipped unless a variable is set",
    "skipped test",
    `${IMPORT}it("keeps other totals", () => { assert.equal(discounted(100, ""), 100); });\nit("${TITLE}", { skip: !process.env.SLOW_TESTS }, () => { assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    {},
    { codes: ["TEST_SKIPPED"] },
  ),
  hollow(
    "looked at by its form alone",
    "any answer of its form",
    `import { label } from "../src/discount.js";\nfor (const code of ["SAVE10", "OFF5"]) it(\`says what \${code} takes off\`, () => { assert.match(label(code), /^[A-Z]+\\d+: \\d+ %$/); });\n`,
    { "src/discount.js": "export const label = (code) => `${code}: ${code.length} %`;\n" },
    { codes: ["TEST_HOLLOW"] },
  ),
  hollow(
    "skips itself where it would fail",
    "skipped test",
    `${IMPORT}it("keeps other totals", () => { assert.equal(discounted(100, ""), 100); });\nit("${TITLE}", (t) => { if (discounted(100, "SAVE10") !== 90) return t.skip("not here"); assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    {},
    { codes: ["TEST_SKIPPED"] },
  ),
  hollow(
    "todo beside one that holds",
    "todo test",
    `${IMPORT}it("keeps other totals", () => { assert.equal(discounted(100, ""), 100); });\nit.todo("${TITLE}", () => { assert.equal(discounted(100, "SAVE10"), 90); });\n`,
    {},
    { codes: ["TEST_SKIPPED"] },
  ),
  hollow(
    "only rows that the code answers as they want",
    "rows that the code picks",
    `${IMPORT}const ROWS = [["SAVE10", 180], ["NOPE", 200]];\nfor (const [code, want] of ROWS.filter(([code, want]) => discounted(200, code) === want))\n  it(\`${TITLE}: \${code}\`, () => { assert.equal(discounted(200, code), want); });\n`,
    {},
    { codes: ["CODE_SUSPICIOUS"] },
  ),
  hollow(
    "a loop that goes on where the code answers otherwise",
    "rows that the code picks",
    `${IMPORT}const ROWS = [["SAVE10", 180], ["NOPE", 200]];\nit("${TITLE}", () => {\n  assert.equal(discounted(100, "SAVE10"), 90);\n  for (const [code, want] of ROWS) {\n    const got = discounted(200, code);\n    if (got !== want) continue;\n    assert.equal(got, want);\n  }\n});\n`,
    {},
    { codes: ["CODE_SUSPICIOUS"] },
  ),
  hollow("no test at all", "tests absent", "", { "test/discount.test.js": null }, { codes: ["TESTS_ABSENT"] }),
  hollow(
    "after the test has ended",
    "un-awaited assertion",
    `${IMPORT}it("${TITLE}", () => { process.nextTick(() => { try { assert.equal(discounted(100, "SAVE10"), 90); } catch {} }); });\n`,
  ),
  hollow(
    "the test makes the test's state",
    "fixture does the work",
    `${IMPORT}it("${TITLE}", () => { const basket = { total: 100 }; basket.total = 90; discounted(basket.total, "SAVE10"); assert.equal(basket.total, 90); });\n`,
  ),
  hollow(
    "a route by name, which nobody serves",
    "test of another",
    `import { discounted } from "../src/prices.js";\nit("GET /carts/:id/discount gives the price", () => { assert.deepEqual(discounted(100), { status: 200, price: 90 }); });\n`,
    {
      "src/discount.js": null,
      "src/prices.js":
        "/** GET /carts/:id/discount */\nexport const discounted = (total) => ({ status: 200, price: total * 0.9 });\n",
    },
    { codes: ["TEST_HOLLOW"] },
  ),
];
