import type { SourceFile } from "../../schema/source.ts";
import { nameOf } from "./stand-ins.ts";

/** One argument to its call's end: no message stands before it. */
const ONLY_ONE = String.raw`(?:[^,()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)`;
/** What is written down is what is expected, and the call beside it what is asked. */
const WRITTEN = String.raw`\s*(?:(?:-?\d[\w.]*|'(?:[^'\\\n]|\\.)+'|true|false|null)\s*,|"(?:[^"\\\n]|\\.)*"\s*,${ONLY_ONE})`;

/**
 * Whether tests may say by a function what they expect: `expected: round(x)`, `want := round(x)`, `assert.equal(total(x), round(x))`,
 * `assert total(x) == round(x)`.
 */
export function isWanted(symbol: string, tests: readonly SourceFile[]): boolean {
  const called = String.raw`(?<![\w$.])(?:\w+\.)?${RegExp.escape(nameOf(symbol))}\(`;
  const wanted = new RegExp(
    String.raw`\b(?:want\w*|expect(?:ed|s)?)\s*(?::?=|:)[^\n]*${called}|(?:[eE]quals?\w*|to(?:Be|Equal|StrictEqual)|assert_eq!)\((?!${WRITTEN})[^\n]*\)?,\s*[^\n]*${called}|\.to(?:Be|Equal|StrictEqual)\(${called}|==\s*${called}`,
  );
  return tests.some(({ text }) => wanted.test(text));
}
