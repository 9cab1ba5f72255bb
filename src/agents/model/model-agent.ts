import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../../errors.ts";
import { AssignmentPacket, type ReviewAssignment } from "../../schema/packet.ts";
import type { PlanDraft } from "../../schema/plan.ts";
import type { Review } from "../../schema/review.ts";
import { createRedactor } from "../../util/redact.ts";
import type { Agent, AgentAnswer, AgentEnd } from "../port.ts";
import type { Asked, AskLimits, Failure } from "./ask-model.ts";
import { loadModel, type LoadedModel, type ModelName } from "./load-model.ts";
import { draftPlan, reviewChange } from "./roles.ts";

type Env = Readonly<Record<string, string | undefined>>;

const OUTPUT_TOKENS = 16_000;
const FILES_SHOWN = 400;
/** One answer of a model takes no longer, whatever time a turn has. */
const ANSWER_LIMIT_MS = 600_000;

/**
 * `model:PROVIDER/MODEL` as a planner, or as a reviewer of code: it is asked, and has no hands. Any other role is refused with
 * AGENT_UNKNOWN. `load` stands for the libraries.
 */
export function createModelAgent(
  name: ModelName,
  env: Env,
  load: (name: ModelName, env: Env) => Promise<LoadedModel> = loadModel,
): Agent {
  const specification = `model:${name.provider}/${name.model}`;
  return {
    name: `model-${name.provider}`,
    specification,
    inProcess: true,
    async run({ packet, workspace, timeoutMs, signal, onOutput, mayAsk }) {
      const assignment = AssignmentPacket.parse(JSON.parse(packet));
      const { review, role } = assignment;
      if (review === undefined && role !== "planner") throw noHands(specification);
      const started = performance.now();
      const limits = {
        timeoutMs: Math.min(timeoutMs, ANSWER_LIMIT_MS),
        outputTokens: OUTPUT_TOKENS,
        redact: createRedactor(env),
        ...(signal === undefined ? {} : { signal }),
        ...(mayAsk === undefined ? {} : { mayAsk }),
      };
      const loaded = await load(name, env);
      const { text, failure, usage, answers } =
        review === undefined
          ? await plan(loaded, assignment, workspace, limits)
          : await judge(loaded, assignment, review, workspace, limits);
      onOutput?.();
      return {
        text,
        end: failure === null ? "answered" : ENDS[failure.kind],
        diagnostics: failure === null ? "" : `${failure.kind}: ${failure.message}`,
        durationMs: performance.now() - started,
        ...(failure?.kind === "invalid" ? { unusable: `its answer does not fit: ${failure.message}` } : {}),
        usage,
        transcript: answers.map((answer) => `${JSON.stringify({ role: "assistant", text: answer })}\n`).join(""),
      } satisfies AgentAnswer;
    },
  };
}

type Told = Omit<Asked<unknown>, "value"> & { readonly text: string };

async function plan(
  loaded: LoadedModel,
  assignment: AssignmentPacket,
  workspace: string,
  limits: AskLimits,
): Promise<Told> {
  const { value, ...asked } = await draftPlan(
    loaded,
    { wanted: assignment.context, files: filesOf(workspace) },
    limits,
  );
  return { ...asked, text: value === null ? "" : planAnswer(assignment, value) };
}

/** The difference as the harness wrote it is all that it sees; how large that may be is the policy's to say. */
async function judge(
  loaded: LoadedModel,
  assignment: AssignmentPacket,
  review: ReviewAssignment,
  workspace: string,
  limits: AskLimits,
): Promise<Told> {
  const diff = readFileSync(join(workspace, DIFFERENCE), "utf8");
  const files = [...diff.matchAll(/^(?:---|\+\+\+) [ab]\/(.+)$/gm)].map(([, file = ""]) => file);
  const change = { goal: assignment.context, diff, files: [...new Set(files)] };
  const { value, ...asked } = await reviewChange(loaded, change, limits);
  return { ...asked, text: value === null ? "" : reviewAnswer(assignment, review, value) };
}

const DIFFERENCE = "artifacts/given/change.diff.txt";

/** A model alone cannot build: it has no folder, no shell and no tests. */
export const noHands = (specification: string): BatonError =>
  new BatonError("AGENT_UNKNOWN", `${specification} has no hands: a model alone can plan and review code, not build`, {
    hint: "Use it as --planner or --reviewer; work is for an agent that can edit files and run tests.",
  });

const ENDS: Readonly<Record<Failure["kind"], AgentEnd>> = {
  invalid: "answered",
  timeout: "timeout",
  unauthorized: "unauthorized",
  provider_failed: "provider_failed",
  budget_spent: "budget_spent",
};

/** The paths that a planner has to know of; a file that git does not keep may be among them. */
const filesOf = (workspace: string): string[] =>
  globSync("**", { cwd: workspace, withFileTypes: false, exclude: (name) => LEFT_OUT.has(name) })
    .toSorted()
    .slice(0, FILES_SHOWN);

const LEFT_OUT = new Set([".git", "node_modules", "artifacts"]);

/** The plan as the Markdown that every planner writes, under OUTPUT. */
const planAnswer = (
  { task_id: TASK_ID, goal: TASK, assigned_agent: ASSIGNED_AGENT, gates_required: GATES_REQUIRED }: AssignmentPacket,
  draft: PlanDraft,
): string =>
  JSON.stringify({
    STATUS: "IN_PROGRESS",
    TASK_ID,
    TASK,
    ASSIGNED_AGENT,
    REPORTS_TO: "orchestrator",
    GATES_REQUIRED,
    OUTPUT: markdownOf(draft),
  });

/** A finding is a reason that the author can act on; what a pass notes stands in the report. */
function reviewAnswer(
  assignment: AssignmentPacket,
  { gate, gates_passed: before }: ReviewAssignment,
  said: Review,
): string {
  const { verdict, findings } = said;
  const isPass = verdict === "pass";
  const told = findings.map(
    ({ file, line, message }) => `${file}${line === null ? "" : `:${line}`} ${oneLine(message)}`,
  );
  return JSON.stringify({
    STATUS: isPass ? assignment.status : "BLOCKED",
    TASK_ID: assignment.task_id,
    TASK: assignment.goal,
    ASSIGNED_AGENT: assignment.assigned_agent,
    REPORTS_TO: "orchestrator",
    INPUTS_USED: [DIFFERENCE],
    GATES_REQUIRED: assignment.gates_required,
    GATES_PASSED: isPass ? [...before, gate] : before,
    EVIDENCE: { screenshots: [], a11y: [], console: [], reports: [] },
    FAIL_REASONS: isPass ? [] : told.map((one) => `${gate}: ${one}`),
    OUTPUT: [`Read the difference: ${verdict}.`, ...told].join("\n"),
    NEXT_ACTIONS: [isPass ? "orchestrator to go on" : "executor to mend what FAIL_REASONS name"],
  });
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function markdownOf({ title, features }: PlanDraft): string {
  const lines = features.flatMap((feature) => [
    `## ${feature.title}`,
    "",
    ...feature.steps.map((step) => `- ${step}`),
    "",
    ...(feature.test === null ? [] : [`Test: \`${feature.test}\``]),
    `Priority: ${feature.priority}`,
    ...(feature.files.length === 0 ? [] : [`Files: ${feature.files.join(", ")}`]),
    ...(feature.depends.length === 0 ? [] : [`Depends: ${feature.depends.join(", ")}`]),
    "",
  ]);
  return [`# ${title}`, "", ...lines].join("\n");
}
