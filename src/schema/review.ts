import { z } from "zod";

/** What a reviewer says of a change. Who fails it says why, and where. */
export const Review = z
  .strictObject({
    verdict: z.enum(["pass", "fail"]),
    findings: z
      .array(
        z.strictObject({
          file: z.string().min(1).max(1024),
          line: z.int().positive().nullable(),
          message: z.string().min(1).max(2000),
        }),
      )
      .max(50),
  })
  .refine(({ verdict, findings }) => verdict === "pass" || findings.length > 0, "a fail needs a finding");
export type Review = z.infer<typeof Review>;
