import { expect, test } from "vitest";
import { judgeLeftUndone } from "../../../../src/core/proof/looks/left-undone.ts";

/** This repository has none of its own. */
const LATER = `${"TO"}DO`;

const asked = (head: string, base: string | null = null): string[] =>
  judgeLeftUndone([{ path: "src/a", base, head }], (words) => words).map(({ message }) => message);

test.each([
  `    default:\n      // ${LATER}: replacements need the old text\n      return null;\n`,
  `    # ${LATER}: other currencies\n    return 0\n`,
  `    return []  # ${"FIX"}ME: not filtered\n`,
  "\t// Not yet implemented: nested groups,\n\t// as the old format had them.\n\treturn nil\n",
  `    // ${LATER} refunds\n    return Vec::new();\n    `,
  "    // unfinished\n    return List.of();\n",
])("code that says that it is not done, and answers nothing, asks: %s", (text) => {
  expect(asked(text)).toHaveLength(1);
  expect(asked(text, text)).toEqual([]);
});

test.each([
  ["only wonders", `    # ${LATER}: should we warn?\n    return None\n`],
  ["is to be faster one day", `    // ${LATER}: optimize for long lists\n    return null;\n`],
  ["does something there", `    // ${LATER}: other currencies\n    return convert(amount);\n`],
  ["is about todos", "    # todos that are done\n    return []\n"],
  ["says nothing of it", "    // nothing is there\n    return null;\n"],
])("one that %s does not", (_, text) => {
  expect(asked(text)).toEqual([]);
});

test("the question names the line and what it says", () => {
  expect(asked(`switch (a) {\n  // ${LATER}: c\n  default: return 1\n  // ${LATER}: d\n  return null;\n`)).toEqual([
    `src/a:4 says that something is not done, and answers nothing there: // ${LATER}: d; do it, or take it out of what the change promises`,
  ]);
});
