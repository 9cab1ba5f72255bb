import { join } from "node:path";
import { createAgent } from "../../agents/create-agent.ts";
import { labelOf } from "../../agents/labels.ts";
import type { HRMCallback } from "../../core/governor/callbacks.ts";
import { NO_SETTINGS } from "../../core/run/no-settings.ts";
import { classify } from "../../engine/governor/classify.ts";
import { askOnce, type Asked, type AskEnd } from "../../engine/governor/ask.ts";
import { governorSettings } from "../../engine/governor/settings.ts";
import { keepAsk, learnedNow } from "../../engine/memory/ask-memory.ts";
import { offerForText } from "../../engine/memory/run-memory.ts";
import { openRepository } from "../../engine/prove/subject.ts";
import { openSinks } from "../../engine/trace/sinks.ts";
import { openContainment } from "../../engine/run/isolation/containment.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { Classified } from "../../schema/classification.ts";
import type { GovernorConfig } from "../../schema/governor-config.ts";
import { addUsage, UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import { counted } from "../../core/text/counted.ts";
import { findRepository } from "../../util/git/discover.ts";
import { createRedactor } from "../../util/redact.ts";
import { agentSettings, type AgentFlags } from "../agent-settings.ts";
import type { Answer } from "../output.ts";
import { readQuestion } from "../read-question.ts";
import { createAskProgress } from "../render/ask-progress.ts";
import { governedData, governedText } from "../render/governed.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withMemory } from "../with-memory.ts";
import { configAt } from "../../engine/run/open-commit.ts";

export interface AskFlags extends Pick<AgentFlags, "agentEnv" | "isolation" | "agentUser"> {
  readonly agents?: readonly string[];
  readonly set?: readonly string[];
}

/** `baton ask TEXT [--agents A...]`: one governed turn by hand. Nothing of the repository is changed. */
export async function askCommand(given: string | undefined, flags: AskFlags, around: Surroundings): Promise<Answer> {
  const text = readQuestion(given, "there is nothing to ask");
  const { repository, stateDirectory, env, signal } = around;
  const { config } = governorSettings({ repository, stateDirectory, env, flags: flags.set ?? [] });
  const settings = agentSettings(flags, NO_SETTINGS, env);
  const agents = (flags.agents ?? []).map((one) => createAgent(one, env, { names: settings.agent_env }));
  const { git, places, commit } = openRepository(around, "HEAD");
  const { policy } = configAt(git, commit);
  const { isolation: level, agent_user: user } = settings;
  const where = { project: { root: places.root ?? repository, places }, stateDirectory, env };
  const containment =
    agents.length === 0 ? null : openContainment(where, { level, user, least: policy.require_isolation });
  for (const agent of agents) containment?.admit(agent);
  const warnings: string[] = [];
  const leaveOut = (reason: string): void => {
    if (warnings.includes(reason)) return;
    warnings.push(reason);
    around.progress.say(`! ${reason}`);
  };
  const memory = unlessBroken(leaveOut, () => recall(text, around)) ?? { citations: [], quoted: "", learning: null };
  const { sinks, close } = await openSinks(join(findRepository(repository).commonDirectory, "baton"), config);
  const progress = createAskProgress((line) => around.progress.say(line));
  const redact = createRedactor(env, settings.agent_env);
  const classified = await classify(text, { config, env, redact, signal });
  const failure = classified?.failure ?? null;
  if (failure !== null) leaveOut(`${failure.code}: ${failure.message}; the rules count`);
  const asked = await askOnce({
    text,
    config,
    classified,
    agents: agents.map((agent) => ({ label: labelOf(agent, agents), agent })),
    git,
    commit,
    stateDirectory,
    containment,
    memory,
    learning: memory.learning,
    sinks,
    redact,
    onEnded: (end, callback) => unlessBroken(leaveOut, () => remember({ ...end, settings: config }, around, callback)),
    onStep: (step) => progress.show(step),
    now: () => new Date(),
    signal,
  })
    .catch((error: unknown) => {
      throw error instanceof BatonError ? toAsker(error) : error;
    })
    .finally(() => {
      progress.end();
      close();
    });
  const told = { ...asked, citations: memory.citations, classified, isTraceKept: config.trace_enabled };
  return { ...answerOf(told, agents.length > 0), warnings };
}

/** What to type next is another thing here than in a run: nothing waits for a person, and the answer is gone with its clone. */
function toAsker(error: BatonError): BatonError {
  const { code, message, details } = error;
  const hint = hintFor(error);
  return hint === null ? error : new BatonError(code, message, { details, hint, cause: error });
}

function hintFor({ code, details }: BatonError): string | null {
  if (code === "FIREWALL_INJECTION")
    return "Do not follow the passage; ask another agent, or read the repository yourself.";
  if (code !== "ESCALATION_REQUIRED") return null;
  return "votes" in details
    ? "They do not agree: decide yourself, or ask again with what they would need to know; with --json each vote is in details.votes."
    : "Say what is meant, and ask again; `baton governor explain TEXT` shows what is unclear.";
}

/** Whatever fails in memory is said, and takes no answer away. */
function unlessBroken<T>(leaveOut: (reason: string) => void, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    leaveOut(`memory is left out: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

const recall = (text: string, around: Surroundings) =>
  withMemory(around, "read", (stores) => ({ ...offerForText(stores, text), learning: learnedNow(stores) }));

/** A turn that started nobody leaves nothing. */
const remember = (
  end: AskEnd & { readonly settings: GovernorConfig },
  around: Surroundings,
  { onWriteCompleted }: HRMCallback,
): void =>
  withMemory(
    around,
    "write",
    (stores, bus) => keepAsk(stores, bus, { ...end, now: () => new Date() }),
    onWriteCompleted,
  );

type Told = Asked & {
  readonly citations: readonly string[];
  readonly classified: Classified | null;
  readonly isTraceKept: boolean;
};

function answerOf(asked: Told, named: boolean): Answer {
  const { turn, classified, denied, bundle, traceId, trace, citations, usage, isTraceKept } = asked;
  const action = turn.approval.approved?.action;
  const result = bundle?.result ?? null;
  const output = result?.output ?? null;
  const data = {
    ...governedData(turn, null, classified),
    denied,
    context: turn.context,
    answer: output?.content.output ?? null,
    next_actions: output?.content.next_actions ?? [],
    bundle: bundle === null ? null : { ...bundle.handle, result: undefined },
    outputs: result?.outputs ?? [],
    failures: result?.failures ?? [],
    refused: result?.refused ?? [],
    votes: result?.votes ?? [],
    decided: result?.decided ?? null,
    firewall: bundle === null ? null : "passed",
    citations,
    usage: bundle === null ? null : usage.map((one) => one ?? UNKNOWN_USAGE).reduce(addUsage, UNKNOWN_USAGE),
    trace_id: traceId,
    trace,
  };
  const asks = action?.action_type === "ask";
  const exitCode = asks ? EXIT.person : EXIT.ok;
  if (bundle === null)
    return {
      data,
      exitCode,
      text: [governedText(turn, classified), nextLine(asks, (action?.agent_proposal ?? null) !== null, named)].join(
        "\n",
      ),
    };
  const words = (result?.outputs ?? []).map(({ agent_id: id, content }) => `${id}:\n${content.output}`);
  const lines = [
    plainLines(words.length > 1 ? words.join("\n\n") : (output?.content.output ?? "Nothing was decided.")),
    "",
    ...(result?.votes.length
      ? [
          `Vote       ${result.votes.map(({ agent, vote }) => `${agent} ${vote ?? "-"}`).join(", ")} → ${result.decided ?? "nothing decided"}`,
        ]
      : []),
    ...(result?.failures ?? []).map(({ agent, reason }) => `Failed     ${plain(`${agent}: ${reason}`)}`),
    ...(result?.refused ?? []).map((part) => `Refused    ${plain(part)}`),
    ...(bundle.handle.mode === "hierarchical" && words.length === 1
      ? ["Delegated  nothing: the lead answered alone"]
      : []),
    `Strategy   ${turn.reasoned.strategy.strategy} · ${bundle.handle.mode}: ${plain(bundle.handle.agents.join(", "))} · firewall passed`,
    ...deniedLines(denied),
    ...(citations.length === 0 ? [] : [`Offered    ${plain(citations.join(", "))}`]),
    isTraceKept
      ? `Trace      baton trace show ${traceId}`
      : `Trace      ${counted(trace.length, "event")}, with --json`,
  ];
  return { data, exitCode, text: lines.join("\n") };
}

const deniedLines = (denied: Asked["denied"]): string[] =>
  denied.map(({ action, mode, agents, reason }) =>
    plain(`Denied     ${mode === null ? action : `${mode}: ${agents.join(", ")}`} · ${reason}`),
  );

const plainLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => plain(line))
    .join("\n");

function nextLine(asks: boolean, delegates: boolean, named: boolean): string {
  if (asks) return "Next: say what is meant, and ask again; `baton governor explain` shows what is unclear.";
  if (delegates && !named) return "Next: name who is to be started: baton ask TEXT --agents claude";
  return "Next: no agent is needed for this; name one to have it answered all the same: baton ask TEXT --agents claude";
}
