import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BundleFacts } from "../../../core/handoff/render-bundle.ts";
import { attemptsOf, openAttempts } from "../../../core/run/beside.ts";
import type { Bounds } from "../../../core/run/bounds.ts";
import { goneOf, type Gone, type SignsOfLife } from "../../../core/run/gone.ts";
import { isFinished, isOutside, type RunState } from "../../../core/run/state.ts";
import { openBeats } from "../../../store/beats.ts";
import type { RunJournal } from "../record/journal.ts";
import { isLeased, isSilent, leaseHolder } from "./lease.ts";
import { aliveIn, type Project } from "../project.ts";

/** The last signs of life of a run's attempts, with whole seconds. */
export function beatsOf(project: Project, runId: string): BundleFacts["beatOf"] {
  const path = join(project.truth, "beats.db");
  if (!existsSync(path)) return () => null;
  const beats = openBeats(path);
  try {
    const last = new Map(beats.last(runId).map(({ task_id: id, attempt, at }) => [`${id} ${attempt}`, at]));
    return (taskId, attempt) => {
      const at = last.get(`${taskId} ${attempt}`);
      return at === undefined ? null : `${at.slice(0, 19)}Z`;
    };
  } finally {
    beats.close();
  }
}

/** Which process drives runs here; null: none does. */
export const livingIn = (project: Project): string | null => project.lease?.id ?? leaseHolder(aliveIn(project));

type OfRun = Pick<RunJournal, "state" | "runId">;

/** What is known here of whoever works on a run. */
export function signsIn(project: Project, { runId }: OfRun, now: Date, configured: Bounds): SignsOfLife {
  const living = livingIn(project);
  return { now, isAlive: (harness) => harness === living, beatOf: beatsOf(project, runId), configured };
}

/** An open attempt that `ledger reconcile` names, as every other command has to see it. */
export interface GoneAttempt extends Gone {
  readonly task_id: string;
  readonly attempt: number;
}

/** An attempt says how often it beats. One of an older journal does not, and who only shows reads no configuration for it. */
const UNSAID: Bounds = { timeoutSeconds: Infinity, heartbeatSeconds: Infinity };

/** Every open attempt that nobody is at work on any more. The signs of life are read only where somebody has one. */
export function goneIn(project: Project, { state, runId }: OfRun, now = new Date()): readonly GoneAttempt[] {
  const working = Object.values(state.tasks)
    .flatMap(attemptsOf)
    .filter(({ phase }) => phase === "working");
  if (working.length === 0 || isFinished(state)) return [];
  const signs = signsIn(project, { state, runId }, now, UNSAID);
  return working.flatMap((task) => {
    const gone = goneOf(state, task, signs);
    return gone === null ? [] : [{ task_id: task.plan.task_id, attempt: task.attempt, ...gone }];
  });
}

/** Whether a person, or whoever claimed a task and still gives signs of life, has one open: no process has to live for it. */
export const isWorkedOutside = (state: RunState, gone: readonly GoneAttempt[]): boolean =>
  openAttempts(state)
    .filter(({ plan }) => gone.every(({ task_id: id }) => id !== plan.task_id))
    .some(({ phase, harness }) => phase === "working" && isOutside(harness));

/** Whether anybody brings the run on: a process that drives it, or whoever works outside of one. */
export function isWorkedOn(project: Project, run: OfRun): boolean {
  const alive = aliveIn(project);
  return (isLeased(alive) && !isSilent(alive)) || isWorkedOutside(run.state, goneIn(project, run));
}
