import { openAttempts } from "../beside.ts";
import { isLeftParted, landingAsked, MERGE_BOTH, movedReason } from "../landing.ts";
import { waitsForPerson } from "../next/next-effect.ts";
import { blockedGate, reviewCommand } from "./review.ts";
import { holdIn, isHeld } from "./quarantine.ts";
import { HUMAN, type RunState, type TaskState } from "../state.ts";

/**
 * What a person is waited for. `decision`: a yes or no to what is held; `review`: a person reviews; `rejected`: a handoff was
 * sent back; `escalated`: the attempts are used up; `again`: what was proven by hand changed; `landing`: the branch;
 * `parted`: a branch that went its own way.
 */
type WaitKind = "decision" | "review" | "rejected" | "escalated" | "again" | "landing" | "parted";

export interface Waiting {
  /** A task, a feature, or `landing`. */
  readonly id: string;
  readonly kind: WaitKind;
  readonly reason: string;
}

/** What a person must look at, and why. Of a run that is closed only its branch is left to decide about. */
export function waitingIn(state: RunState): Waiting[] {
  const landing = landingAsked(state);
  const reason = `${state.run.branch} follows to ${landing?.slice(0, 12) ?? ""} with your yes`;
  const parted = `${movedReason(state.run.branch)}: ${MERGE_BOTH}`;
  const branch: Waiting[] =
    landing !== null
      ? [{ id: "landing", kind: "landing", reason }]
      : isLeftParted(state)
        ? [{ id: "landing", kind: "parted", reason: parted }]
        : [];
  if (state.status === "closed_partial") return branch;
  const again = Object.entries(state.asked).map(([id, asked]): Waiting => ({
    id,
    kind: "again",
    reason: asked.reason,
  }));
  const ofTasks = openAttempts(state).flatMap((task) => waitOf(state, task) ?? []);
  return [...ofTasks.map((wait) => ({ ...wait, reason: firstLine(wait.reason) })), ...again, ...branch];
}

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

/** What a task waits for, with the whole reason; null: for nobody. */
export function waitOf(state: RunState, task: TaskState): Waiting | null {
  const { task_id: id, feature_id: featureId } = task.plan;
  const notes = state.features[featureId]?.agent_notes ?? "";
  const held = isHeld(task.blocked) ? holdIn(task) : undefined;
  if (held !== undefined) return { id, kind: "decision", reason: `${held.code}: ${held.message}` };
  if (task.phase === "held") return { id, kind: "decision", reason: notes === "" ? "a person must decide" : notes };
  const asked = (task.phase === "reviewing" ? (task.review?.gates ?? []) : []).find(
    ({ state: at, harness }) => at === "blocked" || (at === "working" && harness === HUMAN),
  );
  if (asked?.state === "blocked") {
    const { code, message } = blockedGate(asked);
    return { id, kind: "decision", reason: `${code}: ${message}` };
  }
  if (asked !== undefined)
    return { id, kind: "review", reason: `${asked.gate} is asked of a person: ${reviewCommand(state, task)}` };
  if (task.blocked === "HANDOFF_REJECTED") return { id, kind: "rejected", reason: rejectionOf(state, id) };
  if (!waitsForPerson(task)) return null;
  const times = task.iterations === 1 ? "once" : `${task.iterations} times`;
  const lost = `${task.lost} attempts were lost${task.blocked === null ? "" : `, the last by ${task.blocked}`}`;
  const count = task.iterations > 0 ? `failed ${times}` : lost;
  return { id, kind: "escalated", reason: notes === "" ? count : `${count}: ${notes}` };
}

const rejectionOf = ({ handoffs }: RunState, id: string): string =>
  handoffs.findLast(({ notes }) => notes.startsWith(`Handoff of ${id} rejected`))?.notes ?? "its handoff was rejected";
