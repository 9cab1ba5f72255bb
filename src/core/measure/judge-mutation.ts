import { isValidMutant, type Mutant } from "../../schema/mutation.ts";
import { percent } from "./judge-coverage.ts";

/** Mutants of a change as one kind of mutation made them: a tool's, or the harness's own body removal. */
export interface MutationPart {
  readonly kind: "stryker" | "command" | "body_removal";
  readonly command: string;
  /** Of the tool, where it is known. */
  readonly version?: string;
  readonly mutants: readonly (Mutant & { readonly symbol?: string })[];
  /** Mutants that the budget did not let be tried. */
  readonly leftOut: number;
  /** Mutants that are ignored, and would not have been before the change. */
  readonly newlyIgnored: readonly Mutant[];
  /** Why a report says nothing of the change, where it does not. */
  readonly silent?: string;
}

/** A part of the change that was measured, or why it could not be. */
export type Tried = MutationPart | { readonly problem: { readonly code: string; readonly message: string } };

export interface PartScore {
  readonly kind: MutationPart["kind"];
  readonly valid: number;
  readonly detected: number;
  /** Per cent of valid mutants; null: none was valid, nothing was measured. */
  readonly score: number | null;
  /** What the score would be if everything left out were noticed. */
  readonly atBest: number;
}

export function scoreOf({ kind, mutants, leftOut }: MutationPart): PartScore {
  const valid = mutants.filter(isValidMutant);
  const detected = valid.filter(({ status }) => status === "killed" || status === "timeout").length;
  return {
    kind,
    valid: valid.length,
    detected,
    score: valid.length === 0 ? null : percent([detected, valid.length]),
    atBest: percent([detected + leftOut, valid.length + leftOut]),
  };
}

/**
 * Ignored mutants of which base ignores none of the kind for the reason: what a project agreed on (a mutator left out, static
 * values) holds of new lines too. `base`: its mutants.
 */
export function newlyIgnored(mutants: readonly Mutant[], base: readonly Mutant[]): Mutant[] {
  const keyOf = ({ mutator, reason = "" }: Mutant): string => `${mutator}\0${reason}`;
  const known = new Set(base.filter(isIgnored).map(keyOf));
  return mutants.filter((mutant) => isIgnored(mutant) && !known.has(keyOf(mutant)));
}

export const isIgnored = ({ status }: Mutant): boolean => status === "ignored";

/** Where no test noticed, for whoever has to write one: file, line, and what was taken away. */
export function survivorsOf({ kind, mutants }: MutationPart): { readonly path: string; readonly text: string }[] {
  const missed = mutants.filter(({ status }) => status === "survived" || status === "no_coverage");
  return missed.map(({ path, line, symbol, mutator, replacement, status }) => {
    const what =
      kind === "body_removal"
        ? `${symbol ?? ""} can lose its body`
        : `${mutator} can become ${JSON.stringify(replacement.slice(0, 60))}`;
    return {
      path,
      text: `${path}:${line} ${what} and ${status === "survived" ? "no test notices" : "no test runs it"}`,
    };
  });
}

/** A file as Stryker takes it: what it would read as a glob stands for any one character. */
export const patternOf = (path: string): string => path.replaceAll(/[[\]{}()!*?+@,\\]/g, "?");

/** Sorted lines of it, `a.js:3-5`. */
export function rangesFor(path: string, lines: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => `${patternOf(path)}:${from}-${to}`);
}
