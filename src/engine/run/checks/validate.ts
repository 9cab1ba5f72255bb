import { fileOf } from "../../../core/proof/test-ids.ts";
import { isWholeDue } from "../../../core/run/whole-suite.ts";
import { EVERY_TEST } from "../../../core/run/plan.ts";
import { doneResult } from "../../../core/run/done-result.ts";
import { withoutRed } from "../../../core/run/people/red-waived.ts";
import {
  excusedTests,
  testsProving,
  waiverOf,
  type RunState,
  type TaskState,
  type Waiver,
} from "../../../core/run/state.ts";
import { failureNotes } from "../../../core/run/notes.ts";
import type { Code, Finding } from "../../../errors.ts";
import type { EventOf } from "../../../schema/event.ts";
import type { CheckResult, TddCycle } from "../../../schema/reports.ts";
import { recheck, type Recheck, type RecheckOptions } from "../../prove/recheck.ts";
import type { RunOptions, Turn } from "../context.ts";
import { decideCriteria, type Decisions, type TestWord } from "./criteria.ts";
import { escalationOf } from "../attempt/escalation.ts";
import { keepArtifacts, type Artifact } from "./evidence.ts";
import { measureTask, type TaskChecks } from "./measure-task.ts";
import { renderRuns, resultsArtifact } from "./outputs.ts";
import { statusBlocked } from "../orchestrator.ts";
import { uiEvidence } from "./ui-evidence.ts";
import { beginQa, checkedEvent, gatesOfTask } from "../review/review.ts";
import { artifactsOf, damagedIn } from "../record/artifacts.ts";
import { requireReconciled } from "../claims/reconciled.ts";
import { reported } from "../attempt/take.ts";
import { holdsAgain } from "./troubles.ts";

/**
 * G2: the same again from a clean checkout of the candidate, and every piece of evidence against its hash. The checks that
 * the run's policy leaves out are said to be not applicable (issue contract, Gates here).
 */
export async function validate(turn: Turn, task: TaskState): Promise<void> {
  const { journal } = turn;
  const { task_id: taskId, feature_id: featureId } = task.plan;
  const { attempt } = task;
  if (task.phase === "implemented")
    journal.append(() => [{ type: "validation_started", task_id: taskId, attempt }, ...beginQa(turn, task)]);
  const { state } = journal;
  const command = state.features[featureId]?.test_command ?? null;
  const own = isWholeDue(state, taskId, turn.options.policy.full_every) ? [] : provenFiles(state, featureId);
  const again = await recheck({
    ...checkOptions(turn, task.candidate ?? "", task.plan.task_id),
    ...(own.length === 0 ? {} : { only: own }),
    before: task.baseCommit,
    commands: [{ id: featureId, command, tests: testsProving(state, featureId) }],
    pendingCommands: Object.values(state.features).flatMap(({ id, passes, test_command: other }) =>
      passes || id === featureId ? [] : (other ?? []),
    ),
  });
  const artifacts = artifactsOf(turn.journal.state).filter(({ task_id: id }) => id === taskId);
  const altered = damagedIn(turn.project, artifacts);
  const checks = await measureTask(turn, task);
  const decided = await decideAgain(turn, task, again, checks);
  const letPass = decided.findings.length === 0 ? null : waiverOf(state, taskId, "dod_checklist");
  const found = { again, altered, decided, checks, letPass, isWhole: own.length === 0 };
  const results = resultsOf(turn, task, found);
  const findings = findingsOf(found, results).map((finding) => reported(finding, turn.redact));
  const notes = [
    ...checks.notes,
    ...(letPass === null ? [] : [`unmet done-criteria waived by ${letPass.by}: ${letPass.reason}`]),
    ...redNotes(results),
  ];
  const passed = findings.length === 0;
  // Only what goes on to QA is looked at.
  const roles = gatesOfTask(turn, task).asked.map(({ role }) => role);
  const seen = passed ? await uiEvidence(turn, task, roles) : [];
  const reports = checks.artifacts.filter(({ role }) => role === "validator");
  const made = [rerunOutput(again), ...reports, ...rerunResults(turn, task, again), ...decided.artifacts, ...seen];
  const kept = keepArtifacts(turn, made, { taskId, attempt });
  const event: EventOf<"validation_judged"> = {
    type: "validation_judged",
    task_id: taskId,
    attempt,
    outcome: passed ? "passed" : "failed",
    results: { ...withReports(checks.results, reports, kept.paths.slice(1)), ...results },
    ...(notes.length > 0 && passed ? { notes } : {}),
    remediation: passed ? null : failureNotes(findings),
    ...(passed ? {} : { findings: findings.slice(0, FINDINGS_KEPT) }),
    artifacts: kept.paths,
  };
  const escalation = passed ? [] : escalationOf({ ...turn, state: journal.state }, task, findings, kept.events);
  if (passed) requireReconciled(turn, taskId);
  // What passed here waits for QA and review; what failed nobody else has to look at.
  const after = passed
    ? [checkedEvent(turn, task, event)]
    : [event, ...statusBlocked(turn, task, [...new Set(findings.map(({ code }) => code))], kept.paths)];
  journal.append(() => [...kept.events, ...escalation, ...after]);
  if (!passed)
    turn.options.onEvent?.({ kind: "judged", task, state: journal.state, verdict: "not_proven", violations: [] });
}

const CLEAN_CHECKOUT = "clean checkout";
const FINDINGS_KEPT = 50;
const FAILING_NAMED = 5;

/** Why a candidate fails; none: it passes. */
function findingsOf({ again, altered, decided, checks, letPass }: Found, { tdd_compliance: tdd }: Results): Finding[] {
  const error = (code: Code, message: string): Finding => ({ code, severity: "error", message });
  return [
    ...[...checks.failed, ...checks.unmeasured].flatMap(({ findings }) => findings as readonly Finding[]),
    ...again.broken.map(({ reason }) => error("TEST_FAILED", reason)),
    ...again.failing.slice(0, FAILING_NAMED).map((id) => error("TEST_FAILED", `fails from a clean checkout: ${id}`)),
    ...again.unsound.map((how) => error("TEST_FAILED", `from a clean checkout ${how}`)),
    ...altered.map((path) => error("ARTIFACT_CHANGED", `no longer what was recorded: ${path}`)),
    ...(tdd?.status === "fail" ? [error("RED_MISSING", "no RED and GREEN of this attempt are on record")] : []),
    ...(letPass === null ? decided.findings : []),
  ];
}

/** Each result with where its report lies (H3A State Specification, validator_report). */
function withReports(
  results: TaskChecks["results"],
  reports: TaskChecks["artifacts"],
  paths: readonly string[],
): TaskChecks["results"] {
  return reports.reduce((all, { check }, at) => {
    const [result, report] = [all[check], paths[at]];
    return result === undefined || report === undefined ? all : { ...all, [check]: { ...result, report } };
  }, results);
}

/** The same test by test. */
const rerunResults = (turn: Turn, { candidate }: TaskState, { run }: Recheck): Artifact[] =>
  run === null
    ? []
    : [resultsArtifact(turn, "validator", { run, step: CLEAN_CHECKOUT, commit: candidate ?? "" }, null)];

function rerunOutput(again: Recheck): Artifact {
  const { run } = again;
  const output = run === null ? [] : [{ step: "R2" as const, detail: CLEAN_CHECKOUT, run }];
  return {
    role: "validator",
    kind: "harness",
    name: "rerun_output.txt",
    content: renderRuns("Everything once more from a clean checkout", output),
    description: holdsAgain(again) ? "Clean checkout: all tests pass" : "Clean checkout: tests fail",
    mapping: "Evidence-Based Gates",
  };
}

/** What running the suite once more needs of a turn. */
export interface Checking extends Pick<Turn, "project" | "journal"> {
  readonly options: Pick<RunOptions, "stateDirectory" | "env" | "policy" | "onEvent" | "signal">;
}

export function checkOptions(
  { project, journal, options }: Checking,
  revision: string,
  taskId?: string,
): Omit<RecheckOptions, "commands"> {
  return {
    repository: project.root,
    revision,
    stateDirectory: options.stateDirectory,
    env: options.env,
    policy: options.policy,
    knownRed: new Set(excusedTests(journal.state)),
    coverage: journal.state.run.policy.checks.includes("coverage"),
    onProgress: (progress) =>
      options.onEvent?.({ kind: "check", progress, ...(taskId === undefined ? {} : { taskId }) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Each done-criterion once more, from the clean checkout. */
async function decideAgain(turn: Turn, task: TaskState, again: Recheck, checks: TaskChecks): Promise<Decisions> {
  const { state } = turn.journal;
  const holds = holdsAgain(again);
  const before = lastCycle(state, task.plan.task_id)?.definition_of_done ?? [];
  const isManual = state.features[task.plan.feature_id]?.verification_method === "manual";
  const tests: TestWord = ({ criterion, check }) =>
    isManual && check === "human"
      ? (before.find((one) => one.criterion === criterion) ?? { met: false })
      : { met: holds, actual: holds ? "passes from a clean checkout" : "fails from a clean checkout" };
  return decideCriteria(turn, task, { role: "validator", tests, isProven: holds, coverage: checks.results.coverage });
}

const lastCycle = (state: RunState, taskId: string): TddCycle | undefined =>
  state.executor.findLast((entry) => entry.task_id === taskId);

interface Found {
  readonly again: Recheck;
  /** Paths of evidence that is no longer what was recorded. */
  readonly altered: readonly string[];
  readonly decided: Decisions;
  readonly checks: TaskChecks;
  /** By whom the unmet criteria are waived. */
  readonly letPass: Waiver | null;
  /** Whether every test ran, and not only those of the proof. */
  readonly isWhole: boolean;
}

type Results = EventOf<"validation_judged">["results"];

/** The files of the tests that were RED and then GREEN for a feature. */
const provenFiles = (state: RunState, featureId: string): string[] => [
  ...new Set(testsProving(state, featureId).map(fileOf)),
];

function resultsOf({ journal }: Turn, task: TaskState, found: Found): Results {
  const { again, decided, letPass, isWhole } = found;
  const tests = again.run?.report.tests ?? [];
  const count = (...statuses: string[]): number => tests.filter(({ status }) => statuses.includes(status)).length;
  const codes = again.run?.units.map(({ code }) => code ?? -1) ?? [];
  return {
    tdd_compliance: tddResult(journal.state, task, found),
    tests: {
      status: statusOf(holdsAgain(again)),
      total: tests.length,
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("skipped", "todo", "xfail"),
      ...(isWhole
        ? {}
        : { notes: "the tests of its proof, fresh; every test passed on this tree in R2 (policy.full_every)" }),
    },
    dod_checklist: doneResult(decided.done, letPass),
    command_rerun: {
      status: statusOf(again.run !== null && again.broken.length + again.unsound.length === 0),
      command: journal.state.features[task.plan.feature_id]?.test_command ?? EVERY_TEST,
      exit_code: codes.find((code) => code !== 0) ?? codes[0] ?? -1,
      notes: `run ${isWhole ? "with every other test " : ""}from a clean checkout of the candidate`,
    },
  };
}

const statusOf = (holds: boolean): CheckResult["status"] => (holds ? "pass" : "fail");

/** RED and GREEN of the attempt; where a person answered in their place, who. */
function tddResult(state: RunState, { plan, findings }: TaskState, { altered, decided }: Found): CheckResult {
  if (state.features[plan.feature_id]?.verification_method === "manual")
    return { status: "not_applicable", reason: "manual", notes: decided.done.find(({ met }) => met)?.actual ?? "" };
  const phases = lastCycle(state, plan.task_id)?.tdd_phases;
  const [red, green] = [phases?.red.failure_output ?? "", phases?.green.test_output ?? ""];
  const evidence = { red_evidence: red, green_evidence: green, ...furtherResults(state.levels[plan.task_id]) };
  const hasBoth = [red, green].every((path) => path !== "" && !altered.includes(path));
  const accepted = withoutRed(findings);
  if (accepted === undefined || !hasBoth)
    return {
      status: statusOf(hasBoth),
      ...evidence,
      notes: "RED on base's code and GREEN on head, both run by the harness; their outputs hold against their hashes",
    };
  const { by = "a person", reason = "" } = waiverOf(state, plan.task_id, "tdd_compliance") ?? {};
  return { status: "waived", waived_by: by, reason, ...evidence, notes: `no RED: ${accepted.message}` };
}

/** What stands in the place of RED is said wherever the verdict is. */
const redNotes = ({ tdd_compliance: tdd }: Results): string[] =>
  tdd?.status === "waived" ? [`RED waived by ${String(tdd["waived_by"])}: ${String(tdd["reason"])}`] : [];

/** R5 and R7 stand where they were asked for. */
const furtherResults = (levels: RunState["levels"][string] | undefined): Record<string, string> => ({
  ...(levels?.further?.R5 === undefined ? {} : { flip: levels.further.R5 }),
  ...(levels?.further?.R7 === undefined ? {} : { held_out: levels.further.R7 }),
});
