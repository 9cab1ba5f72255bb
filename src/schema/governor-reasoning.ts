import { z } from "zod";
import { InputClassification } from "./classification.ts";
import { OrchestrationMode, Strategy, Tiebreaker } from "./governor-enums.ts";
import { Id, Ratio } from "./primitives.ts";

// What the reasoning layer decides and proposes (HRM §3).

export const RoutingDecision = z.strictObject({
  strategy: Strategy,
  confidence: Ratio,
  requires_agents: z.boolean(),
  /** The pattern that decided; null: the rules did, or the escalation of a turn before. */
  pattern_match: z.string().nullable(),
  /** Steps of the ladder above what the rules or a pattern say; 0: none. */
  escalation_level: z.number().int().nonnegative(),
});
export type RoutingDecision = z.infer<typeof RoutingDecision>;

export const StrategySelection = z.strictObject({
  strategy: Strategy,
  confidence: Ratio,
  reason: z.string(),
  requires_agents: z.boolean(),
  suggested_mode: OrchestrationMode.nullable(),
  fallback_strategy: Strategy.nullable(),
});
export type StrategySelection = z.infer<typeof StrategySelection>;

const Proposed = z.strictObject({
  strategy: Strategy,
  classification: InputClassification,
  agents: z.array(Id),
  reason: z.string(),
  confidence: Ratio,
  /** The strategy to take if this one is denied. */
  fallback: z.string().nullable(),
});

/** What reasoning asks of focus. Each mode with its own configuration, so that one of another mode does not parse. */
export const AgentBundleProposal = z.discriminatedUnion("orchestration_mode", [
  Proposed.extend({
    orchestration_mode: z.literal("pipeline"),
    mode_config: z.strictObject({ sequence: z.array(Id) }),
  }),
  Proposed.extend({
    orchestration_mode: z.literal("parallel"),
    mode_config: z.strictObject({
      aggregation: z.enum(["merge", "select_best"]),
      timeout_ms: z.number().int().positive(),
    }),
  }),
  Proposed.extend({
    orchestration_mode: z.literal("voting"),
    mode_config: z.strictObject({ threshold: Ratio, tiebreaker: Tiebreaker }),
  }),
  Proposed.extend({
    orchestration_mode: z.literal("hierarchical"),
    mode_config: z.strictObject({ lead: Id, delegates: z.array(Id), max_depth: z.number().int().nonnegative() }),
  }),
]);
export type AgentBundleProposal = z.infer<typeof AgentBundleProposal>;

/** What decides between candidates. Computed from facts at each turn, and stored nowhere (HRM-28). */
export const PrioritySignals = z.strictObject({
  urgency: Ratio.default(0),
  dependency: Ratio.default(0),
  momentum: Ratio.default(0),
  /** Lower is better. */
  energy_cost: Ratio.default(0.5),
  alignment: Ratio.default(1),
});
export type PrioritySignals = z.infer<typeof PrioritySignals>;

export const CandidateAction = z.strictObject({
  id: Id,
  action_type: z.enum(["respond", "execute", "delegate", "ask", "wait"]),
  description: z.string(),
  urgency: Ratio,
  dependency_score: Ratio,
  momentum_score: Ratio,
  energy_cost: Ratio,
  alignment_score: Ratio,
  agent_proposal: AgentBundleProposal.nullable(),
  /** What generated it. */
  source: z.string(),
});
export type CandidateAction = z.infer<typeof CandidateAction>;

/** The one action of a turn. It has no place for a second turn, a schedule or another priority (HRM §3.6). */
export const SelectedAction = z.strictObject({
  primary: CandidateAction,
  rationale: z.string().min(1),
  priority_score: Ratio,
  /** Tried under the same gates when the primary is denied. */
  fallback: CandidateAction.nullable(),
  /** The primary and what is coupled to it; null: the primary alone. */
  batch: z
    .union([z.tuple([CandidateAction, CandidateAction]), z.tuple([CandidateAction, CandidateAction, CandidateAction])])
    .nullable(),
});
export type SelectedAction = z.infer<typeof SelectedAction>;
