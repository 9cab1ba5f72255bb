import { landingAsked } from "./landing.ts";
import { waitsForPerson } from "./next-effect.ts";
import { holdIn, isHeld } from "./quarantine.ts";
import { HUMAN, openTasks, type RunState } from "./state.ts";

/** What a person must look at, and why. */
export function waitingIn(state: RunState): { id: string; reason: string }[] {
  const again = Object.entries(state.asked).map(([id, { reason }]) => ({ id, reason }));
  const held = openTasks(state).flatMap((task) => {
    const { task_id: id, feature_id: featureId } = task.plan;
    const feature = state.features[featureId];
    const notes = feature?.agent_notes.split("\n")[0] ?? "";
    const held = isHeld(task.blocked) ? holdIn(task) : undefined;
    if (held !== undefined) return [{ id, reason: `${held.code}: ${held.message.split("\n")[0] ?? ""}` }];
    if (task.phase === "held") return [{ id, reason: notes === "" ? "a person must decide" : notes }];
    const asked = (task.phase === "reviewing" ? (task.review?.gates ?? []) : []).find(
      ({ state: at, harness }) => at === "blocked" || (at === "working" && harness === HUMAN),
    );
    if (asked?.state === "blocked")
      return [{ id, reason: `${asked.gate} could not be had: ${asked.reasons[0] ?? ""}` }];
    if (asked !== undefined) return [{ id, reason: `${asked.gate} is asked of a person: baton next` }];
    if (task.blocked === "HANDOFF_REJECTED") return [{ id, reason: rejectionOf(state, id) }];
    if (waitsForPerson(task)) {
      const count =
        task.iterations > 0
          ? `failed ${task.iterations === 1 ? "once" : `${task.iterations} times`}`
          : `${task.lost} attempts were lost`;
      return [{ id, reason: notes === "" ? count : `${count}: ${notes}` }];
    }
    return [];
  });
  const landing = landingAsked(state);
  const asked =
    landing === null
      ? []
      : [{ id: "landing", reason: `${state.run.branch} follows to ${landing.slice(0, 12)} with your yes` }];
  return [...held, ...again, ...asked];
}

const rejectionOf = ({ handoffs }: RunState, id: string): string =>
  handoffs.findLast(({ notes }) => notes.startsWith(`Handoff of ${id} rejected`))?.notes ?? "its handoff was rejected";
