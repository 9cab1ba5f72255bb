import { z } from "zod";
import { By, Hash, Id, Reason } from "./primitives.ts";

/** Events of the published record itself; part of the journal's events (`event.ts`). */

export const Corrected = z.strictObject({
  type: z.literal("corrected"),
  corrects: Id,
  agent: Id,
  reason: Reason,
  corrected_values: z.record(z.string(), z.string()),
  by: By,
});
export const Published = z.strictObject({
  type: z.literal("published"),
  renderer: Id,
  files: z.record(z.string(), Hash),
});
export const Erased = z.strictObject({ type: z.literal("erased"), sha256: Hash, reason: Reason, by: By });
