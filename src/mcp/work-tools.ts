import { z } from "zod";
import { nextCommand } from "../cli/commands/next.ts";
import { submitAnswer } from "../cli/commands/submit.ts";
import type { TurnReport } from "../cli/render/run-answer.ts";
import { recordClaim, requestApproval, type ClaimContext } from "../engine/run/claims.ts";
import { beatFor, drivenElsewhere } from "../engine/run/open-attempt.ts";
import { findRun, withProject } from "../engine/run/project.ts";
import { AssignmentPacket } from "../schema/packet.ts";
import { createRedactor } from "../util/redact.ts";
import { assignmentAnswer } from "./read-tools.ts";
import { defineTool, type McpContext, type ToolAnswer } from "./tool.ts";

/** Who stands in the journal for what an agent records by itself. */
const ACTOR = "agent";
const ANSWER_LIMIT = 1_000_000;
const TEXT_LIMIT = 4000;

/** Which attempt the caller means: one that lost it changes nothing. */
const attemptName = { task_id: z.string().min(1).max(200), attempt: z.int().positive() };

export const nextTool = defineTool({
  name: "baton_next",
  description:
    "Open the next task, or show the open one: its packet, and a clone to work in. Run only there; edit only the files it allows. May take minutes.",
  input: z.strictObject({}),
  readOnly: false,
  answer: async (_input, context) => {
    refuseDriven(context);
    const { data, text, refusal } = await nextCommand(flagsOf(context), context.around);
    const next = data as { packet?: unknown; workspace: string; files_to_load: string[] };
    if (next.packet !== undefined)
      return assignmentAnswer(
        AssignmentPacket.parse(next.packet),
        next.workspace,
        next.files_to_load,
        "whoever calls baton_submit",
      );
    return { data: { task_id: null, refusal: refusal ?? null, ...outcomeOf(data) }, text };
  },
});

export const submitTool = defineTool({
  name: "baton_submit",
  description:
    "Hand in the clone of your attempt with your answer (the envelope of packet.answer_format; empty: artifacts/answer.md). The harness runs the tests itself and answers its verdict. Takes minutes.",
  input: z.strictObject({ ...attemptName, answer: z.string().max(ANSWER_LIMIT).default("") }),
  readOnly: false,
  answer: async ({ answer, ...expected }, context) => {
    refuseDriven(context);
    const submitted = await submitAnswer(answer, { ...flagsOf(context), expected }, context.around);
    const { turns } = submitted.data as { turns: readonly TurnReport[] };
    const turn = turns.findLast(({ task, attempt }) => task === expected.task_id && attempt === expected.attempt);
    const proven = turn?.outcome === "proven";
    const { text, refusal = null } = submitted;
    return {
      data: { ...expected, proven, turn: turn ?? null, refusal, ...outcomeOf(submitted.data) },
      text: [proven ? "proven" : (turn?.outcome ?? "not judged"), ...findingsOf(turn), text].join("\n"),
    };
  },
});

export const heartbeatTool = defineTool({
  name: "baton_heartbeat",
  description: "Say that you are still at work on your attempt.",
  input: z.strictObject(attemptName),
  readOnly: false,
  answer: async (name, context) => {
    refuseDriven(context);
    return withProject(context.around.repository, (project) => {
      const now = new Date();
      const at = beatFor(project, findRun(project, context.run ?? null, ACTOR, { now: () => now }), name, now);
      return { data: { ...name, at }, text: `${name.task_id}, attempt ${name.attempt}: beat at ${at}` };
    });
  },
});

export const artifactTool = defineTool({
  name: "baton_record_artifact",
  description: "Keep a file from artifacts/ of your clone on record now, hashed, for good; a claim, not proof.",
  input: z.strictObject({
    ...attemptName,
    path: z.string().min(1).max(1024).describe("artifacts/…"),
    description: z.string().min(1).max(TEXT_LIMIT),
  }),
  readOnly: false,
  answer: async ({ path, description, ...name }, context) => {
    refuseDriven(context);
    return withClaims(context, (claims) => {
      const kept = recordClaim(claims, name, { path, description });
      return { data: { ...kept }, text: `${kept.path} ${kept.sha256}` };
    });
  },
});

export const approvalTool = defineTool({
  name: "baton_request_approval",
  description: "Ask a person for an approval that a finding names (approvals of baton_status). Never grants it.",
  input: z.strictObject({ approval: z.string().min(1).max(100), reason: z.string().min(1).max(TEXT_LIMIT) }),
  readOnly: false,
  answer: async ({ approval, reason }, context) => {
    refuseDriven(context);
    return withClaims(context, (claims) => {
      const asked = requestApproval(claims, { approval, reason });
      const command = `baton run --approve ${approval}`;
      return {
        data: { status: "pending", id: approval, ...asked, approved_by_a_person_with: command },
        text: `pending ${approval}: ${asked.code} ${asked.message}\nA person approves it with: ${command}`,
      };
    });
  },
});

/** Where the server stands in an attempt's clone there is nothing to give out, and nobody but the driver hands in. */
function refuseDriven({ driven }: McpContext): void {
  if (driven !== null) throw drivenElsewhere(driven);
}

const flagsOf = ({ run }: McpContext): { run?: string } => (run === undefined ? {} : { run });

async function withClaims(
  { around, run }: McpContext,
  work: (claims: ClaimContext) => ToolAnswer,
): Promise<ToolAnswer> {
  return withProject(around.repository, (project) => {
    const journal = findRun(project, run ?? null, ACTOR, { now: () => new Date() });
    return work({ project, journal, stateDirectory: around.stateDirectory, redact: createRedactor(around.env) });
  });
}

/** What the run came to, without the features and tasks that baton_status shows. */
function outcomeOf(data: unknown) {
  const { run_id, status, completed, total_features, next, waiting, commit } = data as Record<string, unknown>;
  return { run_id, status, completed, total_features, next, waiting, commit };
}

const findingsOf = (turn: TurnReport | undefined): string[] => [
  ...(turn?.findings ?? []).map(({ code, severity, message }) => `${severity} ${code}: ${message}`),
  ...(turn?.answer_violations ?? []).map(({ code, message }) => `answer ${code}: ${message}`),
];
