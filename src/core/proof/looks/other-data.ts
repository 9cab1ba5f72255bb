const WORD = /[A-Za-z]{3,}/g;
/** What a format itself says. */
const OF_FORMATS = new Set(["true", "false", "null", "undefined", "None", "True", "False", "NaN", "Infinity"]);

/**
 * A text of data that says something else in the same form: every digit from 1 on is another one, and where there is none every word
 * stands backwards. Null: nothing in it can be another.
 */
export function otherData(text: string): string | null {
  const digits = text.replaceAll(/[1-9]/g, (digit) => (digit === "9" ? "8" : String(Number(digit) + 1)));
  if (digits !== text) return digits;
  const words = text.replaceAll(WORD, (word) => (OF_FORMATS.has(word) ? word : Array.from(word).toReversed().join("")));
  return words === text ? null : words;
}
