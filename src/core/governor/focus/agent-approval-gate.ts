import type { Stance } from "../../../schema/governor-enums.ts";
import type { AgentBundleProposal } from "../../../schema/governor-reasoning.ts";
import type { Commitment, GateDecision } from "../../../schema/governor-focus.ts";
import { stay } from "./gate-evaluators.ts";
import { ALLOWED_BUNDLES, stanceAllowsBundle } from "./stances.ts";

/** Validates proposals of agent bundles (HRM §4.4). */
export interface AgentApprovalGate {
  evaluate(proposal: AgentBundleProposal, stance: Stance, commitment: Commitment | null): GateDecision;
  stanceAllows(proposal: AgentBundleProposal, stance: Stance): boolean;
}

export interface ApprovalOptions {
  /** Agents that may be started; `executor#2` is a second process of `executor`. */
  readonly authorized: ReadonlySet<string>;
  readonly maxAgents: number;
  /** The problem of the turn; null: none. */
  readonly problemId: string | null;
}

/** The four rules in the document's order; the first that is broken denies. */
export function createAgentApprovalGate({ authorized, maxAgents, problemId }: ApprovalOptions): AgentApprovalGate {
  const gate: AgentApprovalGate = {
    stanceAllows: (proposal, stance) => stanceAllowsBundle(stance, proposal),
    evaluate(proposal, stance, commitment) {
      const broken =
        brokenByStance(gate, proposal, stance) ??
        brokenByCommitment(stance, commitment, problemId) ??
        brokenByAuthorization(proposal, authorized) ??
        brokenByMode(proposal, maxAgents);
      const { strategy, orchestration_mode: mode, agents } = proposal;
      const metadata = { rule: broken?.rule ?? null, strategy, mode, agents: [...agents] };
      const reason = broken?.reason ?? `${stance} allows ${strategy} in mode ${mode} with ${agents.join(", ")}`;
      return stay("agent_approval", broken === null, reason, metadata);
    },
  };
  return gate;
}

interface Broken {
  readonly rule: "stance" | "commitment" | "authorization" | "mode";
  readonly reason: string;
}

function brokenByStance(gate: AgentApprovalGate, proposal: AgentBundleProposal, stance: Stance): Broken | null {
  if (gate.stanceAllows(proposal, stance)) return null;
  const { strategy, orchestration_mode: mode } = proposal;
  const allowed = ALLOWED_BUNDLES[stance].join(", ");
  return { rule: "stance", reason: `${stance} allows ${allowed}; this is ${strategy} in mode ${mode}` };
}

/** Work is done under a lease, and a lease is for one problem. */
function brokenByCommitment(stance: Stance, commitment: Commitment | null, problemId: string | null): Broken | null {
  const broken = (reason: string): Broken => ({ rule: "commitment", reason });
  if (commitment === null) return stance === "execution" ? broken("execution needs an active commitment") : null;
  if (commitment.status !== "active" || commitment.turns_remaining < 1)
    return broken(`commitment ${commitment.id} is ${commitment.status === "active" ? "used up" : commitment.status}`);
  if (problemId !== null && commitment.problem_id !== problemId)
    return broken(`the commitment is to ${commitment.problem_id}, the turn is about ${problemId}`);
  return null;
}

function brokenByAuthorization({ agents }: AgentBundleProposal, authorized: ReadonlySet<string>): Broken | null {
  const unknown = agents.filter((agent) => !authorized.has(agent.replace(/#\d+$/, "")));
  if (unknown.length > 0) return { rule: "authorization", reason: `not authorised: ${unknown.join(", ")}` };
  return new Set(agents).size === agents.length ? null : { rule: "authorization", reason: "an agent is named twice" };
}

function brokenByMode(proposal: AgentBundleProposal, maxAgents: number): Broken | null {
  const { agents } = proposal;
  const broken = (reason: string): Broken => ({ rule: "mode", reason });
  if (agents.length === 0) return broken("a bundle has at least one agent");
  if (agents.length > maxAgents) return broken(`${agents.length} agents, at most ${maxAgents} are allowed`);
  const within = (names: readonly string[]): boolean => names.every((name) => agents.includes(name));
  switch (proposal.orchestration_mode) {
    case "pipeline": {
      const { sequence } = proposal.mode_config;
      const isWhole = sequence.length === agents.length && within(sequence) && new Set(sequence).size === agents.length;
      return isWhole ? null : broken("a pipeline's sequence has each of its agents once");
    }
    case "parallel":
      return agents.length > 1 ? null : broken("parallel work needs two agents or more");
    case "voting":
      if (agents.length < 2) return broken("a vote needs two agents or more");
      return proposal.mode_config.threshold > 0 ? null : broken("a vote needs a threshold above 0");
    case "hierarchical": {
      const { lead, delegates, max_depth: depth } = proposal.mode_config;
      if (!within([lead])) return broken(`the lead ${lead} is not one of the agents`);
      if (delegates.length === 0 || depth < 1) return broken("a hierarchy names its delegates and its depth");
      return within(delegates) && !delegates.includes(lead) ? null : broken("delegates are agents other than the lead");
    }
  }
}
