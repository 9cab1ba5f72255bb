import type { Committed, LedgerFacts } from "../../governor/reasoning/select-task.ts";
import { oncePerEntry } from "../once.ts";
import { perFeaturePage, perTaskPage } from "../pages.ts";
import type { RunState, TaskState } from "../state.ts";

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

const neededByTasks = perTaskPage((tasks) =>
  tasks
    .filter(({ closed, lifecycle }) => closed === null && lifecycle !== "complete")
    .flatMap(({ plan }) => plan.depends_on),
);

const neededByFeatures = perFeaturePage((features, { away }) =>
  features
    .filter(({ id, passes }) => !passes && away[id] === undefined)
    .flatMap(({ depends_on: needed = [] }) => needed),
);

/** How many open tasks and features name an id, of a task or a feature, as what comes first. */
const waitingFor = oncePerEntry((state): ReadonlyMap<string, number> => {
  const waiting = new Map<string, number>();
  for (const page of [...neededByFeatures(state), ...neededByTasks(state)])
    for (const id of page) waiting.set(id, (waiting.get(id) ?? 0) + 1);
  return waiting;
});

/** The task that was begun last and is not done yet is what the run is committed to. */
export function committedIn({ last, tasks }: RunState): Committed {
  const task = last === null ? undefined : tasks[last.task_id];
  const isOpen = task !== undefined && task.closed === null && task.attempt > 0 && task.phase !== "committed";
  return isOpen
    ? { problem_id: task.plan.task_id, commitment_id: `${task.plan.task_id}-${task.attempt}` }
    : { problem_id: null, commitment_id: null };
}
