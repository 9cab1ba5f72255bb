import type { AttemptState, RunState, TaskState } from "./state.ts";
import { isOutside, openTasks } from "./state.ts";

// Builds of one task may be under way side by side (design.md §6, best of N). The task's own fields are those of the newest that is open;
// the others lie in `beside`, oldest first. A task is idle when none is under way.

/** A task as each of its attempts under way sees it, oldest first; of which none is, as it is. */
export const attemptsOf = (task: TaskState): TaskState[] =>
  task.beside.length === 0
    ? [task]
    : [task, ...task.beside.map((own) => ({ ...task, ...own }))].toSorted((a, b) => a.attempt - b.attempt);

export const openAttempts = (state: RunState): TaskState[] => openTasks(state).flatMap(attemptsOf);

/** The task as one of its attempts sees it that is under way, or was last; null: that one is over, or never began. */
export const attemptOf = (task: TaskState | undefined, attempt: number): TaskState | null =>
  task === undefined ? null : (attemptsOf(task).find((own) => own.attempt === attempt) ?? null);

/** Whether an attempt that began is over. */
export const isOver = (task: TaskState, attempt: number): boolean =>
  task.begun >= attempt && (attemptOf(task, attempt)?.phase ?? "idle") === "idle";

/** A task as its next attempt finds it: told of nothing that is being built. */
export function asNext(task: TaskState): TaskState {
  if (task.phase === "idle" || task.contest === null) return task;
  const { findings } = task.contest;
  return { ...task, ...AT_REST, attempt: task.begun, envelope: "BLOCKED", findings, beside: [] };
}

/** What an attempt leaves of itself when it is over. */
export const AT_REST = { phase: "idle", owner: null, harness: null, candidate: null, blocked: null } as const;

/** Whether another build may begin beside those under way: where all are compared, and none waits for a person. */
export function mayBuildBeside(task: TaskState): boolean {
  const { contest, phase } = task;
  if (contest === null || phase === "idle" || contest.until !== "all") return false;
  const open = attemptsOf(task);
  const isHarness = open.every((own) => UNDER_WAY.has(own.phase) && !isOutside(own.harness));
  return isHarness && contest.builds.length + open.length < contest.n;
}

const UNDER_WAY: ReadonlySet<TaskState["phase"]> = new Set(["working", "answered"]);

/** Folds what happens to one attempt of a task: the others wait in `beside` meanwhile. */
export function foldAttempt(task: TaskState, attempt: number, fold: () => void): void {
  exchange(task, attempt);
  fold();
  settle(task);
}

/** An attempt begins beside those under way. */
export function setBeside(task: TaskState): void {
  if (task.phase !== "idle") task.beside = byAttempt([...task.beside, ownOf(task)]);
}

function exchange(task: TaskState, attempt: number): void {
  const own = task.beside.find((other) => other.attempt === attempt);
  if (own === undefined) return;
  const others = task.beside.filter((other) => other !== own);
  Object.assign(task, own, { beside: byAttempt([...others, ownOf(task)]) });
}

/** The newest that is open is the task's own again; an attempt that is over is none that others wait beside. */
function settle(task: TaskState): void {
  const newest = task.beside.at(-1);
  if (newest === undefined) {
    if (task.phase === "idle") task.attempt = task.begun;
  } else if (task.phase === "idle") Object.assign(task, newest, { beside: task.beside.slice(0, -1) });
  else if (newest.attempt > task.attempt) exchange(task, newest.attempt);
}

const byAttempt = (attempts: readonly AttemptState[]): AttemptState[] =>
  attempts.toSorted((a, b) => a.attempt - b.attempt);

function ownOf(task: TaskState): AttemptState {
  const { attempt, phase, envelope, owner, harness, deadline, timeoutSeconds, heartbeatSeconds } = task;
  const { since, baseCommit, isolation, candidate, findings, blocked } = task;
  const bounds = { deadline, timeoutSeconds, heartbeatSeconds };
  return {
    attempt,
    phase,
    envelope,
    owner,
    harness,
    ...bounds,
    since,
    baseCommit,
    isolation,
    candidate,
    findings,
    blocked,
  };
}
