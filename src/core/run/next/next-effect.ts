import { attemptsOf, isOver, openAttempts } from "../beside.ts";
import { chooseTask, type Choice } from "./choose-task.ts";
import { contestEnd, isPrelude } from "./contest.ts";
import type { EventOf } from "../../../schema/event.ts";
import { landsNow, mergesNow } from "../landing.ts";
import { isReleased } from "../people/quarantine.ts";
import { reviewStep, reviewWaits } from "../people/review.ts";
import { perTaskPage } from "../pages.ts";
import { isSpent, leftOf } from "../spending.ts";
import { firstStepAfter, stepAfterTask } from "./step-after.ts";
import { isClaim, isOpen, isOutside, isReplannable, openTasks, type RunState, type TaskState } from "../state.ts";

/**
 * What the engine does next, with no choice left to it. The order is the order of a turn; a killed run finds its place
 * again by asking once more (design.md §3, style: `nextEffects`).
 */
export type Effect =
  | { readonly kind: "finish_landing" }
  | { readonly kind: "lose"; readonly task: TaskState; readonly why: string | null }
  | { readonly kind: "replan"; readonly task: TaskState }
  | { readonly kind: "split"; readonly task: TaskState; readonly parts: readonly string[]; readonly reason: string }
  | { readonly kind: "ask"; readonly task: TaskState; readonly reason: string }
  | { readonly kind: "choose"; readonly task: TaskState; readonly ended: EventOf<"build_chosen">["ended"] }
  | { readonly kind: "note"; readonly task: TaskState }
  | { readonly kind: "judge"; readonly task: TaskState }
  | { readonly kind: "validate"; readonly task: TaskState }
  | { readonly kind: "review"; readonly task: TaskState }
  | { readonly kind: "commit"; readonly task: TaskState }
  | { readonly kind: "land" }
  | { readonly kind: "merge" }
  | ({ readonly kind: "dispatch" } & Choice)
  | { readonly kind: "verify" }
  | { readonly kind: "stop"; readonly why: StopReason };

/** No other attempt would fare better: `unauthorized`, the agent's provider refuses its key; `broken`, its program fails before it does anything. */
export type StopReason =
  "complete" | "closed" | "paused" | "turns" | "budget" | "person" | "unauthorized" | "broken" | "nothing_ready";

export interface EffectContext {
  /** The life lock of the process that asks. */
  readonly harness: string;
  /** What is used up, so that no more attempt may begin: the turns of this call, or the run's budget. */
  readonly spent: "turns" | "budget" | null;
  /** Why a claim outside of `run` is over by the clock; null: it is not (`bounds.ts`). */
  readonly overdue: (task: TaskState) => string | null;
}

export function nextEffect(state: RunState, context: EffectContext): Effect {
  return (state.landing === null ? nextLoss(state, context) : null) ?? nextStep(state, context);
}

/**
 * What a start finds and settles before anything else: whoever died or fell silent is lost, then what they had is planned
 * anew (Fresh Context, Crash Recovery 3 and 4). Null: nothing of it is left.
 */
export const nextRecovery = (state: RunState, context: EffectContext): Recovery | null =>
  nextLoss(state, context) ?? nextReplan(state);

export type Recovery = Extract<Effect, { kind: "lose" | "replan" }>;

/** What comes next where nobody died: who lives is in no journal. */
export function nextStep(state: RunState, context: Omit<EffectContext, "overdue">): Effect {
  if (state.landing !== null) return { kind: "finish_landing" };
  const tasks = openTasks(state);
  const isDone = state.status === "closed_partial";
  let unpaid = false;
  const replan = nextReplan(state);
  if (replan !== null) return replan;
  const after = isDone || state.pause === "stop" ? null : firstStepAfter(state);
  if (after !== null) return { task: after.task, ...after.step };
  for (const task of isDone || state.pause === "stop" ? [] : openAttempts(state)) {
    const effect = goOn(state, task, context);
    if (effect === null) continue;
    // Only who is asked costs something; what has been said is settled all the same.
    const asks = effect.kind === "review" && reviewStep(task, context.harness).kind === "ask";
    if (!asks || context.spent !== "budget" || !isSpent(leftOf(state))) return effect;
    unpaid = true;
  }
  if (landsNow(state)) return { kind: "land" };
  if (isDone) return stop("closed");
  if (state.pause !== null) return stop("paused");
  if (mergesNow(state)) return { kind: "merge" };
  if (tasks.length === 0 && isProven(state) && state.verified !== null) return stop("complete");
  if (tasks.length === 0 && isProven(state))
    return Object.keys(state.asked).length > 0 ? stop("person") : { kind: "verify" };
  if (unpaid) return stop("budget");
  const choice = chooseTask(state);
  if (choice === null) return stop(openAttempts(state).some(waitsForPerson) ? "person" : "nothing_ready");
  return context.spent === null ? { kind: "dispatch", ...choice } : stop(context.spent);
}

/** Which task may begin besides what is being settled; null: none. */
export function nextDispatch(state: RunState, spent: EffectContext["spent"]): Choice | null {
  const isHeld = state.landing !== null || state.pause !== null || state.status === "closed_partial" || spent !== null;
  const choice = isHeld ? null : chooseTask(state);
  // What is to be split, or a person to be asked about, is not tried again meanwhile.
  const waits = choice !== null && state.run.governor === "governed" && stepAfterTask(state, choice.task) !== null;
  return waits ? null : choice;
}

/** The first attempt of which nobody is at work any more: its harness died, or the clock ended a claim. */
function nextLoss(state: RunState, { harness, overdue }: EffectContext): Recovery | null {
  if (state.status === "closed_partial") return null;
  for (const task of workingPages(state).flat()) {
    const why = isClaim(task.harness) ? overdue(task) : null;
    // What a person has open is theirs to give up, and a claim is ended by the clock alone.
    const isDead = !isOutside(task.harness) && task.harness !== harness;
    if (why !== null || isDead) return { kind: "lose", task, why };
  }
  return null;
}

const workingPages = perTaskPage((tasks, state) =>
  tasks.filter((task) => isOpen(state, task)).flatMap((task) => attemptsOf(task).filter(isWorking)),
);

const isWorking = ({ phase }: TaskState): boolean => phase === "working";

function nextReplan(state: RunState): Recovery | null {
  const lost = state.status === "closed_partial" ? undefined : openTasks(state).find(isReplannable);
  return lost === undefined ? null : { kind: "replan", task: lost };
}

/** An attempt that has begun goes on from the phase it reached. */
function goOn(
  state: RunState,
  task: TaskState,
  { harness, spent }: Pick<EffectContext, "harness" | "spent">,
): Effect | null {
  const { approvals } = state;
  switch (task.phase) {
    case "answered":
      return { kind: isPrelude(state, task) ? "note" : "judge", task };
    case "held":
      return isReleased(task.findings, approvals) ? { kind: isPrelude(state, task) ? "note" : "judge", task } : null;
    case "implemented":
    case "validating":
      return { kind: "validate", task };
    case "reviewing":
      return reviewStep(task, harness).kind === "wait" ? null : { kind: "review", task };
    case "validated":
      return { kind: "commit", task };
    case "idle": {
      const ended = contestEnd(task, spent === "budget");
      return ended === null ? null : { kind: "choose", task, ended };
    }
    case "working":
    case "committed":
      return null;
  }
}

export const waitsForPerson = (task: TaskState): boolean =>
  task.phase === "held" ||
  reviewWaits(task) ||
  (task.blocked !== null && !isReplannable(task)) ||
  (task.lifecycle === "escalation_required" && !task.guided);

/** Everything that is in the plan passes. A plan whose every feature was dropped or deferred has nothing to verify. */
function isProven({ features, away }: RunState): boolean {
  const all = Object.values(features);
  return all.some(({ passes }) => passes) && all.every(({ id, passes }) => passes || away[id] !== undefined);
}

/** Whether a person took back what is being worked on: a stopped or closed run, a task that left the plan, an attempt that was ended. */
export function isCalledOff(state: RunState, taskId: string | null, attempt = Infinity): boolean {
  if (state.pause === "stop" || state.status === "closed_partial") return true;
  const task = taskId === null ? undefined : state.tasks[taskId];
  if (task !== undefined && isOver(task, attempt)) return true;
  return task !== undefined && (task.closed !== null || state.away[task.plan.feature_id] !== undefined);
}

const stop = (why: StopReason): Effect => ({ kind: "stop", why });
