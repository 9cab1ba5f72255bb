import { tellOfPassage } from "../../../core/governor/callbacks.ts";
import { toEvaluation } from "../../../core/governor/focus/pass-gate.ts";
import { kindOf } from "../../../core/proof/feature-text.ts";
import { statusOf } from "../../../core/proof/judge.ts";
import { fitting } from "../../../core/run/fold/fitting.ts";
import { decidingFirst } from "../../../core/run/deciding-first.ts";
import { armsOf } from "../../../core/run/next/govern-attempt.ts";
import { isOfAnswer, isOfAttempt } from "../../../core/run/people/quarantine.ts";
import { waiverOf, type RunState, type TaskState } from "../../../core/run/state.ts";
import { BatonError, type Code, type Finding } from "../../../errors.ts";
import type { EventOf, ReportedFinding } from "../../../schema/event.ts";
import type { Feature } from "../../../schema/feature-list.ts";
import type { StancePassage } from "../../../schema/governor-events.ts";
import type { ProofData, VerdictStatus } from "../../../schema/proof.ts";
import { prove } from "../../prove/prove.ts";
import type { ProveOptions } from "../../prove/subject.ts";
import type { Turn } from "../context.ts";
import { decideCriteria, type Decisions } from "./criteria.ts";
import { escalationOf } from "../attempt/escalation.ts";
import { keepArtifacts, NOTHING_PRINTED } from "./evidence.ts";
import { heldOutFor } from "./held-out.ts";
import { lastWords } from "../attempt/lose.ts";
import { implementationFindings, implementationReports, measureTask, type TaskChecks } from "./measure-task.ts";
import { misfitOf } from "./misfit.ts";
import { normalise } from "../attempt/normalise.ts";
import { statusBlocked, statusTakenOn } from "../orchestrator.ts";
import type { NamedRun } from "./outputs.ts";
import { artifactsOf, factsOf, printedBy } from "./proof-record.ts";
import { reported } from "../attempt/take.ts";
import { testWords } from "./test-words.ts";

/** The size that a task may have (design.md §5, G0). */
const TASK_FILES = 10;
const TASK_LINES = 500;

/** What an agent can break so that nothing can be run on its tree: its attempt fails, not the run. */
const AGENTS_FAULT: ReadonlySet<Code> = new Set(["ENVIRONMENT_FAILED", "RUNNER_MISSING", "NO_TESTS", "CONFIG_INVALID"]);

/** G1: `prove` judges the candidate; what it measured becomes evidence and the task's verdict. */
export async function judgeImplementation(turn: Turn, answered: TaskState): Promise<void> {
  const { task, findings: unformed } = await normalise(turn, answered);
  const { journal, options } = turn;
  const { task_id: taskId } = task.plan;
  const { attempt } = task;
  const examined = await examine(turn, task, unformed);
  const { proof, runs, checks, decided, findings, status } = examined;
  const outcome = status === "proven" ? "passed" : status === "person_needed" ? "person_needed" : "failed";
  const reports = checks === null ? [] : implementationReports(checks);
  const artifacts = [...artifactsOf(turn, task, proof, runs), ...reports, ...decided.artifacts];
  const kept = keepArtifacts(turn, artifacts, { taskId, attempt });
  const passage = passageOf(journal.state, taskId, status);
  const event: EventOf<"implementation_judged"> = {
    type: "implementation_judged",
    task_id: taskId,
    attempt,
    outcome,
    proof: proof === null ? null : factsOf(turn, task, { proof, runs, decided, kept: kept.paths }),
    ...(checks === null ? {} : { measured: checks.results }),
    findings: fitting(findings.slice(0, 50)),
    ...(passage === null ? {} : { evaluation: passage }),
    ...(outcome === "failed" ? printedBy(turn, runs) : {}),
    artifacts: kept.paths,
  };
  // One of several builds waits for the others, whatever came of it.
  const isBuild = task.contest !== null;
  const escalation =
    outcome === "failed" && !isBuild
      ? escalationOf({ ...turn, state: journal.state }, task, findings, [...kept.events, event])
      : [];
  const codes = findings.map(({ code }) => code);
  const blocked = outcome === "passed" || isBuild ? [] : statusBlocked(turn, task, codes, kept.paths);
  const takenOn = outcome === "passed" && !isBuild ? statusTakenOn(turn, task) : [];
  journal.append(() => [...kept.events, ...escalation, ...takenOn, event, ...blocked]);
  if (passage !== null) tellOfPassage(passage, turn.callback);
  const violations = task.findings.filter(({ code }) => isOfAnswer(code));
  const verdict = proof === null ? null : status;
  options.onEvent?.({ kind: "judged", task, state: journal.state, verdict, violations });
}

/** Through the evaluation gate, from where the attempt was made; in a fixed run there is none. */
function passageOf({ stances }: RunState, taskId: string, result: string): StancePassage | null {
  const stance = stances[taskId];
  return stance === undefined || stance === "evaluation" ? null : toEvaluation(stance, result);
}

interface Examined {
  /** Null: there was nothing to prove. */
  readonly proof: ProofData | null;
  readonly runs: readonly NamedRun[];
  readonly checks: TaskChecks | null;
  readonly decided: Decisions;
  readonly findings: readonly ReportedFinding[];
  readonly status: VerdictStatus;
}

/** Proves, measures and decides the done-criteria; what is not proven goes back anyway, and is measured once it is. */
async function examine(turn: Turn, task: TaskState, unformed: readonly ReportedFinding[]): Promise<Examined> {
  const { state } = turn.journal;
  const runs: NamedRun[] = [];
  const [own, settled] = ofAttempt(task, state);
  const { proof, failure } = await tryProof(turn, task, runs);
  const misfit = proof === null ? [] : misfitOf(turn, task, proof);
  const about = [...own, ...unformed, ...misfit, ...(failure === null ? [] : [failure])];
  // A person is asked about what holds otherwise: nobody is asked about what must change anyway.
  const isSound = about.every(({ severity }) => severity === "person");
  const holds = isSound && (proof?.verdict.status === "proven" || proof?.verdict.status === "person_needed");
  const checks = holds ? await measureTask(turn, task) : null;
  const decided = await decideCriteria(turn, task, {
    role: "executor",
    tests: proof === null ? () => ({ met: false }) : testWords(turn, task, proof, runs),
    isProven: holds,
    coverage: checks?.results.coverage,
  });
  const unmet = unmetOf(turn, task.plan.task_id, checks, decided);
  const all = [...about, ...settled, ...unmet, ...(proof?.findings ?? [])];
  const findings = decidingFirst(all.map((finding) => reported(finding as Finding, turn.redact)));
  const isPlain = own.length + unformed.length + misfit.length + unmet.length === 0;
  const status = proof === null || !isPlain ? statusOf(findings as Finding[]) : proof.verdict.status;
  if (!mayMend(state, task, findings)) return { proof, runs, checks, decided, findings, status };
  const back = findings.map((finding) => (finding.severity === "person" ? sentBack(finding) : finding));
  return { proof, runs, checks, decided, findings: back, status: statusOf(back as Finding[]) };
}

/** New tests that say too little are their author's to mend: they go back before a person is asked, as long as another attempt may come. */
function mayMend({ run }: RunState, { iterations, contest }: TaskState, findings: readonly ReportedFinding[]): boolean {
  const asks = findings.filter(({ severity }) => severity === "person");
  const isLast = contest !== null || iterations + 1 >= run.policy.max_iterations;
  return !isLast && asks.length > 0 && asks.every(({ code }) => code === "TEST_HOLLOW" || code === "TEST_FAILED");
}

function sentBack(finding: ReportedFinding): ReportedFinding {
  const back = { ...finding, severity: "error" as const };
  delete back.approval;
  return back;
}

/** What was found when the agent's tree was taken apart; beside it what a person said yes to, which is in nothing's way. */
function ofAttempt({ findings }: TaskState, { approvals }: RunState): [ReportedFinding[], ReportedFinding[]] {
  const all = findings
    .filter(({ code }) => isOfAttempt(code) || code === CONFLICT)
    .map((finding): ReportedFinding => {
      const isSettled = finding.severity === "person" && approvals.includes(finding.approval ?? "");
      return isSettled
        ? { ...finding, severity: "info", message: `${finding.message} (approved by a person)` }
        : finding;
    });
  return [all.filter(({ severity }) => severity !== "info"), all.filter(({ severity }) => severity === "info")];
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
    isAttempt: true,
    // What a person verifies has no RED test whose expectation could be turned round.
    ...(manual ? {} : { flip: flipOf(state, task) }),
    coverage: state.run.policy.checks.includes("coverage"),
    pendingCommands: others.flatMap(({ test_command: command }) => command ?? []),
    onProgress: (progress) => options.onEvent?.({ kind: "check", progress, taskId: task.plan.task_id }),
    onRun: (step, detail, run) => runs.push({ step, detail, run, at: options.now() }),
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
  const kind = kindOf(feature.category);
  if (kind !== null) lines.push(`Kind: ${kind}`);
  if ((feature.changes ?? []).length > 0) lines.push(`Changes: ${feature.changes?.join(", ")}`);
  return lines.join("\n");
}
