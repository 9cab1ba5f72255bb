import { expect, test } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { py } from "../../support/python.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const kept = async (tool: ReturnType<typeof createJavaScriptSource>, path: string, base: string, head: string) =>
  (await tool.keep?.([{ path, base, head }]))?.map(({ text }) => text);

const tests = (want: number): string =>
  `if (import.meta.vitest) {\n  const { test, expect } = import.meta.vitest;\n  test("one", () => expect(one()).toBe(${want}));\n}\n`;
const ONE = "export const one = () => 1;\n";
const TWO = "export const one = () => 2;\n";

test.each<[string, string, string, string[]]>([
  ["base's tests stand in the place of head's", ONE + tests(1), TWO + tests(2), [TWO + tests(1)]],
  ["all of head's", ONE + tests(1), TWO + tests(2) + tests(3), [`${TWO}${tests(1)}\n`]],
  ["at the end where head has none", ONE + tests(1), TWO, [`${TWO};${tests(1)}`]],
  ["nothing where they are the same", ONE + tests(1), TWO + tests(1), []],
  ["nothing where base has none", ONE, TWO + tests(2), []],
  ["nothing of what cannot be parsed", ONE + tests(1), "export const = ;", []],
])("in JavaScript %s", async (_, base, head, expected) => {
  expect(await kept(createJavaScriptSource(), "src/one.js", base, head)).toEqual(expected);
});

const python = createPythonSource({
  python: "python3",
  env: { PATH: process.env["PATH"] ?? "" },
  directory: PYTHON_CACHE,
});
const BASE = py`
  """Cart.

  >>> half(4)
  2.0
  """


  class Cart:
      def total(self):
          """Adds.

          >>> Cart().total()
          5
          """
          return 5


  def half(n):
      return n / 2
`;

test.each<[string, string, string, string[]]>([
  ["an example", "    5\n", "    6\n", [BASE]],
  [
    "what documented it without one",
    '"""Adds.\n\n        >>> Cart().total()\n        5\n        """',
    '"Adds."',
    [BASE],
  ],
  [
    "an example that is gone, in code that stays changed",
    '"""Adds.\n\n        >>> Cart().total()\n        5\n        """\n        return 5',
    "return 6",
    [BASE.replace("return 5", "return 6")],
  ],
  ["nothing of what head no longer has", "    def total(self):", "    def sum(self):", []],
  ["nothing where they are the same", "return n / 2", "return n / 3", []],
  ["nothing of what cannot be parsed", "return n / 2", "return (", []],
])("in Python, %s", async (_, text, by, expected) => {
  expect(BASE).toContain(text);
  expect(await kept(python, "cart.py", BASE, BASE.replace(text, by))).toEqual(expected);
});
