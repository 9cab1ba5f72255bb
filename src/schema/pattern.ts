import { z } from "zod";
import { Share } from "./memory.ts";
import { Id } from "./primitives.ts";
import { Timestamp } from "./timestamp.ts";

// What was learned of outcomes (HRM §5). Fields as on the wire; times ISO 8601 in UTC.

const Json = z.record(z.string(), z.json());

const PatternType = z.enum(["strategy", "behavior", "preference"]);

export const Pattern = z.strictObject({
  id: Id,
  pattern_type: PatternType,
  /** What triggers it: facts by their name. */
  input_signature: Json,
  recommended_action: Json,
  confidence: Share,
  /** Ids of episodes. */
  evidence_ids: z.array(Id),
  created_at: Timestamp,
  last_matched_at: Timestamp.nullable(),
  match_count: z.number().int().nonnegative(),
});
export type Pattern = z.infer<typeof Pattern>;

/** A pattern with what its confidence is made of. */
export const LearnedPattern = Pattern.extend({
  /** Not whole for a pattern that came with a confidence: the successes that this stands for. */
  successes: z.number().nonnegative(),
  uses: z.number().int().nonnegative(),
  /** Why it was weakened, oldest first. */
  doubts: z.array(z.string()),
  protected: z.boolean(),
  retired: z.boolean(),
});
export type LearnedPattern = z.infer<typeof LearnedPattern>;

/** A signal, how it was routed, and what came of it. */
export const OutcomeRecord = z.strictObject({
  /** Of the episode that keeps it. */
  id: Id,
  signal: Json,
  routing: Json,
  outcome: Json,
  success: z.boolean(),
  timestamp: Timestamp,
});
export type OutcomeRecord = z.infer<typeof OutcomeRecord>;

export const SessionAnalysis = z.strictObject({
  session_id: Id,
  turn_count: z.number().int().nonnegative(),
  outcomes_recorded: z.number().int().nonnegative(),
  patterns_strengthened: z.array(Id),
  patterns_weakened: z.array(Id),
  patterns_created: z.array(Id),
  insights: z.array(z.string()),
});
export type SessionAnalysis = z.infer<typeof SessionAnalysis>;
