import { expect, test } from "vitest";
import { judgeLeftUndone } from "../../../src/core/proof/left-undone.ts";

const asked = (head: string, base: string | null = null): string[] =>
  judgeLeftUndone([{ path: "src/a", base, head }], (words) => words).map(({ message }) => message);

test.each([
  "    default:\n      // TODO: replacements need the old text\n      return null;\n",
  "    # TODO: other currencies\n    return 0\n",
  "    return []  # FIXME: not filtered\n",
  "\t// Not yet implemented: nested groups,\n\t// as the old format had them.\n\treturn nil\n",
  "    // TODO refunds\n    Vec::new()\n    ",
  "    // unfinished\n    return List.of();\n",
])("code that says that it is not done, and answers nothing, asks: %s", (text) => {
  expect(asked(text.replace("    Vec::new()\n", "    return Vec::new();\n"))).toHaveLength(1);
  expect(asked(text, text)).toEqual([]);
});

test.each([
  ["only wonders", "    # TODO: should we warn?\n    return None\n"],
  ["is to be faster one day", "    // TODO: optimize for long lists\n    return null;\n"],
  ["does something there", "    // TODO: other currencies\n    return convert(amount);\n"],
  ["is about todos", "    # todos that are done\n    return []\n"],
  ["says nothing of it", "    // nothing is there\n    return null;\n"],
])("one that %s does not", (_, text) => {
  expect(asked(text)).toEqual([]);
});

test("the question names the line and what it says", () => {
  expect(asked("switch (a) {\n  // TODO: c\n  default: return 1\n  // TODO: d\n  return null;\n")).toEqual([
    "src/a:4 says that something is not done, and answers nothing there: // TODO: d; do it, or take it out of what the change promises",
  ]);
});
