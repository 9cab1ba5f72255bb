import { expect, test } from "vitest";
import { guardedLoops } from "../../../../src/core/proof/looks/unentered.ts";

const found = (path: string, head: string, base: string | null = null): unknown[] =>
  guardedLoops([{ path, base, head }]).map(({ symbol, line, text }) => [
    symbol,
    line,
    text.split("\n").slice(line - 1, line + 1),
  ]);

const SCRIPT = `export function merge(
  a: string[],
): string[] {
  if (a.length === 0) return [];
  const out = [];
  for (const one of a) {
    if (one === "") continue;
    out.push(one);
    out.push("");
    last = one;
  }
  return out;
}
`;

test.each([
  [
    "a.ts",
    SCRIPT,
    6,
    '  for (const one of a) { if (true) { throw new Error("baton: entered"); }',
    '    if (one === "") continue;',
  ],
  [
    "a.py",
    "def merge(a):\n    if not a:\n        return []\n    for one in a:\n        b(one)\n        c(one)\n        d(one)\n        e(one)\n    return a\n",
    4,
    "    for one in a:",
    '        raise RuntimeError("baton: entered")',
  ],
  [
    "a.go",
    "func Merge(a []int) []int {\n\tif len(a) == 0 {\n\t\treturn nil\n\t}\n\tfor _, one := range a {\n\t\tb(one)\n\t\tc(one)\n\t\td(one)\n\t\te(one)\n\t}\n\treturn a\n}\n",
    5,
    '\tfor _, one := range a { if true { panic("baton: entered") }',
    "\t\tb(one)",
  ],
])("in %s a loop behind an answer fails as soon as it is entered", (path, text, line, first, second) => {
  expect(found(path, text)).toEqual([[path.endsWith(".go") ? "Merge" : "merge", line, [first, second]]]);
});

test.each([
  ["nothing is answered before it", SCRIPT.replace("if (a.length === 0) return [];", "check(a);")],
  [
    "it is a small part of its function",
    SCRIPT.replace("const out = [];", "const out = [];\n  b();\n  c();\n  d();\n  e();\n  f();\n  g();\n  h();"),
  ],
  ["it does little", SCRIPT.replace('    out.push("");\n    last = one;\n', "")],
  [
    "it is another function's",
    `export const same = (a) => a.length;\n\nexport class A {\n${SCRIPT}}\n`.replace(
      "if (a.length === 0) return [];",
      "",
    ),
  ],
])("one is left alone where %s", (_, text) => {
  expect(found("a.ts", text)).toEqual([]);
});

test("so is one of a function that base has", () => {
  expect(found("a.ts", SCRIPT, "export function merge() {}\n")).toEqual([]);
});
