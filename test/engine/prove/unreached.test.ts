import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "rates", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { one } from "../src/one.js";

test("one", () => assert.equal(one(), 1));
`,
};
const rates = (found: string): string =>
  `const RATES = { spring: 10 };\n\nexport const rateOf = (code) => RATES[${found}];\nexport const codes = () => Object.keys(RATES);\n`;
const [BROKEN, RIGHT] = [rates("code.toUpperCase()"), rates("code.toLowerCase()")];
const GUARDED = 'test("rate", () => {\n  const rate = rateOf("spring");\n  if (rate) assert.equal(rate, 10);\n});\n';
const CODES = 'test("codes", () => assert.deepEqual(codes(), ["spring"]));\n';

const judged = async (code: string, tests: string, imports = "", path = "test/rates.test.js", base = BASE) =>
  proveFiles(base, {
    "src/rates.js": code,
    [path]: `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { codes, rateOf } from "../src/rates.js";\n${imports}\n${tests}`,
  });

test("a test whose assertions are never reached on head proves nothing", async () => {
  const { verdict, findings } = await judged(BROKEN, GUARDED);
  expect(verdict.status).toBe("not_proven");
  expect(findings[0]).toMatchObject({ code: "TEST_HOLLOW", severity: "error", ids: ["test/rates.test.js::rate"] });
  expect(findings[0]?.message).toContain("no assertion is reached");
  expect((await judged(RIGHT, GUARDED)).verdict.status).toBe("proven");
});

test.each([
  ["a guard", BROKEN, GUARDED],
  ["a guard where a number of retries is given", BROKEN, GUARDED.replace("(rate)", "(rate && { retries: 3 })")],
  [
    "a caught failure beside other assertions",
    RIGHT,
    'test("rate", () => {\n  assert.equal(rateOf("spring"), 10);\n  try { rateOf("winter").toFixed(); } catch (error) { assert.match(error.message, /undefined/); }\n  try { rateOf("spring"); } catch (error) { assert.equal(error, 1); }\n});\n',
  ],
  [
    "a loop over nothing beside other assertions",
    RIGHT,
    'test("rate", () => {\n  assert.equal(rateOf("spring"), 10);\n  for (const code of codes().filter((one) => one === "winter")) assert.equal(rateOf(code), 20);\n});\n',
  ],
  [
    "a promise that nobody waits for",
    RIGHT,
    'test("rate", () => {\n  assert.equal(rateOf("spring"), 10);\n  new Promise((done) => setTimeout(done, 50)).then(() => assert.equal(rateOf("winter"), 20));\n});\n',
  ],
])("beside a test that proves the change a person is asked about one behind %s", async (what, code, hollow) => {
  const { verdict, findings } = await judged(code, hollow + CODES);
  const asked = what.startsWith("a caught") ? [] : [["TEST_HOLLOW", "person", ["test/rates.test.js::rate"]]];
  expect([verdict.status, findings.map(({ code: found, severity, ids }) => [found, severity, ids])]).toEqual([
    asked.length > 0 ? "person_needed" : "proven",
    asked,
  ]);
});

test("a loop that some rows have nothing for is heard by the others", async () => {
  const rows =
    'for (const wanted of [[], ["spring"]]) test(`rates ${wanted.length}`, () => {\n  for (const code of wanted) assert.equal(rateOf(code), 10);\n});\n';
  expect((await judged(RIGHT, rows + CODES)).verdict.status).toBe("proven");
});

test.each([
  [
    "a helper asserts",
    'const assertRate = (code, rate) => { if (code) assert.equal(rateOf(code), rate); };\ntest("rate", () => assertRate("spring", 10));\n',
    "",
  ],
  [
    "it waits until something holds",
    'test("rate", async () => {\n  let rate;\n  setTimeout(() => { rate = rateOf("spring"); }, 20);\n  await waitFor(() => assert.equal(rate, 10));\n});\n',
    "const waitFor = async (check) => {\n  for (let n = 0; ; n += 1) {\n    try { return check(); } catch (error) { if (n > 50) throw error; }\n    await new Promise((done) => setTimeout(done, 10));\n  }\n};\n",
  ],
  [
    "a helper of another name waits",
    'test("rate", async () => {\n  let rate;\n  setTimeout(() => { rate = rateOf("spring"); }, 20);\n  await settled(() => assert.equal(rate, 10));\n});\n',
    "const settled = async (check) => {\n  for (let n = 0; ; n += 1) {\n    try { return check(); } catch (error) { if (n > 50) throw error; }\n    await new Promise((done) => setTimeout(done, 10));\n  }\n};\n",
  ],
])("an honest test where %s", async (_, tests, helper) => {
  const { verdict, findings } = await judged(RIGHT, tests, helper);
  expect([verdict.status, findings]).toEqual(["proven", []]);
});

test("a person is asked about types that nobody compares, but not where a type checker runs them", async () => {
  const types =
    'const expectTypeOf = () => ({ toEqualTypeOf() {} });\ntest("types", () => {\n  expectTypeOf(rateOf("spring")).toEqualTypeOf(0);\n});\n';
  const { verdict, findings } = await judged(RIGHT, types + CODES);
  expect(verdict.status).toBe("person_needed");
  const asked = findings.find(({ message }) => message.includes("turned round"));
  expect(asked).toMatchObject({ code: "TEST_HOLLOW", severity: "person", ids: ["test/rates.test.js::types"] });
  const checked = await judged(RIGHT, types + CODES, "", "test/rates.test-d.js");
  expect(checked.findings.filter(({ message }) => message.includes("turned round"))).toEqual([]);
  const manifest = BASE["package.json"]?.replace("node --test", "tsc --noEmit && node --test") ?? "";
  const compiling = { ...BASE, "package.json": manifest, "tsconfig.json": "{}" };
  const compiled = await judged(RIGHT, types + CODES, "", "test/rates.test.js", compiling);
  expect(compiled.findings.filter(({ message }) => message.includes("turned round"))).toEqual([]);
});
