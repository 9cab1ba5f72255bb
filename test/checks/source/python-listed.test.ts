import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let tool: SourceTool;
beforeAll(async () => {
  tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

const CODE = `_REGISTRY = {"postgres": 1, "mysql": 2}

DIALECTS = ("postgres",)


def dialects():
    return [name for name in _REGISTRY if _REGISTRY[name] == 1]


def is_stable(name):
    return name in DIALECTS


def render(name):
    return name
`;
const ABOVE = `import pytest
from shop import DIALECTS, dialects, is_stable, render
import shop.dialect

WANT = {"postgres": "$1", "mysql": "?", "mssql": "@p1"}
LIST = ["$1", "?"]

`;

async function listed(tests: string, given: { base?: string; before?: string } = {}): Promise<string[]> {
  const head = ABOVE + tests;
  const paths = ["shop/__init__.py", "shop/dialect.py", "tests/test_select.py"];
  const signals = await tool.together?.({
    code: [{ path: "shop/dialect.py", text: CODE }],
    before: given.before === undefined ? [] : [{ path: "shop/dialect.py", text: given.before }],
    tests: [{ path: "tests/test_select.py", base: given.base === undefined ? null : ABOVE + given.base, head }],
    paths: new Set(paths),
    testPaths: ["tests/test_select.py"],
    read: () => [],
  });
  return (signals ?? []).map(({ kind }) => kind);
}

const BY_NAME = `@pytest.mark.parametrize("name", dialects())
def test_render(name):
    assert render(name) == WANT[name]

`;

describe("rows of a Python test that the changed code lists", () => {
  it.each([
    BY_NAME,
    BY_NAME.replace("dialects()", "sorted(DIALECTS)"),
    BY_NAME.replace("dialects()", "shop.dialect.dialects()"),
    BY_NAME.replace("dialects()", "[name for name in WANT if is_stable(name)]"),
    `NAMES = list(dialects())\n\n${BY_NAME.replace("dialects()", "NAMES")}`,
    "def test_a():\n    for name in dialects():\n        assert render(name) == WANT[name]\n",
    "def test_a(self):\n    for name in dialects():\n        with self.subTest(name):\n            self.assertEqual(render(name), WANT.get(name))\n",
    "def test_a():\n    for at, name in enumerate(dialects()):\n        assert render(name) == LIST[at]\n",
    "def test_a():\n    assert all(render(name) == WANT[name] for name in dialects())\n",
    `${BY_NAME}def test_b():\n    assert len(dialects()) > 0\n`,
    `${BY_NAME}def test_b():\n    assert dialects()\n`,
    `${BY_NAME}@pytest.mark.parametrize("name", WANT)\ndef test_b(name):\n    assert render(name)\n`,
  ])("are asked about: %s", async (tests) => {
    expect(await listed(tests)).toEqual(["listed_rows"]);
  });

  it.each([
    `${BY_NAME}def test_b():\n    assert dialects() == ["postgres", "mysql"]\n`,
    `${BY_NAME}def test_b():\n    assert sorted(WANT) == sorted(dialects())\n`,
    `${BY_NAME}def test_b():\n    assert set(WANT) <= set(dialects())\n`,
    `${BY_NAME}def test_b():\n    assert len(dialects()) == 3\n`,
    `${BY_NAME}def test_b():\n    for name in WANT:\n        assert name in dialects()\n`,
    `${BY_NAME}def test_b(self):\n    self.assertCountEqual(dialects(), WANT)\n`,
    `${BY_NAME}def test_b():\n    for name, want in WANT.items():\n        assert render(name) == want\n`,
    `${BY_NAME}def test_b():\n    for name in WANT:\n        assert render(name) == WANT[name]\n`,
    BY_NAME.replace("dialects()", "WANT"),
    BY_NAME.replace("WANT[name]", "name"),
    `OWN = ["mysql"]\n\n${BY_NAME.replace("dialects()", "OWN")}`,
  ])("are none: %s", async (tests) => {
    expect(await listed(tests)).toEqual([]);
  });

  it("are none where code or test is as it was", async () => {
    expect(await listed(BY_NAME, { base: BY_NAME })).toEqual([]);
    expect(await listed(BY_NAME, { before: CODE })).toEqual([]);
    expect(await listed(BY_NAME, { before: CODE.replace('"mysql": 2', '"mysql": 1') })).toEqual(["listed_rows"]);
  });
});
