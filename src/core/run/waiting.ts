import { waitsForPerson } from "./next-effect.ts";
import { openTasks, type RunState } from "./state.ts";

/** What a person must look at, and why. */
export function waitingIn(state: RunState): { id: string; reason: string }[] {
  return openTasks(state).flatMap((task) => {
    const { task_id: id, feature_id: featureId } = task.plan;
    const feature = state.features[featureId];
    const notes = feature?.agent_notes.split("\n")[0] ?? "";
    if (task.phase === "held") return [{ id, reason: notes === "" ? "a person must decide" : notes }];
    if (task.blocked === "HANDOFF_REJECTED") return [{ id, reason: rejectionOf(state, id) }];
    if (waitsForPerson(task)) {
      const count = task.iterations > 0 ? `failed ${task.iterations} times` : `${task.lost} attempts were lost`;
      return [{ id, reason: notes === "" ? count : `${count}: ${notes}` }];
    }
    if (feature?.verification_method === "manual" && !feature.passes)
      return [{ id, reason: `a person must verify ${featureId}` }];
    return [];
  });
}

/** Findings that a person may approve, each by its id. */
export function approvalsIn(state: RunState): { task_id: string; approval: string; code: string; message: string }[] {
  return openTasks(state)
    .filter(({ phase }) => phase === "held")
    .flatMap(({ plan, findings }) =>
      findings.flatMap(({ approval, code, message }) =>
        approval === undefined ? [] : [{ task_id: plan.task_id, approval, code, message }],
      ),
    );
}

const rejectionOf = ({ handoffs }: RunState, id: string): string =>
  handoffs.findLast(({ notes }) => notes.startsWith(`Handoff of ${id} rejected`))?.notes ?? "its handoff was rejected";
