import { z } from "zod";

/** A finding as the journal keeps it. */
export const ReportedFinding = z.strictObject({
  code: z.string().min(1),
  severity: z.enum(["error", "person", "warning", "info"]),
  message: z.string(),
  path: z.string().optional(),
  ids: z.array(z.string()).optional(),
  approval: z.string().optional(),
  /** The check that found it, where one did; absent in older journals. */
  check: z.string().optional(),
  /** Of what is wrong with an answer: the field, and its line; null: the field is not there. A line also of a path. */
  field: z.string().optional(),
  line: z.number().int().positive().nullable().optional(),
});
export type ReportedFinding = z.infer<typeof ReportedFinding>;
