import { timestamp } from "../../../util/clock.ts";
import { attemptOf } from "../../../core/run/beside.ts";
import { humanReview, type HumanReview } from "../../../core/run/people/review.ts";
import { humanTask, isClaim, isOutside, openTasks, type RunState, type TaskState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import { RunEvent, type EventOf } from "../../../schema/event.ts";
import { AssignmentPacket } from "../../../schema/packet.ts";
import { openBeats } from "../../../store/beats.ts";
import { join } from "node:path";
import { readText } from "../../../store/blobs.ts";
import { isTokenOf, TOKEN_VARIABLE } from "../claims/claim-token.ts";
import type { RunJournal } from "../record/journal.ts";
import type { Project } from "../project.ts";

/** Names one attempt. Whoever acts for it says it, so that one that lost its attempt changes nothing (design.md §7). */
export interface AttemptName {
  readonly task_id: string;
  readonly attempt: number;
}

/** The task that somebody works on now: a person's, else the one that a process drives; null when there is none. */
export const workingTask = (state: RunState): TaskState | null =>
  humanTask(state) ?? openTasks(state).find(({ phase }) => phase === "working") ?? null;

/** The packet that an attempt was given when it began. Throws RESULT_INVALID when it was erased, or is lost. */
export function packetOf(project: Project, journal: RunJournal, task: TaskState): AssignmentPacket {
  const text = packetText(project, journal, task);
  if (text !== null) return AssignmentPacket.parse(JSON.parse(text));
  const { task_id: taskId } = task.plan;
  throw new BatonError("RESULT_INVALID", `the assignment of ${taskId} is not kept any more`, {
    hint: `Give it up: baton task retry ${taskId} --note TEXT`,
  });
}

/** Null: it was erased, or is lost, or was given elsewhere. */
export function packetText(
  { store, blobs }: Project,
  { runId }: RunJournal,
  { plan, attempt }: TaskState,
): string | null {
  const started = [...store.read(runId, 0)]
    .map(({ entry }) => RunEvent.safeParse(entry.event).data)
    .findLast(
      (event) => event?.type === "attempt_started" && event.task_id === plan.task_id && event.attempt === attempt,
    );
  return started?.type === "attempt_started" ? readText(blobs, started.packet) : null;
}

/** Why the last attempt of a task was lost: the state has what it was blocked by only until it is planned anew. Null: it was not. */
export function lossOfLast(
  { store }: Project,
  runId: string,
  { plan, attempt, phase }: TaskState,
): Pick<EventOf<"attempt_lost">, "attempt" | "code" | "detail"> | null {
  if (phase !== "idle" || attempt === 0) return null;
  const lost = [...store.read(runId, 0)]
    .flatMap(({ entry: { event } }) => (event.type === "attempt_lost" ? [RunEvent.parse(event)] : []))
    .findLast((event) => event.type === "attempt_lost" && event.task_id === plan.task_id && event.attempt === attempt);
  return lost?.type === "attempt_lost" ? { attempt, code: lost.code, detail: lost.detail } : null;
}

/** The packet of the review that a person has open. Throws RESULT_INVALID when it was erased, or is lost. */
export function reviewPacketOf({ blobs }: Project, { task, gate }: HumanReview): AssignmentPacket {
  const text = readText(blobs, gate.packet ?? "");
  if (text !== null) return AssignmentPacket.parse(JSON.parse(text));
  throw new BatonError("RESULT_INVALID", `the assignment of ${gate.gate} is not kept any more`, {
    hint: `Have it asked anew: baton task retry ${task.plan.task_id} --note TEXT`,
  });
}

/**
 * The task of an attempt that was opened with `next` or `task claim`, still open. Throws ATTEMPT_FENCED when it is over, when another
 * process drives it, or when it is a claim and `token` is not the one that its worker was given.
 */
export function ownTask(state: RunState, { task_id: taskId, attempt }: AttemptName, token: string | null): TaskState {
  const task = attemptOf(state.tasks[taskId], attempt);
  if (task !== null && humanReview(state, { taskId }) !== null) return task;
  if (task?.phase === "working" && task.closed === null) {
    if (isClaim(task.harness)) requireToken(task, token);
    if (isOutside(task.harness)) return task;
    throw drivenElsewhere({ task_id: taskId, attempt });
  }
  throw notOpen(state, { task_id: taskId, attempt });
}

/** Says what became of the attempt, so that who hands in twice sees that the first answer counts. */
function notOpen(state: RunState, { task_id: taskId, attempt }: AttemptName): BatonError {
  const newest = state.tasks[taskId];
  const phase = attemptOf(newest, attempt)?.phase;
  const became = phase === undefined || phase === "working" ? null : BECAME[phase];
  if (became !== null) {
    const hint = `See what is found: baton task show ${taskId}`;
    return new BatonError("ATTEMPT_FENCED", `attempt ${attempt} of ${taskId} ${became}`, { hint });
  }
  const other = newest?.phase === "working" ? newest : workingTask(state);
  const open = other === null ? "nothing is open now" : `${other.plan.task_id}, attempt ${other.attempt}, is open now`;
  return new BatonError("ATTEMPT_FENCED", `attempt ${attempt} of ${taskId} is not open; ${open}`);
}

const JUDGED = "was handed in already: that answer is being judged";
const WAITS = "was handed in already: that answer is judged, and others look at it";

/** Null: it began and is over, or never began. */
const BECAME: Record<Exclude<TaskState["phase"], "working">, string | null> = {
  idle: null,
  answered: JUDGED,
  implemented: JUDGED,
  validating: JUDGED,
  held: "was handed in already: a person decides about that answer",
  reviewing: WAITS,
  validated: WAITS,
  committed: "was handed in already: that answer is proven and committed",
};

/** The number of an attempt fences who lost it; the token keeps out whoever only read that number. */
function requireToken({ plan, attempt, owner, harness }: TaskState, token: string | null): void {
  if (token !== null && isTokenOf(harness ?? "", token)) return;
  const why = token === null ? "no token was given" : "this is not its token";
  throw new BatonError(
    "ATTEMPT_FENCED",
    `${owner ?? "somebody"} claimed attempt ${attempt} of ${plan.task_id}: ${why}`,
    {
      hint: `Give the token that \`baton task claim\` printed: --token TOKEN, or ${TOKEN_VARIABLE}. Where it is lost, end the claim: baton lock release ${plan.task_id} --reason TEXT`,
    },
  );
}

export const drivenElsewhere = ({ task_id: taskId, attempt }: AttemptName): BatonError =>
  new BatonError("ATTEMPT_FENCED", `attempt ${attempt} of ${taskId} is driven by another process`, {
    hint: "Answer in your final message, or in artifacts/answer.md of the clone: that process takes and judges it.",
  });

/** A sign of life, and of work, for an attempt of one's own. Answers when it was taken. Throws ATTEMPT_FENCED. */
export function beatFor(
  project: Project,
  { state, runId }: RunJournal,
  name: AttemptName,
  { now, token }: { readonly now: Date; readonly token: string | null },
): string {
  ownTask(state, name, token);
  const at = now.toISOString();
  const beats = openBeats(join(project.truth, "beats.db"));
  try {
    beats.beat(runId, { ...name, at, worked_at: at });
  } finally {
    beats.close();
  }
  return timestamp(now);
}
