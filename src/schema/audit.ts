import { z } from "zod";
import { Count, Text, Texts } from "./primitives.ts";
import { ProductionCriterion } from "./production.ts";
import { BodyRemoval, Environment, IsolationLevel, ProofRun, VerdictStatus } from "./proof.ts";
import { Gates, Verdict } from "./reports.ts";
import { Timestamp } from "./timestamp.ts";
import { ProofLevel } from "./unit.ts";

/** Whether the record of a run holds what a rule asks for. Never a certificate: a person reads it and decides. */
export const ComplianceStatus = z.enum(["evidenced", "partial", "not_evidenced"]);
export type ComplianceStatus = z.infer<typeof ComplianceStatus>;

export const ComplianceRow = z.strictObject({
  framework: z.enum(["GDPR", "SOC 2", "ISO 42001", "OWASP ASVS", "EU AI Act"]),
  /** The rule's own number, such as `Art. 32` or `CC8.1`. */
  reference: Text,
  subject: Text,
  status: ComplianceStatus,
  /** What was found, and what is missing. */
  note: Text,
  /** Paths in the run directory that show it. */
  artifacts: Texts,
});
export type ComplianceRow = z.infer<typeof ComplianceRow>;

/** A measured value over time; `value` is null where it was not measured. */
export const Point = z.strictObject({ at: Timestamp, value: z.number().nullable(), task_id: Text });
export type Point = z.infer<typeof Point>;

const AuditFeature = z.strictObject({
  id: Text,
  description: Text,
  priority: Text,
  passes: z.boolean(),
  verification_method: Text,
  test_command: Text.nullable(),
  coverage: z.number().nullable(),
  out_of_plan: Text.nullable(),
  commits: Texts,
});

const AuditTask = z.strictObject({
  task_id: Text,
  feature_id: Text,
  lifecycle: Text,
  gate_status: Text,
  attempts: Count,
  owner: Text.nullable(),
  commit: Text.nullable(),
  completed_at: Timestamp.nullable(),
  proof_level: Text.nullable(),
  isolation_level: Text.nullable(),
  blocked_code: Text.nullable(),
});

/** What one run of R0–R7 came to; R6 is the harness's own mutation, where it was asked for. */
const AuditRun = ProofRun.pick({
  counts: true,
  command: true,
  tree: true,
  exit_codes: true,
  times: true,
  reused_from: true,
}).strict();
/** The newest proof of a task, as its `proof.json` has it: in what it was made, and what each run showed. */
export const AuditProof = z.strictObject({
  task_id: Text,
  attempt: Count,
  base: Text,
  head: Text,
  status: VerdictStatus,
  proof_level: ProofLevel,
  isolation_level: IsolationLevel,
  /** Null in the proofs of older versions. */
  environment: Environment.nullable(),
  /** Null: not run, or not asked for. */
  runs: z.strictObject({
    R0: AuditRun.nullable(),
    R1: AuditRun.nullable(),
    R2: AuditRun.nullable(),
    R3: AuditRun.nullable(),
    R4: AuditRun.nullable(),
    R5: AuditRun.nullable(),
    R6: BodyRemoval.pick({ kind: true, score: true, threshold: true }).strict().nullable(),
    R7: AuditRun.nullable(),
  }),
});
export type AuditProof = z.infer<typeof AuditProof>;

const AuditProduction = z.strictObject({
  at: Timestamp,
  commit: Text,
  criteria: z.array(ProductionCriterion),
  approved_by: Text.nullable(),
});

const AuditEvidence = z.strictObject({
  path: Text,
  sha256: Text,
  bytes: Count,
  role: Text,
  task_id: Text,
  /** `harness`: made by the harness itself. `claim`: an agent's word about its own work, or a person's. */
  kind: z.enum(["harness", "claim"]),
  /** The person whose word it is; absent: an agent's, and in older journals. */
  by: Text.optional(),
  at: Timestamp,
  description: Text,
  mapping: Text,
  erased: Text.nullable(),
});

/** `audit.json`: everything a third party needs to judge a run, from its journal alone (H3A, compliance; surfaces.md). */
export const Audit = z.strictObject({
  audit_version: z.literal("1.0.0"),
  exported_at: Timestamp,
  tool: Text,
  run: z.strictObject({
    run_id: Text,
    brief: Text,
    status: Text,
    created_at: Timestamp,
    repo: Text,
    remote: Text,
    branch: Text,
    base_commit: Text.nullable(),
    final_commit: Text.nullable(),
    /** The commit on which every feature passed again from a clean checkout. */
    verified_commit: Text.nullable(),
    agent: Text.nullable(),
  }),
  integrity: z.strictObject({
    holds: z.boolean(),
    entries: Count,
    journal_position: Count,
    journal_hash: Text,
    problems: z.array(z.strictObject({ code: Text, path: Text, message: Text })),
    warnings: Texts,
    erased: z.array(z.strictObject({ path: Text, sha256: Text, reason: Text })),
  }),
  gates: Gates,
  /** What G3 was found to be, for which commit, and who said yes; null: nobody asked for it. */
  production: AuditProduction.nullable(),
  /** What persons let pass: of a task a check, of `G3` a criterion. Whether it was needed the verdict or criterion says. */
  waivers: z.array(z.strictObject({ subject: Text, check: Text, by: Text, reason: Text })),
  features: z.array(AuditFeature),
  tasks: z.array(AuditTask),
  verdicts: z.array(Verdict),
  /** Of each task the newest whose file is there and as it was recorded. */
  proofs: z.array(AuditProof),
  /** What persons decided: approvals, waivers, guidance, changes of the plan. */
  decisions: z.array(
    z.strictObject({
      at: Timestamp,
      kind: Text,
      subject: Text,
      by: Text,
      reason: Text,
      /** Of a judgement, attempts whose agents, at I0 or I1, were at work then and could have typed it; absent: none was. */
      during: Texts.optional(),
    }),
  ),
  evidence: z.array(AuditEvidence),
  spending: z.array(
    z.strictObject({ label: z.enum(["metered", "reported", "unknown"]), attempts: Count, tokens: Count, cost: Text }),
  ),
  series: z.strictObject({
    features_proven: z.array(Point),
    coverage: z.array(Point),
    mutation: z.array(Point),
    attempts: z.array(Point),
  }),
  compliance: z.array(ComplianceRow),
  /** What this record cannot show, said openly. */
  limits: Texts,
});
export type Audit = z.infer<typeof Audit>;
