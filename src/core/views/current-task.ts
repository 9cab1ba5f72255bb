import type { CurrentTask } from "../../schema/task.ts";
import { firstReady, isDone } from "../run/next/ready.ts";
import { wordFor } from "../run/notes.ts";
import { tasksOf, type RunState, type TaskState } from "../run/state.ts";
import type { ViewFacts } from "./view-facts.ts";

/**
 * `state/CURRENT_TASK.json` (H3A State Specification, §2): the task last changed. Within one task only `status`,
 * `iteration_count` and `gate_status` move; why it waits stands in the ledger.
 */
export function currentTask(state: RunState, facts: Pick<ViewFacts, "blob">): CurrentTask {
  const task = shownTask(state);
  return task === null ? unplanned(state) : taskView(state, task, facts);
}

/** The task last changed, else the next one, else the last one. */
export function shownTask(state: RunState): TaskState | null {
  const current = state.current === null ? undefined : state.tasks[state.current];
  return current ?? firstReady(state) ?? Object.values(state.tasks).at(-1) ?? null;
}

/** Any task, as this file shows one. */
export function taskView(state: RunState, task: TaskState, { blob }: Pick<ViewFacts, "blob">): CurrentTask {
  const { plan } = task;
  const dependencies = dependenciesOf(state, task);
  const waiting = dependencies.filter((id) => !isDone(state, id));
  return {
    task_id: plan.task_id,
    status: task.lifecycle,
    created_at: task.createdAt,
    assigned_to: "executor",
    goal: plan.goal,
    context: plan.context,
    tdd_plan: { ...plan.tdd_plan },
    files_affected: [...plan.files],
    definition_of_done: plan.definition_of_done.map(({ criterion }) => criterion),
    iteration_count: task.iterations,
    max_iterations: state.run.policy.max_iterations,
    gate_status: task.gate,
    dependencies,
    blocked_by: waiting,
    notes: task.notes.map((sha256) => blob(sha256) ?? `(${wordFor(state, sha256)})`).join("\n\n"),
  };
}

/** Tasks named by the plan, and those of the features that its feature depends on. */
function dependenciesOf(state: RunState, { plan }: TaskState): string[] {
  const features = state.features[plan.feature_id]?.depends_on ?? [];
  const tasks = features.flatMap((id) => tasksOf(state, id).map((task) => task.plan.task_id));
  return [...new Set([...plan.depends_on, ...tasks])];
}

/** A run that has only its brief waits for its planner. */
function unplanned(state: RunState): CurrentTask {
  return {
    task_id: "T000",
    status: "awaiting_planner",
    created_at: state.createdAt,
    assigned_to: "planner",
    goal: state.run.brief,
    context: "",
    tdd_plan: { red: "", green: "", refactor: "" },
    files_affected: [],
    definition_of_done: [],
    iteration_count: 0,
    max_iterations: state.run.policy.max_iterations,
    gate_status: "G0_in_progress",
    dependencies: [],
    blocked_by: [],
    notes: "",
  };
}
