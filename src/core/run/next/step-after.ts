import { CODES, EXIT } from "../../../errors.ts";
import { stepAfter, type StepAfter } from "../../governor/reasoning/step-after.ts";
import { perTaskPage } from "../pages.ts";
import { routeFacts } from "./route-facts.ts";
import { isOpen, type RunState, type TaskState } from "../state.ts";

/** A task that is not simply tried again after its failure. */
export interface NextStep {
  readonly task: TaskState;
  readonly step: NonNullable<StepAfter>;
}

/** The first task of a governed run whose last failure asks for something else than another attempt; null: none. */
export function firstStepAfter(state: RunState): NextStep | null {
  if (state.run.governor !== "governed") return null;
  for (const task of failedPages(state).flat()) {
    const step = stepAfterTask(state, task);
    if (step !== null) return { task, step };
  }
  return null;
}

const hasFailed = ({ lifecycle, phase }: TaskState): boolean => lifecycle === "remediation_needed" && phase === "idle";

const failedPages = perTaskPage((tasks, state) => tasks.filter((task) => hasFailed(task) && isOpen(state, task)));

/** Decided from what was recorded alone: its findings, and the stakes that its attempt was routed at. */
export function stepAfterTask(state: RunState, task: TaskState): StepAfter {
  const { plan, findings, attempt } = task;
  const route = state.routes[plan.task_id];
  if (!hasFailed(task) || route?.attempt !== attempt) return null;
  const { failure } = routeFacts(state, task, { ...route, learned: [] });
  const errors = findings.filter(({ severity }) => severity === "error");
  return stepAfter({
    failure,
    // Of the kinds of SCOPE_EXCEEDED the size alone is about no path.
    isTooLarge: errors.some(({ code, path }) => code === "SCOPE_EXCEEDED" && path === undefined),
    isTampered: errors.some(
      ({ code }) => Object.hasOwn(CODES, code) && CODES[code as keyof typeof CODES].exit === EXIT.evidence,
    ),
    stakes: route.stakes,
    steps: state.features[plan.feature_id]?.steps ?? [],
    isPart: (state.tasksByFeature[plan.feature_id] ?? []).some((id) => state.tasks[id]?.closed === "split"),
  });
}
