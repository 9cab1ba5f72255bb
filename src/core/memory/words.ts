/** Letters that are written without spaces between words, and so that each is a piece by itself. */
const SIGN = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]`;
const OTHERS = String.raw`(?:(?!${SIGN})[\p{L}\p{N}\p{M}])+`;
const PIECE = new RegExp(`${SIGN}|${OTHERS}`, "gv");
const CHUNK = new RegExp(`${SIGN}+|${OTHERS}`, "gv");
const SIGNS = new RegExp(`^${SIGN}`, "v");

/** camelCase as its words. */
export const splitNames = (text: string): string => text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2");

/** What a name or a clause is made of, for the index: the words of camelCase, and each sign that needs no spaces. */
export const piecesOf = (text: string): string[] => splitNames(text).match(PIECE) ?? [];

/** Words of a text as they are looked for: pairs of neighbours where signs are written without spaces. */
export const chunksOf = (text: string): string[] =>
  (text.match(CHUNK) ?? []).flatMap((chunk) => (isOfSigns(chunk) ? pairsOf(Array.from(chunk)) : [chunk]));

export const isOfSigns = (word: string): boolean => SIGNS.test(word);

const pairsOf = (signs: readonly string[]): string[] =>
  signs.length < 2 ? [...signs] : signs.slice(1).map((sign, at) => `${signs[at] ?? ""}${sign}`);
