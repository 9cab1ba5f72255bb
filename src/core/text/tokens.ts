/** A word, a number, a text in quotes or a mark of a program, without layout and comments. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORDS = String.raw`[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*`;
const MARKS = String.raw`=>|\.\.\.|::|:=|[=!<>]=|\S`;
const SLASHED = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`;
const DOUBLE = String.raw`"(?:\\[\s\S]|[^"\\\n])*"`;
const SINGLE = String.raw`'(?:\\[\s\S]|[^'\\\n])*'`;
const BACKTICK = String.raw`\x60(?:\\[\s\S]|[^\x60\\])*\x60`;
/** Of Go, Rust and Java; Rust's lifetimes are none. */
const CHARACTER = String.raw`'(?:\\[^']+|[^'\\\n])'`;

const scanner = (comments: string, texts: readonly string[]): RegExp =>
  new RegExp(`(${comments})|${[...texts, WORDS, MARKS].join("|")}`, "gu");

const PYTHON = scanner("#[^\\n]*", [String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''`, DOUBLE, SINGLE]);
const SCRIPT = scanner(SLASHED, [BACKTICK, DOUBLE, SINGLE]);
const OTHER = scanner(SLASHED, [String.raw`\x60[^\x60]*\x60`, DOUBLE, CHARACTER]);

/** What a program consists of. Languages are told by the ending of its file; no grammar is asked, so that a pattern's quotes may mislead it. */
export function tokensOf(path: string, text: string): Token[] {
  const scan = /\.pyi?$/.test(path) ? PYTHON : /\.[cm]?[jt]sx?$/.test(path) ? SCRIPT : OTHER;
  return [...text.matchAll(scan)].flatMap(({ 0: found, 1: comment, index }) =>
    comment === undefined ? [{ text: found, start: index, end: index + found.length }] : [],
  );
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The position of the bracket that closes the one at `open`; null where none does. */
export function closingToken(tokens: readonly Token[], open: number): number | null {
  const wanted: string[] = [];
  for (let at = open; at < tokens.length; at += 1) {
    const { text } = tokens[at] ?? { text: "" };
    const close = CLOSING[text];
    if (close !== undefined) wanted.push(close);
    else if (text === wanted.at(-1)) wanted.pop();
    if (wanted.length === 0) return at;
  }
  return null;
}

/** What stands between commas of a list in brackets, that opens at `open`; null where it does not close. */
export function listAt(tokens: readonly Token[], open: number): Token[][] | null {
  const close = closingToken(tokens, open);
  if (close === null) return null;
  const parts: Token[][] = [[]];
  for (let at = open + 1; at < close; at += 1) {
    const end = closingToken(tokens, at);
    const token = tokens[at];
    if (token?.text === ",") parts.push([]);
    else if (end === null) return null;
    else {
      parts.at(-1)?.push(...tokens.slice(at, end + 1));
      at = end;
    }
  }
  return parts.filter((part) => part.length > 0);
}
