import { z } from "zod";
import { Count } from "./primitives.ts";
import { Timestamp } from "./timestamp.ts";
import { PRIORITIES, VERIFICATION_METHODS } from "./words.ts";

export const Priority = z.enum(PRIORITIES);
export type Priority = z.infer<typeof Priority>;

export const VerificationMethod = z.enum(VERIFICATION_METHODS);
export type VerificationMethod = z.infer<typeof VerificationMethod>;

const Seconds = z.number().int().positive().max(604_800);

/**
 * One feature of `feature_list.json` (Two-Agent Handoff, enhanced schema). Null means not known yet: nobody has worked on
 * it, no test run has been counted, no coverage measured. The keys after `verification_tool` are ours.
 */
export const Feature = z.strictObject({
  id: z.string().min(1),
  category: z.string().min(1),
  description: z.string().min(1),
  priority: Priority,
  steps: z.array(z.string()).min(1),
  passes: z.boolean(),
  tests_passing: Count.nullable(),
  tests_total: Count.nullable(),
  coverage: z.number().min(0).max(100).nullable(),
  assigned_to: z.string().min(1).nullable(),
  started_at: Timestamp.nullable(),
  last_tested: Timestamp.nullable(),
  agent_notes: z.string(),
  test_command: z.string().min(1).nullable(),
  verification_method: VerificationMethod,
  /** The runner that the harness used; `human` for a manual feature. */
  verification_tool: z.string().min(1).nullable(),
  /** What the specification says around the steps, for the agent that builds it. */
  detail: z.string().min(1).optional(),
  acceptance: z.array(z.string()).optional(),
  /** Globs that an agent may change; absent means every path that is not protected. */
  files: z.array(z.string()).optional(),
  /** Globs that stay as they are while somebody works at it: others may hold them so too, and nobody changes them. */
  shared_files: z.array(z.string()).optional(),
  /** Behaviour that the feature is meant to change (`Changes:`), so that base tests may fall. */
  changes: z.array(z.string()).optional(),
  depends_on: z.array(z.string()).optional(),
  /** How long one attempt may last, and how often a sign of life is due; absent: as configured. */
  timeout_seconds: Seconds.optional(),
  heartbeat_interval_seconds: Seconds.optional(),
  /** Attempts that ended with a judgement; two without a proof make the feature failed. */
  attempts: Count.optional(),
});
export type Feature = z.infer<typeof Feature>;

export const FeatureList = z.strictObject({
  total_features: Count,
  completed: Count,
  in_progress: Count,
  failed: Count,
  not_started: Count,
  features: z.array(Feature),
});
export type FeatureList = z.infer<typeof FeatureList>;
