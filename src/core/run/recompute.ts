import type { EventOf, RunEvent } from "../../schema/event.ts";
import { decideArms } from "../governor/reasoning/decide-arms.ts";
import { routeAttempt } from "../governor/reasoning/route-attempt.ts";
import { isHeldAlone } from "./govern-attempt.ts";
import { nextEffect, type Effect } from "./next-effect.ts";
import { routeFacts } from "./route-facts.ts";
import { isClaim, type RunState } from "./state.ts";

/** The effect that an event is the outcome of. Of a person's own doing, and of what the world did, there is none. */
const EFFECTS: Partial<Record<RunEvent["type"], Effect["kind"]>> = {
  task_replanned: "replan",
  task_split: "split",
  task_escalated: "ask",
  task_selected: "dispatch",
  attempt_started: "dispatch",
  implementation_judged: "judge",
  validation_started: "validate",
  validation_checked: "validate",
  review_started: "review",
  task_committed: "commit",
  run_verified: "verify",
  target_merged: "merge",
};

/** What a replay asks of the state before an event: `told` is what was done, `asked` what the state says comes next. */
export interface Recomputed {
  readonly told: string;
  readonly asked: string;
}

/** Decides again what an event is the outcome of; null where nothing was decided, or not by the journal alone. */
export function recompute(state: RunState, event: RunEvent): Recomputed | null {
  if (event.type === "landing")
    return { told: `land ${event.to}`, asked: state.landing === null ? `land ${state.tip}` : "finish_landing" };
  if (event.type === "attempt_routed") return rerouted(state, event);
  const kind = event.type === "validation_judged" ? judging(state, event.task_id) : EFFECTS[event.type];
  if (kind === undefined || isPersons(event)) return null;
  const taskId = "task_id" in event ? event.task_id : null;
  const harness = "harness" in event ? event.harness : (state.harness ?? "");
  const effect = nextEffect(withGiven(state, taskId), { harness, spent: null, overdue: () => null });
  const asked = nameOf(effect.kind, "task" in effect ? effect.task.plan.task_id : null);
  if (event.type !== "task_selected") return { told: nameOf(kind, taskId), asked };
  // The numbers are decided again, too: the same ledger gives the same reasons.
  const why = effect.kind === "dispatch" ? `: ${effect.why.rationale}` : "";
  return { told: `${nameOf(kind, taskId)}: ${event.rationale}`, asked: `${asked}${why}` };
}

/** The route and the arms of an attempt from what was recorded of memory and the turn, and what the ledger says of the attempts before. */
function rerouted(state: RunState, event: EventOf<"attempt_routed">): Recomputed | null {
  const task = state.tasks[event.task_id];
  if (task === undefined) return null;
  const { agent, reason } = routeAttempt(routeFacts(state, task, event));
  const { arms, besides = [] } = event;
  const isAlone = arms?.lane.is === "alone" || isHeldAlone(state, besides);
  return {
    told: `${event.agent}: ${event.reason}${armWords(arms)}`,
    asked:
      isAlone && besides.length > 0
        ? `wait for ${besides.join(", ")}`
        : `${agent}: ${reason}${armWords(arms === undefined ? undefined : decideArms(event))}`,
  };
}

const armWords = (arms: EventOf<"attempt_routed">["arms"]): string =>
  arms === undefined
    ? ""
    : `; ${Object.entries(arms)
        .map(([arm, { is, why }]) => `${arm} ${is} (${why})`)
        .join("; ")}`;

const nameOf = (kind: string, taskId: string | null): string => (taskId === null ? kind : `${kind} ${taskId}`);

/** Which task somebody claims is theirs to say. */
const isPersons = (event: RunEvent): boolean =>
  (event.type === "task_split" && event.by === undefined) ||
  (event.type === "attempt_started" && isClaim(event.harness)) ||
  (event.type === "implementation_judged" && event.findings.some(({ code }) => code === "PERSON_REJECTED")) ||
  (event.type === "validation_judged" && event.remediation?.startsWith("PERSON_REJECTED") === true);

/** The harness's own checks fail a task where it validates; approval and refusal by others come with the reviews. */
const judging = ({ tasks }: RunState, taskId: string): Effect["kind"] =>
  tasks[taskId]?.phase === "reviewing" ? "review" : "validate";

/** In journals of earlier versions approvals of one call (`--approve`) are in no event: that a held task was judged again shows them. */
function withGiven(state: RunState, taskId: string | null): RunState {
  const task = taskId === null ? undefined : state.tasks[taskId];
  if (task?.phase !== "held" || state.run.registry !== undefined) return state;
  const given = task.findings.flatMap(({ approval }) => (approval === undefined ? [] : [approval]));
  return { ...state, approvals: [...state.approvals, ...given] };
}
