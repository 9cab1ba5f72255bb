import { overdue, type Bounds } from "./bounds.ts";
import { HUMAN, isClaim, type RunState, type TaskState } from "./state.ts";

/** What is known of whoever works, beside the journal. */
export interface SignsOfLife {
  readonly now: Date;
  /** Whether the harness of an attempt lives. */
  readonly isAlive: (harness: string) => boolean;
  /** The last sign of life of a task's attempt; null when there was none. */
  readonly beatOf: (taskId: string, attempt: number) => string | null;
  /** For tasks that say nothing else. */
  readonly configured: Bounds;
}

/** An open attempt that nobody is at work on any more, though no event says so yet. */
export interface Gone {
  readonly code: "LEDGER_WORKER_MISSING" | "TASK_TIMEOUT";
  readonly why: string;
}

/** Null: somebody is at work on it, or nobody has to be. */
export function goneOf(state: RunState, task: TaskState, signs: SignsOfLife): Gone | null {
  const { plan, phase, closed, owner, harness, deadline, attempt } = task;
  if (phase !== "working" || closed !== null) return null;
  const name = `attempt ${attempt}`;
  if (owner === null || harness === null || deadline === null)
    return { code: "LEDGER_WORKER_MISSING", why: `${name} is open and belongs to nobody` };
  if (harness === HUMAN) return null;
  if (!isClaim(harness) && !signs.isAlive(harness))
    return { code: "LEDGER_WORKER_MISSING", why: `${name} of ${owner} is open and no harness drives it` };
  const why = overdue(state, task, { ...signs, beat: signs.beatOf(plan.task_id, attempt) });
  return why === null ? null : { code: "TASK_TIMEOUT", why };
}
