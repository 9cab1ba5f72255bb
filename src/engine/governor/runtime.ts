import { isDeepStrictEqual } from "node:util";
import { textOf, validate } from "../../core/governor/firewall/firewall.ts";
import { EscalationRequiredError, FirewallViolation, INJECTION_RULE } from "../../core/governor/errors.ts";
import type { ApprovedAction } from "../../core/governor/focus/approve-action.ts";
import { BatonError } from "../../errors.ts";
import type { AgentOutput } from "../../schema/agent-output.ts";
import type {
  AgentExecutionContext,
  AgentExecutionHandle,
  AgentExecutionStatus,
  ExecutionStatus,
} from "../../schema/governor-focus.ts";
import type { AgentBundleProposal } from "../../schema/governor-reasoning.ts";
import {
  runHierarchy,
  runParallel,
  runPipeline,
  runVoting,
  type BundleResult,
  type Chooser,
  type StartAgent,
} from "./bundle-modes.ts";
import { oneLine } from "../../core/text/one-line.ts";

/** Executes approved bundles of agents (HRM §4.5). What no gate approved has no `ApprovedAction`, and cannot be started. */
export interface AgentRuntime {
  /** Starts the bundle, and answers at once. Throws BUNDLE_FAILED where the action has no bundle. */
  executeBundle(approved: ApprovedAction, context: AgentExecutionContext): AgentExecutionHandle;
  /** Ends a running bundle with all its processes; false: it had ended already. Throws BUNDLE_UNKNOWN. */
  cancel(handleId: string): boolean;
  /** Throws BUNDLE_UNKNOWN. */
  getStatus(handleId: string): AgentExecutionStatus;
  /** Resolves when the bundle has ended, however it did; never rejects. Throws BUNDLE_UNKNOWN. */
  ended(handleId: string): Promise<EndedBundle>;
}

export interface EndedBundle {
  readonly handle: AgentExecutionHandle;
  readonly result: BundleResult | null;
  /** Why it failed: AGENT_EXECUTION_TIMEOUT, FIREWALL_VIOLATION, FIREWALL_INJECTION, ESCALATION_REQUIRED, BUNDLE_FAILED … */
  readonly error: Error | null;
}

export interface RuntimeOptions {
  readonly start: StartAgent;
  /** Of `select_best`; without one such a bundle fails, since nothing would tell the best. */
  readonly choose?: Chooser;
  /** `agent_execution_timeout_ms`: of the whole bundle. */
  readonly timeoutMs: number;
  /** What agents of the bundle may use. */
  readonly capabilities: readonly string[];
  readonly now: () => string;
  readonly newId: () => string;
  /** HRM §8.3, when a bundle begins. */
  readonly onAgentActivated?: (handle: AgentExecutionHandle) => void;
}

interface Execution {
  handle: AgentExecutionHandle;
  readonly stop: AbortController;
  readonly working: Set<string>;
  readonly outputs: AgentOutput[];
  ended: Promise<EndedBundle>;
}

export function createAgentRuntime(options: RuntimeOptions): AgentRuntime {
  const executions = new Map<string, Execution>();
  const find = (id: string): Execution => {
    const found = executions.get(id);
    if (found === undefined) throw new BatonError("BUNDLE_UNKNOWN", `no bundle ${id} was started here`);
    return found;
  };
  return {
    executeBundle({ action }, context) {
      const proposal = action.agent_proposal;
      if (proposal === null) throw new BatonError("BUNDLE_FAILED", `${action.id} starts no agents`);
      if (proposal.orchestration_mode !== context.mode)
        throw new BatonError("BUNDLE_FAILED", `${proposal.orchestration_mode} was approved, not ${context.mode}`);
      if (!isDeepStrictEqual(proposal.mode_config, context.mode_config))
        throw new BatonError("BUNDLE_FAILED", `${context.mode} was approved with another configuration`);
      const execution = begin(proposal, options);
      executions.set(execution.handle.id, execution);
      options.onAgentActivated?.(execution.handle);
      return execution.handle;
    },
    cancel(id) {
      const { handle, stop } = find(id);
      if (handle.status !== "running") return false;
      stop.abort(new BatonError("INTERRUPTED", `${id} was cancelled`));
      return true;
    },
    getStatus(id) {
      const { handle, working, outputs } = find(id);
      const share = outputs.length / Math.max(handle.agents.length, outputs.length + working.size);
      const [current = null] = working;
      return {
        handle_id: id,
        status: handle.status,
        progress: handle.status === "completed" ? 1 : share,
        current_agent: current,
        outputs_so_far: outputs.map(({ content }) => content.output),
      };
    },
    ended: async (id) => find(id).ended,
  };
}

function begin(proposal: AgentBundleProposal, options: RuntimeOptions): Execution {
  const stop = new AbortController();
  const time = AbortSignal.timeout(options.timeoutMs);
  const working = new Set<string>();
  const outputs: AgentOutput[] = [];
  const start: StartAgent = async (agent, work, signal) => {
    signal.throwIfAborted();
    working.add(agent);
    try {
      const output = through(await options.start(agent, work, signal), options.capabilities);
      outputs.push(output);
      return output;
    } finally {
      working.delete(agent);
    }
  };
  const execution: Execution = {
    handle: {
      id: options.newId(),
      agents: [...proposal.agents],
      mode: proposal.orchestration_mode,
      status: "running",
      started_at: options.now(),
      completed_at: null,
      result: null,
      error: null,
    },
    stop,
    working,
    outputs,
    ended: Promise.resolve({} as EndedBundle),
  };
  const end = (status: ExecutionStatus, result: BundleResult | null, error: Error | null): EndedBundle => {
    execution.handle = {
      ...execution.handle,
      status,
      completed_at: options.now(),
      result,
      error: error === null ? null : error.message,
    };
    return { handle: execution.handle, result, error };
  };
  execution.ended = run(proposal, start, { stop: stop.signal, time }, options.choose ?? noChooser).then(
    (result) => end("completed", result, null),
    (error: unknown) => {
      if (stop.signal.aborted) return end("cancelled", null, stop.signal.reason as Error);
      // Votes that were given in time are told, though they decide nothing.
      if (error instanceof EscalationRequiredError) return end("failed", null, error);
      const late = new BatonError("AGENT_EXECUTION_TIMEOUT", `the bundle was not done after ${options.timeoutMs} ms`);
      return end("failed", null, time.aborted ? late : error instanceof Error ? error : new Error(String(error)));
    },
  );
  return execution;
}

const noChooser: Chooser = () => {
  throw new BatonError("BUNDLE_FAILED", "nothing is given to choose the best by");
};

async function run(
  proposal: AgentBundleProposal,
  start: StartAgent,
  { stop, time }: { readonly stop: AbortSignal; readonly time: AbortSignal },
  choose: Chooser,
): Promise<BundleResult> {
  const result = await inMode(proposal, start, AbortSignal.any([stop, time]), choose);
  stop.throwIfAborted();
  // Agents that were ended in time may have left something; it is not what was asked for. A vote counts who had voted.
  if (proposal.orchestration_mode !== "voting") time.throwIfAborted();
  return result;
}

async function inMode(
  proposal: AgentBundleProposal,
  start: StartAgent,
  signal: AbortSignal,
  choose: Chooser,
): Promise<BundleResult> {
  switch (proposal.orchestration_mode) {
    case "pipeline":
      return runPipeline(proposal, start, signal);
    case "parallel":
      return runParallel(proposal, start, signal, choose);
    case "voting":
      return runVoting(proposal, start, signal);
    case "hierarchical":
      return runHierarchy(proposal, start, signal);
  }
}

/** Nothing that an agent says goes on without the firewall (HRM §4.6). Throws FIREWALL_VIOLATION, FIREWALL_INJECTION. */
function through(output: AgentOutput, capabilities: readonly string[]): AgentOutput {
  const { violations, score } = validate(output, capabilities);
  const [violation] = violations;
  if (violation === undefined) return output;
  const { agent_id: agent } = output;
  if (violation.rule !== INJECTION_RULE)
    throw new FirewallViolation(violation.rule, `${agent}: ${violation.message}`, { agent });
  const { start = 0, end = 0 } = score.hits[0] ?? {};
  const passage = oneLine(textOf(output).slice(start, end)).slice(0, PASSAGE_SHOWN);
  throw new FirewallViolation(INJECTION_RULE, `${agent}: ${violation.message}: ${JSON.stringify(passage)}`, {
    agent,
    passage,
  });
}

const PASSAGE_SHOWN = 400;
