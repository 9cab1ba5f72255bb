import type { InputClassification } from "../../../schema/classification.ts";
import type { AgentBundleProposal, CandidateAction, StrategySelection } from "../../../schema/governor-reasoning.ts";

/** What candidates are generated from. */
export interface CandidateFacts {
  readonly strategy: StrategySelection;
  readonly classification: InputClassification;
  /** The bundle, where the strategy needs agents. */
  readonly proposal: AgentBundleProposal | null;
  /** The ledger's task that the turn is about: only work on it evidences a gate, words do not. */
  readonly taskId: string | null;
  /** What is at stake cannot be taken back: a person's word then serves any strategy. */
  readonly irreversible?: boolean;
  /** The turn goes on with the problem of the last one. */
  readonly isSameProblem: boolean;
}

const ASK_ABOVE = 0.5;
const URGENCY = { immediate: 0.8, near: 0.5, far: 0.2 } as const;

/**
 * The candidates of a turn (HRM §3.6, HRM-26): an answer always, agents when the strategy needs them, a question when too
 * much is unknown or the strategy is to ask; a task can also wait. Numbers that the document gives are its own; the others
 * make the strategy's own action lead: alignment is how well an action serves it, as far as the strategy is sure.
 */
export function generateCandidates(facts: CandidateFacts): CandidateAction[] {
  const { strategy, classification, taskId } = facts;
  const asks = classification.uncertainty > ASK_ABOVE || strategy.strategy === "dialogue";
  return [
    respond(facts),
    ...(facts.proposal === null ? [] : [delegate(facts, facts.proposal)]),
    ...(asks ? [ask(facts)] : []),
    ...(taskId === null ? [] : [wait(taskId)]),
  ];
}

/** Whatever is done about something unknown unblocks little; only a question does. */
const unblocks = (share: number, { uncertainty }: InputClassification): number => share * (1 - uncertainty);

function respond({ strategy, classification }: CandidateFacts): CandidateAction {
  return {
    id: "respond_direct",
    action_type: "respond",
    description: "Answer directly without agents",
    urgency: 0.3,
    dependency_score: unblocks(0.2, classification),
    momentum_score: 0.8,
    energy_cost: 0.2,
    alignment_score: strategy.strategy === "quick_answer" ? 1 : 0.2,
    agent_proposal: null,
    source: "always",
  };
}

function delegate(
  { strategy, classification, isSameProblem }: CandidateFacts,
  proposal: AgentBundleProposal,
): CandidateAction {
  return {
    id: "delegate_agents",
    action_type: "delegate",
    description: `Delegate to agents: ${proposal.agents.join(", ")}`,
    urgency: URGENCY[classification.horizon],
    dependency_score: unblocks(0.8, classification),
    momentum_score: isSameProblem ? 0.9 : 0.6,
    energy_cost: Math.min(0.9, (3 + proposal.agents.length) / 10),
    alignment_score: strategy.confidence,
    agent_proposal: proposal,
    source: `strategy ${proposal.strategy}`,
  };
}

function ask({ strategy, classification, irreversible = false }: CandidateFacts): CandidateAction {
  const isDialogue = strategy.strategy === "dialogue";
  return {
    id: "ask_clarify",
    action_type: "ask",
    description: "Ask user for clarification",
    urgency: 0.1,
    dependency_score: isDialogue ? Math.max(0.9, classification.uncertainty) : classification.uncertainty,
    momentum_score: 0.3,
    energy_cost: 0.4,
    alignment_score: isDialogue || irreversible ? 1 : 0.5,
    agent_proposal: null,
    source: isDialogue ? "strategy dialogue" : `uncertainty ${classification.uncertainty}`,
  };
}

function wait(taskId: string): CandidateAction {
  return {
    id: "wait",
    action_type: "wait",
    description: `Leave ${taskId} for a later turn`,
    urgency: 0,
    dependency_score: 0,
    momentum_score: 0.1,
    energy_cost: 0,
    alignment_score: 0.2,
    agent_proposal: null,
    source: `task ${taskId}`,
  };
}
