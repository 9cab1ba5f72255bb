import type { EventOf, RunEvent } from "../../../schema/event.ts";
import { mayFollow } from "../../envelope/roles.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { isAuthor, reviewWaits } from "../people/review.ts";
import type { GateReview, RunState, TaskState } from "../state.ts";

/**
 * Nobody reviews, approves or waives a check of what they made, nobody answers for another candidate than was shown, and nothing is approved
 * before every gate that it needs has passed (ENV-10, ENV-11). For whoever writes, in whatever process.
 */
export function reviewRefusal(state: RunState, task: TaskState, event: RunEvent): Refusal | null {
  const id = task.plan.task_id;
  const { type } = event;
  if (type === "review_started" || type === "review_judged") return turnRefusal(state, task, event);
  if ((type === "approved" || type === "check_waived") && isAuthor(state, task, event.by))
    return refuse("APPROVER_IS_AUTHOR", `${event.by} made ${id}, and can neither approve it nor waive a check of it`);
  if (type === "validation_checked" && event.candidate !== task.candidate)
    return refuse("CANDIDATE_CHANGED", `${id} has another candidate now`);
  if (type === "status_set") return statusRefusal(state, task, event);
  if (type === "validation_judged" && event.outcome === "passed") return approvalRefusal(state, task);
  if (type === "task_retried" && task.phase === "reviewing" && !reviewWaits(task))
    return refuse("TASK_TRANSITION_ILLEGAL", `${id} is being reviewed; nothing waits for a person`);
  return null;
}

/**
 * The edges of the STATUS (decisions.md, Tasks, status, lanes). What causes a change stands in the same append, and may have made
 * it already: an attempt that is given out is blocked before, and what is approved has passed.
 */
function statusRefusal(state: RunState, task: TaskState, { status }: EventOf<"status_set">): Refusal | null {
  const { plan, envelope, phase } = task;
  if (envelope === null || envelope === status) return null;
  if (status === "APPROVED") return approvalRefusal(state, task);
  if ((status === "IN_PROGRESS" && phase === "idle") || mayFollow(envelope, status, "orchestrator")) return null;
  return refuse("TASK_TRANSITION_ILLEGAL", `STATUS of ${plan.task_id} cannot go from ${envelope} to ${status}`);
}

function turnRefusal(
  state: RunState,
  task: TaskState,
  event: EventOf<"review_started"> | EventOf<"review_judged">,
): Refusal | null {
  const id = task.plan.task_id;
  const gate = task.review?.gates.find((one) => one.gate === event.gate);
  const name = `round ${event.round} of ${event.gate} for ${id}`;
  if (gate === undefined) return refuse("TASK_TRANSITION_ILLEGAL", `${id} does not need ${event.gate}`);
  if (event.candidate !== task.candidate) return refuse("CANDIDATE_CHANGED", `${id} has another candidate now`);
  if (event.by !== null && isAuthor(state, task, event.by))
    return refuse("REVIEWER_IS_AUTHOR", `${event.by} made ${id}, and cannot review it`);
  const fits =
    event.type === "review_started"
      ? gate.state === "open" && event.round === gate.round + 1
      : gate.state === "working" && event.round === gate.round;
  return fits ? null : refuse("ATTEMPT_FENCED", `${name} is not open: it is ${gate.state} in round ${gate.round}`);
}

/** Runs of earlier versions were approved by the harness's own checks alone. */
function approvalRefusal({ run }: RunState, { plan, phase, review, envelope }: TaskState): Refusal | null {
  if (run.registry === undefined) return null;
  const open = (review?.gates ?? []).filter(({ state }: GateReview) => state !== "passed").map(({ gate }) => gate);
  if (phase === "reviewing" && open.length === 0 && envelope === "READY_FOR_REVIEW") return null;
  const lacking = open.length === 0 ? "has not passed QA and review" : `lacks ${open.join(", ")}`;
  return refuse("TASK_TRANSITION_ILLEGAL", `${plan.task_id} cannot be approved: it ${lacking}`);
}
