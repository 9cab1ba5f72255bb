import { compareIds } from "../governor/reasoning/priority.ts";
import { rankTasks } from "../governor/reasoning/select-task.ts";
import type { Priority } from "../../schema/feature-list.ts";
import { perTaskPage } from "./pages.ts";
import { committedIn, ledgerFacts } from "./ledger-facts.ts";
import { isReplannable, type RunState, type TaskState } from "./state.ts";

const RANK: Readonly<Record<Priority, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

/**
 * The tasks that an agent can be given now, best first: as the governor ranks them, or in a run that is not governed by
 * priority, then what was begun already, then id. A task that waits for a person is ready only after guidance.
 */
export function readyTasks(state: RunState): TaskState[] {
  const ready = idleTasks(state)
    .flat()
    .filter((task) => hasAllBefore(state, task));
  if (state.run.governor !== "governed") return ready.sort((a, b) => firstInFirstOut(state, a, b));
  return rankTasks(ledgerFacts(state, ready), committedIn(state)).flatMap(({ task_id: id }) => state.tasks[id] ?? []);
}

/** The first of them; where nobody governs, without sorting them all. */
export function firstReady(state: RunState): TaskState | null {
  if (state.run.governor === "governed") return readyTasks(state)[0] ?? null;
  let best: TaskState | null = null;
  for (const task of idleTasks(state).flat())
    if ((best === null || firstInFirstOut(state, task, best) < 0) && hasAllBefore(state, task)) best = task;
  return best;
}

const firstInFirstOut = (state: RunState, a: TaskState, b: TaskState): number =>
  rankOf(state, a) - rankOf(state, b) ||
  Number(b.attempt > 0) - Number(a.attempt > 0) ||
  compareIds(a.plan.task_id, b.plan.task_id);

/** Those that nothing of their own keeps from being worked. */
const idleTasks = perTaskPage((tasks, { away, features }) =>
  tasks.filter((task) => {
    const { plan, closed, phase, blocked } = task;
    const isIn = closed === null && away[plan.feature_id] === undefined && features[plan.feature_id] !== undefined;
    return isIn && phase === "idle" && (blocked === null || isReplannable(task)) && isWorkable(task);
  }),
);

const hasAllBefore = (state: RunState, { plan }: TaskState): boolean =>
  (state.features[plan.feature_id]?.depends_on ?? []).every((id) => state.features[id]?.passes ?? false) &&
  plan.depends_on.every((id) => isDone(state, id));

/** `in_progress` and idle is what a lost attempt leaves. */
function isWorkable({ lifecycle, guided }: TaskState): boolean {
  if (lifecycle === "escalation_required") return guided;
  return lifecycle === "ready_for_execution" || lifecycle === "remediation_needed" || lifecycle === "in_progress";
}

/** Whoever depends on a task that left the plan waits for what took its place (`evolve-plan.ts`); a skipped one has none. */
export function isDone(state: RunState, taskId: string): boolean {
  const task = state.tasks[taskId];
  return task !== undefined && (task.lifecycle === "complete" || task.closed !== null);
}

const rankOf = (state: RunState, { plan }: TaskState): number =>
  RANK[state.features[plan.feature_id]?.priority ?? "medium"];
