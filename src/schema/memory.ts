import { z } from "zod";
import { BlastRadius, ConflictLevel } from "./governor-enums.ts";
import { Id } from "./primitives.ts";
import { Timestamp } from "./timestamp.ts";

// What the memory bus keeps and answers (HRM §6). Fields as on the wire; times ISO 8601 in UTC.

/** From 0 to 1. */
export const Share = z.number().min(0).max(1);
const Json = z.record(z.string(), z.json());
export type Json = z.infer<typeof Json>;

/** The four compartments (HRM §6.3), by the names that a write decision uses. */
export const MemoryTarget = z.enum(["working_set", "shared_reference", "episodic", "synthesis"]);
export type MemoryTarget = z.infer<typeof MemoryTarget>;

export const WriteSignals = z.strictObject({
  /** How much progress this stands for. */
  progress_delta: z.number(),
  conflict_level: ConflictLevel,
  source_quality: Share,
  alignment_score: Share,
  blast_radius: BlastRadius,
});
export type WriteSignals = z.infer<typeof WriteSignals>;

/** What the write gate judges: everything but the value itself. */
export const WriteRequest = z.strictObject({
  target: MemoryTarget,
  key: Id,
  source: Id,
  signals: WriteSignals,
  /** Episodes that the write rests on. */
  evidence_ids: z.array(Id).default([]),
});
export type WriteRequest = z.infer<typeof WriteRequest>;

/** Approved with another target than was asked for is redirected; not approved is denied, and nothing is written. */
export const WriteDecision = z.strictObject({
  approved: z.boolean(),
  /** Where the write can go; of a denied one, where it could not. */
  target: MemoryTarget,
  reason: z.string(),
  conditions: z.array(z.string()),
});
export type WriteDecision = z.infer<typeof WriteDecision>;

export const WorkingSet = z.strictObject({
  problem_id: Id,
  constraints: Json,
  assumptions: z.array(Json),
  open_questions: z.array(z.string()),
  partial_artifacts: Json,
  local_decisions: z.array(Json),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type WorkingSet = z.infer<typeof WorkingSet>;

/** What an update may change; the rest of a working set is its identity and its time. */
export const WorkingChanges = WorkingSet.omit({ problem_id: true, created_at: true, expires_at: true }).partial();
export type WorkingChanges = z.infer<typeof WorkingChanges>;

export const SharedReference = z.strictObject({
  key: Id,
  value: z.json(),
  version: z.number().int().positive(),
  source: Id,
  /** Of the first version. */
  created_at: Timestamp,
  /** Of this version. */
  updated_at: Timestamp,
});
export type SharedReference = z.infer<typeof SharedReference>;

export const EntryType = z.enum(["decision", "action", "observation", "reflection"]);
export type EntryType = z.infer<typeof EntryType>;

export const EpisodeEntry = z.strictObject({
  id: Id,
  timestamp: Timestamp,
  problem_id: Id.nullable(),
  entry_type: EntryType,
  content: Json,
  tags: z.array(z.string()),
  supersedes: Id.nullable(),
  superseded_by: Id.nullable(),
});
export type EpisodeEntry = z.infer<typeof EpisodeEntry>;

/** An episode before it has its id and place in time. */
export const NewEpisode = EpisodeEntry.pick({ problem_id: true, entry_type: true, content: true, tags: true });
export type NewEpisode = z.infer<typeof NewEpisode>;

export const SynthesizedPattern = z.strictObject({
  id: Id,
  pattern_type: Id,
  description: z.string().min(1),
  input_signature: Json,
  recommended_action: Json,
  confidence: Share,
  /** Ids of episodes. */
  evidence_ids: z.array(Id),
  created_at: Timestamp,
  last_strengthened_at: Timestamp,
});
export type SynthesizedPattern = z.infer<typeof SynthesizedPattern>;

/** An entry as full-text search and lists show it. */
export interface MemoryHit {
  readonly target: MemoryTarget;
  /** Its key or id. */
  readonly ref: string;
  readonly text: string;
}
