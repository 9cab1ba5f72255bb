import { z } from "zod";
import { Feature } from "./feature-list.ts";
import { By, FeatureId, Hash, Id, Reason } from "./primitives.ts";
import { TaskPlan } from "./task.ts";

/** How the plan of a run comes to be and changes (decisions.md, Changing the plan). */

/** A feature as the plan has it; everything measured is left out. */
export const FeaturePlan = Feature.extend({ id: FeatureId }).pick({
  id: true,
  category: true,
  description: true,
  priority: true,
  steps: true,
  test_command: true,
  verification_method: true,
  detail: true,
  acceptance: true,
  files: true,
  shared_files: true,
  changes: true,
  depends_on: true,
  timeout_seconds: true,
  heartbeat_interval_seconds: true,
});
export type FeaturePlan = z.infer<typeof FeaturePlan>;

export const FeatureAdded = z.strictObject({
  type: z.literal("feature_added"),
  feature: FeaturePlan,
  task: TaskPlan,
  reason: Reason,
  by: By,
});
/** With a new task it voids this feature's proof and its running attempt, never others; null: what is proven still holds. */
export const FeatureEdited = z.strictObject({
  type: z.literal("feature_edited"),
  feature: FeaturePlan,
  task: TaskPlan.nullable(),
  reason: Reason,
  by: By,
});
export const FeatureMoved = z.strictObject({
  type: z.literal("feature_moved"),
  feature_id: Id,
  to: z.enum(["deferred", "dropped", "open"]),
  reason: Reason,
  by: By,
});
/** From here on the plan is compared with this spec; its text is a blob. */
export const SpecAmended = z.strictObject({
  type: z.literal("spec_amended"),
  spec: z.strictObject({ name: z.string(), sha256: Hash }),
  by: By,
});
export const TaskSplit = z.strictObject({
  type: z.literal("task_split"),
  task_id: Id,
  into: z.array(TaskPlan).min(2),
  reason: Reason,
  /** Absent: a person. */
  by: z.literal("governor").optional(),
  person: By,
});
/** A person's guidance resets the count of a task that waits for one (H3A, escalation). */
export const TaskRetried = z.strictObject({ type: z.literal("task_retried"), task_id: Id, reason: Reason, by: By });
export const TaskSkipped = z.strictObject({ type: z.literal("task_skipped"), task_id: Id, reason: Reason, by: By });
/** Enters the next packet, quoted as from the user. */
export const NoteAdded = z.strictObject({ type: z.literal("note_added"), task_id: Id, text: Hash, by: By });
