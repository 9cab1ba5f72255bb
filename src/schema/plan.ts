import { z } from "zod";

const Line = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\r\n]*$/, "must be one line");

/** What a model that plans answers: features, as a Markdown spec would hold them. Null where there is nothing to say. */
export const PlanDraft = z.strictObject({
  title: Line,
  features: z
    .array(
      z.strictObject({
        title: Line,
        steps: z.array(Line).min(1).max(30),
        test: Line.nullable(),
        priority: z.enum(["critical", "high", "medium", "low"]),
        files: z.array(Line).max(20),
        /** Titles of features of the same plan. */
        depends: z.array(Line).max(20),
      }),
    )
    .min(1)
    .max(100),
});
export type PlanDraft = z.infer<typeof PlanDraft>;
