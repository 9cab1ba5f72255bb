import { z } from "zod";
import { PartialEnvelope } from "./envelope.ts";
import { Timestamp } from "./timestamp.ts";
import { Usage } from "./usage.ts";

/** What comes back of one assignment (decisions.md, On disk). `tree` is null when the agent left nothing. */
export const AssignmentResult = z.strictObject({
  run_id: z.string(),
  task_id: z.string(),
  attempt: z.number().int().positive(),
  agent: z.string(),
  envelope: PartialEnvelope,
  base_commit: z.string(),
  tree: z.string().nullable(),
  usage: Usage,
  started_at: Timestamp,
  finished_at: Timestamp,
});
export type AssignmentResult = z.infer<typeof AssignmentResult>;
