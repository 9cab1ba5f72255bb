import { fileOf } from "../../core/proof/green.ts";
import { statusOf } from "../../core/proof/judge.ts";
import { armsOf } from "../../core/run/govern-attempt.ts";
import { lastCharacters, NOTES_LIMIT } from "../../core/run/notes.ts";
import { EVERY_TEST } from "../../core/run/plan.ts";
import { isOfAnswer, isOfAttempt } from "../../core/run/quarantine.ts";
import { waiverOf, type RunState, type TaskState } from "../../core/run/state.ts";
import { BatonError, type Code, type Finding } from "../../errors.ts";
import type { EventOf, ProofFacts, ReportedFinding, RunFacts } from "../../schema/event.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { ProofData, ProofRun } from "../../schema/proof.ts";
import { diffTrees } from "../../util/git/trees.ts";
import { prove } from "../prove/prove.ts";
import type { ProveOptions } from "../prove/subject.ts";
import type { Turn } from "./context.ts";
import { approvedBy, decideCriteria, type Decisions, type TestWord } from "./criteria.ts";
import { escalationOf } from "./escalation.ts";
import { keepArtifacts, NOTHING_PRINTED, type Artifact } from "./evidence.ts";
import { heldOutFor } from "./held-out.ts";
import { lastWords } from "./lose.ts";
import { implementationFindings, measureTask, type TaskChecks } from "./measure-task.ts";
import { misfitOf } from "./misfit.ts";
import { renderRuns, type NamedRun } from "./outputs.ts";
import { statusBlocked } from "./orchestrator.ts";
import { reported } from "./take.ts";
import { counted } from "../../util/counted.ts";

/** The size that a task may have (design.md §5, G0). */
const TASK_FILES = 10;
const TASK_LINES = 500;

/** More are in change.diff.txt. */
const FILES_NAMED = 100;

/** What an agent can break so that nothing can be run on its tree: its attempt fails, not the run. */
const AGENTS_FAULT: ReadonlySet<Code> = new Set(["ENVIRONMENT_FAILED", "RUNNER_MISSING", "NO_TESTS", "CONFIG_INVALID"]);

/** G1: `prove` judges the candidate; what it measured becomes evidence and the task's verdict. */
export async function judgeImplementation(turn: Turn, task: TaskState): Promise<void> {
  const { journal, options } = turn;
  const { task_id: taskId } = task.plan;
  const { attempt } = task;
  const own = task.findings.filter(({ code }) => isOfAttempt(code) || code === CONFLICT);
  const violations = task.findings.filter(({ code }) => isOfAnswer(code));
  const runs: NamedRun[] = [];
  const { proof, failure } = await tryProof(turn, task, runs);
  const misfit = proof === null ? [] : misfitOf(turn, task, proof);
  const about = [...own, ...misfit, ...(failure === null ? [] : [failure])];
  // What is not proven goes back anyway: it is measured once it is.
  const holds = about.length === 0 && (proof?.verdict.status === "proven" || proof?.verdict.status === "person_needed");
  const checks = holds ? await measureTask(turn, task) : null;
  const decided = await decideCriteria(turn, task, {
    role: "executor",
    tests: proof === null ? () => ({ met: false }) : testWords(journal.state, proof),
    isProven: holds,
    coverage: checks?.results.coverage,
  });
  const unmet = unmetOf(turn, taskId, checks, decided);
  const findings = [...about, ...unmet, ...(proof?.findings ?? [])].map((finding) =>
    reported(finding as Finding, turn.redact),
  );
  const isPlain = own.length + misfit.length + unmet.length === 0;
  const status = proof === null || !isPlain ? statusOf(findings as Finding[]) : proof.verdict.status;
  const outcome = status === "proven" ? "passed" : status === "person_needed" ? "person_needed" : "failed";
  const kept = keepArtifacts(
    turn,
    [
      ...artifactsOf(turn, task, proof, runs),
      ...(checks?.artifacts ?? []).filter(({ role }) => role === "executor"),
      ...decided.artifacts,
    ],
    { taskId, attempt },
  );
  const event: EventOf<"implementation_judged"> = {
    type: "implementation_judged",
    task_id: taskId,
    attempt,
    outcome,
    proof: proof === null ? null : factsOf(turn, task, { proof, runs, decided }),
    ...(checks === null ? {} : { measured: checks.results }),
    findings: findings.slice(0, 50),
    ...printedBy(turn, outcome, runs),
    artifacts: kept.paths,
  };
  // One of several builds waits for the others, whatever came of it.
  const isBuild = task.contest !== null;
  const escalation =
    outcome === "failed" && !isBuild
      ? escalationOf({ ...turn, state: journal.state }, task, findings, [...kept.events, event])
      : [];
  const blocked =
    outcome === "passed" || isBuild
      ? []
      : statusBlocked(
          turn,
          task,
          findings.map(({ code }) => code),
          kept.paths,
        );
  journal.append(() => [...kept.events, ...escalation, event, ...blocked]);
  options.onEvent?.({
    kind: "judged",
    task,
    state: journal.state,
    verdict: proof === null ? null : status,
    violations,
  });
}

/** What measuring and the done-criteria found, and nobody waived. */
function unmetOf({ journal }: Turn, taskId: string, checks: TaskChecks | null, { findings }: Decisions): Finding[] {
  const isWaived = waiverOf(journal.state, taskId, "dod_checklist") !== null;
  return [...(checks === null ? [] : implementationFindings(checks, taskId)), ...(isWaived ? [] : findings)];
}

const CONFLICT = "MERGE_CONFLICT";

async function tryProof(
  turn: Turn,
  task: TaskState,
  runs: NamedRun[],
): Promise<{ proof: ProofData | null; failure: ReportedFinding | null }> {
  if (task.findings.some(({ code }) => code === CONFLICT)) return { proof: null, failure: null };
  if (task.candidate === null || task.baseCommit === null) {
    const printed = lastPrinted(turn, task);
    const message = `the agent left the repository as it was${printed === "" ? "" : `, and printed: ${printed}`}`;
    return { proof: null, failure: { code: "TESTS_ABSENT", severity: "error", message } };
  }
  try {
    return { proof: await prove(proveOptions(turn, task, runs)), failure: null };
  } catch (error) {
    if (!(error instanceof BatonError) || !AGENTS_FAULT.has(error.code)) throw error;
    return { proof: null, failure: { code: error.code, severity: "error", message: error.message } };
  }
}

/** Who did nothing often says why beside the answer: a key that is missing, a program that is not there. */
function lastPrinted({ project, journal, redact }: Turn, { plan, attempt }: TaskState): string {
  const path = `artifacts/executor/${plan.task_id}/${attempt}/agent_output.txt`;
  const entry = journal.state.evidence.findLast((one) => one.path === path && one.erased === undefined);
  if (entry === undefined) return "";
  const text = project.blobs.get(entry.sha256).toString("utf8");
  const said = text === NOTHING_PRINTED ? "" : lastWords(text);
  return redact(said.replaceAll(/\s*\n\s*/g, "; ")).toWellFormed();
}

function proveOptions(turn: Turn, task: TaskState, runs: NamedRun[]): ProveOptions {
  const { project, journal, options } = turn;
  const { state } = journal;
  const heldOut = heldOutFor(turn, task);
  const feature = state.features[task.plan.feature_id];
  const manual = feature?.verification_method === "manual";
  const others = Object.values(state.features).filter(({ id, passes }) => !passes && id !== feature?.id);
  return {
    repository: project.root,
    base: task.baseCommit ?? "",
    head: task.candidate ?? "",
    feature: feature === undefined ? "" : wordsOf(feature),
    policy: {
      ...options.policy,
      max_files: options.policy.max_files ?? TASK_FILES,
      max_lines: options.policy.max_lines ?? TASK_LINES,
    },
    stateDirectory: options.stateDirectory,
    env: options.env,
    approvals: state.approvals,
    manual,
    // What a person verifies has no RED test whose expectation could be turned round.
    ...(manual ? {} : { flip: flipOf(state, task) }),
    coverage: state.run.policy.checks.includes("coverage"),
    pendingCommands: others.flatMap(({ test_command: command }) => command ?? []),
    onProgress: (progress) => options.onEvent?.({ kind: "check", progress }),
    onRun: (step, detail, run) => runs.push({ step, detail, run }),
    ...(feature?.test_command === undefined || feature.test_command === null ? {} : { test: feature.test_command }),
    ...(heldOut.length === 0 ? {} : { heldOut }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** By the run's policy of each change, by the governor's decision where it can be had. */
function flipOf(state: RunState, task: TaskState): boolean | "where_possible" {
  if (state.run.policy.proof?.flip === true) return true;
  return armsOf(state, task)?.proof.is === "flip" ? "where_possible" : false;
}

function wordsOf(feature: Feature): string {
  const lines = [feature.description, ...(feature.acceptance ?? []).map((text) => `- ${text}`)];
  if ((feature.changes ?? []).length > 0) lines.push(`Changes: ${feature.changes?.join(", ")}`);
  return lines.join("\n");
}

function artifactsOf(
  { project }: Turn,
  task: TaskState,
  proof: ProofData | null,
  runs: readonly NamedRun[],
): Artifact[] {
  const diff =
    task.candidate === null || task.baseCommit === null
      ? ""
      : project.git(["diff-tree", "-p", "--no-color", "--no-ext-diff", task.baseCommit, task.candidate]);
  const of = (...steps: string[]): NamedRun[] => runs.filter(({ step }) => steps.includes(step));
  const { task_id: taskId } = task.plan;
  const executor = { role: "executor", kind: "harness" } as const;
  const change: Artifact = {
    ...executor,
    name: "change.diff.txt",
    content: diff,
    description: `The change that was judged for ${taskId}`,
    mapping: "Change Record",
  };
  if (proof === null) return [change];
  const red = proof.red.length;
  return [
    {
      ...executor,
      name: "test_output_red.txt",
      content: renderRuns(`RED: head's tests on base's code, ${red} fail as they must`, of("R1")),
      description: `RED phase (${counted(red, "test")} failing)`,
      mapping: "TDD RED→GREEN",
    },
    {
      ...executor,
      name: "test_output_green.txt",
      content: renderRuns("GREEN: everything on head", of("R2", "R3")),
      description: `GREEN phase (${proof.runs.R2?.counts.passed ?? 0} tests passing)`,
      mapping: "TDD RED→GREEN",
    },
    {
      ...executor,
      name: "proof.json",
      content: `${JSON.stringify(proof, null, 2)}\n`,
      description: `Verdict ${proof.verdict.status} at ${proof.verdict.proof_level}, ${proof.verdict.isolation_level}`,
      mapping: "Evidence-Based Gates",
    },
    change,
  ];
}

/** The end of what the failing tests printed, redacted, as a blob (TAH-15). */
function printedBy({ project, redact }: Turn, outcome: string, runs: readonly NamedRun[]): { printed?: string } {
  const newest = outcome === "failed" ? runs.findLast(({ step, detail }) => step === "R2" && detail === "") : undefined;
  const failing = newest?.run.units.filter(({ code, failures }) => code !== 0 || failures) ?? [];
  const text = lastCharacters(
    redact(failing.map(({ output }) => output.trim()).join("\n")).toWellFormed(),
    NOTES_LIMIT,
  );
  return text.trim() === "" ? {} : { printed: project.blobs.put(text) };
}

/** Runs whose output is kept as GREEN. */
const OF_HEAD: ReadonlySet<string> = new Set(["R2", "R3"]);

/** How many of the tests that prove the task passed on head, by the harness's own run (TAH-15). */
function passing(runs: readonly NamedRun[], selected: readonly string[]): number {
  const tests = runs.findLast(({ step, detail }) => step === "R2" && detail === "")?.run.report.tests ?? [];
  const passed = new Set(tests.flatMap(({ id, status }) => (status === "passed" ? [id] : [])));
  return selected.filter((id) => passed.has(id)).length;
}

/** What a proof says of the criteria that tests decide, and in a manual feature the person who tried it. */
function testWords(state: RunState, proof: ProofData): TestWord {
  const { status } = proof.verdict;
  const holds = status === "proven" || status === "person_needed";
  const lost = proof.findings.some(({ code }) => code === "REGRESSION" || code === "TEST_DELETED");
  const approval = proof.findings.find(({ code }) => code === "MANUAL_CHECK")?.approval ?? "";
  return ({ check, argument }) => {
    if (argument === EVERY_TEST) return { met: !lost, actual: `${proof.runs.R2?.counts.passed ?? 0} tests pass` };
    if (check !== "human") return { met: holds, actual: `${proof.red.length} RED, then GREEN` };
    const met = state.approvals.includes(approval);
    return { met, actual: met ? approvedBy(state, approval) : "waits for a person's yes" };
  };
}

interface Judged {
  readonly proof: ProofData;
  readonly runs: readonly NamedRun[];
  readonly decided: Decisions;
}

function factsOf({ project, journal }: Turn, task: TaskState, { proof, runs, decided }: Judged): ProofFacts {
  const selected = proof.runs.R2?.sets["selected"] ?? [];
  const passed = proof.verdict.status === "proven" || proof.verdict.status === "person_needed";
  const path = (name: string): string => `artifacts/executor/${task.plan.task_id}/${task.attempt}/${name}`;
  const changed = diffTrees(project.git, task.baseCommit ?? "", task.candidate ?? "").map(({ path: file }) => file);
  const red = proof.red.slice(0, 50);
  const redFile = red[0] === undefined ? "" : fileOf(red[0].id);
  return {
    verdict: proof.verdict.status,
    proof_level: proof.verdict.proof_level,
    isolation_level: proof.verdict.isolation_level,
    tests_passing: passed ? selected.length : passing(runs, selected),
    tests_total: selected.length,
    runner: proof.units[0]?.runner ?? null,
    red,
    red_file: redFile,
    implementation_file: changed.find((file) => file !== redFile) ?? "",
    files_changed: changed.slice(0, FILES_NAMED),
    lines: proof.size.lines,
    commands_run: [
      ...runs
        .filter(({ step, detail }) => step === "R1" || (detail === "" && OF_HEAD.has(step)))
        .flatMap(({ step, run }) =>
          run.units.map(({ command, code }) => ({
            cmd: command,
            exit_code: code,
            artifact: path(step === "R1" ? "test_output_red.txt" : "test_output_green.txt"),
          })),
        ),
      ...decided.commands,
    ].slice(0, 50),
    definition_of_done: decided.done.map(({ criterion, met, actual }) => ({ criterion, met, actual })),
    checks_ms: proof.cost.checks_ms,
    suite_ms: proof.cost.suite_ms,
    ...furtherOf(journal.state.run.policy.proof, proof),
  };
}

/** What R5 and R7 came to, in the words that every later report has of them. */
function furtherOf(asked: RunFacts["policy"]["proof"], { runs }: ProofData): Pick<ProofFacts, "further"> {
  if (asked === undefined) return {};
  const { R5, R7 } = runs;
  const r5 = `${R5?.counts.failed ?? 0} RED tests fail when what they expect is turned round`;
  const r7 = R7 === undefined ? "no held-out test is given for this task" : heldOutWords(R7);
  return {
    further: { ...(asked.flip && R5 !== undefined ? { R5: r5 } : {}), ...(asked.held_out === null ? {} : { R7: r7 }) },
  };
}

const heldOutWords = (run: ProofRun | null): string =>
  run === null ? "not run" : `${run.counts.passed} of ${run.counts.total} held-out tests pass`;
