/** Characters that show nothing: what hides or splits a word for a scanner and not for a model. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\ufe00-\ufe0f]/g;
/** Bidirectional overrides and isolates, and words cut by what has no width. Emoji joiners are no sign of anything. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069]|\p{L}[\u00ad\u200b\u200c\u2060\ufeff]\p{L}/u;
/** The tags block repeats ASCII, unseen. A flag of a region is the one honest use: it begins with a black flag. */
const TAGS = /[\u{e0000}-\u{e007f}]/u;
const FLAGS = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu;
const MARKS = /[\u0300-\u036f]/gu;

/** Letters of other scripts that look Latin (Unicode TR39, those that words of instructions need). */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "a", в: "b", е: "e", ё: "e", з: "3", і: "i", ї: "i", ј: "j", к: "k", м: "m", н: "h", о: "o", р: "p", с: "c",
    т: "t", у: "y", х: "x", ѕ: "s", ԁ: "d", ԛ: "q", ԝ: "w", һ: "h", ӏ: "l", г: "r", п: "n", ь: "b",
    α: "a", β: "b", γ: "y", ε: "e", η: "n", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x", ω: "w",
    ı: "i", ɑ: "a", ɡ: "g", ɩ: "i", ո: "n", ս: "u", օ: "o", ց: "g", հ: "h",
  }),
); // prettier-ignore
const DIGITS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s" };

export interface Normalised {
  readonly text: string;
  /** Something was written that a reader does not see. */
  readonly hidden: boolean;
}

/** Text as a model reads it: compatibility forms, unseen characters and accents taken away. Linear. */
export function normalise(given: string): Normalised {
  if (/^[\t\n\r\x20-\x7e]*$/.test(given)) return { text: given, hidden: false };
  const text = given.replaceAll(FLAGS, "");
  const tags = TAGS.test(text);
  const shown = tags
    ? Array.from(text, (one) => {
        const point = one.codePointAt(0) ?? 0;
        return point >= 0xe0020 && point <= 0xe007e ? String.fromCharCode(point - 0xe0000) : one;
      }).join("")
    : text;
  const hidden = tags || HIDDEN.test(shown);
  return { text: fold(shown.replaceAll(INVISIBLE, "")), hidden };
}

/** Compatibility forms and accents only, as words in a lexicon are written. */
export const fold = (text: string): string => text.normalize("NFKD").replaceAll(MARKS, "").normalize("NFC");

/** A word with letters of two scripts, or with digits for letters, as the Latin word that it looks like; else itself. */
export function plainWord(word: string): string {
  if (/[a-z]/.test(word) && /[^\x20-\x7e]/.test(word))
    return Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join("");
  return word.length > 3 && /[013457@$]/.test(word) && /[a-z]/.test(word) && !/\d{3}/.test(word)
    ? word.replaceAll(/[013457@$]/g, (digit) => DIGITS[digit] ?? digit)
    : word;
}
