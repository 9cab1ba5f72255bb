import type { Problem } from "../runs/problem.ts";

/** What a repair mends where the run is at home. */
const MENDED: ReadonlySet<string> = new Set([
  "ARTIFACT_CHANGED",
  "ARTIFACT_MISSING",
  "ERASURE_UNFINISHED",
  "JOURNAL_BROKEN",
  "JOURNAL_CUT",
  "SNAPSHOT_DIFFERS",
]);

const withStep = (problems: readonly Problem[], next: string): Problem[] =>
  problems.map((problem) => (problem.next === undefined && MENDED.has(problem.code) ? { ...problem, next } : problem));

/** Problems of a run of this repository: its own repair is named, and not whichever run a bare one would take. */
export const stepsAtHome = (problems: readonly Problem[], runId: string): Problem[] =>
  withStep(problems, `baton repair --run ${runId}`);

/** Problems of a directory that no journal here could write again. */
export const stepsElsewhere = (problems: readonly Problem[]): Problem[] =>
  withStep(problems, "Copy the directory anew from where the run was made, or restore what is named.");
