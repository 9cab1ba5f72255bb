import type { ChangedSource } from "../../schema/source.ts";

/** A place of head's text that base has not as often. */
export interface NewMatch {
  readonly line: number;
  /** Its line, as it is written. */
  readonly excerpt: string;
}

const EXCERPT = 160;

/** Places in head, of which each kind (`key`) that base has as often is none that is new; of more, the last ones. */
export function newMatches(
  { base, head }: ChangedSource,
  placesIn: (text: string) => readonly { readonly index: number; readonly key: string }[],
): NewMatch[] {
  const before = Map.groupBy(placesIn(base ?? ""), ({ key }) => key);
  const after = Map.groupBy(placesIn(head), ({ key }) => key);
  const places = [...after].flatMap(([key, all]) => all.slice(before.get(key)?.length ?? 0));
  const lines = head.split("\n");
  return places.map(({ index }) => {
    const line = head.slice(0, index).split("\n").length;
    return { line, excerpt: (lines[line - 1] ?? "").trim().slice(0, EXCERPT) };
  });
}
