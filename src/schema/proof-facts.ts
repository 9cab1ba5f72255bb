import { z } from "zod";
import { Count, Texts } from "./primitives.ts";
import { FurtherWords, IsolationLevel, VerdictStatus } from "./proof.ts";
import { CommandRun, DoneCriterion } from "./reports.ts";
import { Timestamp } from "./timestamp.ts";

/** What the harness measured when it judged an implementation. */
export const ProofFacts = z.strictObject({
  verdict: VerdictStatus,
  proof_level: z.string(),
  isolation_level: IsolationLevel,
  tests_passing: Count,
  tests_total: Count,
  runner: z.string().nullable(),
  red: z.array(z.strictObject({ id: z.string(), class: z.string() })),
  red_file: z.string(),
  implementation_file: z.string(),
  files_changed: Texts,
  lines: Count,
  commands_run: z.array(CommandRun),
  definition_of_done: z.array(DoneCriterion),
  checks_ms: Count,
  suite_ms: Count,
  /** When the runs began that are RED and GREEN; absent in older journals. */
  red_at: Timestamp.optional(),
  green_at: Timestamp.optional(),
  /** What R5 and R7 came to, in words; absent where the run's policy asks for neither. */
  further: FurtherWords.optional(),
});
export type ProofFacts = z.infer<typeof ProofFacts>;
