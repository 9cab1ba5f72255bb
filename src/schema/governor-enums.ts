import { z } from "zod";

// The value sets that every layer of the governor shares (HRM §1.1), with the values that stand on disk and on the wire.

export const AltitudeLevel = z.enum(["identity", "strategy", "operations", "moment"]);
export type AltitudeLevel = z.infer<typeof AltitudeLevel>;

export const Stance = z.enum(["sensemaking", "discovery", "execution", "evaluation"]);
export type Stance = z.infer<typeof Stance>;

export const GateType = z.enum([
  "framing",
  "commitment",
  "evaluation",
  "emergency",
  "write_approval",
  "agent_approval",
]);
export type GateType = z.infer<typeof GateType>;

/** How a vote is settled that decides nothing (HRM §3.5). */
export const Tiebreaker = z.enum(["first", "abstain", "escalate"]);
export type Tiebreaker = z.infer<typeof Tiebreaker>;

export const OrchestrationMode = z.enum(["pipeline", "parallel", "voting", "hierarchical"]);
export type OrchestrationMode = z.infer<typeof OrchestrationMode>;

export const Complexity = z.enum(["simple", "moderate", "complex"]);
export type Complexity = z.infer<typeof Complexity>;

export const Stakes = z.enum(["low", "medium", "high"]);
export type Stakes = z.infer<typeof Stakes>;

export const ConflictLevel = z.enum(["none", "low", "medium", "high"]);
export type ConflictLevel = z.infer<typeof ConflictLevel>;

export const BlastRadius = z.enum(["minimal", "moderate", "severe"]);
export type BlastRadius = z.infer<typeof BlastRadius>;

/** How a turn is reasoned about, from the cheapest to the most careful. */
export const Strategy = z.enum(["quick_answer", "decomposition", "exploration", "verification", "dialogue"]);
export type Strategy = z.infer<typeof Strategy>;
