import type { Code } from "../../errors.ts";
import type { RunEvent } from "../../schema/event.ts";
import type { Lifecycle } from "../../schema/task.ts";
import { canMove } from "./lifecycle.ts";
import type { Phase, RunState } from "./state.ts";

export interface Refusal {
  readonly code: Code;
  readonly message: string;
}

/** Where an event takes a task, and from which phases it may. What is not listed moves no task. */
const MOVES: Partial<Record<RunEvent["type"], { readonly phases: readonly Phase[]; readonly to: Lifecycle | null }>> = {
  attempt_started: { phases: ["idle"], to: "in_progress" },
  attempt_answered: { phases: ["working"], to: null },
  attempt_lost: { phases: ["working"], to: null },
  implementation_judged: { phases: ["answered", "held"], to: null },
  validation_started: { phases: ["implemented"], to: "validation" },
  validation_judged: { phases: ["validating"], to: null },
  task_committed: { phases: ["validated"], to: null },
};

/**
 * Whether an event may follow the state: the one place that keeps the task lifecycle, fences attempts that are over, and
 * closes finished runs. Every writer passes through it, in whatever process (H3A-05, design.md §7).
 */
export function refusalOf(state: RunState | null, event: RunEvent): Refusal | null {
  if (state === null) return event.type === "run_created" ? null : refuse("RUN_UNKNOWN", "the run was never created");
  if (event.type === "run_created") return refuse("ALREADY_INITIALIZED", `run ${state.runId} is there already`);
  if (state.status === "closed_partial" && !AFTER_THE_END.has(event.type))
    return refuse("RUN_CLOSED", `run ${state.runId} is closed`);
  if ("feature_id" in event && state.features[event.feature_id] === undefined)
    return refuse("FEATURE_UNKNOWN", `no feature ${event.feature_id} in run ${state.runId}`);
  if (!("task_id" in event) || event.type === "evidence_recorded") return null;
  const task = state.tasks[event.task_id];
  if (task === undefined) return refuse("TASK_UNKNOWN", `no task ${event.task_id} in run ${state.runId}`);
  const move = MOVES[event.type];
  if (move === undefined) return null;
  const name = `${event.task_id} (attempt ${task.attempt})`;
  if (task.closed !== null) return refuse("ATTEMPT_FENCED", `${name} is out of the plan: ${task.closed}`);
  if ("attempt" in event && event.type !== "attempt_started" && event.attempt !== task.attempt)
    return refuse(
      "ATTEMPT_FENCED",
      `attempt ${event.attempt} of ${event.task_id} is over; attempt ${task.attempt} took its place`,
    );
  if (event.type === "attempt_started" && event.attempt !== task.attempt + 1)
    return refuse(
      "ATTEMPT_FENCED",
      `attempt ${event.attempt} cannot follow attempt ${task.attempt} of ${event.task_id}`,
    );
  if (!move.phases.includes(task.phase))
    return refuse("TASK_TRANSITION_ILLEGAL", `${name} is ${task.phase}; ${event.type} cannot follow`);
  const again = event.type === "attempt_started" && task.lifecycle === "in_progress";
  if (move.to !== null && !again && !canMove(task.lifecycle, move.to))
    return refuse("TASK_TRANSITION_ILLEGAL", `${name} cannot go from ${task.lifecycle} to ${move.to}`);
  if (event.type === "attempt_started" && task.lifecycle === "escalation_required" && !task.guided)
    return refuse(
      "TASK_TRANSITION_ILLEGAL",
      `${name} waits for a person's guidance: baton task retry ${event.task_id}`,
    );
  return null;
}

const AFTER_THE_END: ReadonlySet<RunEvent["type"]> = new Set([
  "published",
  "erased",
  "landing",
  "landed",
  "landing_left",
  "record_committed",
  "corrected",
]);

const refuse = (code: Code, message: string): Refusal => ({ code, message });
