import type { Committed, LedgerFacts } from "../governor/reasoning/select-task.ts";
import type { RunState, TaskState } from "./state.ts";

/** What the governor knows of the tasks that are ready: the ledger's facts, computed and stored nowhere (HRM-28). */
export function ledgerFacts(state: RunState, ready: readonly TaskState[]): LedgerFacts {
  const waiting = waitingFor(state);
  const last = state.last === null ? undefined : state.tasks[state.last.task_id];
  return {
    ready: ready.map(({ plan, attempt }) => ({
      task_id: plan.task_id,
      goal: plan.goal,
      priority: state.features[plan.feature_id]?.priority ?? "medium",
      unblocks: (waiting.get(plan.task_id) ?? 0) + (waiting.get(plan.feature_id) ?? 0),
      files: plan.files,
      parts: plan.definition_of_done.length + plan.files.length,
      begun: attempt > 0,
    })),
    last: last === undefined ? null : { task_id: last.plan.task_id, files: last.plan.files },
  };
}

/** How many open tasks and features name an id, of a task or a feature, as what comes first. */
function waitingFor({ features, tasks, away }: RunState): Map<string, number> {
  const waiting = new Map<string, number>();
  const count = (ids: readonly string[]): void => {
    for (const id of ids) waiting.set(id, (waiting.get(id) ?? 0) + 1);
  };
  for (const { id, passes, depends_on: needed } of Object.values(features))
    if (needed !== undefined && !passes && away[id] === undefined) count(needed);
  for (const { plan, closed, lifecycle } of Object.values(tasks))
    if (closed === null && lifecycle !== "complete") count(plan.depends_on);
  return waiting;
}

/** The task that was begun last and is not done yet is what the run is committed to. */
export function committedIn({ last, tasks }: RunState): Committed {
  const task = last === null ? undefined : tasks[last.task_id];
  const isOpen = task !== undefined && task.closed === null && task.attempt > 0 && task.phase !== "committed";
  return isOpen
    ? { problem_id: task.plan.task_id, commitment_id: `${task.plan.task_id}-${task.attempt}` }
    : { problem_id: null, commitment_id: null };
}
