import { plainWord } from "./normalise.ts";

export interface Word {
  /** Lower case, as a model reads it. */
  readonly word: string;
  /** As written. */
  readonly raw: string;
  /** Begins a clause: the passage, a line, or what follows punctuation. */
  readonly first: boolean;
  /** Stands between quotes or backticks. */
  readonly quoted: boolean;
  /** Between backticks, or written as only code is: `snake_case`, `camelCase`, `call()`, `a/path.ts`. */
  readonly code: boolean;
}

const TOKEN = /[\p{L}\p{M}\p{N}_@$][\p{L}\p{M}\p{N}_@$'’]*|\n|[^\s]/gu;
const IDENTIFIER = /_|[a-z][A-Z]|^\p{Script=Latin}+\d|^\d+\p{Script=Latin}/u;
const OPENERS = new Set(["“", "«", "„", "‘"]);
const CLOSERS = new Set(["”", "»", "“", "’"]);

/** The words of a normalised passage, in order. An apostrophe inside a word belongs to it. Linear. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let quote = "";
  let first = true;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isWord = /^[\p{L}\p{N}_@$]/u.test(token);
    if (isWord) {
      const raw = token.replace(/(?<!['’])['’]+$/, "");
      const lower = raw.toLowerCase().replaceAll("’", "'");
      const code = quote === "`" || IDENTIFIER.test(raw) || isJoined(text, index, index + token.length);
      words.push({ word: plainWord(lower), raw, first, quoted: quote !== "", code });
      if (raw !== token && (quote === "'" || quote === "‘")) quote = "";
      first = false;
    } else {
      const open = nextQuote(quote, token, text[index - 1] ?? " ", text[index + 1] ?? " ");
      // What is closed goes on with its clause.
      first = quote === "" || open !== "" || first;
      quote = open;
    }
  }
  return words;
}

/** Whether what stands beside a word, without a space, makes it part of a name: `file.py`, `f(`, `a/b`, `a::b`. */
function isJoined(text: string, start: number, end: number): boolean {
  if (/[./\\]/.test(text[start - 1] ?? " ")) return true;
  const [next = " ", afterNext = " "] = text.slice(end, end + 2);
  return /[/\\(=<>{}[]/.test(next) || (/[.:]/.test(next) && /[\p{L}\p{N}_:/]/u.test(afterNext));
}

function nextQuote(open: string, mark: string, before: string, after: string): string {
  if (open === "") {
    if (mark === '"' || mark === "`") return mark;
    if (OPENERS.has(mark)) return mark;
    return mark === "'" && !/[\p{L}\p{N}]/u.test(before) && /\S/.test(after) ? mark : "";
  }
  if (mark === open || (CLOSERS.has(mark) && OPENERS.has(open))) return "";
  return open;
}
