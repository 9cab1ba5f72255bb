import { z } from "zod";
import type { runData } from "../cli/render/run-data.ts";
import { statusCommand } from "../cli/commands/status.ts";
import { renderPrompt } from "../cli/render/prompt.ts";
import type { approvalsIn, waitingIn } from "../core/run/waiting.ts";
import { HUMAN } from "../core/run/state.ts";
import { clonePlace } from "../engine/run/attempt.ts";
import { packetOf, workingTask } from "../engine/run/open-attempt.ts";
import { findRun, withProject } from "../engine/run/project.ts";
import { waitForChange } from "../engine/run/wait.ts";
import { BatonError } from "../errors.ts";
import type { AssignmentPacket } from "../schema/packet.ts";
import { defineTool, type McpContext, type ToolAnswer } from "./tool.ts";

const FEATURES_SHOWN = 50;
const WAIT_SECONDS = 25;

export const statusTool = defineTool({
  name: "baton_status",
  description: "Where the run stands: features proven and not, gates, what waits for a person, its journal position.",
  input: z.strictObject({}),
  readOnly: true,
  answer: async (_input, context) => statusAnswer(context),
});

export const waitTool = defineTool({
  name: "baton_wait",
  description:
    "Wait until the run's journal goes beyond a position (from baton_status), then answer like baton_status.",
  input: z.strictObject({
    position: z.int().nonnegative(),
    seconds: z.int().min(1).max(300).default(WAIT_SECONDS),
  }),
  readOnly: true,
  answer: async ({ position, seconds }, context) => {
    const { around, run } = context;
    const changed = await withProject(around.repository, async (project) =>
      waitForChange(project, findRun(project, run ?? null, "baton", { now: () => new Date() }), {
        position,
        timeoutMs: seconds * 1000,
        signal: around.signal,
      }),
    );
    const { data, text } = await statusAnswer(context);
    return {
      data: { changed, ...data },
      text: `${changed ? "Changed." : `Nothing changed in ${seconds} s.`}\n${text}`,
    };
  },
});

export const assignmentTool = defineTool({
  name: "baton_assignment",
  description: "Read the open assignment again: packet, working folder, who drives it. Changes nothing.",
  input: z.strictObject({}),
  readOnly: true,
  answer: async (_input, { around, run, driven }) => {
    if (driven !== null) return assignmentAnswer(driven, around.repository, [], "another process");
    return withProject(around.repository, (project) => {
      const journal = findRun(project, run ?? null, "baton", { now: () => new Date() });
      const task = workingTask(journal.state);
      if (task === null)
        throw new BatonError("RESULT_INVALID", "no attempt is open", { hint: "Open one: call baton_next." });
      const place = clonePlace({ journal, options: around }, task.plan.task_id, task.attempt);
      const driver = task.harness === HUMAN ? "whoever calls baton_submit" : "another process";
      return assignmentAnswer(packetOf(project, journal, task), place, [], driver);
    });
  },
});

/** A packet for a model: whole as data, and as the prompt that a person gets. */
export function assignmentAnswer(
  packet: AssignmentPacket,
  workspace: string,
  filesToLoad: readonly string[],
  driver: string,
): ToolAnswer {
  const { task_id, attempt } = packet;
  const handIn =
    driver === "another process"
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
  readonly approvals: ReturnType<typeof approvalsIn>;
};

/** What `baton status` says, without what a model has no use for, and bounded. */
async function statusAnswer({ around, run }: McpContext): Promise<ToolAnswer> {
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

const TEXT_LIMIT = 20_000;
