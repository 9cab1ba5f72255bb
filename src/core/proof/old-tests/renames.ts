/** Names that a change has taken away, each with the one that came for it, in the order in which code first says them. */
export type Renames = ReadonlyMap<string, string>;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * What a change renamed, so far as its tests say it: words of base's code that head's no longer has, or where there are none (the
 * old name stays beside the new one) those that head's tests no longer say, and the new ones of code and tests that came for
 * them. As many of either, else nobody can tell which became which; none then.
 */
export function renamesIn(code: Sides, tests: Sides): Renames {
  const come = newIn(code.head, code.base).filter(saidIn(tests.head));
  const gone = newIn(code.base, code.head).filter(saidIn(tests.base));
  if (gone.length > 0) return pairsOf(gone, come);
  const unsaid = newIn(tests.base, tests.head).filter(saidIn(code.base));
  const [before, after] = [countsOf(tests.base), countsOf(tests.head)];
  const least = Math.min(...unsaid.map((word) => before.get(word) ?? 0));
  // What is said less often is new besides.
  return pairsOf(
    unsaid,
    come.filter((word) => (after.get(word) ?? 0) >= least && !before.has(word)),
  );
}

/**
 * Whether a function that tests ask (`MODULE NAME`) went with the change: base's code says its name and head's no longer does, or not in
 * the files that the module is, by their name; or base declares it, and head says it only as a member of something else, as what a
 * library's own method took the place of. `paths` are those of the code.
 */
export function goneFrom(paths: readonly string[], code: Sides): (asked: string) => boolean {
  const declared = code.base.flatMap((text) => [...text.matchAll(DECLARED)].map(([, name = ""]) => name));
  const left = wordsOf(code.head.map((text) => text.replaceAll(MEMBER, "")));
  const gone = new Set(newIn(code.base, code.head));
  const replaced = new Set(declared.filter((name) => !left.has(name)));
  const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const places = Map.groupBy(paths.keys(), (at) => stemOf(paths[at] ?? ""));
  const within = (stem: string, side: keyof Sides): string[] =>
    (places.get(stem) ?? []).map((at) => code[side][at] ?? "");
  const goneIn = new Map(
    [...places.keys()].map((stem) => [stem, new Set(newIn(within(stem, "base"), within(stem, "head")))]),
  );
  return (asked) => {
    const [module = "", name = ""] = asked.split(" ");
    // Without a module it is a member that is asked for, or an option.
    return gone.has(name) || (module !== "" && replaced.has(name)) || goneIn.get(stemOf(module))?.has(name) === true;
  };
}

const DECLARED = /\b(?:func|function\s*\*?|def|fn|class)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;
/** What is given to a member may be how a module hands it out. */
const MEMBER = /(?<!\.\.)\.[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$]|\s*=(?!=))/gu;

const pairsOf = (gone: readonly string[], come: readonly string[]): Renames =>
  new Map(gone.length === come.length ? gone.map((word, at) => [word, come[at] ?? word]) : []);

/** The texts of both sides, in the same order of files. */
export interface Sides {
  readonly base: readonly string[];
  readonly head: readonly string[];
}

/** A text with every renamed word under its new name. */
export const respell = (text: string, renames: Renames): string =>
  text.replaceAll(WORD, (word) => renames.get(word) ?? word);

function newIn(texts: readonly string[], others: readonly string[]): string[] {
  const known = wordsOf(others);
  return [...wordsOf(texts)].filter((word) => !known.has(word));
}

function saidIn(texts: readonly string[]): (word: string) => boolean {
  const said = wordsOf(texts);
  return (word) => said.has(word);
}

const wordsOf = (texts: readonly string[]): Set<string> => new Set(texts.flatMap((text) => text.match(WORD) ?? []));

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap((text) => text.match(WORD) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
