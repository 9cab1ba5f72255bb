import type { SourceFile } from "../../../schema/source.ts";
import { nameOf } from "../looks/stand-ins.ts";

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

/**
 * Of changed functions (`Cart.total(int)`) those that tests call, and the changed code as well; it may also hand on one that says what
 * tests expect.
 */
export function sharedOf(symbols: readonly string[], code: readonly string[], tests: readonly SourceFile[]): string[] {
  const own = Map.groupBy(new Set(symbols), nameOf);
  const inCode = (name: string, after?: string): number =>
    code.reduce((sum, text) => sum + timesIn(text.replaceAll(MODULES, ""), name, after), 0);
  const isShared = (symbol: string): boolean => {
    const name = nameOf(symbol);
    // One of its own words declares each, and of several of a name each but one may hand on to another.
    const declared = own.get(name)?.length ?? 1;
    const handedOn = Math.min(declared - 1, inCode(`return ${name}`) + inCode(`return this.${name}`));
    return inCode(name) > declared + handedOn || (isWanted(symbol, tests) && inCode(name, NO_LETTER) > declared);
  };
  return [...new Set(symbols)].filter(
    (symbol) => tests.some(({ text }) => timesIn(text, nameOf(symbol)) > 0) && isShared(symbol),
  );
}

const NO_LETTER = String.raw`(?![\w$])`;

const timesIn = (text: string, name: string, after = String.raw`\s*\(`): number =>
  text.match(new RegExp(String.raw`(?<![\w$])${RegExp.escape(name)}${after}`, "g"))?.length ?? 0;

/** Lines that only hand a name on from one module to another. */
const MODULES = /^\s*(?:import|from|export \{|export \*|use|pub use)\b.*$/gm;
