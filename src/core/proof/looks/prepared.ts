import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { callablesIn, type Callable } from "../old-tests/callables.ts";

/** A helper of the tests that does more to what they give than base's does, under the same name and with the same arguments. */
interface Helper {
  readonly name: string;
  /** A word of what it does more. */
  readonly does: string;
}

/** A file with such helpers, and its text where these do what base's do. */
interface Prepared extends SourceFile {
  readonly helpers: readonly Helper[];
}

/** Work on data, as code does it; what a helper builds, wraps, cuts out of what a program printed or sets up says other words. */
const WORK =
  /^(?:sort\w*|toSorted|order_?by|filter|uniq\w*|dedup\w*|distinct|reversed?|toReversed|lower|upper|toLowerCase|toUpperCase|to_(?:lower|upper)case|ToLower|ToUpper|round|floor|ceil|reduce|fold|sum|max|min|normali[sz]e)$/;

/** What a function of the helper's own does with texts. */
const ON_TEXTS = /^(?:replace(?:All)?|sub|translate|split|join|trim|strip)$/;

/** Changed files with such helpers. */
export function preparedIn(files: readonly ChangedSource[]): Prepared[] {
  const workers = newWorkers(files);
  return files.flatMap(({ path, base, head }): Prepared[] => {
    if (base === null) return [];
    const before = Map.groupBy(callablesIn([{ path, text: base }]), ({ name }) => name);
    let text = head;
    const helpers: Helper[] = [];
    for (const now of callablesIn([{ path, text: head }]).toReversed()) {
      const [old, ...others] = before.get(now.name) ?? [];
      const does = old === undefined || others.length > 0 || !isAlike(old, now) ? undefined : gained(old, now, workers);
      if (old === undefined || does === undefined) continue;
      helpers.push({ name: now.name, does });
      text = text.slice(0, now.start) + base.slice(old.start, old.end) + text.slice(now.end);
    }
    return helpers.length === 0 ? [] : [{ helpers, path, text }];
  });
}

const isAlike = (old: Callable, now: Callable): boolean =>
  now.most > 0 && now.most === old.most && now.wanted.join() === old.wanted.join();

const gained = (
  { words: before }: Callable,
  { name, words }: Callable,
  workers: ReadonlySet<string>,
): string | undefined => {
  const known = new Set([...before, name]);
  return words.find((word) => (WORK.test(word) || workers.has(word)) && !known.has(word));
};

/** Functions that the tests have since this change, and that work on data themselves. */
function newWorkers(files: readonly ChangedSource[]): ReadonlySet<string> {
  const before = new Set(
    callablesIn(files.map(({ path, base }) => ({ path, text: base ?? "" }))).map(({ name }) => name),
  );
  const now = callablesIn(files.map(({ path, head }) => ({ path, text: head })));
  return new Set(
    now
      .filter(({ name, words }) => !before.has(name) && words.some((word) => WORK.test(word) || ON_TEXTS.test(word)))
      .map(({ name }) => name),
  );
}
