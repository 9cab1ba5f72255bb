import type { AssertionStrength, SourceFile, WrittenTest } from "../../../schema/source.ts";
import { addedTests, COMPUTED_NAME, lostBetween, type TestEdit } from "./written-tests.ts";

interface Side {
  readonly tests: readonly WrittenTest[];
  readonly texts: readonly SourceFile[];
}

/** A test of head that may stand in the place of deleted ones, with what none of them took yet. */
interface Arrival {
  readonly test: WrittenTest;
  assertions: readonly AssertionStrength[];
  readonly words: ReadonlyMap<string, number>;
  readonly shape: string;
  readonly values: Map<string, number>;
}

/** Of what an old test says so much has to stand in the new one: a word or two may be another. */
const KEPT = 0.95;
/** Where all its numbers stand there. */
const KEPT_AROUND_NUMBERS = 0.8;
const LEAST_WORDS = 3;
/** A shorter one says what many do. */
const LEAST_ELSEWHERE = 12;
/** What two tests share of all that they say, where one may stand for the other. */
const NEAR = 0.6;
/** Of what the old one says, under a title that says as much of the old one's. */
const NEAR_BY_TITLE = [0.5, 0.75] as const;

/**
 * Deleted tests that stand in their file in another form count as renamed: under their own title in another suite, as if they had been
 * edited in place; under another name, or as rows of a table, with all that they said. The new one asserts as much. R3 still runs them as
 * base wrote them. What one old test said is not counted for another; how many become rows under computed names a run says. A file that is gone
 * may have become another one.
 */
export function withExtended(edits: readonly TestEdit[], base: Side, head: Side): TestEdit[] {
  const taken = new Set(edits.flatMap(({ to = [] }) => to));
  const known = new Set(base.tests.map(({ digest }) => digest));
  const rewritten = new Set(edits.filter(({ kind }) => kind === "rewritten").map(idOf));
  const added = new Set(addedTests(base.tests, head.tests).map(idOf));
  const isArrival = (test: WrittenTest): boolean =>
    test.name === null
      ? !known.has(test.digest)
      : (added.has(idOf(test)) && !taken.has(idOf(test))) || rewritten.has(idOf(test));
  const arrivals = head.tests
    .filter((test) => !test.helper && isArrival(test))
    .map((test) => arrivalOf(test, base, head));
  const paths = new Set(head.texts.map(({ path }) => path));
  return edits.map((edit) => {
    const old = base.tests.filter((test) => test.name !== null && idOf(test) === idOf(edit));
    const [only] = old;
    if (edit.kind !== "deleted" || only === undefined || old.length > 1) return edit;
    const said = bodyOf(only, base);
    const asserting = arrivals.filter(
      ({ test, assertions }) => lostBetween(only, test.name === null ? test : { ...test, assertions }) === null,
    );
    const inPlace = asserting.filter(({ test }) => test.path === only.path);
    const elsewhere = paths.has(only.path) ? [] : asserting.filter(({ test }) => titleOf(test) === titleOf(only));
    const fits =
      inPlace.find(({ test }) => titleOf(test) === titleOf(only)) ??
      [...inPlace, ...elsewhere].find((one) => says(one, said)) ??
      inPlace.find(({ test }) => hasRow(test, only));
    if (fits === undefined)
      return { ...edit, ...inPlaceOf(only, said, arrivals, !paths.has(only.path)), ...inPartsOf(only, arrivals) };
    if (fits.test.name !== null) take(fits, only, said);
    return { ...edit, kind: "renamed", detail: fits.test.name ?? COMPUTED_NAME, to: [idOf(fits.test)] };
  });
}

/**
 * A new test of the suite, or of any where the old one's file is gone, that says most of what the old one said, and little more: it expects
 * something else in its place. Or one of another file that says nearly all of it, or a table whose rows may.
 */
function inPlaceOf(
  old: WrittenTest,
  said: string,
  arrivals: readonly Arrival[],
  isFileGone: boolean,
): Pick<TestEdit, "inPlace"> {
  const wanted = wordsIn(said);
  const isNear = ({ test, words }: Arrival): boolean => {
    const size = [...words.values()].reduce((sum, count) => sum + count, 0);
    const common = wanted.length - missing(wanted, words).length;
    const isBeside = test.path === old.path && suiteOf(test) === suiteOf(old);
    const isNamedSo = common >= NEAR_BY_TITLE[0] * wanted.length && saysTitle(test, old);
    const isMost = isNamedSo || 2 * common >= NEAR * (wanted.length + size);
    const isLong = wanted.length >= LEAST_ELSEWHERE;
    const isAll = isLong && test.path !== old.path && common >= KEPT_AROUND_NUMBERS * wanted.length;
    return wanted.length >= LEAST_WORDS && (isAll || ((isBeside || isFileGone) && isMost));
  };
  // One that asserts nothing says that nothing is refused: another one of its kind may stand in its place.
  const found = arrivals.find(
    (one) =>
      one.test.assertions.length >= Math.min(1, old.assertions.length) &&
      (one.test.name === null ? hasMostOf(one.test, old) : isNear(one)),
  );
  return found === undefined ? {} : { inPlace: idOf(found.test) };
}

/** New tests of its file that ask what the old one asked, and hold all that it pinned down, in as many assertions as it had. */
function inPartsOf({ path, said, assertions }: WrittenTest, arrivals: readonly Arrival[]): Pick<TestEdit, "inParts"> {
  const { pinned, asked } = said ?? { pinned: [], asked: [] };
  const parts = arrivals.filter(
    ({ test }) =>
      test.path === path && test.name !== null && asked.some((use) => test.said?.uses.includes(use) === true),
  );
  const held = new Set(parts.flatMap(({ test }) => test.said?.constants ?? []));
  const used = new Set(parts.flatMap(({ test }) => test.said?.uses ?? []));
  const isSplit =
    parts.length > 1 &&
    pinned.length > 0 &&
    pinned.every((word) => held.has(word)) &&
    asked.every((use) => used.has(use)) &&
    parts.flatMap((part) => part.assertions).length >= assertions.length;
  return isSplit ? { inParts: parts.map(({ test }) => idOf(test)) } : {};
}

/** What base's test of the same name had already is its own. */
function arrivalOf(test: WrittenTest, base: Side, head: Side): Arrival {
  const text = bodyOf(test, head);
  const arrival = {
    test,
    assertions: test.assertions,
    words: countsOf(wordsIn(text)),
    shape: shapeOf(text),
    values: countsOf(valuesIn(text)),
  };
  const before = base.tests.find((other) => test.name !== null && idOf(other) === idOf(test));
  if (before !== undefined) take(arrival, before, bodyOf(before, base));
  return arrival;
}

function take(arrival: Arrival, { assertions }: WrittenTest, said: string): void {
  const left = arrival.assertions.toSorted((a, b) => b - a);
  for (const strength of assertions) {
    const at = left.findLastIndex((one) => one >= strength);
    if (at >= 0) left.splice(at, 1);
  }
  arrival.assertions = left;
  for (const value of valuesIn(said)) arrival.values.set(value, Math.max(0, (arrival.values.get(value) ?? 0) - 1));
}

function says({ words, values, shape }: Arrival, said: string): boolean {
  const wanted = wordsIn(said);
  // What stands there and went to another old test, or is of base's own, is not there for this one.
  const isTaken = (value: string): boolean => values.get(value) === 0;
  if (wanted.length < LEAST_WORDS || valuesIn(said).some(isTaken)) return false;
  const numbers = wanted.filter((word) => /\d/.test(word));
  // The same test with other numbers in it was rewritten, and nothing is lost.
  if (shapeOf(said) === shape) return true;
  const keepsNumbers = numbers.length > 0 && numbers.every((word) => words.has(word));
  return 1 - missing(wanted, words).length / wanted.length >= (keepsNumbers ? KEPT_AROUND_NUMBERS : KEPT);
}

/** A table whose rows hold the old one's title, what it asked and all that it pinned down. */
function hasRow({ name, said: now }: WrittenTest, old: WrittenTest): boolean {
  const title = titleOf(old);
  if (name !== null || now === undefined || old.said === undefined || typeof title !== "string") return false;
  const { pinned, asked } = old.said;
  const words = [...pinned, ...wordsIn(title)];
  return (
    pinned.length > 0 &&
    words.every((word) => now.constants.includes(word)) &&
    asked.every((use) => now.uses.includes(use))
  );
}

/** A table of its file that asks what the old one asked and holds most of what it pinned down: messages may be put together from the rows. */
function hasMostOf({ path, said: now }: WrittenTest, old: WrittenTest): boolean {
  const { pinned, asked } = old.said ?? { pinned: [], asked: [] };
  const held = pinned.filter((word) => now?.constants.includes(word) === true);
  return (
    path === old.path &&
    asked.length > 0 &&
    asked.every((use) => now?.uses.includes(use) === true) &&
    pinned.length >= LEAST_WORDS &&
    held.length >= KEPT_AROUND_NUMBERS * pinned.length
  );
}

const idOf = ({ path, name }: { readonly path: string; readonly name: string | null }): string =>
  `${path}::${name ?? COMPUTED_NAME}`;

const suiteOf = ({ name }: WrittenTest): string => (name ?? "").split(" > ").slice(0, -1).join(" > ");

/** Without its suites; a computed one is no other's. */
const titleOf = ({ name }: WrittenTest): string | symbol => name?.split(" > ").at(-1) ?? Symbol(COMPUTED_NAME);

/** Under a title of three words or more, most of which the new one's has. */
function saysTitle(test: WrittenTest, old: WrittenTest): boolean {
  const [now = [], before = []] = [test, old]
    .map(titleOf)
    .map((title) => (typeof title === "string" ? titleWords(title) : []));
  const said = before.filter((word) => now.includes(word)).length;
  return before.length >= LEAST_WORDS && said >= NEAR_BY_TITLE[1] * before.length;
}

const titleWords = (title: string): string[] =>
  (title.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu) ?? []).map((word) => word.toLowerCase());

/** The lines of a test, with what belongs to it above, up to the next one or to the end of its suite, without its name. */
function bodyOf({ path, line, start = line, name }: WrittenTest, { tests, texts }: Side): string {
  const text = texts.find((file) => file.path === path)?.text ?? "";
  const starts = tests.filter((test) => test.path === path && test.line > line).map((test) => test.start ?? test.line);
  const next = Math.min(...starts);
  const lines = text.split("\n").slice(start - 1, next === Infinity ? undefined : next - 1);
  const depth = (one: string): number => one.search(/\S/);
  const end = lines.findIndex((one) => one.trim() !== "" && depth(one) < depth(lines[0] ?? ""));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join("\n")
    .replace(name?.split(" > ").at(-1) ?? "", "");
}

const shapeOf = (text: string): string =>
  wordsIn(text)
    .map((word) => word.replace(/^\d.*/, "0"))
    .join(" ");

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Numbers and texts, without those that are put together as messages are: what rows of a table hold. */
const valuesIn = (text: string): string[] =>
  (text.match(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|\b\d[\w.]*/g) ?? []).filter(
    (value) => !/^(["'`])\1$|[%{$]/.test(value),
  );

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The words that are not among the others, each of those taken once. */
function missing(words: readonly string[], others: ReadonlyMap<string, number>): string[] {
  const left = new Map(others);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}
