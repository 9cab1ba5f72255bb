import type { Priority } from "../../schema/feature-list.ts";
import { openTasks, type RunState, type TaskState } from "./state.ts";

const RANK: Readonly<Record<Priority, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

/**
 * Tasks that can be given to an agent now, best first: what is begun before what is new, then priority, then id. A task
 * whose feature waits for another feature, or that a person must look at, is not among them.
 */
export function readyTasks(state: RunState): TaskState[] {
  const isReady = ({ plan, phase, blocked, lifecycle, guided }: TaskState): boolean => {
    const feature = state.features[plan.feature_id];
    return (
      feature !== undefined &&
      feature.verification_method !== "manual" &&
      phase === "idle" &&
      blocked === null &&
      (lifecycle !== "escalation_required" || guided) &&
      (feature.depends_on ?? []).every((id) => state.features[id]?.passes === true) &&
      plan.depends_on.every((id) => state.tasks[id]?.lifecycle === "complete")
    );
  };
  const rank = ({ plan }: TaskState): number => RANK[state.features[plan.feature_id]?.priority ?? "medium"];
  return openTasks(state)
    .filter(isReady)
    .toSorted((a, b) => rank(a) - rank(b) || Number(b.attempt > 0) - Number(a.attempt > 0) || compare(a, b));
}

const compare = (a: TaskState, b: TaskState): number =>
  a.plan.task_id.localeCompare(b.plan.task_id, "en", { numeric: true });
