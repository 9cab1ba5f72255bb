import type { SaidByTest, WrittenTest } from "../../../schema/source.ts";

/**
 * What an edited test says less than before, though it asserts as often and as exactly: constants that stand in it no more, code that
 * it asks no more, or an answer that it looks at through something that was not there. Null when nothing is missing. One exact
 * assertion may become several, each of a part, and a name another. `isOpen`: of rows with names of their own a run says which are there,
 * and of helpers those who call them.
 */
export function saysLess(before: SaidByTest, now: SaidByTest, isOpen = false): string | null {
  if (isOpen) return looksThroughMore(before, now);
  const named = without(now.words, before.words).some((word) => STATUS.test(word));
  // One that waited for the real clock, and does not any more, has other times.
  const waited = without(before.words, now.words).some((word) => SLEEP.test(word));
  const isFree = (constant: string): boolean =>
    (named && /^[1-5]\d\d$/.test(constant)) || (waited && /^[\d.]+$/.test(constant));
  const { lent = [] } = now;
  const constants = [...now.constants, ...lent.map((word) => word.toLowerCase())];
  const missing = without(before.pinned, constants).filter((constant) => !isFree(constant));
  if (missing.length > 0) return `${list(missing)} stood in what it asserts`;
  const renamedIn = new Set(without(now.uses, before.uses).map(moduleOf));
  const unasked = without(before.asked, now.uses).filter(
    (use) =>
      !renamedIn.has(moduleOf(use)) && !lent.includes(nameOf(use)) && !now.uses.some((other) => isMoved(use, other)),
  );
  if (unasked.length > 0) return `it does not ask ${list(unasked.map(nameOf))} any more`;
  return looksThroughMore(before, now);
}

/** Names that a status goes by in the place of its number: `http.StatusOK`, `HTTPStatus.OK`, `StatusCodes.OK`. */
const STATUS = /^(?:Status[A-Z]\w*|StatusCodes?|HttpStatus\w*|HTTPStatus|HTTP_STATUS\w*)$/;

const SLEEP = /^(?:sleep|setTimeout|delay|wait)$/i;

/** Without what tests ask of other people's code: that of the project is under one of its paths. */
export function askingOwn(tests: readonly WrittenTest[], paths: Iterable<string>): WrittenTest[] {
  const names = new Set([...paths].flatMap((path) => path.split("/")).map((name) => name.replace(/\.\w+$/, "")));
  const isOwn = (use: string): boolean => {
    const name = moduleOf(use).split(/[./]/).at(-1) ?? "";
    return name === "" || names.has(name);
  };
  return tests.map((test) =>
    test.said === undefined ? test : { ...test, said: { ...test.said, asked: test.said.asked.filter(isOwn) } },
  );
}

/** What several tests say together. */
export function allSaid(said: readonly SaidByTest[]): SaidByTest {
  const of = (key: Exclude<keyof SaidByTest, "through">): string[] => [
    ...new Set(said.flatMap((one) => one[key] ?? [])),
  ];
  return {
    pinned: of("pinned"),
    constants: of("constants"),
    words: of("words"),
    asked: of("asked"),
    uses: of("uses"),
    lent: of("lent"),
    through: said.flatMap(({ through }) => through),
  };
}

function looksThroughMore(before: SaidByTest, now: SaidByTest): string | null {
  const [known, kept] = [wordsOf(before), wordsOf(now)];
  // `lock_count` may have become `lock.count`.
  const parts = before.through.flatMap((path) => without(path, kept)).flatMap(partsOf);
  const fresh = (path: readonly string[]): string[] => without(withoutFiles(path), [...known, ...parts]);
  // What stands in the place of a word that is gone is that word under another name.
  const spare = Math.max(0, ...before.through.map((path) => without(path, kept).length));
  const narrowed = now.through.filter((path) => fresh(path).length > spare);
  const lost = before.through.length - (now.through.length - narrowed.length);
  if (narrowed.length === 0 || lost <= 0 || narrowed.length >= 2 * lost) return null;
  return `it looks through ${list([...new Set(narrowed.flatMap(fresh))])}`;
}

const READS_FILE = /^(?:read_?(?:text|bytes|file|to_string|string|all_?bytes)(?:_?sync)?|include_(?:str|bytes))$/i;
const OF_PATHS =
  /^(?:div|joins?|joinpath|resolve|relative|parents?|path|paths|dirname|with_(?:name|suffix)|open|fileURLToPath|filepath|files|toPath)$/i;

/** What is compared with stands in a file: how that is found and read says nothing of the answer. */
const withoutFiles = (path: readonly string[]): readonly string[] =>
  path.some((word) => READS_FILE.test(word))
    ? path.filter((word) => !READS_FILE.test(word) && !OF_PATHS.test(word))
    : path;

const partsOf = (word: string): string[] => {
  const parts = word.split(/_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);
  return parts.length === 1 ? [] : parts.map((part) => part.toLowerCase());
};

const wordsOf = ({ words, through }: SaidByTest): string[] => [...words, ...through.flat()];

/** A function of a package that is taken from the module in which it stands, or the other way round. */
function isMoved(use: string, other: string): boolean {
  const [one, two] = [moduleOf(use), moduleOf(other)];
  const within = (inner: string, outer: string): boolean =>
    inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}/`);
  return nameOf(use) === nameOf(other) && (within(one, two) || within(two, one));
}

const moduleOf = (use: string): string => use.split(" ")[0] ?? "";
const nameOf = (use: string): string => use.split(" ")[1] ?? use;

function without(words: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return words.filter((word) => !known.has(word));
}

const NAMED = 3;

function list(words: readonly string[]): string {
  const more = words.length > NAMED ? ` and ${words.length - NAMED} more` : "";
  return `${words
    .slice(0, NAMED)
    .map((word) => `\`${word}\``)
    .join(", ")}${more}`;
}
