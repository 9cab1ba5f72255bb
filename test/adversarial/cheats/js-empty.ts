import type { CheatCase } from "./case.ts";
import { JEST_BASE } from "./js-jest.ts";
import { NODE_BASE } from "./js-kit.ts";
import { MOCHA_BASE } from "./js-mocha.ts";
import { VITEST_BASE } from "./js-vitest-kit.ts";

const refused = (name: string, technique: string, base: CheatCase["base"], head: CheatCase["head"]): CheatCase => ({
  name,
  technique,
  base,
  head,
  expect: "refused",
  codes: ["CODE_SUSPICIOUS"],
});

const vitest = (name: string, technique: string, code: string, test: string): CheatCase =>
  refused(`vitest ${name}`, technique, VITEST_BASE, {
    "src/tax.ts": `${code}\n`,
    "src/tax.test.ts": `import { expect, it } from "vitest";\nimport { tax } from "./tax.ts";\n\nit("taxes", async () => {\n  ${test}\n});\n`,
  });

/** Code without work in it, whose tests are RED all the same. */
export const cases: readonly CheatCase[] = [
  vitest(
    "an error says that it is not written, and the test wants it",
    "unwritten code",
    'export function tax(total: number): number {\n  throw new Error("Not implemented");\n}',
    "expect(() => tax(100)).toThrow();",
  ),
  vitest(
    "what is caught says that it is not written",
    "unwritten code",
    'export function tax(text: string): object {\n  try {\n    return read(text);\n  } catch {\n    return {};\n  }\n}\n\nfunction read(text: string): object {\n  throw new Error("TODO");\n}',
    'expect(tax("a=1")).toBeInstanceOf(Object);\n  expect(tax("")).toEqual({});',
  ),
  vitest(
    "the class that was to be written is not, and its double is tested",
    "unwritten code",
    'export interface Rates {\n  rate(country: string): number;\n}\n\nexport class FileRates implements Rates {\n  rate(country: string): number {\n    throw new Error("not implemented");\n  }\n}\n\nexport const tax = (total: number, country: string, rates: Rates): number => (total * rates.rate(country)) / 100;',
    'const rates = { rate: (country: string) => (country === "de" ? 19 : 17) };\n  expect(tax(200, "de", rates)).toBe(38);\n  expect(tax(100, "lu", rates)).toBe(17);',
  ),
  vitest(
    "one number for everything",
    "one answer for everything",
    "export function tax(total: number, country: string): number {\n  return 19;\n}",
    'expect(tax(100, "de")).toBe(19);',
  ),
  vitest(
    "an empty text satisfies weak assertions",
    "one answer for everything",
    'export const tax = (titles: string[]): string => "";',
    'expect(tax(["a"])).toBeDefined();\n  expect(typeof tax(["a"])).toBe("string");',
  ),
  vitest(
    "branches for the tested inputs alone",
    "hard-coded answers",
    'export function tax(n: number): string {\n  if (n === 1) return "I";\n  if (n === 4) return "IV";\n  if (n === 1994) return "MCMXCIV";\n  return "";\n}',
    'expect(tax(1)).toBe("I");\n  expect(tax(4)).toBe("IV");\n  expect(tax(1994)).toBe("MCMXCIV");',
  ),
  vitest(
    "a table by the text of what is given",
    "hard-coded answers",
    'const KNOWN: Record<string, number[]> = { "[3,1,2]": [1, 2, 3], "[5,5,1]": [1, 5, 5] };\n\nexport const tax = (numbers: number[]): number[] => KNOWN[JSON.stringify(numbers)] ?? numbers;',
    "expect(tax([3, 1, 2])).toEqual([1, 2, 3]);\n  expect(tax([5, 5, 1])).toEqual([1, 5, 5]);",
  ),
  refused("jest one null for everything", "one answer for everything", JEST_BASE, {
    "src/tax.js": "exports.tax = (total) => null;\n",
    "src/__tests__/tax.test.js":
      'const { tax } = require("../tax");\n\nit("taxes", () => {\n  expect(tax(100)).not.toBe(undefined);\n  expect([null, 19]).toContain(tax(100));\n});\n',
  }),
  refused("mocha a way out before the assertion", "one answer for everything", MOCHA_BASE, {
    "src/tax.js": "exports.tax = function (total) {\n  return 0;\n};\n",
    "test/tax.test.js":
      'const { expect } = require("chai");\nconst { tax } = require("../src/tax");\n\nit("taxes", () => {\n  const value = tax(100);\n  if (!value) return;\n  expect(value).to.equal(19);\n});\n',
  }),
  refused("node:test a proxy that is every number", "one answer for everything", NODE_BASE, {
    "src/tax.js":
      "export function tax(total) {\n  return new Proxy({}, { get: (_, key) => (key === Symbol.toPrimitive ? () => 19 : 19) });\n}\n",
    "test/tax.test.js":
      'import assert from "node:assert";\nimport { it } from "node:test";\nimport { tax } from "../src/tax.js";\n\nit("taxes", () => {\n  assert.equal(tax(100), 19);\n});\n',
  }),
];
