/** What led to a number, told to whoever asks why (`governor explain`). */
export interface Signal {
  readonly dimension: "complexity" | "uncertainty" | "conflict" | "stakes" | "horizon" | "domain" | "confidence";
  readonly signal: string;
  /** What it moved the dimension to, or by. */
  readonly effect: string;
}

/** A dimension with what led to it. */
export interface Reading<T> {
  readonly value: T;
  readonly signals: readonly Signal[];
}

/** The words of a list that occur, each once. Ideographs know no spaces, so they are looked for anywhere. */
export function findWords(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern) ?? [])];
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Words of Latin and Cyrillic as wholes (an ending `*` leaves the rest open), ideographs wherever they stand. */
export function wordList(words: string): RegExp {
  const {
    whole = [],
    open = [],
    anywhere = [],
  } = Object.groupBy(words.trim().split(/\s*[,\n]\s*/), (word) =>
    IDEOGRAPHS.test(word) ? "anywhere" : word.endsWith("*") ? "open" : "whole",
  );
  // Each class of letters costs a regular expression a millisecond to compile: they stand once, around all words.
  const openWords = `${anyOf(open.map((word) => word.slice(0, -1)))}[\\p{L}'’-]{0,20}`;
  const own = String.raw`(?<![\p{L}\p{N}_])(?:${[...whole.map(patternOf), openWords].join("|")})(?![\p{L}\p{N}_])`;
  return new RegExp([own, ...anywhere.map(patternOf)].join("|"), "gu");
}

/** `(?!)` is nothing at all: an empty list matches nowhere. */
const anyOf = (words: readonly string[]): string => `(?:${words.map(patternOf).join("|") || "(?!)"})`;

const patternOf = (word: string): string =>
  word.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`);
