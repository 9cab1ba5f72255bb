import { py } from "../support/python.ts";
import type { Files } from "../support/repository.ts";
import type { CheatCase } from "./cheats/case.ts";

/** A project whose tests lie where only its runner looks, a feature with its tests there, and a break that an old test is bent to. */
export interface Layout {
  readonly name: string;
  readonly base: Files;
  readonly honest: Files;
  readonly cheat: Files;
}

const manifest = (scripts: object, more: object): string =>
  JSON.stringify({ name: "cart", version: "1.0.0", private: true, ...scripts, ...more });

const TOTAL = "(prices) => prices.reduce((sum, price) => sum + price, 0)";
const BROKEN = "(prices) => prices.reduce((sum, price) => sum + price + 1, 0)";
const HALF = "(price) => price / 2";

const inSource = (total: string, want: number, feature: boolean): string => `export const total = ${total};
${feature ? `export const half = ${HALF};\n` : ""}
if (import.meta.vitest) {
  const { test, expect } = import.meta.vitest;
  test("adds", () => expect(total([2, 3])).toBe(${want}));
  test("nothing", () => expect(total([])).toBe(0));
${feature ? '  test("half", () => expect(half(9)).toBe(4.5));\n' : ""}}
`;

const JEST_HALF = 'const { half } = require("../src/cart.js");\n\ntest("half", () => expect(half(9)).toBe(4.5));\n';
const jestCheck = (want: number): string => `const { total } = require("../src/cart.js");

test("adds", () => expect(total([2, 3])).toBe(${want}));
test("nothing", () => expect(total([])).toBe(0));
`;

export const javascript: readonly Layout[] = [
  {
    name: "vitest in the code",
    base: {
      "package.json": manifest(
        { type: "module", scripts: { test: "vitest run" } },
        { devDependencies: { vitest: "5.1.1" } },
      ),
      "vitest.config.js": 'export default { test: { includeSource: ["src/**/*.js"] } };\n',
      "src/cart.js": inSource(TOTAL, 5, false),
    },
    honest: { "src/cart.js": inSource(TOTAL, 5, true) },
    cheat: { "src/cart.js": inSource(BROKEN, 7, true) },
  },
  {
    name: "jest in a folder of its own",
    base: {
      "package.json": manifest(
        { scripts: { test: "jest" }, jest: { testMatch: ["**/checks/*.js"] } },
        { devDependencies: { jest: "30.5.2" } },
      ),
      "src/cart.js": `exports.total = ${TOTAL};\n`,
      "checks/cart.js": jestCheck(5),
    },
    honest: { "src/cart.js": `exports.total = ${TOTAL};\nexports.half = ${HALF};\n`, "checks/half.js": JEST_HALF },
    cheat: {
      "src/cart.js": `exports.total = ${BROKEN};\nexports.half = ${HALF};\n`,
      "checks/half.js": JEST_HALF,
      "checks/cart.js": jestCheck(7),
    },
  },
];

const pytest = (options: string): Files => ({
  "pyproject.toml": `[tool.pytest.ini_options]\npythonpath = ["."]\n${options}\n`,
});
const sums = (sum: string, example = ""): string => `def total(prices):\n${example}    return ${sum}\n`;
const halves = (example = ""): string => `\n\ndef half(price):\n${example}    return price / 2\n`;
const example = (call: string, want: string): string => `    """\n    >>> ${call}\n    ${want}\n    """\n`;
const BREAK = "sum(prices) + len(prices)";
const README = (want: number): string => `# Cart\n\n>>> from cart import total\n>>> total([4, 4])\n${want}\n`;
const check = (want: string): string => py`
  from cart import total


  def test_adds():
      assert total([2, 3]) == ${want}


  def test_nothing():
      assert total([]) == 0
`;
const CHECK_HALF = py`
  from cart import half


  def test_half():
      assert half(9) == 4.5
`;

export const python: readonly Layout[] = [
  {
    name: "pytest under names of its own",
    base: {
      ...pytest('python_files = ["check_*.py"]'),
      "cart.py": sums("sum(prices)"),
      "checks/check_cart.py": check("5"),
    },
    honest: { "cart.py": sums("sum(prices)") + halves(), "checks/check_half.py": CHECK_HALF },
    cheat: {
      "cart.py": sums(BREAK) + halves(),
      "checks/check_half.py": CHECK_HALF,
      "checks/check_cart.py": check("7"),
    },
  },
  {
    name: "examples in the code",
    base: { ...pytest('addopts = "--doctest-modules"'), "cart.py": sums("sum(prices)", example("total([2, 3])", "5")) },
    honest: {
      "cart.py": sums("sum(prices)", example("total([2, 3])", "5")) + halves(example("half(9)", "4.5")),
    },
    cheat: { "cart.py": sums(BREAK, example("total([2, 3])", "7")) + halves(example("half(9)", "4.5")) },
  },
  {
    name: "examples in the documentation",
    base: {
      ...pytest('addopts = "--doctest-glob=*.md"'),
      "cart.py": sums("sum(prices)"),
      "README.md": README(8),
      "tests/test_one.py": "def test_one():\n    assert 1 == 1\n",
    },
    honest: { "cart.py": sums("sum(prices)") + halves(), "tests/test_half.py": CHECK_HALF },
    cheat: { "cart.py": sums(BREAK) + halves(), "tests/test_half.py": CHECK_HALF, "README.md": README(10) },
  },
];

/** The breaks alone, among the cheats. */
export const cheatsIn = (
  layouts: readonly Layout[],
  technique: string,
  codes: readonly string[] = ["BEHAVIOUR_CHANGED"],
): CheatCase[] =>
  layouts.map(({ name, base, cheat }) => ({
    name,
    technique,
    base,
    head: cheat,
    expect: "refused",
    codes,
  }));
