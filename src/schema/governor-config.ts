import { z } from "zod";
import { Share } from "./memory.ts";

const Positive = z.number().int().positive();

/** `governor` in `baton.config.*` (HRM §10). */
export const GovernorConfig = z.strictObject({
  pattern_match_threshold: Share.default(0.7),
  /** Successes before a pattern. */
  pattern_creation_threshold: Positive.max(1000).default(3),
  working_set_default_ttl_hours: Positive.max(8760).default(2),
  /** Several processes write to one store; without locks they would lose each other's writes. */
  memory_file_locking: z.literal(true, "the store is shared between processes; only true is allowed").default(true),
  trace_enabled: z.boolean().default(false),
  /** A name ending in `.jsonl`; the file lies in `.git/baton/`. */
  trace_file: z.string().min(1).max(500).default("trace.jsonl"),
});
export type GovernorConfig = z.infer<typeof GovernorConfig>;
