import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { Agent, AgentAnswer } from "../../../agents/port.ts";
import { createWorkspace } from "../../../agents/workspace.ts";
import { answerFormat } from "../../../core/envelope/answer-format.ts";
import { parseEnvelope } from "../../../core/envelope/parse-envelope.ts";
import { BatonError } from "../../../errors.ts";
import type { Violation } from "../../../schema/envelope.ts";
import { counted } from "../../../core/text/counted.ts";
import type { TreeReader } from "../../prove/tree-reader.ts";
import type { AgentSettings } from "../../../schema/event.ts";
import { AssignmentPacket } from "../../../schema/packet.ts";
import { createRedactor } from "../../../util/redact.ts";
import { ANSWER_ONLY_TURNS, answerOnly } from "../attempt/answer-only.ts";
import { answerOf, violationsIn, type Heard } from "../attempt/answer.ts";
import type { AgentContainment } from "../isolation/agent-containment.ts";
import { boundsIn } from "../attempt/packet-parts.ts";
import { passageIn } from "../attempt/firewall.ts";
import { isModel, keepOutput, reasonsOf } from "./planner-output.ts";
import { openContainment } from "../isolation/containment.ts";
import { branchTip, type Project } from "../project.ts";
import { oneLine } from "../../../core/text/one-line.ts";
import { openCommit, configAt } from "../open-commit.ts";

export interface PlanRequest {
  /** What the user gave: a spec of any shape, or a brief. */
  readonly text: string;
  readonly title: string;
  readonly branch: string;
  readonly stateDirectory: string;
  readonly timeoutSeconds: number;
  /** What of the environment it gets by name, and how a person wants it kept apart: at least as the policy says. */
  readonly settings: Pick<AgentSettings, "agent_env" | "isolation" | "agent_user">;
  readonly now: () => Date;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

const PLAN_FILE = join("artifacts", "plan.md");
const PLAN_LIMIT_BYTES = 1_000_000;
const PLAN_FORMAT = `Write the plan to ${PLAN_FILE} in your working folder, as Markdown: a title, then one \`## \` heading a feature, its steps as bullets,
and lines \`Test: \\\`command\\\`\`, and where they matter \`Priority: critical|high|medium|low\`, \`Files: globs\`, \`Depends: heading\`, \`Changes: names\`,
\`Verify: manual\`. One feature is what one agent can build and test in one sitting.`;

/**
 * Asks an agent to turn what the user gave into a spec of features. Its answer is a proposal: the Markdown it wrote is read
 * like any spec, and refused like any. Throws PLAN_INVALID when there is no plan to read.
 */
export async function askPlanner(project: Project, agent: Agent, request: PlanRequest): Promise<string> {
  const place = join(request.stateDirectory, "clones", `plan-${randomUUID()}`);
  const commit = branchTip(project.git, request.branch);
  const baseTree = commit === null ? null : openCommit(project.git, commit);
  const containment = agent.inProcess === true ? null : contain(project, agent, commit, request);
  try {
    if (commit === null) mkdirSync(place, { recursive: true });
    else createWorkspace(project.git, place, commit);
    mkdirSync(join(place, "artifacts"), { recursive: true });
    const said = await askUntilValid(agent, request, { place, baseTree }, packetFor(agent, request), async (packet) => {
      const takeBack = containment?.handOver(place);
      const answer = await agent.run({
        packet: `${JSON.stringify(packet)}\n`,
        workspace: place,
        timeoutMs: request.timeoutSeconds * 1000,
        ...(containment === null ? {} : { containment }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      });
      takeBack?.();
      return answer;
    });
    const plan = readPlan(place, said);
    if (plan !== null) return withoutOrders(plan, agent, request);
    throw new BatonError("PLAN_INVALID", `the planner ${agent.name} wrote no plan${reasonsOf(agent, said, request)}`, {
      hint: hintOf(agent, said, request),
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function hintOf(agent: Agent, said: AgentAnswer, request: PlanRequest): string {
  const must = `It must write ${PLAN_FILE}, or put the Markdown under OUTPUT of its answer.`;
  const without = "Without --planner the spec is read as it is.";
  return [said.failed === true ? "" : must, keepOutput(agent, said, request), without].filter(Boolean).join(" ");
}

const ONLY_THE_ANSWER =
  'Your plan is written. Only your answer was rejected: give it again, whole, with what "answer_only" names put right.';

interface PlannersPlace {
  readonly place: string;
  /** Null: the repository has no commit. */
  readonly baseTree: TreeReader | null;
}

/**
 * An envelope passes the same validator as everybody's, and one that is wrong goes back twice (ENV-13, ENV-15); who prints none has
 * only written a plan. Throws PLAN_INVALID, also where the planner says BLOCKED.
 */
async function askUntilValid(
  agent: Agent,
  request: PlanRequest,
  place: PlannersPlace,
  packet: AssignmentPacket,
  ask: (packet: AssignmentPacket) => Promise<AgentAnswer>,
): Promise<AgentAnswer> {
  let said = await ask(packet);
  const refuse = (message: string, violations: readonly Violation[] = []): never => {
    const kept = keepOutput(agent, said, request);
    const hint = `Correct what it is told, or leave --planner out. ${kept}`.trimEnd();
    throw new BatonError("PLAN_INVALID", `the planner ${agent.name} ${message}`, { hint, details: { violations } });
  };
  for (let asked = 1; ; asked += 1) {
    if (said.end !== "answered") refuse(`gave no answer: ${said.end}${reasonsOf(agent, said, request)}`);
    const { envelope, violations } = isModel(agent) ? NO_ENVELOPE : envelopeOf(said, place, packet);
    const [first] = violations;
    if (first === undefined && envelope.STATUS === "BLOCKED")
      refuse(`cannot go on: ${(envelope.FAIL_REASONS ?? []).join("; ")}`);
    if (first === undefined) return said;
    if (asked > ANSWER_ONLY_TURNS)
      refuse(`answers with ${counted(violations.length, "violation")}; the first: ${first.message}`, violations);
    said = await ask(answerOnly(packet, ONLY_THE_ANSWER, { turn: asked, violations }));
  }
}

const NO_ENVELOPE: Pick<Heard, "envelope" | "violations"> = { envelope: {}, violations: [] };

function envelopeOf(said: AgentAnswer, place: PlannersPlace, packet: AssignmentPacket): typeof NO_ENVELOPE {
  const parsed = answerOf(said, place.place, packet);
  if (parsed.envelope.STATUS === undefined) return NO_ENVELOPE;
  return { envelope: parsed.envelope, violations: violationsIn(parsed, { ...place, packet }) };
}

function contain(project: Project, agent: Agent, commit: string | null, where: PlanRequest): AgentContainment {
  const { git } = project;
  const { policy } = configAt(git, commit);
  const { isolation: level, agent_user: user } = where.settings;
  const containment = openContainment({ project, ...where }, { level, user, least: policy.require_isolation });
  containment.admit(agent);
  return containment;
}

/**
 * Like `askPlanner`, but what a model gives is never needed: where it is no plan that `read` takes, what the user gave
 * counts as it is, with the reason as a warning.
 */
export async function planOrKeep(
  project: Project,
  agent: Agent,
  request: PlanRequest,
  read: (text: string) => unknown,
): Promise<{ readonly text: string; readonly warning: string | null }> {
  try {
    const text = await askPlanner(project, agent, request);
    if (isModel(agent)) read(text);
    return { text, warning: null };
  } catch (error) {
    const isNoPlan = error instanceof BatonError && (error.code === "PLAN_INVALID" || error.code === "SPEC_INVALID");
    if (!isModel(agent) || !isNoPlan) throw error;
    return { text: request.text, warning: `not planned, read as it is: ${error.message}` };
  }
}

const HEARTBEAT_SECONDS = 30;

function packetFor(agent: Agent, { text, title, timeoutSeconds, now }: PlanRequest): AssignmentPacket {
  const facts = {
    task_id: "T000",
    assigned_agent: agent.name,
    role: "planner",
    status: "IN_PROGRESS",
    goal: `Plan: ${oneLine(title)}`,
    gates_required: ["GATE-MSG-STRICT"],
    inputs: [],
  } as const;
  const steps = ["Read the repository and what the user wants", `Write the plan to ${PLAN_FILE}`];
  return AssignmentPacket.parse({
    schema_version: "1.0.0",
    run_id: "plan",
    attempt: 1,
    ...facts,
    context: `${PLAN_FORMAT}\n\nWhat the user wants:\n\n${text}`,
    steps,
    files_allowed: [],
    evidence_expected: [`${PLAN_FILE} with at least one feature`],
    test_command: null,
    ...boundsIn({ timeoutSeconds, heartbeatSeconds: HEARTBEAT_SECONDS }, now()),
    answer_format: answerFormat({ ...facts, gates_required: [...facts.gates_required], inputs: [] }),
    feature: { id: "plan", description: title, steps },
  });
}

/** What a planner adds stands unquoted in every later packet: what of it speaks to its reader, a person reads first. */
function withoutOrders(plan: string, agent: Agent, { text, stateDirectory, env, settings }: PlanRequest): string {
  const redact = createRedactor(env, settings.agent_env);
  // It is kept, published and committed from here on.
  const told = redact(plan);
  const passage = passageIn(told, redact(text));
  if (passage === null) return told;
  const folder = join(stateDirectory, "quarantine");
  const file = join(folder, `plan-${randomUUID()}.md`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, told);
  throw new BatonError("FIREWALL_INJECTION", `the plan of ${agent.name} is held back: ${passage}`, {
    hint: `Read ${file}; where nothing in it gives orders, use it as your own: baton init --spec ${file}`,
  });
}

function readPlan(place: string, { text }: AgentAnswer): string | null {
  const path = join(place, PLAN_FILE);
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file?.isFile() === true && file.size > 0 && file.size <= PLAN_LIMIT_BYTES) return readFileSync(path, "utf8");
  const output = parseEnvelope(text).envelope.OUTPUT?.trim() ?? "";
  return output === "" ? null : `${output}\n`;
}
