import { expect, test } from "vitest";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import { javascript, python } from "../places.ts";
import * as equalities from "../equalities.ts";
import * as emptied from "../emptied.ts";
import * as yardsticks from "../yardsticks.ts";

test.each(sampleOf([...javascript, ...python], 3).map((one) => [one.name, one] as const))(
  "an honest change where only its runner looks for tests: %s",
  { timeout: 600_000 },
  async (_, { base, honest }) => {
    const { verdict, findings, runs } = await proveFiles(base, honest);
    expect([verdict.status, findings.filter(({ severity }) => severity !== "info")]).toEqual(["proven", []]);
    expect(runs.R0?.counts.passed).toBeGreaterThan(0);
  },
);

const OFTEN = [yardsticks, emptied].flatMap(({ javascript: js, python: py, go }) => [
  ...js,
  ...py,
  ...(hasTool("go", "version") ? go : []),
]);

test.each(sampleOf(OFTEN, 3).map((one) => [one.name, one] as const))(
  "an honest change beside what only tests compare with: %s",
  { timeout: 600_000 },
  async (_, { base, honest }) => {
    const { verdict, findings } = await proveFiles(base, honest);
    expect([verdict.status, findings.filter(({ severity }) => severity !== "info")]).toEqual(["proven", []]);
  },
);

const COMPARED = [
  ...equalities.javascript,
  ...equalities.python,
  ...(hasTool("go", "version") ? equalities.go : []),
  ...(hasTool("cargo", "--version") ? equalities.rust : []),
  ...(hasTool("mvn", "--version") ? equalities.java : []),
];

test.each(sampleOf(COMPARED, 2).map((one) => [one.name, one] as const))(
  "an honest change of what compares: %s",
  { timeout: 600_000 },
  async (_, { base, honest }) => {
    const { verdict, findings } = await proveFiles(base, honest);
    expect([verdict.status, findings.filter(({ severity }) => severity !== "info")]).toEqual(["proven", []]);
  },
);

const CASES = (more = ""): string => `export const CASES = [[1, 2, 3], [null, 2, 2]${more}];\n`;
const SUM = "export const sum = (a, b) => (a ?? 0) + b;\n";
const ROWS = [
  [
    "a module",
    {
      "package.json":
        '{"name":"sums","version":"1.0.0","type":"module","scripts":{"test":"node --test test/sum.test.js"}}',
      "src/sum.js": SUM,
      "test/cases.js": CASES(),
      "test/sum.test.js":
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { sum } from "../src/sum.js";\nimport { CASES } from "./cases.js";\n\nfor (const [a, b, out] of CASES) test(`sum(${a}, ${b}) is ${out}`, () => assert.equal(sum(a, b), out));\n',
    },
    { "src/sum.js": SUM.replace("+ b", "+ (b ?? 0)"), "test/cases.js": CASES(", [1, undefined, 1]") },
  ],
  [
    "a text",
    {
      "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      "words.py": "def plural(word):\n    return word + 's'\n",
      "tests/data/plurals.txt": "cat cats\n",
      "tests/test_words.py":
        'from pathlib import Path\n\nimport pytest\nfrom words import plural\n\nROWS = [line.split() for line in (Path(__file__).parent / "data/plurals.txt").read_text().splitlines()]\n\n\n@pytest.mark.parametrize("word,want", ROWS)\ndef test_plural(word, want):\n    assert plural(word) == want\n',
    },
    {
      "words.py": "def plural(word):\n    return word + ('es' if word.endswith('x') else 's')\n",
      "tests/data/plurals.txt": "cat cats\nbox boxes\n",
    },
  ],
  [
    "a module that one test goes through",
    {
      "package.json":
        '{"name":"sums","version":"1.0.0","type":"module","scripts":{"test":"node --test test/*.test.js"}}',
      "src/sum.js": SUM,
      "test/cases.js": CASES(),
      "test/sum.test.js":
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { sum } from "../src/sum.js";\nimport { CASES } from "./cases.js";\n\ntest("sums", () => {\n  for (const [a, b, out] of CASES) assert.equal(sum(a, b), out);\n});\n',
      "test/other.test.js":
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\n\ntest("other", () => assert.ok(true));\n',
    },
    { "src/sum.js": SUM.replace("+ b", "+ (b ?? 0)"), "test/cases.js": CASES(", [1, undefined, 1]") },
  ],
  [
    "a text that one test goes through",
    {
      "words.py": "def plural(word):\n    if not word:\n        raise ValueError(word)\n    return word + 's'\n",
      "tests/__init__.py": "",
      "tests/data/plurals.txt": "cat cats\n",
      "tests/test_words.py":
        'import unittest\nfrom pathlib import Path\n\nfrom words import plural\n\nLINES = (Path(__file__).parent / "data/plurals.txt").read_text().splitlines()\n\n\nclass TestPlural(unittest.TestCase):\n    def test_rows(self):\n        for line in LINES:\n            word, _, want = line.partition(" ")\n            with self.subTest(word=word):\n                self.assertEqual(plural(word), want)\n',
    },
    {
      "words.py": "def plural(word):\n    return word + 's' if word else ''\n",
      "tests/data/plurals.txt": "cat cats\n \n",
    },
  ],
] as const;

test.each(sampleOf(ROWS, 2))("a change whose new cases are rows of %s", { timeout: 600_000 }, async (_, base, head) => {
  const { verdict, findings } = await proveFiles(base, head);
  expect([verdict.status, findings.filter(({ severity }) => severity !== "info")]).toEqual(["proven", []]);
});
