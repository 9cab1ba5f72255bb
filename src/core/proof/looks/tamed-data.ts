import type { ChangedSource, SourceFile } from "../../../schema/source.ts";

/** A file of data that says less than it did, as base has it, and the first line of that which is gone. */
export interface TamedData extends SourceFile {
  readonly gone: string;
}

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kt|toml|cfg|ini|lock|feature)$/;
/** What tests expect says otherwise where what is right does: that is another question. */
const EXPECTED = /(?:^|[/._-])(?:goldens?|expected|snapshots?|outputs?|want)(?:[/._-]|$)/i;
/** Nobody reads more by hand. */
const LARGEST = 2 ** 20;

/** Data of the tests that the change edits, so that something of it is gone: what only gains lines, members or cells is left out. */
export function tamedIn(files: readonly ChangedSource[]): TamedData[] {
  return files.flatMap(({ path, base, head }): TamedData[] => {
    if (base === null || CODE.test(path) || EXPECTED.test(path) || base.length > LARGEST) return [];
    if (path.endsWith(".json") && isHeld(parsed(base), parsed(head))) return [];
    const gone = firstGone(base.split("\n"), head.split("\n"));
    return gone === null ? [] : [{ path, text: base, gone: gone.trim() }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether all that one value says is said by another: members by their names, elements in their order. */
function isHeld(value: unknown, by: unknown): boolean {
  if (value === undefined || by === undefined || typeof value !== typeof by) return false;
  if (Array.isArray(value) && Array.isArray(by)) {
    let at = 0;
    for (const one of by) if (at < value.length && isHeld(value[at], one)) at += 1;
    return at === value.length;
  }
  if (typeof value !== "object" || value === null || typeof by !== "object" || by === null) return value === by;
  return Object.entries(value).every(([name, one]) =>
    isHeld(one, Object.entries(by).find(([key]) => key === name)?.[1]),
  );
}

/** The first line that stands in none of the others, in their order, with no more than further signs in between. */
function firstGone(lines: readonly string[], others: readonly string[]): string | null {
  let at = 0;
  for (const line of lines) {
    const words = line.trim();
    const found = others.findIndex((other, place) => place >= at && isWithin(words, other));
    if (words !== "" && found === -1) return line;
    if (found !== -1 && words !== "") at = found + 1;
  }
  return null;
}

function isWithin(text: string, other: string): boolean {
  let at = 0;
  for (const sign of other) if (sign === text[at]) at += 1;
  return at === text.length;
}
