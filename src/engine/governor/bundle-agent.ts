import { join } from "node:path";
import type { Agent, AgentAnswer } from "../../agents/port.ts";
import { createWorkspace } from "../../agents/workspace.ts";
import { answerFormat } from "../../core/envelope/answer-format.ts";
import { parseEnvelope } from "../../core/envelope/parse-envelope.ts";
import { agentOutputOf } from "../../core/governor/firewall/firewall.ts";
import { quoteForAgents } from "../../core/governor/firewall/quarantine.ts";
import { BatonError } from "../../errors.ts";
import { AssignmentPacket } from "../../schema/packet.ts";
import type { Usage } from "../../schema/usage.ts";
import { timestamp } from "../../util/clock.ts";
import type { Git } from "../../util/git/git.ts";
import type { Redact } from "../../util/redact.ts";
import type { Tracer } from "../../util/tracer.ts";
import { inAgentSpan } from "../trace/agent-span.ts";
import type { AgentContainment } from "../run/isolation/agent-containment.ts";
import type { BundleWork, StartAgent } from "./bundle-modes.ts";
import { oneLine } from "../../core/text/one-line.ts";

export interface BundleAgentOptions {
  /** The program behind a name of the bundle; `executor#2` is a second process of `executor`. Throws AGENT_UNKNOWN. */
  readonly agentOf: (name: string) => Agent;
  readonly git: Git;
  readonly commit: string;
  /** Where clones are made, one an agent, removed when it is done. */
  readonly clones: string;
  readonly text: string;
  /** What memory offers, quoted. */
  readonly memory: string;
  readonly containment: AgentContainment | null;
  readonly timeoutMs: number;
  readonly redact: Redact;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Each agent is a span of it, in the conversation of this name. */
  readonly tracer: Tracer;
  readonly conversation: string;
  readonly onUsage?: (usage: Usage | undefined) => void;
}

const WISHES: Readonly<Record<BundleWork["purpose"], string>> = {
  work: "Answer from the repository. Change nothing: your clone is thrown away.",
  vote: "Judge what is asked, alone. Say your vote in OUTPUT as one line `VOTE: yes` or `VOTE: no`, then why.",
  split:
    "Split what is asked. Give each part as one line `DELEGATE agent [files]: what`. What needs no splitting, answer whole.",
  part: "Do only this part. Change nothing: your clone is thrown away.",
  integrate: "Put what the others said together into one answer in OUTPUT.",
};

/** Starts real agents of a bundle, each in a disposable clone of its own, of which nothing is taken but what it says. */
export function createBundleAgents(options: BundleAgentOptions): StartAgent {
  const { git, commit, clones, containment } = options;
  return async (name, work, signal) => {
    const agent = options.agentOf(name.replace(/#\d+$/, ""));
    const workspace = createWorkspace(git, join(clones, `ask-${options.newId()}`), commit);
    const takeBack = containment?.handOver(workspace.directory);
    try {
      const said = await inAgentSpan(
        options.tracer,
        { agent: agent.name, conversation: options.conversation },
        async () =>
          agent.run({
            packet: `${JSON.stringify(packetFor(name, work, options))}\n`,
            workspace: workspace.directory,
            timeoutMs: options.timeoutMs,
            signal,
            ...(containment === null ? {} : { containment }),
          }),
      );
      options.onUsage?.(said.usage);
      return outputOf(name, work, said, options.redact);
    } finally {
      takeBack?.();
      workspace.remove();
    }
  };
}

/** An envelope where there is one, else the plain text: here nothing is proven by it. */
function outputOf(name: string, { purpose }: BundleWork, said: AgentAnswer, redact: Redact) {
  const why = said.diagnostics.trim() === "" ? "" : `: ${lastOf(redact(said.diagnostics))}`;
  if (said.end !== "answered") {
    const code = said.end === "timeout" ? "AGENT_EXECUTION_TIMEOUT" : "BUNDLE_FAILED";
    throw new BatonError(code, `${name} ${said.end}${why}`);
  }
  const text = redact(said.text.toWellFormed());
  const { envelope } = parseEnvelope(text);
  const spoken = envelope.OUTPUT === undefined ? { OUTPUT: text.trim(), NEXT_ACTIONS: [] } : envelope;
  if ((spoken.OUTPUT ?? "").trim() === "") throw new BatonError("BUNDLE_FAILED", `${name} said nothing${why}`);
  const role = purpose === "vote" ? "validator" : "planner";
  return agentOutputOf({
    agentId: name,
    role,
    envelope: spoken,
    treeChanged: false,
    // Whatever it used was done to a clone that is thrown away.
    toolsSeen: [],
    ...(said.usage === undefined ? {} : { usage: said.usage }),
  });
}

const SHOWN = 300;
const lastOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, "; ")
    .slice(-SHOWN);

function packetFor(
  name: string,
  { purpose, part, files, delegates, before }: BundleWork,
  { text, memory, timeoutMs, now }: BundleAgentOptions,
): AssignmentPacket {
  const seconds = Math.max(1, Math.ceil(timeoutMs / 1000));
  const facts = {
    task_id: "T000",
    assigned_agent: name,
    role: purpose === "vote" ? "validator" : "planner",
    status: "IN_PROGRESS",
    goal: oneLine(part ?? text).slice(0, 500),
    gates_required: ["GATE-MSG-STRICT"],
    inputs: [],
  } as const;
  const said = before.map(
    ({ agent_id: id, content }) =>
      `${id} said:\n${quoteForAgents([content.output, ...content.next_actions].join("\n"))}`,
  );
  const wish = delegates.length === 0 ? WISHES[purpose] : `${WISHES[purpose]} Agents: ${delegates.join(", ")}.`;
  const steps = [wish];
  return AssignmentPacket.parse({
    schema_version: "1.0.0",
    run_id: "ask",
    attempt: 1,
    ...facts,
    context: [wish, `What is asked:\n\n${text}`, ...(part === null ? [] : [`Your part: ${part}`]), ...said, memory]
      .filter((one) => one !== "")
      .join("\n\n"),
    steps,
    files_allowed: [],
    evidence_expected: files.length === 0 ? ["an answer in OUTPUT"] : [`an answer about ${files.join(", ")}`],
    test_command: null,
    budget: { time_seconds: seconds, turns: null, tokens: null, cost: null },
    deadline: timestamp(new Date(now().getTime() + timeoutMs)),
    timeout_seconds: seconds,
    heartbeat_interval_seconds: 30,
    answer_format: answerFormat({ ...facts, gates_required: [...facts.gates_required], inputs: [] }, "words"),
    feature: { id: "ask", description: facts.goal, steps },
  });
}
