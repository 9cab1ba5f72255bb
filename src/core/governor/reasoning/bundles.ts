import type { InputClassification } from "../../../schema/classification.ts";
import type { GovernorConfig } from "../../../schema/governor-config.ts";
import type { OrchestrationMode } from "../../../schema/governor-enums.ts";
import type { AgentBundleProposal, StrategySelection } from "../../../schema/governor-reasoning.ts";

/** Who can be proposed, by the role that they play. `#2` is a second process of the same agent. */
export interface Roster {
  readonly lead: string;
  readonly builder: string;
  readonly reviewer: string;
  /** Who votes, in this order, where not several processes of the reviewer. */
  readonly voters?: readonly string[];
}

export const DEFAULT_ROSTER: Roster = { lead: "planner", builder: "executor", reviewer: "code-reviewer" };

const EXPLORERS = 2;
const VOTERS = 3;
const MAX_DEPTH = 2;
/** Of a bundle's time; the rest is for ending who is late, so that the bundle's own end does not take the others' answers along. */
const PARALLEL_SHARE = 0.9;

export interface BundleFacts {
  readonly strategy: StrategySelection;
  readonly classification: InputClassification;
  /** `single`: a pipeline of the builder alone. */
  readonly mode: OrchestrationMode | "single";
  readonly roster: Roster;
  /** The whole bundle's time, and what decides a vote. */
  readonly config: Pick<GovernorConfig, "agent_execution_timeout_ms" | "vote_threshold" | "vote_tiebreaker">;
}

/** The mode of a strategy's bundle. A vote needs more than its strategy: `shouldUseVoting` (HRM §3.6). */
export function modeOf({ suggested_mode: mode }: StrategySelection, isVote: boolean): OrchestrationMode {
  if (isVote) return "voting";
  return mode === null || mode === "voting" ? "pipeline" : mode;
}

/** Which agents, and how (HRM §3.5). */
export function proposeBundle({ strategy, classification, mode, roster, config }: BundleFacts): AgentBundleProposal {
  const common = {
    strategy: strategy.strategy,
    classification,
    reason: strategy.reason,
    confidence: strategy.confidence,
    fallback: strategy.fallback_strategy,
  };
  const { lead, builder, reviewer, voters } = roster;
  switch (mode) {
    case "single":
      return { ...common, agents: [builder], orchestration_mode: "pipeline", mode_config: { sequence: [builder] } };
    case "pipeline": {
      const sequence = strategy.strategy === "verification" ? separate([builder, reviewer]) : [builder];
      return { ...common, agents: sequence, orchestration_mode: mode, mode_config: { sequence } };
    }
    case "parallel":
      return {
        ...common,
        agents: numbered(builder, EXPLORERS),
        orchestration_mode: mode,
        // What is only said has no checks that could choose.
        mode_config: {
          aggregation: "merge",
          timeout_ms: Math.ceil(config.agent_execution_timeout_ms * PARALLEL_SHARE),
        },
      };
    case "voting":
      return {
        ...common,
        agents: voters === undefined ? numbered(reviewer, VOTERS) : separate(voters),
        orchestration_mode: mode,
        mode_config: { threshold: config.vote_threshold, tiebreaker: config.vote_tiebreaker },
      };
    case "hierarchical": {
      const agents = separate([lead, builder]);
      const [first = lead, ...delegates] = agents;
      return {
        ...common,
        agents,
        orchestration_mode: mode,
        mode_config: { lead: first, delegates, max_depth: MAX_DEPTH },
      };
    }
  }
}

/** Agents that err apart are worth more than one that is asked again: from the strongest on, all of them in turn. */
export const votersOf = (agents: readonly [string, ...string[]]): string[] =>
  Array.from({ length: VOTERS }, (_, at) => agents.at(-1 - (at % agents.length)) ?? agents[0]);

const numbered = (agent: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${agent}#${at + 1}`);

/** Who plays two roles does so in two processes, neither of which knows the other: that is what a review is worth something for. */
const separate = (agents: readonly string[]): string[] =>
  agents.map((agent, at) => {
    const isAlone = agents.every((other, place) => other !== agent || place === at);
    return isAlone ? agent : `${agent}#${agents.slice(0, at + 1).filter((other) => other === agent).length}`;
  });
