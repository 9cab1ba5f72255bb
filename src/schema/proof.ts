import { z } from "zod";
import { Mutant } from "./mutation.ts";
import { ToolVersion } from "./report.ts";
import { ProofLevel } from "./unit.ts";

/** proven 0 · not_proven 10 · tampered 11 · person_needed 12 (exit codes of `baton prove`). */
export const VerdictStatus = z.enum(["proven", "not_proven", "tampered", "person_needed"]);
export type VerdictStatus = z.infer<typeof VerdictStatus>;

/** I0 none · I1 own folder and process group · I2 mounts (bubblewrap) · I3 other uid or machine (design.md §8). */
export const IsolationLevel = z.enum(["I0", "I1", "I2", "I3"]);
export type IsolationLevel = z.infer<typeof IsolationLevel>;

export const ProofFinding = z.object({
  code: z.string(),
  severity: z.enum(["error", "person", "warning", "info"]),
  message: z.string(),
  path: z.string().optional(),
  /** Of that path, as it was run. */
  line: z.number().int().positive().optional(),
  ids: z.array(z.string()).optional(),
  approval: z.string().optional(),
});
export type ProofFinding = z.infer<typeof ProofFinding>;

/** One of R0–R4 (verification.md, RED → GREEN), with the extra runs R1 needed (stub values, flipped assertions). */
export const ProofRun = z.object({
  counts: z.object({
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    skipped: z.number(),
    file_errors: z.number(),
  }),
  sets: z.record(z.string(), z.array(z.string())),
  command: z.array(z.string()),
  tree: z.string(),
  exit_codes: z.array(z.number().nullable()),
  duration_ms: z.number(),
  /** How many runs of the same this sums up (R0); absent: one. */
  times: z.number().optional(),
  /** The digest of the equal run whose result is cited; null when this run was made now. */
  reused_from: z.string().nullable(),
});
export type ProofRun = z.infer<typeof ProofRun>;

/** How a test was shown to be RED: by its own assertion on base's code, under a stub value, or when its assertions were flipped. */
const RedClass = z.string().regex(/^(assertion|stub:\w+|flip)$/);

/**
 * R6 as the harness makes it by itself: functions that head adds or changes without their bodies, one at a time. `score` is
 * detected of valid in percent, null where nothing was valid (not measured). No substitute for a mutation tool's report.
 */
export const BodyRemoval = z.object({
  kind: z.literal("body_removal"),
  threshold: z.number(),
  score: z.number().nullable(),
  /** Functions beyond the bound of one proof: not tried. */
  left_out: z.number(),
  mutants: z.array(Mutant.extend({ symbol: z.string() })),
});
export type BodyRemoval = z.infer<typeof BodyRemoval>;

/** R5 and R7 of a run's proof, each in a few words. */
export const FurtherWords = z.strictObject({ R5: z.string().optional(), R7: z.string().optional() });
export type FurtherWords = z.infer<typeof FurtherWords>;

/** In what a proof was made: a digest of programs, variables, dependencies and isolation, and the versions of the tools. */
export const Environment = z.object({ digest: z.string(), tools: z.array(ToolVersion) });

export const ProofData = z.object({
  base: z.string(),
  head: z.string(),
  feature: z.string().nullable(),
  /** What had to be shown: of a refactoring, that its old tests hold and notice the code. Absent in older proofs. */
  kind: z.enum(["feature", "fix", "refactor"]).optional(),
  verdict: z.object({
    status: VerdictStatus,
    proof_level: ProofLevel,
    isolation_level: IsolationLevel,
    /** What this proof cannot see, said openly. */
    limits: z.array(z.string()),
  }),
  units: z.array(z.object({ directory: z.string(), runner: z.string(), command: z.string(), level: ProofLevel })),
  /** R5 (flip) and R7 (held-out tests) are there where they were asked for; R6 is `mutation`. */
  runs: z.object({
    R0: ProofRun.nullable(),
    R1: ProofRun.nullable(),
    R2: ProofRun.nullable(),
    R3: ProofRun.nullable(),
    R4: ProofRun.nullable(),
    R5: ProofRun.nullable().optional(),
    R7: ProofRun.nullable().optional(),
  }),
  mutation: BodyRemoval.optional(),
  red: z.array(z.object({ id: z.string(), class: RedClass })),
  characterisation: z.array(z.string()),
  hollow: z.array(z.string()),
  findings: z.array(ProofFinding),
  /** Absent in older proofs. */
  environment: Environment.optional(),
  size: z.object({ files: z.number(), lines: z.number(), left_out: z.array(z.string()) }),
  cost: z.object({
    checks_ms: z.number(),
    suite_ms: z.number(),
    ratio: z.string(),
    baseline_ms: z.number(),
    prepare_ms: z.number(),
  }),
});
export type ProofData = z.infer<typeof ProofData>;
