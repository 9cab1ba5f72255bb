import { attemptOf } from "../../../core/run/beside.ts";
import type { TaskState } from "../../../core/run/state.ts";
import { endProcessesBelow } from "../../../util/process-tree.ts";
import { clonePlace } from "./attempt.ts";
import type { Turn } from "../context.ts";
import { noteFullDisk } from "../record/full-disk.ts";
import { breakOf, loseAnswered, loseOpen } from "./lose.ts";

/**
 * Ends the attempt at which whoever heard or judged it broke, with the code and the words, and the run goes on: what one agent answers
 * or leaves is no reason to work on nothing else. Throws what is no attempt's own.
 */
export function breakOff(turn: Turn, { plan, attempt }: Pick<TaskState, "plan" | "attempt">, thrown: unknown): void {
  const broken = turn.options.signal?.aborted === true ? null : breakOf(thrown);
  if (broken === null) {
    const known = attemptOf(turn.journal.state.tasks[plan.task_id], attempt);
    if (known?.phase === "working") noteFullDisk(turn, { task_id: plan.task_id, attempt }, thrown);
    throw thrown;
  }
  turn.journal.sync();
  const task = attemptOf(turn.journal.state.tasks[plan.task_id], attempt);
  // What never began would be begun again and again.
  if (task === null || !OPEN.has(task.phase)) throw thrown;
  const loss = { ...broken, detail: turn.redact(broken.detail) };
  if (task.phase !== "working") return loseAnswered(turn, { ...task }, loss);
  endProcessesBelow(clonePlace(turn, plan.task_id, attempt));
  loseOpen(turn, { ...task }, loss);
}

const OPEN: ReadonlySet<TaskState["phase"]> = new Set([
  "working",
  "answered",
  "held",
  "implemented",
  "validating",
  "reviewing",
]);
