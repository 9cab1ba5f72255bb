import { compareStandings, type Standing } from "../../governor/reasoning/priority.ts";
import { standingsOf } from "../../governor/reasoning/select-task.ts";
import type { Priority } from "../../../schema/feature-list.ts";
import { perTaskPage } from "../pages.ts";
import { contestEnd } from "./contest.ts";
import { committedIn, ledgerFacts } from "./ledger-facts.ts";
import { isReplannable, type RunState, type TaskState } from "../state.ts";

const RANK: Readonly<Record<Priority, number>> = { critical: 3, high: 2, medium: 1, low: 0 };

/**
 * The tasks that an agent can be given now, best first: as the governor ranks them, or in a run that is not governed by
 * priority, then what was begun already, then id. A task that waits for a person is ready only after guidance.
 */
export const readyTasks = (state: RunState): TaskState[] => tasksIn(state, standingsIn(state).sort(compareStandings));

/** The first of them; null when none is ready. */
export const firstReady = (state: RunState): TaskState | null => readyBest(state).first;

/** The two best, found without bringing the others in order: a run may have ten thousand. */
export function readyBest(state: RunState): {
  readonly first: TaskState | null;
  readonly second: TaskState | null;
  readonly count: number;
} {
  const standings = standingsIn(state);
  let [first, second] = [null, null] as (Standing | null)[];
  for (const standing of standings) {
    if (first === null || first === undefined || compareStandings(standing, first) < 0)
      [first, second] = [standing, first];
    else if (second === null || second === undefined || compareStandings(standing, second) < 0) second = standing;
  }
  const taskOf = (standing: Standing | null | undefined): TaskState | null => state.tasks[standing?.id ?? ""] ?? null;
  return { first: taskOf(first), second: taskOf(second), count: standings.length };
}

function standingsIn(state: RunState): Standing[] {
  const committing = featuresBeingCommitted(state);
  const ready = idleTasks(state)
    .flat()
    .filter((task) => hasAllBefore(state, task, committing));
  if (state.run.governor === "governed") return standingsOf(ledgerFacts(state, ready), committedIn(state));
  return ready.map(({ plan, attempt }) => ({
    id: plan.task_id,
    score: RANK[state.features[plan.feature_id]?.priority ?? "medium"],
    momentum: Number(attempt > 0),
    urgency: 0,
  }));
}

const tasksIn = ({ tasks }: RunState, standings: readonly Standing[]): TaskState[] =>
  standings.flatMap(({ id }) => tasks[id] ?? []);

/** Those that nothing of their own keeps from being worked. */
const idleTasks = perTaskPage((tasks, { away, features }) =>
  tasks.filter((task) => {
    const { plan, closed, phase, blocked } = task;
    const isIn = closed === null && away[plan.feature_id] === undefined && features[plan.feature_id] !== undefined;
    // Of builds that are all there one is chosen first.
    const isOpen = phase === "idle" && contestEnd(task, false) === null;
    return isIn && isOpen && (blocked === null || isReplannable(task)) && isWorkable(task);
  }),
);

/** Features with a proven task whose commit is not made yet: what rests on them would begin without it. */
const featuresBeingCommitted = (state: RunState): ReadonlySet<string> => new Set(validatedIn(state).flat());

const validatedIn = perTaskPage((tasks) =>
  tasks.filter(({ phase }) => phase === "validated").map(({ plan }) => plan.feature_id),
);

const hasAllBefore = (state: RunState, { plan }: TaskState, committing: ReadonlySet<string>): boolean =>
  (state.features[plan.feature_id]?.depends_on ?? []).every((id) => isThere(state, id, committing)) &&
  plan.depends_on.every((id) => isDone(state, id));

const isThere = ({ features }: RunState, id: string, committing: ReadonlySet<string>): boolean =>
  features[id]?.passes === true && !committing.has(id);

/** The features and tasks that come before a task and are not done. */
export function waitsFor(state: RunState, { plan }: TaskState): string[] {
  const features = state.features[plan.feature_id]?.depends_on ?? [];
  const committing = featuresBeingCommitted(state);
  return [
    ...features.filter((id) => !isThere(state, id, committing)),
    ...plan.depends_on.filter((id) => !isDone(state, id)),
  ];
}

/** `in_progress` and idle is what a lost attempt leaves. */
function isWorkable({ lifecycle, guided }: TaskState): boolean {
  if (lifecycle === "escalation_required") return guided;
  return lifecycle === "ready_for_execution" || lifecycle === "remediation_needed" || lifecycle === "in_progress";
}

/**
 * Proven and committed, or closed: whoever depends on a task that left the plan waits for what took its place
 * (`evolve-plan.ts`); a skipped one has none.
 */
export function isDone({ tasks }: RunState, taskId: string): boolean {
  const task = tasks[taskId];
  if (task === undefined) return false;
  return task.closed !== null || (task.lifecycle === "complete" && task.phase !== "validated");
}
