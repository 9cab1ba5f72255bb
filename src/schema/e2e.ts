import { z } from "zod";

export const E2eTest = z.strictObject({
  file: z.string(),
  /** Suites and title, from the outside. */
  path: z.array(z.string()).min(1),
  project: z.string(),
  status: z.enum(["passed", "failed", "flaky", "skipped"]),
  message: z.string(),
  attachments: z.array(z.strictObject({ name: z.string(), type: z.string(), path: z.string() })),
});
export type E2eTest = z.infer<typeof E2eTest>;

/** What Playwright saw in a browser. */
export const E2eReport = z.strictObject({ tests: z.array(E2eTest), errors: z.array(z.string()) });
export type E2eReport = z.infer<typeof E2eReport>;
