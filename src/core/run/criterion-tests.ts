import { withoutParameters } from "../proof/test-ids.ts";

/** A test by its id, and what it says: its name and, where it was found, its own text. */
export interface SpokenTest {
  readonly id: string;
  readonly text: string;
}

/** Of fewer of a criterion's words nobody can tell what a test is about. */
const MORE_THAN = 0.5;

/** The tests that say most of a criterion's words, in their names or their text; none: no test is seen to be about it. */
export function testsAbout(criterion: string, tests: readonly SpokenTest[]): string[] {
  const wanted = wordsOf(criterion);
  const shares = tests.map(({ id, text }) => ({ id, share: shareOf(wanted, wordsOf(`${titleOf(id)} ${text}`)) }));
  const most = Math.max(0, ...shares.map(({ share }) => share));
  return most > MORE_THAN ? shares.flatMap(({ id, share }) => (share === most ? [id] : [])) : [];
}

/** What a file says from the line with a test's title on, up to that of the next test; empty: its title is not written there. */
export function textOfTest(id: string, text: string, ids: readonly string[]): string {
  const starts = ids.map((one) => placeOf(titleOf(one), text));
  const start = placeOf(titleOf(id), text);
  if (start === -1) return "";
  return text.slice(start, Math.min(text.length, ...starts.filter((one) => one > start)));
}

/** `test/a.js::adds > two` → `two` */
const titleOf = (id: string): string => {
  const [, ...names] = withoutParameters(id).split("::");
  return names.at(-1)?.split(" > ").at(-1) ?? id;
};

/** Where a title stands by itself, not as a part of another one. */
const placeOf = (title: string, text: string): number =>
  title === ""
    ? -1
    : text.search(new RegExp(String.raw`(?<![\p{L}\p{N}_])${RegExp.escape(title)}(?![\p{L}\p{N}_])`, "u"));

function shareOf(wanted: ReadonlySet<string>, said: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : wanted.intersection(said).size / wanted.size;
}

/** Words by their stems and numbers; `nextPage` is two. */
function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
      .toLowerCase()
      .match(/\p{L}{2,}|\p{N}+/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word)).map(stemOf));
}

const stemOf = (word: string): string => word.replace(/(?<=.{3})(?:ings?|ed|es|s|e)$/u, "").replace(/(.)\1$/u, "$1");

const EMPTY: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been but by can do does each else every for from has have if in into is it its may must no not of on or " +
    "shall should so such than that the their then there these they this to was were when where which will with would"
  ).split(" "),
);
