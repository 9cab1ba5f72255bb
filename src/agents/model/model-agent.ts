import { globSync } from "node:fs";
import { BatonError } from "../../errors.ts";
import { AssignmentPacket } from "../../schema/packet.ts";
import type { PlanDraft } from "../../schema/plan.ts";
import { createRedactor } from "../../util/redact.ts";
import type { Agent, AgentAnswer, AgentEnd } from "../port.ts";
import type { Failure } from "./ask-model.ts";
import { loadModel, type LoadedModel, type ModelName } from "./load-model.ts";
import { draftPlan } from "./roles.ts";

type Env = Readonly<Record<string, string | undefined>>;

const OUTPUT_TOKENS = 16_000;
const FILES_SHOWN = 400;
/** One answer of a model takes no longer, whatever time a turn has. */
const ANSWER_LIMIT_MS = 600_000;

/**
 * `model:PROVIDER/MODEL` as a planner: it is asked, and has no hands. Any other role is refused with AGENT_UNKNOWN. `load`
 * stands for the libraries.
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
    async run({ packet, workspace, timeoutMs, signal, onOutput }) {
      const assignment = AssignmentPacket.parse(JSON.parse(packet));
      if (assignment.role !== "planner") throw noHands(specification);
      const started = performance.now();
      const limits = {
        timeoutMs: Math.min(timeoutMs, ANSWER_LIMIT_MS),
        outputTokens: OUTPUT_TOKENS,
        redact: createRedactor(env),
      };
      const asked = await draftPlan(
        await load(name, env),
        { wanted: assignment.context, files: filesOf(workspace) },
        signal === undefined ? limits : { ...limits, signal },
      );
      onOutput?.();
      const { value, failure, usage, answers } = asked;
      return {
        text: value === null ? "" : answerFor(assignment, value),
        end: failure === null ? "answered" : ENDS[failure.kind],
        diagnostics: failure === null ? "" : `${failure.kind}: ${failure.message}`,
        durationMs: performance.now() - started,
        usage,
        transcript: answers.map((text) => `${JSON.stringify({ role: "assistant", text })}\n`).join(""),
      } satisfies AgentAnswer;
    },
  };
}

/** A model alone cannot build: it has no folder, no shell and no tests. */
export const noHands = (specification: string): BatonError =>
  new BatonError("AGENT_UNKNOWN", `${specification} has no hands: a model alone can plan, not build`, {
    hint: "Use it as --planner; work is for an agent that can edit files and run tests.",
  });

const ENDS: Readonly<Record<Failure["kind"], AgentEnd>> = {
  invalid: "answered",
  timeout: "timeout",
  unauthorized: "unauthorized",
  provider_failed: "provider_failed",
};

/** The paths that a planner has to know of; a file that git does not keep may be among them. */
const filesOf = (workspace: string): string[] =>
  globSync("**", { cwd: workspace, withFileTypes: false, exclude: (name) => LEFT_OUT.has(name) })
    .toSorted()
    .slice(0, FILES_SHOWN);

const LEFT_OUT = new Set([".git", "node_modules", "artifacts"]);

/** The plan as the Markdown that every planner writes, under OUTPUT. */
function answerFor({ task_id, goal, assigned_agent, gates_required }: AssignmentPacket, plan: PlanDraft): string {
  const OUTPUT = markdownOf(plan);
  return JSON.stringify({
    STATUS: "IN_PROGRESS",
    TASK_ID: task_id,
    TASK: goal,
    ASSIGNED_AGENT: assigned_agent,
    REPORTS_TO: "orchestrator",
    GATES_REQUIRED: gates_required,
    OUTPUT,
  });
}

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
