import { z } from "zod";

// What the governor decided, as the journal keeps it (design.md §6).

/** `fixed`: first in, first out, the yardstick of what the governor decides (design.md §6). */
export const GovernorKind = z.enum(["governed", "fixed"]);
export type GovernorKind = z.infer<typeof GovernorKind>;

export const GovernorSet = z.strictObject({ type: z.literal("governor_set"), governor: GovernorKind });

/** Ratios are texts: events hold no floats. */
const Decimal = z.string().regex(/^[01]\.\d{4}$/);
/** Why this task is the next, told before its attempt begins (ONE-02). */
export const TaskSelected = z.strictObject({
  type: z.literal("task_selected"),
  task_id: z.string().min(1),
  attempt: z.number().int().positive(),
  governor: GovernorKind,
  /** Null: nothing was weighed. */
  score: Decimal.nullable(),
  signals: z
    .strictObject({
      urgency: Decimal,
      dependency: Decimal,
      momentum: Decimal,
      energy_cost: Decimal,
      alignment: Decimal,
    })
    .nullable(),
  rationale: z.string().min(1),
  /** The task that would have been next. */
  fallback: z.string().min(1).nullable(),
  /** How many were ready. */
  candidates: z.number().int().positive(),
});
