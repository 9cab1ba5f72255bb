import { z } from "zod";
import { Commit, Id, Reason } from "./primitives.ts";
import { ProductionCriterion } from "./production.ts";
import { Check } from "./reports.ts";

/** Events of checks and of the last gate; part of the journal's events (`event.ts`). */

/** A named person lets a task pass without a check, or with what it found (decisions.md, Gates and criteria). */
export const CheckWaived = z.strictObject({
  type: z.literal("check_waived"),
  task_id: Id,
  check: Check,
  by: Id,
  reason: Reason,
});
/** What `gate check G3` found for a verified commit (H3A-18). Its approval is of exactly this. */
export const ProductionChecked = z.strictObject({
  type: z.literal("production_checked"),
  commit: Commit,
  criteria: z.array(ProductionCriterion),
  approval: Id,
});
export const ProductionWaived = z.strictObject({
  type: z.literal("production_waived"),
  criterion: ProductionCriterion.shape.name,
  by: Id,
  reason: Reason,
});
export const ProductionApproved = z.strictObject({
  type: z.literal("production_approved"),
  approval: Id,
  by: Id,
  comment: z.string(),
});
