import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AgentAnswer } from "../../../agents/port.ts";
import { openWorkspace, type Workspace } from "../../../agents/workspace.ts";
import { AGENT_FAILED, HARNESS_DIED, HARNESS_SILENT, STOPPED_BY_PERSON } from "../../../core/run/losses.ts";
import { isBreak, type TaskState } from "../../../core/run/state.ts";
import { BatonError, isOfDisk, messageOf } from "../../../errors.ts";
import { UNKNOWN_USAGE } from "../../../schema/usage-sums.ts";
import type { EventOf } from "../../../schema/event.ts";
import { endProcessesBelow } from "../../../util/process-tree.ts";
import { claimsOf } from "./answer.ts";
import { forgetFullDisk, notedFullDisk } from "../record/full-disk.ts";
import { forgetUsage, notedUsage } from "./metered.ts";
import { clonePlace, keepAt } from "./attempt.ts";
import type { Turn } from "../context.ts";
import { keepArtifacts, type Artifact } from "../checks/evidence.ts";
import { statusBlocked } from "../orchestrator.ts";
import { commitLeft } from "./take.ts";

export interface Loss {
  readonly code: EventOf<"attempt_lost">["code"];
  readonly detail: string;
  /** The person who ended the attempt. */
  readonly decided?: EventOf<"attempt_lost">["decided"];
  /** Where in our own code it broke: kept for whoever mends it. */
  readonly stack?: string;
}

const WORDS_KEPT = 2000;

/**
 * What one answer, or what an agent left, can break in whoever reads it: a mistake of ours that nobody expected, or what cannot be
 * recorded. Null: it is the run's or the machine's, and so ends the run.
 */
export function breakOf(thrown: unknown): Loss | null {
  if (!(thrown instanceof BatonError)) {
    if (isOfDisk(thrown)) return null;
    const [name, stack] = thrown instanceof Error ? [`${thrown.name}: `, thrown.stack] : ["", undefined];
    const detail = `${name}${messageOf(thrown)}`.slice(0, WORDS_KEPT);
    return { code: "INTERNAL", detail, ...(stack === undefined ? {} : { stack }) };
  }
  const { code, message, details } = thrown;
  // A full disk, or a git that somebody ended, says nothing of what was read.
  const isOwn = isBreak(code) && code !== "DISK_FULL" && details["signal"] === undefined;
  return isOwn ? { code: code as Loss["code"], detail: message.slice(0, WORDS_KEPT) } : null;
}

const UNPAID = "its model answers no more: a limit of the run is used up, or its provider wants more money";

export function lossOf({ end }: Pick<AgentAnswer, "end">): Loss {
  if (end === "timeout") return { code: "TASK_TIMEOUT", detail: "the agent ran out of time" };
  if (end === "aborted") return { code: "ATTEMPT_LOST", detail: STOPPED_BY_PERSON };
  if (end === "stalled") return { code: "TASK_STALLED", detail: "the agent made no progress for too long" };
  if (end === "unauthorized") return { code: "AGENT_UNAUTHORIZED", detail: "its model provider refused the login" };
  if (end === "provider_failed")
    return { code: "PROVIDER_FAILED", detail: "its model provider failed it again and again" };
  if (end === "budget_spent") return { code: "BUDGET_SPENT", detail: UNPAID };
  return { code: "ATTEMPT_LOST", detail: `the agent ${end}` };
}

/** What an agent that cannot work leaves: the next would leave the same. */
export const BROKEN: Loss = { code: "ATTEMPT_LOST", detail: AGENT_FAILED };

const WORDS_SHOWN = 300;

/** The end of what was said, without where in its program an agent said it. */
export function lastWords(text: string): string {
  const said = text.replaceAll(/^ +at .*\n?/gm, "").trim();
  return said.length <= WORDS_SHOWN ? said : `…${said.slice(-WORDS_SHOWN)}`;
}

/** An attempt without an answer: its tree is kept, and the task can be given out again. */
export function lose(
  turn: Turn,
  task: TaskState,
  workspace: Workspace,
  { code, detail, decided, stack }: Loss,
  said: AgentAnswer | null,
): void {
  const { journal, options } = turn;
  const { task_id: taskId } = task.plan;
  const { attempt, baseCommit } = task;
  const { tree } = workspace.takeTree();
  const kept = commitLeft(turn, baseCommit ?? "", tree, `attempt ${attempt} of ${taskId}\n`);
  keepAt(turn, { task_id: taskId, attempt }, kept);
  const claims = [...(said === null ? [] : claimsOf([said])), ...stackOf(stack)];
  const last =
    said === null || said.end === "aborted" || code === "CONTROL_TOUCHED" || said.diagnostics.trim() === ""
      ? ""
      : `: ${lastWords(turn.redact(said.diagnostics))}`;
  journal.append(() => [
    ...keepArtifacts(turn, claims, { taskId, attempt }).events,
    {
      type: "attempt_lost",
      task_id: taskId,
      attempt,
      code,
      detail: `${detail}${last}`.toWellFormed(),
      kept,
      usage: said?.usage ?? notedUsage(turn, { task_id: taskId, attempt }) ?? UNKNOWN_USAGE,
      ...(decided === undefined ? {} : { decided }),
    },
    ...statusBlocked(turn, task, [code]),
  ]);
  options.onEvent?.({ kind: "lost", task, code, detail: `${detail}${last}` });
  if (options.signal?.aborted === true) throw new BatonError("INTERRUPTED", "stopped while an agent was at work");
}

export function stackOf(
  content: string | undefined,
  { role, folder }: { role: Artifact["role"]; folder: string } = { role: "executor", folder: "" },
): Artifact[] {
  const description = "Where Proofbaton broke at it: a defect, to report";
  const name = `${folder}internal_error.txt`;
  return content === undefined ? [] : [{ role, kind: "harness", name, content, description }];
}

/** An attempt whose answer is recorded, and which can be judged no further. What it left stands at its refs. */
export function loseAnswered(turn: Turn, task: TaskState, { code, detail, stack }: Loss): void {
  const { task_id: taskId } = task.plan;
  const { attempt } = task;
  const kept = keepArtifacts(turn, stackOf(stack), { taskId, attempt }).events;
  turn.journal.append(() => [
    ...kept,
    { type: "attempt_lost", task_id: taskId, attempt, code, detail: detail.toWellFormed(), kept: null },
    ...statusBlocked(turn, task, [code]),
  ]);
  turn.options.onEvent?.({ kind: "lost", task, code, detail });
}

export const timedOut = (detail: string): Loss => ({ code: "TASK_TIMEOUT", detail });

/**
 * An attempt whose harness died: what its agent left is kept, leftovers are ended, and the task can be given out again, as often as one
 * that was lost in any other way (design.md §7, Recovery).
 */
export function loseToCrash(turn: Turn, task: TaskState): void {
  const { task_id } = task.plan;
  endProcessesBelow(clonePlace(turn, task_id, task.attempt));
  const silent = timedOut(turn.project.lease?.tookOver === true ? HARNESS_SILENT : HARNESS_DIED);
  const which = { task_id, attempt: task.attempt };
  loseOpen(turn, task, notedFullDisk(turn, which) ?? silent);
  forgetFullDisk(turn, which);
}

/** Ends an open attempt of which nobody here holds the clone: what was left there is kept. */
export function loseOpen(turn: Turn, task: TaskState, loss: Loss): void {
  const { project, journal } = turn;
  const { task_id: taskId } = task.plan;
  const which = { task_id: taskId, attempt: task.attempt };
  const place = clonePlace(turn, taskId, task.attempt);
  if (existsSync(join(place, ".git")) && task.baseCommit !== null) {
    const workspace = openWorkspace(project.git, place, task.baseCommit);
    try {
      return lose(turn, task, workspace, loss, null);
    } catch (error) {
      if (breakOf(error) === null) throw error;
    } finally {
      workspace.remove();
      forgetUsage(turn, which);
    }
  }
  rmSync(place, { recursive: true, force: true });
  const usage = notedUsage(turn, which) ?? UNKNOWN_USAGE;
  const { stack, ...said } = loss;
  journal.append(() => [
    ...keepArtifacts(turn, stackOf(stack), { taskId, attempt: task.attempt }).events,
    { type: "attempt_lost", ...which, ...said, kept: null, usage },
    ...statusBlocked(turn, task, [loss.code]),
  ]);
  turn.options.onEvent?.({ kind: "lost", task, code: loss.code, detail: loss.detail });
}
