import { join } from "node:path";
import type { runData } from "../cli/render/run-data.ts";
import { statusCommand } from "../cli/commands/status.ts";
import { renderPrompt } from "../cli/render/prompt.ts";
import type { Question } from "../core/run/people/approvals.ts";
import type { waitingIn } from "../core/run/people/waiting.ts";
import { humanReview } from "../core/run/people/review.ts";
import { isOutside } from "../core/run/state.ts";
import { clonePlace } from "../engine/run/attempt/attempt.ts";
import { clonesOf, reviewCloneName } from "../engine/run/start/leftovers.ts";
import { drivenElsewhere, packetOf, reviewPacketOf, workingTask } from "../engine/run/attempt/open-attempt.ts";
import { waitForChange } from "../engine/run/claims/wait.ts";
import { BatonError } from "../errors.ts";
import type { AssignmentPacket } from "../schema/packet.ts";
import type { McpContext, ToolAnswer } from "./tool.ts";
import { withRun } from "../cli/with-run.ts";

const FEATURES_SHOWN = 50;
const TEXT_LIMIT = 20_000;

/** Who hands an attempt in. */
export const OWN = "whoever calls baton_submit";
const OTHER = "another process";

/** In the clone of an attempt that a process drives there is no run to see, and only that process hands in. */
export function refuseDriven({ driven }: McpContext): void {
  if (driven !== null) throw drivenElsewhere(driven);
}

/** Waits for the run to change, then answers like `readStatus`. */
export async function wait(
  { position, seconds }: { readonly position: number; readonly seconds: number },
  context: McpContext,
): Promise<ToolAnswer> {
  refuseDriven(context);
  const { around, run } = context;
  const changed = await withRun(around, { run }, async (journal, project) =>
    waitForChange(project, journal, {
      position,
      timeoutMs: seconds * 1000,
      signal: around.signal,
    }),
  );
  const { data, text } = await readStatus(context);
  return { data: { changed, ...data }, text: `${changed ? "Changed." : `Nothing changed in ${seconds} s.`}\n${text}` };
}

/** The assignment that is open. Throws RESULT_INVALID when none is. */
export async function readAssigned({ around, run, driven }: McpContext): Promise<ToolAnswer> {
  if (driven !== null) return assignmentAnswer(driven, around.repository, [], OTHER);
  return withRun(around, { run }, (journal, project) => {
    const task = workingTask(journal.state);
    const review = task === null ? humanReview(journal.state) : null;
    if (review !== null) {
      const { plan, attempt } = review.task;
      const name = reviewCloneName(plan.task_id, attempt, review.gate.gate, review.gate.round);
      const clone = join(clonesOf({ project, journal, options: around }), name);
      return assignmentAnswer(reviewPacketOf(project, review), clone, [], OWN);
    }
    if (task === null)
      throw new BatonError("RESULT_INVALID", "no attempt is open", { hint: "Open one: call baton_next." });
    const place = clonePlace({ project, journal, options: around }, task.plan.task_id, task.attempt);
    return assignmentAnswer(packetOf(project, journal, task), place, [], isOutside(task.harness) ? OWN : OTHER);
  });
}

/** Whoever is refused because another process is at work is told whether that process drives an attempt. */
export async function explainLock(error: BatonError, { around, run }: McpContext): Promise<BatonError> {
  return withRun(around, { run }, ({ state }) => {
    const task = workingTask(state);
    if (task === null || isOutside(task.harness)) return error;
    return drivenElsewhere({ task_id: task.plan.task_id, attempt: task.attempt });
  });
}

/** A packet for a model: whole as data, and as the prompt that a person gets. */
export function assignmentAnswer(
  packet: AssignmentPacket,
  workspace: string,
  filesToLoad: readonly string[],
  driver: string,
): ToolAnswer {
  const { task_id, attempt } = packet;
  const handIn =
    driver === OTHER
      ? "Another process drives this attempt: answer in your final message, or in artifacts/answer.md there."
      : `When you are done: baton_submit with task_id ${task_id}, attempt ${attempt} and your answer.`;
  return {
    data: { task_id, attempt, workspace, driven_by: driver, files_to_load: filesToLoad, packet },
    text: renderPrompt({ packet, workspace, filesToLoad }, handIn),
  };
}

type Status = ReturnType<typeof runData> & {
  readonly position: number;
  readonly waiting: ReturnType<typeof waitingIn>;
  readonly approvals: readonly Question[];
};

/** What `baton status` says, without what a model has no use for, and bounded. */
export async function readStatus(context: McpContext): Promise<ToolAnswer> {
  refuseDriven(context);
  const { around, run } = context;
  const { data, text } = await statusCommand(run === undefined ? {} : { run }, around);
  const { run_id, status, position, completed, total_features, gates, next, waiting, approvals, features } =
    data as Status;
  const open = features.filter(({ passes }) => !passes);
  const shown = open.slice(0, FEATURES_SHOWN).map(({ id, description, status: word, attempts }) => ({
    id,
    description: description.slice(0, 200),
    status: word,
    attempts,
  }));
  const lines = approvals.map(
    ({ task_id, approval, code, message }) => `  ? ${task_id}: ${approval} ${code} ${message}`,
  );
  return {
    data: {
      run_id,
      status,
      position,
      completed,
      total_features,
      gates,
      next,
      unproven: shown,
      unproven_left_out: open.length - shown.length,
      waiting: waiting.slice(0, FEATURES_SHOWN),
      approvals: approvals.slice(0, FEATURES_SHOWN),
    },
    // What a person would type next is no advice for a model.
    text: [text.replace(/\nNext: [^\n]*$/, ""), ...lines, `Position: ${position}`].join("\n").slice(0, TEXT_LIMIT),
  };
}
