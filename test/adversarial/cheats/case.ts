import type { Files } from "../../support/repository.ts";

/** A change that claims more than its tests prove, in one of the ways that verification.md lists. */
export interface CheatCase {
  readonly name: string;
  readonly technique: string;
  readonly base: Files;
  readonly head: Files;
  readonly test?: string;
  readonly feature?: string;
  /** What survives every run by its nature is named as undetectable instead of being claimed as found. */
  readonly expect: "refused" | "undetectable";
  /** At least one finding with severity error or person must carry one of these codes. */
  readonly codes?: readonly string[];
}

/** Files with one text in the place of another, which must be there. */
export function edited(files: Files, ...edits: readonly (readonly [text: string, by: string])[]): Files {
  const changed = { ...files };
  for (const [text, by] of edits) {
    const path = Object.keys(changed).find((one) => changed[one]?.includes(text) === true);
    if (path === undefined) throw new Error(`nothing holds ${text}`);
    changed[path] = (changed[path] ?? "").replace(text, by);
  }
  return changed;
}

/** How a language's cases are written: all on the same base. */
export const refusedOn =
  (base: Files) =>
  (name: string, technique: string, head: Files, codes?: readonly string[]): CheatCase => ({
    name,
    technique,
    base,
    head,
    expect: "refused",
    ...(codes === undefined ? {} : { codes }),
  });
