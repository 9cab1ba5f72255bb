/**
 * The text of a file that grows in one place. Its entries are only ever added to, so that whoever writes the file can keep
 * what it has of them: publishing a turn then costs what the turn added (design.md §9).
 */
export interface GrowingText {
  readonly before: string;
  /** The list itself: the same one, as long as what was kept of it holds. */
  readonly entries: readonly unknown[];
  /** The text of the entries from an index on. */
  readonly textFrom: (index: number) => string;
  readonly after: string;
}

/** What stands around the entries: `first` before the first of them, `between` before every other. */
interface Around extends Pick<GrowingText, "before" | "after"> {
  readonly first?: string;
  readonly between?: string;
}

export function growing<T>(
  entries: readonly T[],
  textOf: (entry: T) => string,
  { before, first = "", between = "", after }: Around,
): GrowingText {
  const textFrom = (index: number): string =>
    index >= entries.length
      ? ""
      : (index === 0 ? first : between) +
        entries
          .slice(index)
          .map((entry) => textOf(entry))
          .join(between);
  return { before, entries, textFrom, after };
}

/** The same text as `jsonText`, where the last field of a document is the list that grows. */
export function growingJson<K extends string, T>(
  document: { readonly [key in K]: readonly T[] },
  field: K,
  textOf: (entry: T) => string = nested,
): GrowingText {
  const entries = document[field];
  const empty = JSON.stringify({ ...document, [field]: [] }, null, 2);
  return growing(entries, textOf, {
    before: empty.slice(0, -"]\n}".length),
    first: "\n    ",
    between: ",\n    ",
    after: entries.length === 0 ? "]\n}\n" : "\n  ]\n}\n",
  });
}

/** JSON two levels deep in a document. Newlines stand only between its parts: those in texts are escaped. */
export const nested = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("\n", "\n    ");

export const wholeText = (text: string | GrowingText): string =>
  typeof text === "string" ? text : text.before + text.textFrom(0) + text.after;

/** Makes something once of each object; for objects that never change. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
