/** What tells two objects of a type apart, by the type's name: where its equality stands, and what that looks at. */
export interface Equality<N> {
  readonly type: string;
  /** The class that it extends, by its name. */
  readonly parent?: string | undefined;
  readonly node: N;
  /** The members of the other object that are looked at; null where it is handed on whole, to be compared elsewhere. */
  readonly compared: ReadonlySet<string> | null;
  /** Empty where the language compares, or another look reads it (`rust/own-equality.ts`). */
  readonly text: string;
  /** What objects of the type hold. */
  readonly held: ReadonlySet<string>;
}

export interface Looser<N> {
  readonly node: N;
  readonly lost: readonly string[];
}

const TOLERANT = /\b(?:abs|is_?close|round|to_?fixed|\w*approx\w*|\w*almost\w*)\b/i;
/** What an equality with a tolerance no longer looks at. */
const NEARNESS = "how near";

/**
 * The equalities of head that no longer look at something that base's did and that is still there, or let a difference go: older tests
 * are blind to it. One of a class that is new is held beside that of the class which it extends.
 */
export function looserEqualities<N>(base: readonly Equality<N>[], head: readonly Equality<N>[]): Looser<N>[] {
  const before = new Map(base.map((one) => [one.type, one]));
  return head.flatMap(({ type, parent = "", node, text, compared, held }) => {
    const was = before.get(type) ?? before.get(parent);
    if (was === undefined) return [];
    const keeps = (name: string): boolean => held.has(name) || (was.type !== type && was.held.has(name));
    const left =
      compared === null ? [] : [...(was.compared ?? [])].filter((name) => !compared.has(name) && keeps(name));
    const lost = TOLERANT.test(text) && !TOLERANT.test(was.text) ? [...left, NEARNESS] : left;
    return lost.length === 0 ? [] : [{ node, lost }];
  });
}

/** The names of what is held, among those that are read: `getTotal()` reads `total`. */
export function heldName(name: string, held: ReadonlySet<string>): string {
  const bare = name.replace(/^(?:get|is|has)_?(?=[A-Z_\d]|$)/, "");
  const plain = bare.slice(0, 1).toLowerCase() + bare.slice(1);
  return !held.has(name) && held.has(plain) ? plain : name;
}

export const withLost = (excerpt: string, lost: readonly string[]): string =>
  `${excerpt} (${lost.toSorted().join(", ")})`;
