import { violationText } from "../../../schema/violation-text.ts";
import type { EventOf } from "../../../schema/event.ts";
import type {
  Check,
  CheckResult,
  CheckStatus,
  CommandRun,
  GateVerdict,
  Step,
  TddCycle,
  Verdict,
} from "../../../schema/reports.ts";
import { CHECKS } from "../../../schema/words.ts";
import type { ProofFacts } from "../../../schema/proof-facts.ts";
import { counted } from "../../text/counted.ts";
import { artifactName } from "./artifact-name.ts";
import { provenWords, withoutRed } from "../people/red-waived.ts";
import type { RunState, TaskReview, TaskState } from "../state.ts";
import { waiversField } from "../people/waivers-used.ts";

/** Coverage is never guessed. */
const NOT_MEASURED = "not_measured";

/** Of a step that changed, ran and measured nothing by itself: every field of a step stands in each of them (H3A-29). */
export const NOTHING_RUN: Pick<Step, "files_changed" | "commands_run" | "tdd_evidence" | "coverage_delta"> = {
  files_changed: [],
  commands_run: [],
  tdd_evidence: { red: "", green: "" },
  coverage_delta: NOT_MEASURED,
};

/** The entries that `state.json` and the reports grow by, one for each role's finished attempt (H3A-10, H3A-29). */
export function executorStep(
  state: RunState,
  task: TaskState,
  event: EventOf<"implementation_judged">,
  at: string,
): Step {
  const passed = event.outcome === "passed";
  const { proof, artifacts } = event;
  return {
    task_id: event.task_id,
    agent: "executor",
    timestamp: at,
    summary: passed ? `TDD cycle holds: ${provenWords(state, task)}` : `Attempt ${event.attempt} not proven`,
    gate: "G1_implementation",
    status: passed ? "passed" : "failed",
    files_changed: proof?.files_changed ?? [],
    commands_run: proof?.commands_run ?? [],
    tdd_evidence: { red: pathOf(artifacts, RED_OUTPUT), green: pathOf(artifacts, GREEN_OUTPUT) },
    coverage_delta: textOf(event.measured?.coverage, "delta"),
    artifacts: ["executor_report.json", ...artifacts],
    notes: task.findings.map(violationText).join("\n"),
    ...waiversField(state, event.task_id, statusesOf(task, event)),
  };
}

/** What G1 came to, by check: a yes to missing RED, or done-criteria that are let pass, are in no measurement. */
function statusesOf(
  { findings }: Pick<TaskState, "findings">,
  { measured, proof }: EventOf<"implementation_judged">,
): Partial<Record<Check, CheckResult>> {
  const isUnmet = proof?.definition_of_done.some(({ met }) => !met) === true;
  return {
    ...measured,
    ...(withoutRed(findings) === undefined ? {} : { tdd_compliance: { status: "waived" } }),
    ...(isUnmet ? { dod_checklist: { status: "partial" } } : {}),
  };
}

export function cycleOf(
  state: RunState,
  task: TaskState,
  event: EventOf<"implementation_judged">,
  at: string,
): TddCycle {
  const { proof, artifacts } = event;
  const [first] = proof?.red ?? [];
  return {
    task_id: event.task_id,
    timestamp: at,
    tdd_phases: {
      red: {
        test_file: proof?.red_file ?? "",
        test_name: first?.id ?? "",
        failure_output: pathOf(artifacts, RED_OUTPUT),
        timestamp: proof?.red_at ?? at,
      },
      green: {
        implementation_file: proof?.implementation_file ?? "",
        test_output: pathOf(artifacts, GREEN_OUTPUT),
        timestamp: greenAt(proof, at),
      },
      refactor: {
        changes: changesOf(proof),
        test_still_passing: isPassing(event),
        timestamp: at,
      },
    },
    coverage_delta: textOf(event.measured?.coverage, "delta"),
    coverage_absolute: textOf(event.measured?.coverage, "absolute"),
    ...branchesOf(event.measured?.coverage),
    files_changed: proof?.files_changed ?? [],
    definition_of_done: proof?.definition_of_done ?? [],
    iteration_count: task.iterations,
    gate_status: task.gate,
    artifacts,
    ...(event.outcome === "passed" || task.findings.length === 0
      ? {}
      : { notes: task.findings.map(violationText).join("\n") }),
    ...(proof === null ? {} : { proof_level: proof.proof_level, isolation_level: proof.isolation_level }),
    ...waiversField(state, event.task_id, statusesOf(task, event)),
    ...(proof === null ? {} : { proof_status: proof.verdict }),
    ...(event.measured === undefined ? {} : { checks: mapValues(event.measured) }),
  };
}

/** The story is told from RED to GREEN: where head ran first, GREEN counts from the judgement that had both. */
function greenAt(proof: ProofFacts | null, at: string): string {
  const [red, green] = [proof?.red_at ?? at, proof?.green_at ?? at];
  return green < red ? at : green;
}

/** What lies between RED, head's tests on base's code, and the candidate: no step between the two is seen. */
function changesOf(proof: ProofFacts | null): string {
  if (proof === null) return "";
  const code = proof.files_changed.filter((path) => path !== proof.red_file);
  const files = counted(proof.files_changed.length, "file");
  return `between RED and the candidate: ${listed(code)} (${files} and ${counted(proof.lines, "line")} in all, tests among them)`;
}

const FILES_NAMED = 5;
const listed = (paths: readonly string[]): string =>
  paths.length === 0
    ? "nothing"
    : `${paths.slice(0, FILES_NAMED).join(", ")}${paths.length > FILES_NAMED ? ` and ${paths.length - FILES_NAMED} more` : ""}`;

/** Whether the tests pass on the candidate, whatever else stands in its way. */
function isPassing({ proof, findings }: EventOf<"implementation_judged">): boolean {
  if (proof === null) return false;
  if (proof.verdict === "proven" || proof.verdict === "person_needed") return true;
  const isLost = findings.some(({ code }) => LOSSES.has(code));
  return !isLost && proof.tests_total > 0 && proof.tests_passing === proof.tests_total;
}

const LOSSES: ReadonlySet<string> = new Set(["TEST_FAILED", "REGRESSION", "TEST_DELETED", "TEST_TAMPERED"]);

const mapValues = (measured: Partial<Record<Check, CheckResult>>): Partial<Record<Check, CheckStatus>> =>
  Object.fromEntries(Object.entries(measured).map(([check, { status }]) => [check, status]));

export function validatorStep(state: RunState, event: EventOf<"validation_judged">, at: string): Step {
  const passed = event.outcome === "passed";
  return {
    task_id: event.task_id,
    agent: "validator",
    timestamp: at,
    summary: passed ? "Validation passed from a clean checkout" : "Validation failed",
    gate: "G2_validation",
    status: passed ? "passed" : "failed",
    files_changed: [],
    commands_run: rerunOf(event),
    tdd_evidence: { red: evidenceOf(event, "red_evidence"), green: evidenceOf(event, "green_evidence") },
    coverage_delta: textOf(event.results.coverage, "delta"),
    artifacts: ["validator_report.json", ...event.artifacts],
    notes: event.remediation ?? "",
    ...waiversField(state, event.task_id, event.results),
  };
}

/** The validator's own run of what proves the task. */
function rerunOf({ results, artifacts }: EventOf<"validation_judged">): CommandRun[] {
  const again = results.command_rerun;
  if (again === undefined) return [];
  const code = again["exit_code"];
  return [
    {
      cmd: String(again["command"] ?? ""),
      exit_code: typeof code === "number" ? code : null,
      artifact: pathOf(artifacts, RERUN_OUTPUT),
    },
  ];
}

const evidenceOf = ({ results }: EventOf<"validation_judged">, field: string): string =>
  String(results.tdd_compliance?.[field] ?? "");

export function verdictOf(state: RunState, task: TaskState, event: EventOf<"validation_judged">, at: string): Verdict {
  const passed = event.outcome === "passed";
  const escalated = task.lifecycle === "escalation_required";
  const levels = state.levels[event.task_id];
  const { notes = [] } = event;
  return {
    task_id: event.task_id,
    timestamp: at,
    status: passed ? (notes.length > 0 ? "pass_with_notes" : "pass") : escalated ? "escalation" : "fail",
    verification_results: { ...OUTSIDE, ...event.results },
    approval_for_next_task: passed,
    remediation_plan: event.remediation,
    ...(notes.length > 0 ? { notes } : {}),
    gate_status: task.gate,
    artifacts: event.artifacts,
    ...(task.review === null ? {} : reviewsOf(task.review)),
    proof_level: levels?.proof ?? "",
    isolation_level: levels?.isolation ?? "",
    agent_isolation_level: levels?.agent ?? null,
    checks_isolation_level: levels?.checks ?? "",
  };
}

function reviewsOf({ required, absent, gates }: TaskReview): Partial<Verdict> {
  return {
    gates_required: required,
    gates_absent: absent,
    reviews: gates.map(({ gate, role, state, by, round, reasons, evidence, waived }): GateVerdict => ({
      gate,
      role,
      ...(waived === undefined ? {} : { waived }),
      outcome: state === "passed" || state === "failed" ? state : "open",
      by,
      rounds: round,
      reasons,
      evidence: Object.values(evidence).flat(),
    })),
  };
}
const textOf = (result: CheckResult | undefined, field: string): string => {
  const value = result?.[field];
  return typeof value === "string" ? value : NOT_MEASURED;
};

/** Branches stand beside lines, where they were measured (decisions.md, On disk). */
const branchesOf = (result: CheckResult | undefined): Partial<TddCycle> =>
  typeof result?.["branches_absolute"] === "string"
    ? {
        coverage_branches_delta: textOf(result, "branches_delta"),
        coverage_branches_absolute: textOf(result, "branches_absolute"),
      }
    : {};

const NOT_ASKED: CheckResult = { status: "not_applicable", reason: "policy" };
/** All ten checks stand in every verdict: what policy does not ask for is `not_applicable`, never absent. */
const OUTSIDE = Object.fromEntries(CHECKS.map((check) => [check, NOT_ASKED])) as Record<Check, CheckResult>;

const pathOf = (artifacts: readonly string[], name: string): string =>
  artifacts.findLast((path) => artifactName(path) === name) ?? "";
const RED_OUTPUT = "test_output_red.txt";
const GREEN_OUTPUT = "test_output_green.txt";
const RERUN_OUTPUT = "rerun_output.txt";
