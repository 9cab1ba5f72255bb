import { expect, test } from "vitest";
import { proveFiles } from "../../../support/prove.ts";
import type { Files } from "../../../support/repository.ts";

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

test("what the change only guards is free where an older test sees it succeed, and asks where that fails in it, too", async () => {
  const reader = (column: number, before = "", after = ""): string =>
    `export function rateIn(text, currency) {\n${before}    const row = text.split("\\n").find((line) => line.startsWith(currency));\n    return Number.parseFloat(row.split(";")[${column}].trim());\n${after}}\n`;
  const testOf = (title: string, text: string, rate: number): string =>
    `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { rateIn } from "../src/rates.js";\n\ntest("${title}", () => assert.equal(rateIn(${JSON.stringify(text)}, "CHF"), ${rate}));\n`;
  const base = { ...BASE, "src/rates.js": reader(1), "test/read.test.js": testOf("reads", "CHF;0.95", 0.95) };
  const guarded = (column: number): Files => ({
    "src/rates.js": reader(column, "  try {\n", "  } catch {\n    return 0.95;\n  }\n"),
    "test/none.test.js": testOf("has a rate where the day has none", "", 0.95),
  });
  const asked = async (column: number): Promise<readonly string[]> => {
    const { findings } = await proveFiles(base, guarded(column));
    return findings.filter(({ severity }) => severity === "person").map(({ message }) => message.split(" ")[0] ?? "");
  };
  expect(await asked(1)).toEqual([]);
  expect(await asked(2)).toContain("src/rates.js:2");
}, 120_000);

const PYTHON_BASE: Files = {
  "rates/__init__.py": "FIXED = {'CHF': 0.95}\n",
  "tests/test_fixed.py": "from rates import FIXED\n\n\ndef test_fixed():\n    assert FIXED['CHF'] == 0.95\n",
};
const pythonRates = (column: number): Files => ({
  "rates/daily.py": `from rates import FIXED


def rate_in(text, currency):
    try:
        row = next(line for line in text.split("\\n") if line.startswith(currency))
        return float(row.split(";")[${column}])
    except Exception:
        return FIXED[currency]
`,
  "tests/test_daily.py":
    'from rates.daily import rate_in\n\n\ndef test_reads():\n    assert rate_in("CHF;0.95", "CHF") == 0.95\n\n\ndef test_none():\n    assert rate_in("", "CHF") == 0.95\n',
});

test.each([
  [2, ["rates/daily.py:5"]],
  [1, []],
])("what Python tries and catches, by column %i of the row", async (column, expected) => {
  const { findings } = await proveFiles(PYTHON_BASE, pythonRates(column));
  const asked = findings.filter(({ severity }) => severity === "person");
  expect(asked.map(({ message }) => message.split(" ")[0])).toEqual(expected);
});
