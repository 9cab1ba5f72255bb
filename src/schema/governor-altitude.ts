import { z } from "zod";
import { AltitudeLevel, Stance } from "./governor-enums.ts";
import { Dict } from "./governor.ts";
import { Id, Ratio, Texts } from "./primitives.ts";

// What the altitude layer answers (HRM §2).

export const AltitudeClassification = z.strictObject({
  level: AltitudeLevel,
  confidence: Ratio,
  /** What led there: words, facts, or that nothing did. */
  signals: Texts,
  suggested_stance: Stance.nullable(),
  allows_agents: z.boolean(),
});
export type AltitudeClassification = z.infer<typeof AltitudeClassification>;

export const ValidationResult = z.strictObject({
  allowed: z.boolean(),
  reason: z.string(),
  suggested_level: AltitudeLevel.nullable(),
});
export type ValidationResult = z.infer<typeof ValidationResult>;

export const TransitionResult = z.strictObject({
  success: z.boolean(),
  from_level: AltitudeLevel,
  to_level: AltitudeLevel,
  reason: z.string(),
});
export type TransitionResult = z.infer<typeof TransitionResult>;

export const PlanStep = z.strictObject({
  order: z.number().int().positive(),
  description: z.string().min(1),
  action_type: z.enum(["research", "execute", "validate", "ask"]),
  /** Orders of the steps that come first. */
  dependencies: z.array(z.number().int().positive()),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const Plan = z.strictObject({
  id: Id,
  steps: z.array(PlanStep).min(1),
  estimated_turns: z.number().int().positive(),
  requires_agents: z.boolean(),
  agent_suggestion: z.string().nullable(),
});
export type Plan = z.infer<typeof Plan>;

export const PlanValidation = z.strictObject({
  valid: z.boolean(),
  violations: Texts,
  suggested_modifications: z.array(Dict),
});
export type PlanValidation = z.infer<typeof PlanValidation>;

export const ExecutionResult = z.strictObject({
  success: z.boolean(),
  outputs: Texts,
  artifacts_created: Texts,
  turns_used: z.number().int().nonnegative(),
  errors: Texts,
});
export type ExecutionResult = z.infer<typeof ExecutionResult>;

export const Evaluation = z.strictObject({
  success: z.boolean(),
  completion_ratio: Ratio,
  quality_score: Ratio,
  issues: Texts,
  suggestions: Texts,
});
export type Evaluation = z.infer<typeof Evaluation>;
