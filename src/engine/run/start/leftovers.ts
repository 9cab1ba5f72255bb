import { existsSync, globSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { attemptsOf } from "../../../core/run/beside.ts";
import type { RunState } from "../../../core/run/state.ts";
import { identifyWorkspace } from "../../../store/workspace.ts";
import type { Project } from "../project.ts";
import type { RunJournal } from "../record/journal.ts";
import { pathsIn } from "../../../util/list-folder.ts";

/**
 * What a killed harness, or its killed git, left in places that are ours alone. Called by whoever drives runs here, and
 * nobody else does then: a lock on a ref of ours would otherwise stop every later run.
 */
export function removeLeftovers({ truth, places }: Pick<Project, "truth" | "places">): void {
  const patterns: readonly (readonly [folder: string, pattern: string])[] = [
    [join(truth, "git"), "{*.lock,*.tmp,index-*,info/*.tmp,objects/info/*.tmp}"],
    [join(truth, "blobs"), "*/*.tmp"],
    [join(places.commonDirectory, "refs"), "{baton,heads/baton}/**/*.lock"],
  ];
  for (const [folder, pattern] of patterns)
    for (const name of globSync(pattern, { cwd: folder })) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Clones of attempts that are over: their harness died after the answer was recorded and before they were removed. */
export function removeClones(folder: string, { tasks }: RunState): void {
  if (!existsSync(folder)) return;
  const working = new Set(
    Object.values(tasks)
      .flatMap(attemptsOf)
      .filter(({ phase }) => phase === "working")
      .map(({ plan, attempt }) => cloneName(plan.task_id, attempt)),
  );
  for (const { plan, attempt, review } of Object.values(tasks))
    for (const { state, gate, round } of review?.gates ?? [])
      if (state === "working") working.add(reviewCloneName(plan.task_id, attempt, gate, round));
  for (const name of readdirSync(folder))
    if (!working.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Nobody works this long on one file that is to be renamed. */
const ABANDONED_MS = 3_600_000;

/** Halves of files among the caches of checks, which other processes may be writing just now: only what is old goes. */
export function removeAbandoned(stateDirectory: string, now: Date): void {
  const below = (name: string): string[] => pathsIn(join(stateDirectory, name)).flatMap(pathsIn);
  const halves = [
    ...below("results").filter((path) => path.endsWith(".tmp")),
    ...below("repositories").filter((path) => path.endsWith(".tmp") || basename(path).startsWith("index-")),
  ];
  for (const path of halves) {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry !== undefined && now.getTime() - entry.mtimeMs > ABANDONED_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Whose clones are meant. */
export interface ClonesOf {
  readonly project: Pick<Project, "places">;
  readonly journal: Pick<RunJournal, "runId">;
  readonly options: { readonly stateDirectory: string };
}

/**
 * Where the clones of a run's attempts lie: outside the repository and the temporary folder (design.md §8). A run that was handed over is
 * in several repositories, which share the state folder and must not clear each other's work away.
 */
export const clonesOf = ({ options, project, journal }: ClonesOf): string =>
  clonesIn(options.stateDirectory, identifyWorkspace(project.places.commonDirectory).id, journal.runId);

/** Socket paths below a clone have some hundred bytes in all, and the run's id tells most of it. */
const clonesIn = (stateDirectory: string, workspace: string, runId: string): string =>
  join(stateDirectory, "clones", workspace.slice(0, 8), runId);

export const cloneName = (taskId: string, attempt: number): string => `${taskId}-${attempt}`;

export const reviewCloneName = (taskId: string, attempt: number, gate: string, round: number): string =>
  `${cloneName(taskId, attempt)}-${gate}-${round}`;
