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

/** Words of Latin and Cyrillic as wholes (an ending `*` leaves the rest open), ideographs wherever they stand. */
export function wordList(words: string): RegExp {
  const all = words
    .trim()
    .split(/\s*[,\n]\s*/)
    .filter((word) => word !== "");
  const parts = all.map((word) => {
    const text = word.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`);
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) return text;
    return String.raw`(?<![\p{L}\p{N}_])${text.replace("*", String.raw`[\p{L}'’-]{0,20}`)}(?![\p{L}\p{N}_])`;
  });
  return new RegExp(parts.join("|"), "gu");
}
