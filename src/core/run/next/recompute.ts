import type { EventOf, RunEvent } from "../../../schema/event.ts";
import { decideArms } from "../../governor/reasoning/decide-arms.ts";
import { routeAttempt } from "../../governor/reasoning/route-attempt.ts";
import { asNext } from "../beside.ts";
import { chosenBuild } from "./contest.ts";
import { armsAndRoute, isHeldAlone } from "./govern-attempt.ts";
import { kindFacts } from "./kind-facts.ts";
import { nextDispatch, nextStep, type Effect } from "./next-effect.ts";
import { routeFacts } from "./route-facts.ts";
import { isClaim, type RunState, type TaskState } from "../state.ts";

/** The effect that an event is the outcome of. Of a person's own doing, and of what the world did, there is none. */
const EFFECTS: Partial<Record<RunEvent["type"], Effect["kind"]>> = {
  task_replanned: "replan",
  task_split: "split",
  task_escalated: "ask",
  task_selected: "dispatch",
  attempt_started: "dispatch",
  attempt_noted: "note",
  build_chosen: "choose",
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
  // That the branch of a complete run moved on, or a request would meet it, git says and no event.
  if ((event.type === "run_verified" || event.type === "target_merged") && state.verified !== null) return null;
  if (event.type === "target_merged" && state.run.land === "pr") return null;
  const taskId = "task_id" in event ? event.task_id : null;
  const harness = "harness" in event ? event.harness : (state.harness ?? "");
  const spent = event.type === "build_chosen" && event.ended === "budget" ? "budget" : null;
  const next = nextStep(withGiven(state, taskId), { harness, spent });
  const effect = kind === "dispatch" ? besideReview(state, next) : next;
  const asked = nameOf(effect.kind, "task" in effect ? effect.task.plan.task_id : null);
  if (event.type === "build_chosen") return rechosen(event, effect);
  if (event.type !== "task_selected") return { told: nameOf(kind, taskId), asked };
  // The numbers are decided again, too: the same ledger gives the same reasons.
  const why = effect.kind === "dispatch" ? `: ${effect.why?.rationale ?? "a build of an open choice"}` : "";
  return { told: `${nameOf(kind, taskId)}: ${event.rationale}`, asked: `${asked}${why}` };
}

/** While reviewers are asked, another worker may begin: what is dispatched then is chosen beside them (`loop.ts`). */
function besideReview(state: RunState, next: Effect): Effect {
  const choice = next.kind === "review" ? nextDispatch(state, null) : null;
  return choice === null ? next : { kind: "dispatch", ...choice };
}

/** The route and the arms of an attempt from what was recorded of memory and the turn, and what the ledger says of the attempts before. */
function rerouted(state: RunState, event: EventOf<"attempt_routed">): Recomputed | null {
  const open = state.tasks[event.task_id];
  if (open === undefined) return null;
  const task = asNext(open);
  const { arms, besides = [] } = event;
  const { agent, reason, arms: again, kind, review } = decidedAgain(state, task, event);
  const isAlone = arms?.lane.is === "alone" || isHeldAlone(state, besides);
  return {
    told: `${event.agent}: ${event.reason}${armWords(arms)}${kindWords(event.kind)}${reviewWords(event.review)}`,
    asked:
      isAlone && besides.length > 0
        ? `wait for ${besides.join(", ")}`
        : `${agent}: ${reason}${armWords(again)}${kindWords(kind)}${reviewWords(review)}`,
  };
}

/** Journals of earlier versions knew no votes, no kinds of attempts and, before that, no arm. */
function decidedAgain(state: RunState, task: TaskState, event: EventOf<"attempt_routed">) {
  const { arms, kind } = event;
  const facts = routeFacts(state, task, event);
  if (kind === undefined)
    return {
      ...routeAttempt(facts),
      arms: arms === undefined ? undefined : decideArms(event),
      kind,
      review: undefined,
    };
  const agents = facts.agents;
  const known = kindFacts(state, task, kind.facts.uncertainty);
  const { route, ...decided } = armsAndRoute(
    task,
    { ...event, agents, review: event.review?.facts ?? null },
    facts,
    known,
  );
  return { ...route, ...decided };
}

/** The same builds are compared the same way. */
function rechosen(event: EventOf<"build_chosen">, effect: Effect): Recomputed {
  const words = ({ task_id: id, chosen, why }: EventOf<"build_chosen">): string =>
    `choose ${id}: attempt ${chosen ?? "none"} (${why})`;
  const isSame = effect.kind === "choose" && effect.task.plan.task_id === event.task_id;
  if (!isSame || effect.task.contest === null) return { told: words(event), asked: effect.kind };
  return { told: words(event), asked: words(chosenBuild(effect.task, effect.task.contest, effect.ended)) };
}

const armWords = (arms: EventOf<"attempt_routed">["arms"]): string =>
  arms === undefined
    ? ""
    : `; ${Object.entries(arms)
        .map(([arm, { is, why }]) => `${arm} ${is} (${why})`)
        .join("; ")}`;

const kindWords = (kind: EventOf<"attempt_routed">["kind"]): string =>
  kind === undefined ? "" : `; ${kind.is} ${kind.build}/${kind.n} until ${kind.until} (${kind.why})`;

const reviewWords = (review: EventOf<"attempt_routed">["review"]): string =>
  review === undefined ? "" : `; review by ${review.vote?.voters.join(", ") ?? "one"} (${review.why})`;

const nameOf = (kind: string, taskId: string | null): string => (taskId === null ? kind : `${kind} ${taskId}`);

/** Which task somebody claims is theirs to say. */
const isPersons = (event: RunEvent): boolean =>
  (event.type === "task_split" && event.by === undefined) ||
  (event.type === "target_merged" && event.by !== undefined) ||
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
