import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Agent } from "../../agents/port.ts";
import { tellOfTurn, type HRMCallback } from "../../core/governor/callbacks.ts";
import { errorRecovery } from "../../core/governor/error-recovery.ts";
import { HRMError } from "../../core/governor/errors.ts";
import { capabilitiesOf } from "../../core/governor/firewall/firewall.ts";
import type { ApprovedAction } from "../../core/governor/focus/approve-action.ts";
import { DEFAULT_ROSTER, votersOf, type Roster } from "../../core/governor/reasoning/bundles.ts";
import type { PatternSource } from "../../core/governor/reasoning/router.ts";
import { freshContext, governTurn, withOutputs, type GovernedTurn } from "../../core/governor/turn.ts";
import { BatonError, messageOf } from "../../errors.ts";
import type { Classified } from "../../schema/classification.ts";
import type { GateType, OrchestrationMode, Strategy } from "../../schema/governor-enums.ts";
import type { GovernorConfig } from "../../schema/governor-config.ts";
import type { TraceEvent } from "../../schema/trace.ts";
import type { Usage } from "../../schema/usage.ts";
import { timestamp } from "../../util/clock.ts";
import type { Git } from "../../util/git/git.ts";
import type { Redact } from "../../util/redact.ts";
import { tracedCallback } from "../trace/callbacks.ts";
import { createTracer, type Sink, type Tracer } from "../../util/tracer.ts";
import type { LearnedNow } from "../memory/ask-memory.ts";
import type { AgentContainment } from "../run/isolation/agent-containment.ts";
import { createBundleAgents } from "./bundle-agent.ts";
import type { BundleWork, StartAgent } from "./bundle-modes.ts";
import { createAgentRuntime, type EndedBundle } from "./runtime.ts";

export interface AskRequest {
  readonly text: string;
  readonly config: GovernorConfig;
  /** From the cheapest to the strongest; none: nothing is started. */
  readonly agents: readonly { readonly label: string; readonly agent: Agent }[];
  readonly git: Git;
  readonly commit: string;
  readonly stateDirectory: string;
  readonly containment: AgentContainment | null;
  readonly memory: { readonly citations: readonly string[]; readonly quoted: string };
  /** What outcomes of like words taught; null: nothing is asked. */
  readonly learning: LearnedNow | null;
  /** What the configured model said of the words; null: none is configured. */
  readonly classified: Classified | null;
  /** Told once of a bundle that ended, however it did; what it writes to memory it tells `callback` of. */
  readonly onEnded: (end: AskEnd, callback: HRMCallback) => void;
  readonly onStep: (step: AskStep) => void;
  /** Where the trace goes besides into the answer. */
  readonly sinks: readonly Sink[];
  readonly redact: Redact;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

export type AskStep =
  | {
      readonly kind: "bundle";
      readonly strategy: Strategy;
      readonly mode: OrchestrationMode;
      readonly agents: readonly string[];
      readonly timeoutMs: number;
    }
  | { readonly kind: "began"; readonly agent: string; readonly purpose: BundleWork["purpose"] }
  /** `error` is null where it answered. */
  | { readonly kind: "ended"; readonly agent: string; readonly error: string | null };

/** What was asked of agents, and what came of it. */
export interface AskEnd {
  readonly text: string;
  readonly turn: GovernedTurn;
  readonly classified: Classified | null;
  readonly bundle: EndedBundle;
  readonly traceId: string;
}

export interface Asked {
  /** The governed turn that decided; the last one, where a person's agent made a second one due. */
  readonly turn: GovernedTurn;
  /** What the gates kept from being done, in its order, that of a first turn too. */
  readonly denied: readonly Denied[];
  /** The bundle that was run; null: none was. */
  readonly bundle: EndedBundle | null;
  readonly traceId: string;
  readonly trace: readonly TraceEvent[];
  readonly usage: readonly (Usage | undefined)[];
}

export interface Denied {
  readonly action: string;
  readonly mode: OrchestrationMode | null;
  readonly agents: readonly string[];
  readonly gate: GateType;
  readonly reason: string;
}

/**
 * One governed turn by hand: decided, approved, and where agents are named, its bundle run in disposable clones of which
 * nothing is taken but what was said. Throws what focus refused the turn with, and why a bundle came to nothing.
 */
export async function askOnce(request: AskRequest): Promise<Asked> {
  const { text, redact } = request;
  const events: TraceEvent[] = [];
  const tracer = createTracer([(event) => void events.push(event), ...request.sinks], { redact });
  const callback = tracedCallback(tracer);
  const usage: (Usage | undefined)[] = [];
  let traceId = "";
  const done = await tracer.within(
    () => tracer.span("focus", "ask", "Orchestrator", { input: text }),
    async (root) => {
      ({ traceId } = root);
      const learning = tellingOfMatches(request, callback);
      const { turn, denied } = decide({ ...request, learning }, traceId);
      const { reasoned, approval, altitude, context } = turn;
      tellOfTurn(turn, callback);
      tracer.event("altitude", "classify", "info", { level: altitude.level });
      tracer.event("reasoning", "route", "info", {
        strategy: reasoned.strategy.strategy,
        action: reasoned.action.primary.id,
      });
      tracer.event("focus", "approve", "info", {
        stance: context.stance,
        approved: approval.approved?.action.id ?? null,
      });
      if (approval.refusal !== null) throw approval.refusal;
      const { approved } = approval;
      if (
        approved?.action.agent_proposal === undefined ||
        approved.action.agent_proposal === null ||
        request.agents.length === 0
      )
        return { turn, denied, bundle: null };
      const bundle = await inTrace(request, { approved, turn, traceId }, { tracer, callback, usage });
      root.setOutput(bundle.result?.output?.content.output ?? "nothing was decided");
      const said = bundle.result?.outputs.map(({ content }) => content.output) ?? [];
      return { turn: { ...turn, context: withOutputs(context, said) }, denied, bundle };
    },
  );
  return { ...done, traceId, trace: events, usage };
}

interface Decided {
  readonly approved: ApprovedAction;
  readonly turn: GovernedTurn;
  readonly traceId: string;
}

interface Watching {
  readonly tracer: Tracer;
  readonly callback: HRMCallback;
  readonly usage: (Usage | undefined)[];
}

/** The bundle in a span of its own, once more where its error says so. Throws why it came to nothing. */
async function inTrace(request: AskRequest, decided: Decided, watching: Watching): Promise<EndedBundle> {
  const { approved, turn, traceId } = decided;
  const { tracer, callback } = watching;
  const agents = [...(approved.action.agent_proposal?.agents ?? [])];
  return tracer.within(
    () => tracer.span("focus", "bundle", "AgentRuntime", { metadata: { agents } }),
    async (span) => {
      const once = await execute(request, approved, turn, watching);
      const recovery = once.error instanceof HRMError ? errorRecovery.recover(once.error) : null;
      if (recovery !== null) tracer.event("focus", "recover", "info", { action: recovery.action });
      const again = recovery?.action === "retry" ? recovery : null;
      if (again !== null) await setTimeout(again.delay_ms);
      const ended = again === null ? once : await execute(request, approved, turn, watching);
      const end = { text: request.text, turn, classified: request.classified, bundle: ended, traceId };
      request.onEnded(end, callback);
      if (ended.error !== null) throw ended.error;
      span.setOutput(ended.result?.output?.content.output ?? "nothing was decided");
      return ended;
    },
  );
}

type Deciding = Pick<AskRequest, "text" | "config" | "agents" | "classified" | "now"> & {
  readonly learning: PatternSource | null;
};

/** The same source, which tells once of each pattern that matches well enough to be followed (HRM §8.3). */
function tellingOfMatches(
  { learning, config }: Pick<AskRequest, "learning" | "config">,
  { onPatternMatched }: HRMCallback,
): PatternSource | null {
  if (learning === null) return null;
  const told = new Set<string>();
  return {
    getPatternsForSignal(signal) {
      const matches = learning.getPatternsForSignal(signal);
      for (const { pattern_id: id, match_confidence: match } of matches) {
        const pattern = match < config.pattern_match_threshold || told.has(id) ? null : learning.patternOf(id);
        if (pattern !== null) onPatternMatched(pattern, match);
        told.add(id);
      }
      return matches;
    },
  };
}

/**
 * What the governor says of the words alone; where it would answer without agents and a person named one, the turn is taken again
 * as a commitment of one agent to exactly this, through the commitment gate.
 */
function decide(request: Deciding, id: string): Pick<Asked, "turn" | "denied"> {
  const first = govern(request, id, false);
  const isAnswer = first.approval.approved?.action.action_type === "respond";
  if (!isAnswer || request.agents.length === 0) return { turn: first, denied: deniedIn(first) };
  const turn = govern(request, id, true);
  return { turn, denied: [...deniedIn(first), ...deniedIn(turn)] };
}

function deniedIn({ reasoned, approval }: GovernedTurn): Denied[] {
  return approval.attempts.flatMap(({ action, decision: { approved, gate, reason } }) => {
    const bundle = reasoned.candidates.find(({ id }) => id === action)?.agent_proposal ?? null;
    const denied = { action, mode: bundle?.orchestration_mode ?? null, agents: bundle?.agents ?? [], gate, reason };
    return approved ? [] : [denied];
  });
}

function govern(
  { text, config, agents, learning, classified, now }: Deciding,
  id: string,
  single: boolean,
): GovernedTurn {
  const at = timestamp(now());
  const labels = agents.map(({ label }) => label);
  const [cheapest, strongest] = [labels[0], labels.at(-1)];
  const roster: Roster =
    cheapest === undefined || strongest === undefined
      ? DEFAULT_ROSTER
      : { lead: strongest, builder: cheapest, reviewer: strongest, voters: votersOf([cheapest, ...labels.slice(1)]) };
  const problem = single ? id : null;
  return governTurn(
    {
      text,
      timestamp: at,
      context: freshContext(id, config, problem),
      source: "user",
      priority: 0,
      metadata: single ? { task_id: id, single_agent: true } : null,
    },
    {
      config,
      now: () => at,
      newId: () => `commitment-${id}`,
      roster,
      learning,
      proposal: classified?.proposal ?? null,
      work: { description: text, plan: "one agent answers, and changes nothing" },
    },
  );
}

async function execute(
  request: AskRequest,
  approved: ApprovedAction,
  { context, commitment }: GovernedTurn,
  { tracer, usage, callback }: Watching,
): Promise<EndedBundle> {
  const { config, agents, signal, now } = request;
  const timeoutMs = config.agent_execution_timeout_ms;
  const proposal = approved.action.agent_proposal;
  if (proposal === null) throw new BatonError("BUNDLE_FAILED", `${approved.action.id} starts no agents`);
  const { strategy, orchestration_mode: mode, agents: named } = proposal;
  request.onStep({ kind: "bundle", strategy, mode, agents: named, timeoutMs });
  const start = createBundleAgents({
    ...request,
    agentOf(label) {
      const found = agents.find((one) => one.label === label);
      if (found === undefined) throw new BatonError("AGENT_UNKNOWN", `no agent ${label} was named`);
      return found.agent;
    },
    clones: join(request.stateDirectory, "clones"),
    memory: request.memory.quoted,
    timeoutMs,
    newId: () => randomUUID(),
    tracer,
    conversation: context.session_id,
    onUsage: (one) => void usage.push(one),
  });
  const runtime = createAgentRuntime({
    start: telling(start, request),
    timeoutMs,
    capabilities: capabilitiesOf("planner"),
    onAgentActivated: callback.onAgentActivated,
    now: () => timestamp(now()),
    newId: () => randomUUID(),
  });
  const handle = runtime.executeBundle(approved, {
    problem_id: context.problem_id ?? context.session_id,
    commitment_id: commitment?.id ?? null,
    stance: context.stance,
    mode: proposal.orchestration_mode,
    mode_config: { ...proposal.mode_config },
  });
  const stop = (): void => void runtime.cancel(handle.id);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await runtime.ended(handle.id);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const telling =
  (start: StartAgent, { onStep }: Pick<AskRequest, "onStep">): StartAgent =>
  async (agent, work, signal) => {
    onStep({ kind: "began", agent, purpose: work.purpose });
    try {
      const output = await start(agent, work, signal);
      onStep({ kind: "ended", agent, error: null });
      return output;
    } catch (error) {
      onStep({ kind: "ended", agent, error: messageOf(error) });
      throw error;
    }
  };
