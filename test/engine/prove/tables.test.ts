import { expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";

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
