import { z } from "zod";
import { Count, Texts } from "./primitives.ts";
import { VerdictStatus } from "./proof.ts";
import { Sealed } from "./sealed.ts";
import { GateKey, GateState, GateStatus } from "./task.ts";
import { Timestamp } from "./timestamp.ts";
import { CHECKS } from "./words.ts";

/** A named person let a task pass without a check, or with what it found; in the entries that stand on it. */
export const WaiverWord = z.strictObject({ check: z.enum(CHECKS), by: z.string(), reason: z.string() });
export type WaiverWord = z.infer<typeof WaiverWord>;

export const CommandRun = z.strictObject({
  cmd: z.string(),
  exit_code: z.number().int().nullable(),
  artifact: z.string(),
});
export type CommandRun = z.infer<typeof CommandRun>;

/** One step of `state.json`: one role's finished attempt, or the correction of one (H3A State Specification, §6). */
export const Step = z.strictObject({
  task_id: z.string(),
  agent: z.string(),
  timestamp: Timestamp,
  summary: z.string(),
  gate: GateKey,
  status: z.enum(["passed", "failed"]),
  files_changed: Texts.optional(),
  commands_run: z.array(CommandRun).optional(),
  tdd_evidence: z.strictObject({ red: z.string(), green: z.string() }).optional(),
  coverage_delta: z.string().optional(),
  artifacts: Texts,
  notes: z.string(),
  waivers: z.array(WaiverWord).optional(),
  corrects: z.string().optional(),
  reason: z.string().optional(),
  corrected_values: z.record(z.string(), z.string()).optional(),
});
export type Step = z.infer<typeof Step>;

const RunMeta = z.strictObject({
  repo: z.string(),
  branch: z.string(),
  commit: z.string(),
  commit_short: z.string(),
  /** Without credentials; empty where the repository has none. */
  remote: z.string(),
  ci_green: z.boolean(),
  dirty: z.boolean(),
});
export type RunMeta = z.infer<typeof RunMeta>;

export const Gates = z.strictObject({
  G0_planning: GateState,
  G1_implementation: GateState,
  G2_validation: GateState,
  G3_production_ready: GateState,
});
export type Gates = z.infer<typeof Gates>;

/** `state.json`. */
export const StateFile = z.strictObject({
  run_id: z.string(),
  h3a_version: z.literal("1.0.0"),
  created_at: Timestamp,
  meta: RunMeta,
  gates: Gates,
  sealed: Sealed,
  steps: z.array(Step),
});
export type StateFile = z.infer<typeof StateFile>;

export const PlannerEntry = z.strictObject({
  task_id: z.string(),
  timestamp: Timestamp,
  roadmap_status: z.enum(["created", "updated"]),
  tasks_created: Texts,
  research_findings: Texts,
  tdd_strategy: z.record(z.string(), z.strictObject({ red: z.string(), green: z.string(), refactor: z.string() })),
  artifacts: Texts,
  gate_status: GateStatus,
});
export type PlannerEntry = z.infer<typeof PlannerEntry>;

export const PlannerReport = z.strictObject({
  run_id: z.string(),
  agent: z.literal("planner"),
  sealed: Sealed,
  reports: z.array(PlannerEntry),
});
export type PlannerReport = z.infer<typeof PlannerReport>;

export const DoneCriterion = z.strictObject({ criterion: z.string(), met: z.boolean(), actual: z.string().optional() });
export type DoneCriterion = z.infer<typeof DoneCriterion>;

export const CheckStatus = z.enum(["pass", "fail", "partial", "not_applicable", "not_measured", "waived"]);
export type CheckStatus = z.infer<typeof CheckStatus>;

/** One attempt as the harness measured it. Times are those of its own runs: RED's when it began, GREEN's when both were had. */
export const TddCycle = z.strictObject({
  task_id: z.string(),
  timestamp: Timestamp,
  tdd_phases: z.strictObject({
    red: z.strictObject({
      test_file: z.string(),
      test_name: z.string(),
      failure_output: z.string(),
      timestamp: Timestamp,
    }),
    green: z.strictObject({ implementation_file: z.string(), test_output: z.string(), timestamp: Timestamp }),
    refactor: z.strictObject({ changes: z.string(), test_still_passing: z.boolean(), timestamp: Timestamp }),
  }),
  coverage_delta: z.string(),
  coverage_absolute: z.string(),
  /** Beside those of lines, where branches were measured. */
  coverage_branches_delta: z.string().optional(),
  coverage_branches_absolute: z.string().optional(),
  files_changed: Texts,
  definition_of_done: z.array(DoneCriterion),
  iteration_count: Count,
  gate_status: GateStatus,
  artifacts: Texts,
  /** Of an attempt that did not pass: why, a finding a line. */
  notes: z.string().optional(),
  /** How the proof was read, and what kept the checks apart (ONE-12); absent where nothing was proven. */
  proof_level: z.string().optional(),
  isolation_level: z.string().optional(),
  waivers: z.array(WaiverWord).optional(),
  /** What the proof alone came to, and each check beside it; absent where there was none, and in older reports. */
  proof_status: VerdictStatus.optional(),
  checks: z.partialRecord(z.enum(CHECKS), CheckStatus).optional(),
});
export type TddCycle = z.infer<typeof TddCycle>;

export const ExecutorReport = z.strictObject({
  run_id: z.string(),
  agent: z.literal("executor"),
  sealed: Sealed,
  tdd_cycles: z.array(TddCycle),
});
export type ExecutorReport = z.infer<typeof ExecutorReport>;

export const Check = z.enum(CHECKS);
export type Check = z.infer<typeof Check>;

/** A check's status and what it measured; the fields beside `status` are those of the document for that check. */
export const CheckResult = z
  .strictObject({ status: CheckStatus })
  .catchall(z.union([z.string(), z.number(), z.boolean(), Texts]));
export type CheckResult = z.infer<typeof CheckResult>;

/** What one gate came to that agents or persons evidence. */
const GateVerdict = z.strictObject({
  gate: z.string(),
  role: z.string(),
  outcome: z.enum(["passed", "failed", "open"]),
  /** A person let it pass, by name, without its evidence. */
  waived: z.literal(true).optional(),
  /** Who said so, as a process or a person. */
  by: z.string().nullable(),
  rounds: Count,
  reasons: Texts,
  evidence: Texts,
});
export type GateVerdict = z.infer<typeof GateVerdict>;

export const Verdict = z.strictObject({
  task_id: z.string(),
  timestamp: Timestamp,
  status: z.enum(["pass", "pass_with_notes", "fail", "escalation"]),
  verification_results: z.record(Check, CheckResult),
  approval_for_next_task: z.boolean(),
  remediation_plan: z.string().nullable(),
  /** What `pass_with_notes` notes: lower findings, waivers with their names and reasons. */
  notes: Texts.optional(),
  gate_status: GateStatus,
  artifacts: Texts,
  /** Absent where the harness's own checks failed before anybody was asked. */
  gates_required: Texts.optional(),
  gates_absent: z.array(z.strictObject({ gate: z.string(), reason: z.string() })).optional(),
  reviews: z.array(GateVerdict).optional(),
  /** How the proof was read, and what kept agent and checks apart (ONE-12): the lower of the two, then each. */
  proof_level: z.string(),
  isolation_level: z.string(),
  /** Null: nothing was started for it. */
  agent_isolation_level: z.string().nullable(),
  checks_isolation_level: z.string(),
});
export type Verdict = z.infer<typeof Verdict>;

export const ValidatorReport = z.strictObject({
  run_id: z.string(),
  agent: z.literal("validator"),
  sealed: Sealed,
  verdicts: z.array(Verdict),
});
export type ValidatorReport = z.infer<typeof ValidatorReport>;
