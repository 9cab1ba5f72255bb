import { z } from "zod";
import { AltitudeLevel, Stance, Tiebreaker } from "./governor-enums.ts";
import { Positive, Ratio } from "./primitives.ts";

const Globs = z.array(z.string().min(1).max(500)).max(200);

/** HRM §10: every field with its default. */
export const HRMConfig = z.strictObject({
  altitude_default_level: AltitudeLevel.default("operations"),
  altitude_allow_l4_actions: z.boolean().default(false),
  escalation_threshold: Ratio.default(0.6),
  pattern_match_threshold: Ratio.default(0.7),
  max_agents_per_bundle: Positive.max(100).default(5),
  default_stance: Stance.default("sensemaking"),
  max_commitment_turns: Positive.max(1000).default(10),
  /** Bounds the bundles of `ask`; a task of a run has its own timeout. */
  agent_execution_timeout_ms: Positive.max(86_400_000).default(30_000),
  /** Successes before a pattern. */
  pattern_creation_threshold: Positive.max(1000).default(3),
  /** The document decided that nothing is trimmed by itself, so `true` would be a promise that nobody keeps. */
  auto_trim_enabled: z.literal(false, "patterns are never trimmed by themselves; only false is allowed").default(false),
  working_set_default_ttl_hours: Positive.max(8760).default(2),
  /** Several processes write to one store; without locks they would lose each other's writes. */
  memory_file_locking: z.literal(true, "the store is shared between processes; only true is allowed").default(true),
  trace_enabled: z.boolean().default(false),
  /** A name ending in `.jsonl`; the file lies in `.git/baton/`. */
  trace_file: z.string().min(1).max(500).default("trace.jsonl"),
});
export type HRMConfig = z.infer<typeof HRMConfig>;

/** `governor` in `baton.config.*`: the document's fields, and what a project knows of its own stakes. */
export const GovernorConfig = HRMConfig.extend({
  /** Paths whose change is of high stakes here, besides auth, migrations, CI, payment, deletion and secrets. */
  high_stakes_paths: Globs.default([]),
  /** `model:PROVIDER/MODEL` that classifies requests, the rules where it gives nothing usable; empty: the rules alone. */
  classifier: z
    .string()
    .max(200)
    .regex(/^(?:model:(?:anthropic|openai|google)\/\S+)?$/, "must be model:PROVIDER/MODEL, or empty")
    .default(""),
  /** The share of all voters that decides, and what settles a vote that nobody can decide any more. */
  vote_threshold: Ratio.refine((share) => share > 0, "must be above 0").default(0.6),
  vote_tiebreaker: Tiebreaker.default("escalate"),
  /** Paths that only look like it. */
  low_stakes_paths: Globs.default([]),
});
export type GovernorConfig = z.infer<typeof GovernorConfig>;
