import { blockBelow } from "../../text/block-below.ts";
import { closingBracket } from "../../text/brackets.ts";
import { isData, isNumbered } from "./answers.ts";

/** Answers that are written down beside work: a table that a function looks into before it works, in JavaScript, Python, Go and Rust alike. */
export interface ShortCut {
  readonly name: string;
  readonly line: number;
  readonly keys: readonly string[];
  /** Whether the code goes on to work where nothing is found. */
  readonly goesOn: boolean;
  /** The words of its keys and answers. */
  readonly words: readonly string[];
  /** Where its entries begin and end in the text. */
  readonly start: number;
  readonly end: number;
}

export const FEWEST = 4;
/** `TABLE = {`, `TABLE: dict[int, str] = {`, `var table = map[pair]int{`, `const TABLE = new Map([`, `const TABLE: &[(i32, u32)] = &[`, `var table = []row{`. */
const TABLE =
  /\b([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=\n]{1,60})?=\s*(?:map\[[^\]\n]+\][\w.*[\]]+\s*|\[\]\w+(?=\{))?(?:new Map(?:<[^>\n]*>)?\(\s*|\w+Map::from\(\s*)?&?([{[])/gu;
const LITERAL = String.raw`(?:-?\d[\d._]*|"[^"\n]*"|'[^'\n]*')`;
/** 12: …, "a": …, ("a", 2): …, {"a", "b"}: … */
const KEY = new RegExp(
  String.raw`(?<=(?:^|[,{\n])\s*)((?:${LITERAL}|[A-Za-z_$][\w$]*)|[({]\s*${LITERAL}(?:\s*,\s*${LITERAL})*\s*[)}])\s*:`,
  "g",
);
/** [12, …], (12, …), {12, …} */
const ROW = new RegExp(String.raw`(?<=(?:^|[,[{(\n])\s*)[[({]\s*(${LITERAL})\s*,`, "g");

/** A function for an answer: what it stands for works, by a name or where it stands. */
const WORKER =
  /(?:[:,]\s*)(?!(?:true|false|null|undefined|True|False|None|nil)\b)(?:lambda\b|func\b|function\b|async\b|\([^()\n]*\)\s*=>|[A-Za-z_$][\w$]*\s*=>|[A-Za-z_$][\w$.]*\s*(?=[,\]}\n]|$))/g;

/** `PARSERS[key](value)`: what is found works, and is no answer. */
const isCalled = (name: string, text: string): boolean =>
  new RegExp(String.raw`(?<![\w$])${RegExp.escape(name)}(?:\[[^\]\n]+\]|\.get\([^()\n]*\))(?:\?\.)?\(`).test(text);

/** The tables of a text that base's does not have. */
export function shortCuts(base: string, head: string): ShortCut[] {
  return [...head.matchAll(TABLE)].flatMap((match): ShortCut[] => {
    const [all, name = "", bracket = ""] = match;
    const start = match.index + all.length;
    const end = closingBracket(head, start);
    if (end === null || base.includes(head.slice(match.index, end))) return [];
    const inside = head.slice(start, end);
    const named = bracket === "{" ? outermost(inside, KEY) : [];
    const keys = named.length > 0 ? named : outermost(inside, ROW);
    if (keys.length < FEWEST || 2 * (inside.match(WORKER)?.length ?? 0) >= keys.length) return [];
    const [before, rest] = [head.slice(0, match.index), head.slice(end)];
    if (isCalled(name, before + rest)) return [];
    return [
      {
        name,
        keys,
        goesOn: goesOn(name, before + rest) || (keys.every(isNumber) && worksWithMost(name, before + rest)),
        words: wordsIn(inside),
        start,
        end,
        line: before.split("\n").length,
      },
    ];
  });
}

/** What stands in an entry is none of the keys. */
function outermost(inside: string, pattern: RegExp): string[] {
  let [depth, at] = [0, 0];
  return [...inside.matchAll(pattern)].flatMap(({ index, 1: key = "" }) => {
    const between = inside.slice(at, index).replaceAll(/"[^"\n]*"|'[^'\n]*'/g, "");
    depth += (between.match(/[([{]/g)?.length ?? 0) - (between.match(/[)\]}]/g)?.length ?? 0);
    at = index;
    return depth === 0 ? [key] : [];
  });
}

const isNumber = (key: string): boolean => /^-?\d[\d._]*$/.test(key);

/** The text with nothing in these tables; its lines stay where they are. */
export function emptied(text: string, tables: readonly ShortCut[]): string {
  return tables
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (now, { start, end }) =>
        // Rust's arrays say how many they hold.
        now.slice(0, start).replace(/;\s*\d+(?=\]\s*=\s*\[$)/, "; 0") +
        now.slice(start, end).replace(/[^\n]/g, "") +
        now.slice(end),
      text,
    );
}

/** Fails where one looks for what is not there; a member of every object is no key. */
const SEALED_SCRIPT = `const miss = () => { throw new Error("baton: not in the table"); };
if (table instanceof Map) {
  const get = table.get.bind(table), has = table.has.bind(table);
  table.get = (key) => (has(key) ? get(key) : miss());
  table.has = (key) => has(key) || miss();
} else {
  const of = (target, key, answer) => (typeof key === "symbol" || key in target ? answer() : miss());
  Object.setPrototypeOf(table, new Proxy(Object.prototype, {
    get: (target, key, self) => of(target, key, () => Reflect.get(target, key, self)),
    has: (target, key) => of(target, key, () => true),
  }));
}`.replaceAll(/\n\s*/g, " ");
const SEALED_PYTHON = `class _BatonSealed(dict):
    def __missing__(self, key):
        raise RuntimeError("baton: not in the table")
    def get(self, key, default=None):
        return self[key]
    def __contains__(self, key):
        return self[key] is not self
`;

/**
 * The text with tables of its own that fail where nothing is found in them: who passes with those asks for nothing beside them. Null
 * where a language has no such thing, or where the code looks in another way.
 */
export function sealed(path: string, text: string, tables: readonly ShortCut[]): string | null {
  const names = tables.map(({ name }) => name);
  const otherwise = names.map((name) => {
    const own = RegExp.escape(name);
    return String.raw`\b(?:hasOwn|keys|entries|values|items|setdefault)\w*\(${own}(?![\w$])|(?<![\w$])${own}\.(?:hasOwn|keys|items|setdefault)`;
  });
  if (new RegExp(otherwise.join("|")).test(text)) return null;
  if (path.endsWith(".py"))
    return `${text}\n${SEALED_PYTHON}${names.map((name) => `${name} = _BatonSealed(${name})\n`).join("")}`;
  if (!/\.[cm]?[jt]sx?$/.test(path)) return null;
  return `${text}\n${names.map((name) => `;new Function("table", ${JSON.stringify(SEALED_SCRIPT)})(${name});\n`).join("")}`;
}

/**
 * Whether tests ask for nearly every key beside which there is work, or that is written as an input is; else for all of them, and for the
 * answers, where keys are data and no names.
 */
export function areAsked({ keys, words, ...table }: ShortCut, tests: string): boolean {
  const known = new Set(wordsIn(tests));
  const isAsked = (key: string): boolean => wordsIn(key).every((word) => known.has(word));
  // Of numbers some may be written down that nobody asks for; words may be exceptions to a rule.
  const share = keys.every(isNumber) ? LARGELY : MOSTLY;
  if (table.goesOn) return keys.filter(isAsked).length >= share * keys.length;
  const plain = keys.map((key) => key.replaceAll(/^["']|["']$/g, ""));
  if (plain.filter((key) => isWritten(key) && tests.includes(key)).length >= MOSTLY * keys.length) return true;
  return plain.some(isData) && !isNumbered(plain) && words.every((word) => known.has(word));
}

/** `PT1H30M`, `1.234,56`, `^1.2.3`: by rules, as no name (`SAVE10`), date or version is. */
const isWritten = (key: string): boolean => /\d/.test(key) && (/[^\w.:-]/.test(key) || /[A-Za-z]\d+[A-Za-z]/.test(key));

/** Whatever their case: a sentence may begin with what the table has in lower case. */
export const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/-?\d[\d._]*|[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

export const MOSTLY = 0.75;
const LARGELY = 0.6;

const WORK = /[\w)\]]\s*[-+*/%]\s*[\w(]|\bfor\b|\bwhile\b|\w\(/;
/** It says what happens where nothing is found: what follows is done with what was. */
const NOT_FOUND = /!\s*ok\b|(?<!!)={2,3} (?:undefined|null)\b|\bnot in\b|\bis None\b|!\s*\(?\w/;
const ERROR = /\b(?:throw|raise|panic|\w*[eE]rr(?:or)?\w*)\b/;

/** Whether work begins with what stands in the table, or with one value for all that does not. */
function worksWithMost(name: string, text: string): boolean {
  const own = RegExp.escape(name);
  const found = String.raw`${own}(?:\.get\([^(),\n]*|\[[^\]\n]+)(?:[\])]\s*(?:\?\?|\|\||\bor\b)|,)\s*[\w$.[(]`;
  // `22 + (OFFSETS[year] ?? MEAN)`
  if (new RegExp(String.raw`[\w)\]]\s*[-+*/%]\s*\(?\s*${found}`).test(text)) return true;
  const look = String.raw`\w\]?\s*:?=\s*${found}`;
  return [...text.matchAll(new RegExp(look, "g"))].some(({ index, 0: found }) => {
    const [, ...below] = (text.slice(index + found.length).split(/\n(?=\S)/)[0] ?? "").split("\n");
    return below.some((line) => WORK.test(line) && !ERROR.test(line));
  });
}

/** What follows where a look into the table finds nothing: work, and not only an error or another constant. */
export function goesOn(name: string, text: string): boolean {
  const own = RegExp.escape(name);
  const look = String.raw`(?<![\w$.])${own}(?:\.get\([^,()\n]*(?:\([^()\n]*\)[^,()\n]*)?|\[[^\]\n]+)`;
  const isWork = (rest: string): boolean => WORK.test(rest) && !ERROR.test(rest);
  const otherwise = [
    new RegExp(String.raw`${look}[\])]\s*(?:\?\?|\|\||\bor\b)\s*([^;\n]+)`, "g"),
    new RegExp(String.raw`${look},\s*([^\n]+)`, "g"),
  ];
  if (otherwise.some((pattern) => [...text.matchAll(pattern)].some(([, rest = ""]) => isWork(rest)))) return true;
  if (isSearched(own, text, isWork)) return true;
  const asked = new RegExp(
    String.raw`(?:(?<!\bfor\b[^\n]*)\bin ${own}\b|(?<![\w$.])${own}\.has\(|(\w+)\s*:?=\s*${look}[\])]\s*;?\s*(?:if|for)\b|,\s*ok\s*:?=\s*${look}\])`,
    "g",
  );
  return [...text.matchAll(asked)].some(({ index, 0: found }) => {
    const line = text.lastIndexOf("\n", index) + 1;
    const [here = "", ...below] = (text.slice(line).split(/\n(?=\S)/)[0] ?? "").split("\n");
    const looks = [here.slice(0, index - line + found.length + 20), below[0] ?? ""];
    const closing = looks.findIndex((text) => NOT_FOUND.test(text));
    if (closing === -1) return below.some(isWork);
    // It says what is done where nothing is found.
    return (
      (closing === 0 && isWork(here.slice(index - line + found.length))) ||
      blockBelow(below.slice(closing), closing === 0 ? [here] : below).some(isWork)
    );
  });
}

const IS_IT = /(?<![=!])={2,3}(?!=)|\.equals\(/;
/** What was found is answered at once, and not worked with. */
const ANSWERS = /\breturn\b|\?\?|\bunwrap_or/;
const LINES_TO_ANSWER = 3;

/** Whether its rows are gone through for the one that is asked for, which is the answer, and work is done where there is none. */
function isSearched(own: string, text: string, isWork: (line: string) => boolean): boolean {
  const loop = String.raw`\bfor\b[^\n]*\b(?:in|of|range)\s+&?${own}(?![\w$])`;
  const find = String.raw`(?<![\w$.])${own}\s*(?:\.iter\(\)\s*)?\.find(?:_map)?\(|\bnext\([^\n]*\bin ${own}\b`;
  return [...text.matchAll(new RegExp(`${loop}|${find}`, "g"))].some(({ index, 0: look }) => {
    const line = text.lastIndexOf("\n", index) + 1;
    const [here = "", ...below] = (text.slice(line).split(/\n(?=\S)/)[0] ?? "").split("\n");
    const inside = [here, ...blockBelow(below, [here])];
    const after = below.slice(inside.length - 1);
    const isAnswer = [...inside, ...after.slice(0, look.startsWith("for") ? 0 : LINES_TO_ANSWER)].some(
      (one) => ANSWERS.test(one) && !ERROR.test(one),
    );
    return isAnswer && inside.some((one) => IS_IT.test(one)) && after.some(isWork);
  });
}
