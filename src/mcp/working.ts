import { violationText } from "../schema/violation-text.ts";
import { yesTo } from "../core/run/people/approvals.ts";
import { nextCommand } from "../cli/commands/next.ts";
import { submitAnswer } from "../cli/commands/submit.ts";
import type { TurnReport } from "../cli/render/run-answer.ts";
import { recordClaim, requestApproval, type ClaimContext } from "../engine/run/claims/claims.ts";
import { beatFor, type AttemptName } from "../engine/run/attempt/open-attempt.ts";
import { AssignmentPacket } from "../schema/packet.ts";
import { assignmentAnswer, OWN, refuseDriven } from "./reading.ts";
import type { McpContext, ToolAnswer } from "./tool.ts";
import { tokenOf } from "../cli/claim-token.ts";
import { withRun } from "../cli/with-run.ts";
import { redactorFor } from "../engine/run/redactor.ts";

/** Who stands in the journal for what an agent records by itself. */
const ACTOR = "agent";

/** `baton next`, or why there is nothing to do. */
export async function openNext(context: McpContext): Promise<ToolAnswer> {
  refuseDriven(context);
  const { data, text, refusal } = await nextCommand(flagsOf(context), context.around);
  const next = data as { packet?: unknown; workspace: string; files_to_load: string[] };
  if (next.packet === undefined) return { data: { task_id: null, refusal: refusal ?? null, ...outcomeOf(data) }, text };
  return assignmentAnswer(AssignmentPacket.parse(next.packet), next.workspace, next.files_to_load, OWN);
}

/** `baton submit` for the attempt that is named: the verdict is data, also where it is against the work. */
export async function submit(
  { answer, ...expected }: AttemptName & { readonly answer: string },
  context: McpContext,
): Promise<ToolAnswer> {
  refuseDriven(context);
  const { data, text, refusal = null } = await submitAnswer(answer, { ...flagsOf(context), expected }, context.around);
  const { turns, tasks } = data as { turns: readonly TurnReport[]; tasks: readonly { id: string; status: string }[] };
  const turn = turns.findLast(({ task, attempt }) => task === expected.task_id && attempt === expected.attempt);
  // A review that passes proves nothing by itself: the task that it was the last word on is complete.
  const isComplete = tasks.some(({ id, status }) => id === expected.task_id && status === "complete");
  const outcome = turn?.outcome ?? (isComplete ? "proven" : "not judged");
  return {
    data: { ...expected, proven: outcome === "proven", turn: turn ?? null, refusal, ...outcomeOf(data) },
    text: [outcome, ...findingsOf(turn), text].join("\n"),
  };
}

export async function beat(name: AttemptName, context: McpContext): Promise<ToolAnswer> {
  refuseDriven(context);
  return withRun(context.around, { run: context.run, actor: ACTOR }, (journal, project) => {
    const at = beatFor(project, journal, name, { now: new Date(), token: tokenOf({}, context.around) });
    return { data: { ...name, at }, text: `${name.task_id}, attempt ${name.attempt}: beat at ${at}` };
  });
}

export async function recordArtifact(
  { path, description, ...name }: AttemptName & { readonly path: string; readonly description: string },
  context: McpContext,
): Promise<ToolAnswer> {
  return withClaims(context, (claims) => {
    const kept = recordClaim(claims, name, { path, description });
    return { data: { ...kept }, text: `${kept.path} ${kept.sha256}` };
  });
}

export async function askApproval(
  { approval, reason }: { readonly approval: string; readonly reason: string },
  context: McpContext,
): Promise<ToolAnswer> {
  return withClaims(context, (claims) => {
    const asked = requestApproval(claims, { approval, reason });
    const command = yesTo({ approval, ...asked });
    return {
      data: { status: "pending", id: approval, ...asked, approved_by_a_person_with: command },
      text: `pending ${approval}: ${asked.code} ${asked.message}\nA person approves it with: ${command}`,
    };
  });
}

const flagsOf = ({ run, session }: McpContext): { run?: string; as: string } => ({
  as: session,
  ...(run === undefined ? {} : { run }),
});

async function withClaims(context: McpContext, work: (claims: ClaimContext) => ToolAnswer): Promise<ToolAnswer> {
  refuseDriven(context);
  const { around, run } = context;
  return withRun(around, { run, actor: ACTOR }, (journal, project) => {
    return work({
      project,
      journal,
      stateDirectory: around.stateDirectory,
      redact: redactorFor(journal.state, around),
      token: tokenOf({}, around),
    });
  });
}

/** What the run came to, without the features and tasks that baton_status shows. */
function outcomeOf(data: unknown) {
  const { run_id, status, completed, total_features, next, waiting, commit } = data as Record<string, unknown>;
  return { run_id, status, completed, total_features, next, waiting, commit };
}

const findingsOf = (turn: TurnReport | undefined): string[] => [
  ...(turn?.findings ?? []).map(({ code, severity, message }) => `${severity} ${code}: ${message}`),
  ...(turn?.answer_violations ?? []).map((violation) => `answer ${violationText(violation)}`),
];
