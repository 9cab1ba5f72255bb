import { z } from "zod";
import { AltitudeLevel, Stance, Strategy } from "./governor-enums.ts";
import { Id, Ratio } from "./primitives.ts";
import { Timestamp } from "./timestamp.ts";

// What every layer of the governor is given and hands on (HRM §1.2, §3.1). Fields are named as they stand on disk and on the
// wire; what the document calls a float between 0 and 1 is a `Ratio`.

/** What the document calls a dict: kept, never looked into without being parsed. */
export const Dict = z.record(z.string(), z.unknown());
export type Dict = z.infer<typeof Dict>;

/** The context of one lane, passed between all layers. `problem_id` is the task id (HRM-28). */
export const HRMContext = z.strictObject({
  session_id: Id,
  turn_number: z.number().int().nonnegative(),
  problem_id: z.string().nullable(),
  altitude: AltitudeLevel,
  stance: Stance,
  commitment_id: z.string().nullable(),
  commitment_turns_remaining: z.number().int().nonnegative().nullable(),
  /** Of the last turns, oldest first. */
  recent_inputs: z.array(z.string()),
  recent_outputs: z.array(z.string()),
  recent_decisions: z.array(Dict),
  trace_enabled: z.boolean().default(false),
  debug_mode: z.boolean().default(false),
});
export type HRMContext = z.infer<typeof HRMContext>;

/** What begins a turn: words of a person, an event of the system, or what an agent handed in. */
export const TurnInput = z.strictObject({
  text: z.string(),
  timestamp: Timestamp,
  context: HRMContext,
  source: z.enum(["user", "system", "agent"]).default("user"),
  /** Higher is more urgent. */
  priority: z.number().int().default(0),
  /** Facts beside the words; what the classifier reads of it is `TurnFacts`. */
  metadata: Dict.nullable().default(null),
});
export type TurnInput = z.infer<typeof TurnInput>;

/** A learned pattern that fits an input; best first where there are several. */
export const PatternMatch = z.strictObject({
  pattern_id: Id,
  match_confidence: Ratio,
  recommended_strategy: Strategy,
  evidence_count: z.number().int().nonnegative(),
});
export type PatternMatch = z.infer<typeof PatternMatch>;
