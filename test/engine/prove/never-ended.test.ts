import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const BASE: Files = {
  "package.json": '{"name":"rates","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/fixed.js": "export const FIXED = { CHF: 0.95, USD: 1.08 };\n",
  "test/fixed.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { FIXED } from "../src/fixed.js";\n\ntest("fixed", () => assert.equal(FIXED.CHF, 0.95));\n',
};
const rates = (column: number): Files => ({
  "src/rates.js": `import { FIXED } from "./fixed.js";

export function rateIn(text, currency) {
  let rate;
  try {
    const row = text.split("\\n").find((line) => line.startsWith(currency));
    rate = Number.parseFloat(row.split(";")[${column}].trim());
  } catch {
    rate = FIXED[currency];
  }
  return rate;
}
`,
  "test/rates.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { rateIn } from "../src/rates.js";

const DAILY = "CHF;0.95\\nUSD;1.08";

test("reads the rates of the day", () => {
  assert.equal(rateIn(DAILY, "CHF"), 0.95);
  assert.equal(rateIn(DAILY, "USD"), 1.08);
});
test("has a rate where the day has none", () => assert.equal(rateIn("", "CHF"), 0.95));
`,
});

test.each([
  [
    "fails in every test",
    2,
    ["person_needed", "CODE_SUSPICIOUS src/rates.js:5 what is tried here fails in every test"],
  ],
  ["succeeds in one", 1, ["proven"]],
])("what the change tries, and %s", async (_, column, expected) => {
  const { verdict, findings } = await proveFiles(BASE, rates(column));
  const asked = findings.filter(({ severity }) => severity === "person");
  expect([verdict.status, ...asked.map(({ code, message }) => `${code} ${message.split(" that begins")[0]}`)]).toEqual(
    expected,
  );
});
