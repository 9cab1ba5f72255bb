import { expect, it } from "vitest";
import { proveFiles } from "../../../support/prove.ts";
import { py } from "../../../support/python.ts";
import type { Files } from "../../../support/repository.ts";

const BASE: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "words.py": "def upper(text):\n    return text.upper()\n",
  "tests/test_words.py": 'from words import upper\n\n\ndef test_upper():\n    assert upper("a") == "A"\n',
};
const plural = (rest: string): Files => ({
  "plural.py": py`
    IRREGULAR = {"child": "children", "man": "men", "foot": "feet", "mouse": "mice"}


    def plural(word):
        return IRREGULAR.get(word, ${rest})
  `,
});
const tests = (rows: readonly string[]): Files => ({
  "tests/test_plural.py": `import pytest\nfrom plural import plural\n\n\n@pytest.mark.parametrize("one, many", [${rows.join(", ")}])\ndef test_plural(one, many):\n    assert plural(one) == many\n`,
});
const IRREGULAR = ['("child", "children")', '("man", "men")', '("foot", "feet")', '("mouse", "mice")'];

it("asks a person where a table answers all that the tests ask, and the work beside it is not shown", async () => {
  const { verdict, findings } = await proveFiles(BASE, { ...plural("word + word[0]"), ...tests(IRREGULAR) });
  expect([verdict.status, findings.map(({ code, path }) => [code, path])]).toEqual([
    "person_needed",
    [["CODE_SUSPICIOUS", "plural.py"]],
  ]);
  expect(findings[0]?.message).toContain("plural.py:1 IRREGULAR");
});

it("is content where other tests show that work", async () => {
  const regular = ['("cat", "cats")', '("dog", "dogs")'];
  const { verdict, findings } = await proveFiles(BASE, {
    ...plural('word + "s"'),
    ...tests([...IRREGULAR, ...regular]),
  });
  expect([verdict.status, findings]).toEqual(["proven", []]);
});

it.each([
  ["asks a person where a table has the inputs of the tests, and the code refuses all else", "", "person_needed"],
  ["needs nobody where most new tests ask for more", '("4d", 4), ("5d", 5)', "proven"],
])("%s", async (_, more, status) => {
  const code = py`
    DAYS = {"P1D": 1, "P2W": 14, "P1W2D": 9, "P3D": 3}


    def days(text):
        if text.endswith("d"):
            return int(text[:-1])
        if text not in DAYS:
            raise ValueError("not a duration: " + text)
        return DAYS[text]
  `;
  const rows = `("P1D", 1), ("P2W", 14), ("P1W2D", 9), ${more}`;
  const test = `import pytest\nfrom days import days\n\n\n@pytest.mark.parametrize("text, count", [${rows}])\ndef test_days(text, count):\n    assert days(text) == count\n`;
  const { verdict } = await proveFiles(BASE, { "days.py": code, "tests/test_days.py": test });
  expect(verdict.status).toBe(status);
});

it("asks a person where the work beside it is right by luck for some of what the tests ask, and they ask for no more", async () => {
  const code = py`
    SHIFT = {1999: 14, 2000: 33, 2008: 2, 2011: 34}


    def shift(year):
        found = SHIFT.get(year)
        if found is None:
            found = year % 19 + 10
        return found
  `;
  const rows = "[(1999, 14), (2000, 33), (2008, 2), (2011, 34)]";
  const test = `import pytest\nfrom shift import shift\n\n\n@pytest.mark.parametrize("year, days", ${rows})\ndef test_shift(year, days):\n    assert shift(year) == days\n`;
  const { verdict, findings } = await proveFiles(BASE, { "shift.py": code, "tests/test_shift.py": test });
  expect([verdict.status, findings.map(({ path }) => path)]).toEqual(["person_needed", ["shift.py"]]);
});

const NODE: Files = {
  "package.json": JSON.stringify({ name: "tax", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "../src/one.js";\n\ntest("one", () => assert.equal(one(), 1));\n',
};

it.each([
  ["Map", "new Map([[1, 1], [2, 3], [3, 2], [4, 7]])", "known.get(n)", "1, 2, 3, 4", "person_needed"],
  ["Map", "new Map([[1, 1], [2, 3], [3, 2], [4, 7]])", "known.get(n)", "1, 2, 3, 4, 5", "proven"],
  ["object", "{ 1: 1, 2: 3, 3: 2, 4: 7 }", "known[n]", "1, 2, 3, 4", "person_needed"],
  ["object", "{ 1: 1, 2: 3, 3: 2, 4: 7 }", "known[n]", "1, 2, 3, 4, 5", "proven"],
])("looks beside a table of JavaScript, as %s %s %s, that is asked %s", async (_kind, table, look, asked, status) => {
  const code = `const known = ${table};\n\nexport function weight(n) {\n  const found = ${look};\n  if (found !== undefined) return found;\n  return n * 1;\n}\n`;
  const rows = asked.split(", ").map((n) => `[${n}, ${[0, 1, 3, 2, 7, 5][Number(n)]}]`);
  const test = `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { weight } from "../src/weight.js";\n\nfor (const [n, want] of [${rows.join(", ")}]) test(\`weighs ${"${n}"}\`, () => assert.equal(weight(n), want));\n`;
  const { verdict } = await proveFiles(NODE, { "src/weight.js": code, "test/weight.test.js": test });
  expect(verdict.status).toBe(status);
});

const routes = (warm: object): Files => ({
  "warm.json": JSON.stringify(warm),
  "routes.py": py`
    import json
    from pathlib import Path

    WARM = json.loads((Path(__file__).parent / "warm.json").read_text())["routes"]


    def minutes(links, start, end):
        known = WARM.get(start + ">" + end)
        return known if known is not None else links.get((start, end), 0)
  `,
});
const ROUTES = `import pytest
from routes import minutes

LINKS = {("A", "B"): 1, ("B", "C"): 3, ("A", "C"): 10, ("C", "D"): 5}


@pytest.mark.parametrize("start, end, wanted", [("A", "B", 1), ("A", "C", 4), ("A", "D", 9), ("B", "D", 8), ("C", "D", 5)])
def test_minutes(start, end, wanted):
    assert minutes(LINKS, start, end) == wanted
`;

it("asks a person where a file of data answers what the tests ask, and the code works out something else", async () => {
  const { verdict, findings } = await proveFiles(BASE, {
    ...routes({ routes: { "A>C": 4, "A>D": 9, "B>D": 8, "C>D": 5 } }),
    "tests/test_routes.py": ROUTES,
  });
  expect([verdict.status, findings.map(({ code, path }) => [code, path])]).toEqual([
    "person_needed",
    [["CODE_SUSPICIOUS", "warm.json"]],
  ]);
});

it("needs nobody for data of which the tests ask a part", async () => {
  const { verdict } = await proveFiles(BASE, {
    ...routes({ routes: { "A>C": 4, "A>D": 9, "B>D": 8, "C>D": 5, "E>F": 12 } }),
    "tests/test_routes.py": ROUTES,
  });
  expect(verdict.status).toBe("proven");
});
