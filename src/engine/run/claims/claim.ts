import { randomUUID } from "node:crypto";
import { externalProfile } from "../../../agents/human.ts";
import { attemptsOf } from "../../../core/run/beside.ts";
import { readyTasks } from "../../../core/run/next/ready.ts";
import {
  isClaim,
  isOutside,
  isReplannable,
  requireTask,
  type RunState,
  type TaskState,
} from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import { packageRoot } from "../../../util/package-root.ts";
import { startAttempt } from "../attempt/attempt.ts";
import type { RunOptions, Turn } from "../context.ts";
import { requireHeldOut } from "../checks/held-out.ts";
import { show, type HumanTurn } from "./human.ts";
import type { RunJournal } from "../record/journal.ts";
import { claimedWith } from "./claim-token.ts";
import { goneIn } from "./gone.ts";
import { overdueIn } from "./ledger.ts";
import { NO_TRACE } from "../../trace/run-trace.ts";
import { advance, spentOf, withTurn } from "../loop.ts";
import { loseOpen, loseToCrash, timedOut } from "../attempt/lose.ts";
import { statusBlocked } from "../orchestrator.ts";
import { ownTask, type AttemptName } from "../attempt/open-attempt.ts";
import { exclusively, type Project } from "../project.ts";
import { requireNotClosed } from "../change.ts";
import { requireReferences } from "../start/references.ts";
import { openSession } from "../start/session.ts";
import { openTurn, type Who } from "../open-turn.ts";

export interface Claim {
  readonly taskId: string;
  /** The worker's name, as it stands in packet, journal and commit. */
  readonly worker: string;
}

/**
 * Gives one task to a worker outside of `run`, who hands in with `submit`. It has no life lock: only heartbeats keep it, and
 * the clock ends it (decisions.md, Time). Beside a process that drives the run nothing but the attempt is begun; alone,
 * what was left half done is finished and environment and baseline are checked first, as in `run`. Throws
 * TASK_TRANSITION_ILLEGAL, RUN_CLOSED, LOCK_CONFLICT, BUDGET_SPENT, ENVIRONMENT_FAILED, HELD_OUT_MISSING, REFERENCE_MISSING.
 */
export async function claimTask(
  project: Project,
  journal: RunJournal,
  { taskId, worker }: Claim,
  options: RunOptions,
): Promise<HumanTurn & { readonly token: string }> {
  requireReferences(packageRoot());
  requireNotClosed(journal.state);
  const token = randomUUID();
  const who = {
    agent: externalProfile(worker, journal.state.agentSpecification),
    harness: claimedWith(token),
    options,
  };
  const begin = (turn: Turn): HumanTurn => {
    refuseSpent(journal.state, options);
    requireHeldOut(project, journal.state);
    const task = freed(turn, taskId);
    try {
      return show(turn, startAttempt(turn, { task, why: null }), true);
    } catch (error) {
      // Whoever asked at the same time was faster: it is told as to who comes later.
      if (error instanceof BatonError && error.code === "ATTEMPT_FENCED") freed(turn, taskId);
      throw error;
    }
  };
  const turn = await aloneOrBeside(project, journal, who, {
    async alone(own) {
      await advance(own, () => "turns");
      freed(own, taskId);
      await openSession(own);
      return begin(own);
    },
    beside(own) {
      const { pause } = journal.state;
      if (pause !== null) throw new BatonError("TASK_TRANSITION_ILLEGAL", "the run is paused", PAUSED);
      return begin(own);
    },
  });
  return { ...turn, token };
}

const PAUSED = { hint: "Go on with: baton resume" };

/** Gives a claim back: no failure of the task, and what was done is kept. Throws ATTEMPT_FENCED when it is over, or the token is not its. */
export function releaseTask(
  project: Project,
  journal: RunJournal,
  { name, reason, token }: { readonly name: AttemptName; readonly reason: string; readonly token: string | null },
  options: RunOptions,
): void {
  const task = ownTask(journal.state, name, token);
  endAttempt(besideTurn(project, journal, { agent: externalProfile(task.owner ?? "", null), harness: "", options }), {
    task,
    loss: { code: "ATTEMPT_RELEASED", detail: `given back by ${task.owner ?? "its worker"}: ${reason}` },
  });
}

/**
 * Frees the locks of a task by ending the attempt that holds them: one that is dead or silent at once, one at work only
 * for a reason. Throws TASK_TRANSITION_ILLEGAL where nothing is held, or its work is being judged, LOCK_CONFLICT without a reason.
 */
export async function releaseLocks(
  project: Project,
  journal: RunJournal,
  { taskId, reason, by }: { readonly taskId: string; readonly reason: string | null; readonly by: string },
  options: RunOptions,
): Promise<void> {
  const task = requireTask(journal.state, taskId);
  // Builds of one task hold its files together: all of them end.
  const open = workingOf(task);
  const isFree = task.phase === "idle" || task.phase === "committed";
  if (open.length === 0)
    throw new BatonError("TASK_TRANSITION_ILLEGAL", `${taskId} has no attempt at work (${task.phase})`, {
      hint: isFree ? "Nothing of it is locked." : "It is being judged, or waits for that: baton resume.",
    });
  const turn = besideTurn(project, journal, { agent: externalProfile("human", null), harness: "", options });
  const gone = goneIn(project, journal, options.now()).find((one) => one.task_id === taskId);
  if (gone !== undefined && isClaim(task.harness)) return endAttempt(turn, { task, loss: timedOut(gone.why) });
  // A harness that was suspended loses the run to whoever takes its place, and is refused when it wakes.
  if (gone !== undefined)
    return exclusively(project, async () => {
      journal.sync();
      for (const own of workingOf(requireTask(journal.state, taskId))) loseToCrash(turn, own);
      replan(turn, taskId);
      turn.publisher.publish();
    });
  if (reason === null)
    throw new BatonError("LOCK_CONFLICT", `attempt ${task.attempt} of ${taskId} is at work (${task.owner ?? "?"})`, {
      hint: `Say why it must end: baton lock release ${taskId} --reason TEXT`,
    });
  const decided = { by, comment: reason };
  const loss = { code: "ATTEMPT_RELEASED", detail: `ended by a person: ${reason}`, decided } as const;
  if (isOutside(task.harness)) return endAttempt(turn, { task, loss });
  // Its process sees that it is over, ends its agent, and keeps what that left.
  for (const own of open)
    journal.append(() => [
      { type: "attempt_lost", task_id: taskId, attempt: own.attempt, ...loss, kept: null },
      ...statusBlocked(turn, own, [loss.code]),
    ]);
  turn.publisher.publish();
}

const workingOf = (task: TaskState): TaskState[] => attemptsOf(task).filter(({ phase }) => phase === "working");

function endAttempt(turn: Turn, { task, loss }: { task: TaskState; loss: Parameters<typeof loseOpen>[2] }): void {
  loseOpen(turn, task, loss);
  replan(turn, task.plan.task_id);
  turn.publisher.publish();
}

/** A task whose attempt was lost can be given out again. */
export function replan({ journal }: Pick<Turn, "journal">, taskId: string): void {
  journal.append((state) => {
    const task = requireTask(state, taskId);
    return isReplannable(task) ? [{ type: "task_replanned", task_id: taskId, attempt: task.attempt }] : [];
  });
}

/** The task, ready to be given out; an attempt that the clock ended is lost first. */
function freed(turn: Turn, taskId: string): TaskState {
  const { journal } = turn;
  journal.sync();
  const before = requireTask(journal.state, taskId);
  const silent = before.phase === "working" && isClaim(before.harness) ? overdueIn(turn)(before) : null;
  if (silent !== null) loseOpen(turn, before, timedOut(silent));
  replan(turn, taskId);
  const task = requireTask(journal.state, taskId);
  if (readyTasks(journal.state).includes(task)) return task;
  const standing = task.phase === "working" ? `${task.owner ?? "somebody"} works on it` : `it is ${task.lifecycle}`;
  throw new BatonError("TASK_TRANSITION_ILLEGAL", `${taskId} cannot be claimed: ${standing}`, {
    hint: "See what is ready with `baton task list`; a task also waits for those it depends on.",
  });
}

function refuseSpent(state: RunState, options: RunOptions): void {
  if (spentOf(state, options, 0) === "budget") throw new BatonError("BUDGET_SPENT", "a limit of the run is used up");
}

/** A turn beside the process that drives the run: it appends and publishes, and settles nothing. */
const besideTurn = (project: Project, journal: RunJournal, who: Who): Turn => openTurn(project, journal, who, NO_TRACE);

/** Does something as the driver of the run where nobody else drives it, else beside whoever does. */
export async function aloneOrBeside<T>(
  project: Project,
  journal: RunJournal,
  who: Who,
  work: { readonly alone: (turn: Turn) => Promise<T>; readonly beside: (turn: Turn) => T },
): Promise<T> {
  let entered = false;
  try {
    return await exclusively(project, async () => {
      entered = true;
      journal.sync();
      return withTurn(project, journal, who, work.alone);
    });
  } catch (error) {
    if (entered || !(error instanceof BatonError) || error.code !== "LOCK_CONFLICT") throw error;
    const turn = besideTurn(project, journal, who);
    const done = work.beside(turn);
    turn.publisher.publish();
    return done;
  }
}
