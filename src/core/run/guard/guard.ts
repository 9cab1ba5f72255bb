import type { RunEvent } from "../../../schema/event.ts";
import type { Lifecycle } from "../../../schema/task.ts";
import { attemptOf, mayBuildBeside } from "../beside.ts";
import { isPrelude } from "../next/contest.ts";
import { canMove } from "./lifecycle.ts";
import { inTheWayOf } from "../locks.ts";
import { reviewRefusal } from "./guard-review.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { isHeld } from "../people/quarantine.ts";
import {
  isBreak,
  isOutside,
  isReplannable,
  tasksOf,
  isFinished,
  type Phase,
  type RunState,
  type TaskState,
} from "../state.ts";

interface Move {
  readonly phases: readonly Phase[];
  readonly to: Lifecycle | null;
}

/** Where an event takes a task, and from which phases it may. What is not listed moves no task. */
const MOVES: Partial<Record<RunEvent["type"], Move>> = {
  attempt_started: { phases: ["idle"], to: "in_progress" },
  attempt_answered: { phases: ["working"], to: null },
  // A candidate under review that the branch left behind is judged anew, and so are its reviews (decisions.md, Landing).
  candidate_moved: { phases: ["answered", "held", "implemented", "reviewing"], to: null },
  candidate_normalised: { phases: ["answered", "held"], to: null },
  attempt_lost: { phases: ["working"], to: null },
  attempt_noted: { phases: ["answered", "held"], to: null },
  build_chosen: { phases: ["idle"], to: null },
  task_replanned: { phases: ["idle"], to: null },
  implementation_judged: { phases: ["answered", "held"], to: null },
  validation_started: { phases: ["implemented"], to: "validation" },
  validation_checked: { phases: ["validating"], to: null },
  review_started: { phases: ["reviewing"], to: null },
  review_judged: { phases: ["reviewing"], to: null },
  validation_judged: { phases: ["validating", "reviewing"], to: null },
  task_committed: { phases: ["validated"], to: null },
  handoff_rejected: { phases: ["idle", "implemented"], to: null },
  // Guidance and setting aside: not while somebody works on it, and never what is done.
  task_retried: { phases: ["idle", "held", "reviewing"], to: null },
  task_skipped: { phases: ["idle", "held"], to: null },
  task_split: { phases: ["idle", "held"], to: null },
  task_escalated: { phases: ["idle"], to: "escalation_required" },
};

/**
 * Whether an event may follow the state: the one place that keeps the task lifecycle, fences attempts that are over, and
 * closes finished runs. Every writer passes through it, in whatever process (H3A-05, design.md §7).
 */
export function refusalOf(state: RunState | null, event: RunEvent): Refusal | null {
  if (state === null) return event.type === "run_created" ? null : refuse("RUN_UNKNOWN", "the run was never created");
  if (isOfImport(state, event)) return null;
  if (FIRST.has(event.type)) return refuse("ALREADY_INITIALIZED", `run ${state.runId} is there already`);
  if ((state.status === "closed_partial" || state.archived) && !AFTER_THE_END.has(event.type))
    return refuse("RUN_CLOSED", `run ${state.runId} is ${state.archived ? "archived" : "closed"}`);
  if (event.type === "run_archived" && !isFinished(state))
    return refuse("RUN_UNFINISHED", `run ${state.runId} is not finished`);
  const plan = planRefusal(state, event);
  if (plan !== null) return plan;
  if (!("task_id" in event) || event.task_id === null || event.type === "evidence_recorded") return null;
  const whole = ownTask(state, event.task_id);
  const task = whole === null ? null : asSeenBy(whole, event);
  if (task === null) return refuse("TASK_UNKNOWN", `no task ${event.task_id} in run ${state.runId}`);
  const move = MOVES[event.type];
  if (move === undefined) return reviewRefusal(state, task, event);
  const name = `${event.task_id} (attempt ${task.attempt})`;
  if (task.closed !== null) return refuse("ATTEMPT_FENCED", `${name} is out of the plan: ${task.closed}`);
  if ("attempt" in event && event.type !== "attempt_started" && event.attempt !== task.attempt)
    return refuse(
      "ATTEMPT_FENCED",
      `attempt ${event.attempt} of ${event.task_id} is over; attempt ${task.attempt} took its place`,
    );
  if (event.type === "attempt_started" && event.attempt !== task.begun + 1)
    return refuse("ATTEMPT_FENCED", `attempt ${event.attempt} cannot follow attempt ${task.begun} of ${event.task_id}`);
  const to = targetOf(event, move);
  const isBeside = event.type === "attempt_started" && mayBuildBeside(task) && !isOutside(event.harness);
  const again =
    event.type === "attempt_started" && task.lifecycle === "in_progress" && (task.phase === "idle" || isBeside);
  if (to !== null && !again && !canMove(task.lifecycle, to))
    return refuse("TASK_TRANSITION_ILLEGAL", `${name} cannot go from ${task.lifecycle} to ${to}`);
  // What a person has open is a person's to give up.
  const isGivenUp = event.type === "task_retried" && task.phase === "working" && isOutside(task.harness);
  if (isGivenUp) return null;
  if (event.type === "attempt_lost" && mayBreak(task, event.code)) return null;
  const isDiscarded = event.type === "attempt_lost" && isHeld(event.code);
  if (isDiscarded && task.phase === "held" && task.blocked === event.code) return null;
  if (
    isDiscarded ||
    (!move.phases.includes(task.phase) && !isBeside) ||
    (!("attempt" in event) && task.beside.length > 0) ||
    (to === null && task.lifecycle === "complete" && task.phase === "idle")
  )
    return refuse(
      "TASK_TRANSITION_ILLEGAL",
      `${name} is ${task.lifecycle} (${task.phase}); ${event.type} cannot follow`,
    );
  const review = reviewRefusal(state, task, event) ?? ofKind(state, task, event) ?? unasked(state, task, event);
  if (review !== null) return review;
  if (event.type === "task_replanned" && !isReplannable(task))
    return refuse("TASK_TRANSITION_ILLEGAL", `${name} is not blocked by a lost attempt`);
  const others = event.type === "attempt_started" ? inTheWayOf(state, task) : [];
  if (others.length > 0) return lockedOut(state, event.task_id, others);
  if (event.type === "attempt_started" && task.lifecycle === "escalation_required" && !task.guided)
    return refuse(
      "TASK_TRANSITION_ILLEGAL",
      `${name} waits for a person's guidance: baton task retry ${event.task_id}`,
    );
  return null;
}

/** Who holds the files is an attempt of a run, a person's or a worker's: not the process that asks. */
function lockedOut({ tasks }: RunState, id: string, others: readonly string[]): Refusal {
  const holders = others.map((other) => `${other} (${tasks[other]?.owner ?? "judged now"})`);
  return refuse(
    "LOCK_CONFLICT",
    `${id} would change files that ${holders.join(", ")} may change, too`,
    `Wait until ${others[0] ?? "it"} is done, or end who holds it: \`baton lock list\`, then \`baton lock release ${others[0] ?? "TASK"} --reason TEXT\`.`,
  );
}

/** What was answered can break whatever reads it, until it is approved. */
const mayBreak = ({ phase }: TaskState, code: string): boolean => isBreak(code) && READ.has(phase);
const READ: ReadonlySet<Phase> = new Set(["answered", "held", "implemented", "validating", "reviewing"]);

/** What a spike or a reviewer left is never a candidate; of several builds one that was judged is chosen. */
function ofKind(state: RunState, task: TaskState, event: RunEvent): Refusal | null {
  const { plan, contest } = task;
  const isCandidate =
    event.type === "implementation_judged" || (event.type === "attempt_answered" && event.candidate !== null);
  if (isPrelude(state, task) ? isCandidate : event.type === "attempt_noted")
    return refuse("TASK_TRANSITION_ILLEGAL", `${event.type} cannot follow an attempt of this kind at ${plan.task_id}`);
  if (event.type !== "build_chosen") return null;
  if (contest === null) return refuse("TASK_TRANSITION_ILLEGAL", `${plan.task_id} has no builds to choose from`);
  const isBuilt = contest.builds.some(({ attempt, outcome }) => attempt === event.chosen && outcome !== "lost");
  return event.chosen === null || isBuilt
    ? null
    : refuse("TASK_TRANSITION_ILLEGAL", `attempt ${event.chosen} of ${plan.task_id} was not judged among its builds`);
}

/** What the run's policy asks of every proof, no passed one goes without. */
function unasked({ run, features }: RunState, { plan }: TaskState, event: RunEvent): Refusal | null {
  const { proof: asked } = run.policy;
  if (event.type !== "implementation_judged" || event.outcome !== "passed" || asked === undefined) return null;
  const isManual = features[plan.feature_id]?.verification_method === "manual";
  const { R5, R7 } = event.proof?.further ?? {};
  if (asked.flip && !isManual && R5 === undefined) return refuse("NOT_MEASURED", `${plan.task_id} passed without R5`);
  if (asked.held_out !== null && R7 === undefined) return refuse("NOT_MEASURED", `${plan.task_id} passed without R7`);
  return null;
}

function targetOf(event: RunEvent, move: Move): Lifecycle | null {
  if (event.type !== "handoff_rejected") return move.to;
  return event.by === "executor" ? "awaiting_planner" : "in_progress";
}

/** Features and tasks are known by name, each name once. */
function planRefusal(state: RunState, event: RunEvent): Refusal | null {
  const known = (id: string): boolean => Object.hasOwn(state.features, id);
  const unknown = (id: string): Refusal => refuse("FEATURE_UNKNOWN", `no feature ${id} in run ${state.runId}`);
  if ("feature_id" in event && !known(event.feature_id)) return unknown(event.feature_id);
  if (event.type === "feature_moved" && event.to === "open") return reopening(state, event.feature_id);
  if (event.type === "feature_edited" && !known(event.feature.id)) return unknown(event.feature.id);
  if (event.type === "feature_added" && known(event.feature.id))
    return refuse("PLAN_INVALID", `feature ${event.feature.id} is there already`);
  const plans = event.type === "task_split" ? event.into : "task" in event && event.task !== null ? [event.task] : [];
  const taken = plans.find(({ task_id: id }) => ownTask(state, id) !== null);
  return taken === undefined ? null : refuse("POSITION_CONFLICT", `task ${taken.task_id} was planned meanwhile`);
}

/** An attempt that went on while its feature was set aside may meet another, also of that feature: then one waits. */
function reopening(state: RunState, id: string): Refusal | null {
  if (state.away[id] === undefined) return null;
  const others = Object.entries(state.away).filter(([feature]) => feature !== id);
  const opened: RunState = { ...state, away: Object.fromEntries(others) };
  for (const task of tasksOf(state, id)) {
    const met = task.phase === "working" ? inTheWayOf(opened, task) : [];
    if (met.length > 0)
      return refuse("LOCK_CONFLICT", `${task.plan.task_id} is worked on and may change files of ${met.join(", ")}`);
  }
  return null;
}

/** An event of an attempt is about that one alone, others of the task may be under way beside it. */
const asSeenBy = (task: TaskState, event: RunEvent): TaskState =>
  ("attempt" in event && event.type !== "attempt_started" ? attemptOf(task, event.attempt ?? 0) : null) ?? task;

const ownTask = (state: RunState, id: string): TaskState | null =>
  Object.hasOwn(state.tasks, id) ? (state.tasks[id] ?? null) : null;

/** They begin a run, and nothing else does. */
const FIRST: ReadonlySet<RunEvent["type"]> = new Set(["run_created", "run_imported", "state_carried"]);

/** A bundle is imported in one batch, whatever the run had come to; the guard sees it one by one when it is replayed. */
const isOfImport = ({ beginning }: RunState, { type }: RunEvent): boolean =>
  beginning === "created" ? type === "run_imported" : beginning === "imported" && OF_IMPORT.has(type);
const OF_IMPORT: ReadonlySet<RunEvent["type"]> = new Set(["budget_set", "state_carried"]);

const AFTER_THE_END: ReadonlySet<RunEvent["type"]> = new Set([
  "published",
  "erased",
  "landing",
  "landed",
  "landing_left",
  "landing_approved",
  "landing_requested",
  "land_set",
  "record_committed",
  "changes_left",
  "workspace_adopted",
  "run_archived",
]);
