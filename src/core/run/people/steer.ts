import { BatonError } from "../../../errors.ts";
import type { EventOf, RunEvent } from "../../../schema/event.ts";
import type { TaskPlan } from "../../../schema/task.ts";
import { toSafety } from "../../governor/focus/pass-gate.ts";
import { taskId } from "../names.ts";
import { reviewWaits } from "./review.ts";
import { isOutside, openTasks, tasksOf, requireTask, requireFeature, type RunState, type TaskState } from "../state.ts";
import { oneLine } from "../../text/one-line.ts";

/** How a person steers a run (decisions.md, Changing the plan): each answers the events, or throws why it cannot be. */

const WORD = { open: "in the plan", deferred: "deferred", dropped: "dropped" } as const;

/** Takes a feature out of the plan for now or for good, or back into it. Throws FEATURE_UNKNOWN, PLAN_INVALID. */
export function moveFeature(
  state: RunState,
  id: string,
  to: EventOf<"feature_moved">["to"],
  reason: string,
): RunEvent[] {
  requireFeature(state, id);
  const now = state.away[id] ?? "open";
  if (now === to)
    throw new BatonError("PLAN_INVALID", `${id} is ${WORD[to]} already`, {
      hint:
        to === "open"
          ? `To have it worked again, say what changes: baton feature edit ${id} … --reason TEXT`
          : "See the plan with `baton feature list`.",
    });
  return [{ type: "feature_moved", feature_id: id, to, reason }];
}

/** Features in the plan that cannot begin while another one is out of it. */
export function waitingFor(state: RunState, id: string): string[] {
  return Object.values(state.features)
    .filter(
      (feature) => !feature.passes && state.away[feature.id] === undefined && (feature.depends_on ?? []).includes(id),
    )
    .map((feature) => feature.id);
}

/** A person's guidance: the count begins again, and the note enters the next packet. */
export function retryTask(state: RunState, id: string, reason: string, note: string): RunEvent[] {
  // What a person has open is theirs to give up; a review that waits for a person is asked for anew.
  const isWaiting = isOpenOutside(state, id) || reviewWaits(requireTask(state, id));
  const task = isWaiting ? requireTask(state, id) : changeable(state, id, "retried", ["skipped"]);
  refuseAway(state, task);
  return [
    { type: "task_retried", task_id: id, reason },
    { type: "note_added", task_id: id, text: note },
  ];
}

const isOpenOutside = ({ tasks }: RunState, id: string): boolean =>
  tasks[id]?.phase === "working" && isOutside(tasks[id].harness);

/** Adds a note to the next packet of a task; an agent at work does not see it. */
export function addNote(state: RunState, id: string, note: string): RunEvent[] {
  const task = requireTask(state, id);
  if (task.closed !== null || task.lifecycle === "complete")
    throw new BatonError(
      "TASK_TRANSITION_ILLEGAL",
      `${id} is ${standing(task)}: no packet of it would carry the note`,
      {
        hint: hintFor(state, task),
      },
    );
  return [{ type: "note_added", task_id: id, text: note }];
}

/**
 * Sends back what was handed over, with the reason, which enters the next packet too (H3A State Specification, §5): for the
 * executor before it starts, for the validator before it validates. From any other state the guard refuses, naming both.
 */
export function rejectHandoff(state: RunState, id: string, reason: string, note: string): RunEvent[] {
  const by = requireTask(state, id).phase === "implemented" ? "validator" : "executor";
  return [
    { type: "handoff_rejected", task_id: id, by, reason },
    { type: "note_added", task_id: id, text: note },
  ];
}

/** Corrects a recorded step by one more; what was recorded stays (H3A State Specification, Append-Only Pattern). */
export function correctStep(state: RunState, correction: Omit<EventOf<"corrected">, "type">): RunEvent[] {
  const { corrects: id, agent, corrected_values: values } = correction;
  requireTask(state, id);
  if (Object.keys(values).length === 0)
    throw new BatonError("CORRECTION_INVALID", `nothing of ${id} is corrected`, {
      hint: `Say what is right: baton task correct ${id} --agent executor --set coverage_absolute=94.2% --reason TEXT`,
    });
  const recorded = state.steps.filter(({ task_id: task }) => task === id).map((step) => step.agent);
  if (!recorded.includes(agent))
    throw new BatonError("CORRECTION_INVALID", `${id} has no step of the ${agent} that could be corrected`, {
      hint: `It has steps of: ${[...new Set(recorded)].join(", ")}.`,
    });
  for (const key of Object.keys(values)) refuseKey(state, id, key);
  return [{ type: "corrected", ...correction }];
}

/** What names a step, and what gates decided: no correction says that. */
const DECIDED: ReadonlySet<string> = new Set(["task_id", "agent", "timestamp", "gate", "status", "gate_status"]);

/** Only what a step of the task, or its entry in a report, has is corrected, whoever corrects it; `a.b` is a value inside of it. */
function refuseKey({ steps, planner, executor, validator }: RunState, id: string, key: string): void {
  const all: readonly { readonly task_id: string }[] = [...steps, ...planner, ...executor, ...validator];
  const records = all.filter((one) => one.task_id === id);
  if (!DECIDED.has(key) && records.some((record) => hasValue(record, key.split(".")))) return;
  const known = [...new Set(records.flatMap((record) => Object.keys(record ?? {})))].filter((one) => !DECIDED.has(one));
  throw new BatonError(
    "CORRECTION_INVALID",
    DECIDED.has(key)
      ? `${key} is no value to correct: it names the step, or was decided`
      : `no step of ${id} has a ${key}`,
    { hint: `It has: ${known.join(", ")}; a.b is a value inside of one.` },
  );
}

function hasValue(record: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (typeof record !== "object" || record === null || !Object.hasOwn(record, name)) return false;
  return hasValue((record as Readonly<Record<string, unknown>>)[name], rest);
}

/** Takes a task out of the plan. Its feature must keep another one: else it is the feature that is meant. */
export function skipTask(state: RunState, id: string, reason: string): RunEvent[] {
  const task = changeable(state, id, "skipped");
  const { feature_id: featureId } = task.plan;
  if (tasksOf(state, featureId).length === 1)
    throw new BatonError("PLAN_INVALID", `${id} is all that ${featureId} has, so without it nothing would be proven`, {
      hint: `Set the feature aside: baton feature defer ${featureId} --reason TEXT, or drop it.`,
    });
  return [{ type: "task_skipped", task_id: id, reason }];
}

/** Splits a task into parts, each with a goal of its own, worked one after the other. */
export function splitTask(state: RunState, id: string, goals: readonly string[], reason: string): RunEvent[] {
  const task = changeable(state, id, "split");
  const parts = goals.map(oneLine).filter((goal) => goal !== "");
  if (parts.length < 2)
    throw new BatonError("PLAN_INVALID", "a split needs two goals or more", {
      hint: `baton task split ${id} --into "first part" --into "second part" --reason TEXT`,
    });
  const first = Object.keys(state.tasks).length + 1;
  const into = parts.map((goal, at): TaskPlan => {
    const before = at === 0 ? [] : [taskId(first + at - 1)];
    return { ...task.plan, task_id: taskId(first + at), goal, depends_on: [...task.plan.depends_on, ...before] };
  });
  return [{ type: "task_split", task_id: id, into, reason }];
}

/** Asks whoever drives the run to finish its turn (`pause`) or to end it now (`stop`). Nothing when that is said already. */
export function pauseRun(state: RunState, how: "pause" | "stop"): RunEvent[] {
  refuseFinished(state, how === "pause" ? "pause" : "stop");
  if (state.pause === how || state.pause === "stop") return [];
  const emergency = how === "stop" ? leftBehind(state) : [];
  return [{ type: "run_paused", how, ...(emergency.length === 0 ? {} : { emergency }) }];
}

/** Takes a pause back while whoever drives the run still finishes its turn. A stop is no pause: its agent is ended already. */
export const withdrawPause = ({ pause, status }: RunState): RunEvent[] =>
  pause === "pause" && status === "paused" ? [{ type: "pause_withdrawn" }] : [];

/** Every governed task that somebody was committed to leaves its stance through the emergency gate. */
const leftBehind = (state: RunState): NonNullable<EventOf<"run_paused">["emergency"]> =>
  openTasks(state).flatMap(({ plan: { task_id: id } }) => {
    const stance = state.stances[id];
    return stance === undefined || stance === "sensemaking"
      ? []
      : [{ task_id: id, ...toSafety(stance, "a person stopped the run") }];
  });

/** Ends a run for good with what is proven; escalated tasks do not keep it open for ever. */
export function closeRun(state: RunState, reason: string): RunEvent[] {
  refuseFinished(state, "close");
  return [{ type: "run_closed", as: "partial", reason }];
}

function refuseFinished({ status, runId }: RunState, verb: string): void {
  if (status === "complete")
    throw new BatonError("RUN_CLOSED", `run ${runId} is complete: there is nothing to ${verb}`, {
      hint: "See it with `baton status`; start another with `baton init --spec FILE`.",
    });
  if (status === "closed_partial") throw new BatonError("RUN_CLOSED", `run ${runId} is closed already`);
}

/** A task that can still be changed: it is in the plan, not proven, and nobody is at work on it. */
function changeable(
  state: RunState,
  id: string,
  verb: string,
  also: readonly NonNullable<TaskState["closed"]>[] = [],
): TaskState {
  const task = requireTask(state, id);
  const isIn = task.closed === null || also.includes(task.closed);
  if (isIn && task.lifecycle !== "complete" && (task.phase === "idle" || task.phase === "held")) return task;
  throw new BatonError("TASK_TRANSITION_ILLEGAL", `${id} cannot be ${verb}: it is ${standing(task)}`, {
    hint: hintFor(state, task),
  });
}

function refuseAway(state: RunState, { plan }: TaskState): void {
  const away = state.away[plan.feature_id];
  if (away === undefined) return;
  throw new BatonError("TASK_TRANSITION_ILLEGAL", `${plan.task_id} belongs to ${plan.feature_id}, which is ${away}`, {
    hint: `Take it back first: baton feature reopen ${plan.feature_id} --reason TEXT`,
  });
}

const standing = ({ closed, lifecycle, phase }: TaskState): string => {
  if (closed !== null) return `out of the plan (${closed})`;
  return lifecycle === "complete" ? "complete" : `at work (${phase})`;
};

function hintFor(state: RunState, { closed, lifecycle, plan }: TaskState): string {
  const { task_id: id, feature_id: featureId } = plan;
  const others = tasksOf(state, featureId).map((task) => task.plan.task_id);
  if (closed !== null && others.length > 0) return `${featureId} goes on with ${others.join(", ")}: baton task list`;
  if (lifecycle === "complete") return `Say what should change: baton feature edit ${featureId} … --reason TEXT`;
  return `End the attempt first with \`baton stop\`, or wait; a note for the next one: baton note ${id} TEXT`;
}
