import type { EventOf, ReportedFinding } from "../../../schema/event.ts";
import type { GateKey, GateStatus } from "../../../schema/task.ts";
import { beginKind, chooseBuild, endBuild, hearPrelude, loseKind, noteAttempt } from "./evolve-kind.ts";
import { cycleOf, executorStep, validatorStep, verdictOf } from "./records.ts";
import { carryRedWaiver, provenWords } from "../people/red-waived.ts";
import { processName } from "../people/review.ts";
import { failureNotes } from "../notes.ts";
import { foldAttempt, setBeside } from "../beside.ts";
import type { Handlers } from "./handler.ts";
import { ANSWER_UNUSABLE, holdIn, isOfAnswer, isOfAttempt } from "../people/quarantine.ts";
import { isOfHarness, isRefused, isUncounted } from "../losses.ts";
import { spend } from "../spending.ts";
import { changeFeature, HUMAN, isClaim, tasksOf, type LastTurn, type RunState, type TaskState } from "../state.ts";
import { logGate } from "./gate-log.ts";

export type AttemptKind =
  | "attempt_started"
  | "attempt_answered"
  | "candidate_moved"
  | "candidate_normalised"
  | "attempt_lost"
  | "attempt_noted"
  | "build_chosen"
  | "task_replanned"
  | "task_escalated"
  | "implementation_judged"
  | "validation_started"
  | "validation_judged"
  | "handoff_rejected"
  | "task_committed";

/** What happens to one attempt of a task. */
export const ATTEMPT_HANDLERS: Handlers<AttemptKind> = {
  attempt_started: ofTask(start),
  attempt_answered: ofTask(answer),
  candidate_moved: ofTask(move),
  candidate_normalised: ofTask((_state, task, { candidate }) => Object.assign(task, { candidate })),
  attempt_lost: ofTask(lose),
  attempt_noted: ofTask((_state, task) => noteAttempt(task)),
  build_chosen: ofTask((_state, task, event) => chooseBuild(task, event)),
  task_replanned: ofTask((_state, task) => void (task.blocked = null)),
  task_escalated: ofTask(escalate),
  implementation_judged: ofTask(judge),
  validation_started: ofTask(beginValidation),
  validation_judged: ofTask(validate),
  handoff_rejected: ofTask(reject),
  task_committed: ofTask((state, task, { commit }) => {
    Object.assign(task, { phase: "committed", commit });
    state.tip = commit;
  }),
};

function ofTask<T extends AttemptKind>(
  fold: (state: RunState, task: TaskState, event: EventOf<T>, at: string) => void,
): Handlers<T>[T] {
  return (state, event, at) => {
    const task = state.tasks[(event as { readonly task_id: string }).task_id];
    if (task === undefined) return;
    const { attempt = task.attempt } = event as { readonly attempt?: number };
    foldAttempt(task, attempt, () => fold(state, task, event, at));
    state.updatedAt = at;
  };
}

/** A receiver that cannot work with what it got sends it back, with the reason (H3A State Specification, §5). */
function reject(
  state: RunState,
  task: TaskState,
  { by, person, reason }: EventOf<"handoff_rejected">,
  at: string,
): void {
  const executor = by === "executor";
  Object.assign(task, { phase: "idle", owner: null, harness: null, candidate: null, blocked: "HANDOFF_REJECTED" });
  Object.assign(
    task,
    executor
      ? { lifecycle: "awaiting_planner", gate: "G0_in_progress" }
      : { lifecycle: "in_progress", gate: "G1_in_progress" },
  );
  const { task_id: id } = task.plan;
  const said = person === undefined ? reason : `by ${person}: ${reason}`;
  logGate(state, at, executor ? "G0_planning" : "G1_implementation", "REJECTED", by, `${id}: ${said}`);
  const notes = `Handoff of ${id} rejected: ${reason}`;
  handOff(state, task, at, { from: by, to: executor ? "planner" : "executor", gate: task.gate, notes }, [
    "state/CURRENT_TASK.json",
  ]);
}

function beginValidation(state: RunState, task: TaskState, event: EventOf<"validation_started">, at: string): void {
  Object.assign(task, {
    lifecycle: "validation",
    gate: "G2_in_progress",
    phase: "validating",
    envelope: "QA_IN_PROGRESS",
  });
  logGate(state, at, "G2_validation", "STARTED", "validator", `${event.task_id} validation begins`);
}

function start(state: RunState, task: TaskState, event: EventOf<"attempt_started">, at: string): void {
  const again = task.begun > 0;
  const { agent, attempt, harness, deadline, base_commit: baseCommit } = event;
  const from = task.gate;
  setBeside(task);
  Object.assign(task, { lifecycle: "in_progress", gate: "G1_in_progress", phase: "working", envelope: "IN_PROGRESS" });
  Object.assign(task, {
    attempt,
    begun: attempt,
    owner: agent,
    harness,
    deadline,
    timeoutSeconds: event.timeout_seconds ?? null,
    heartbeatSeconds: event.heartbeat_interval_seconds ?? null,
    since: at,
    baseCommit,
    isolation: event.isolation ?? null,
    candidate: null,
    blocked: null,
    guided: false,
    review: null,
  });
  beginKind(state, task);
  // Journals of earlier versions do not say which person: the one of the run.
  const person = event.by ?? (harness === HUMAN ? state.run.author.email : isClaim(harness) ? event.agent : null);
  addAuthor(task, person ?? processName(event.agent, "executor", event.task_id, attempt));
  state.turns += 1;
  state.current = event.task_id;
  const { feature_id: featureId } = task.plan;
  changeFeature(state, featureId, { assigned_to: agent, started_at: state.features[featureId]?.started_at ?? at });
  logGate(
    state,
    at,
    "G1_implementation",
    again ? "RESUMED" : "STARTED",
    "executor",
    `TDD cycle ${event.task_id} attempt ${attempt} begins`,
  );
  if (again) return;
  const notes = `Task ${event.task_id} ready for implementation`;
  handOff(state, task, at, { from: "planner", to: "executor", gate: from, notes }, [
    "state/CURRENT_TASK.json",
    "planner_report.json",
  ]);
}

function addAuthor({ authors }: TaskState, author: string): void {
  if (!authors.includes(author)) authors.push(author);
}

function answer(state: RunState, task: TaskState, event: EventOf<"attempt_answered">): void {
  if (event.by !== undefined) addAuthor(task, event.by);
  const { candidate, findings, notes, status, violations } = event;
  spend(state, event.usage);
  Object.assign(task, { phase: "answered", candidate, envelope: status ?? "BLOCKED" });
  const asFindings = violations.map(
    // Before lines were recorded, no field was told either: what older journals published stays what they are folded to.
    ({ code, field, line, message }): ReportedFinding => ({
      code,
      severity: "warning",
      message,
      ...(line === undefined ? {} : { field, line }),
    }),
  );
  task.findings = [...findings, ...asFindings];
  // A person looks at it before anything is made of the answer (decisions.md, Governor).
  const hold = holdIn(task);
  if (hold !== undefined) Object.assign(task, { phase: "held", blocked: hold.code, envelope: "BLOCKED" });
  if (notes !== null) state.progress.push({ kind: "notes", sha256: notes });
  hearPrelude(state, task, event.said ?? null);
}

/** It is judged anew: what was proven was proven on another base. */
function move(_state: RunState, task: TaskState, event: EventOf<"candidate_moved">): void {
  const { base_commit: baseCommit, candidate, findings } = event;
  const own = task.findings.filter(({ code }) => isOfAnswer(code) || isOfAttempt(code));
  Object.assign(task, { phase: "answered", lifecycle: "in_progress", gate: "G1_in_progress", blocked: null });
  Object.assign(task, { review: null, baseCommit, candidate, findings: [...own, ...findings] });
}

/** Work of which nothing comes is lost, not failed: blocked with its code, then planned anew, three times at most. */
function lose(state: RunState, task: TaskState, event: EventOf<"attempt_lost">, at: string): void {
  const { code, detail } = event;
  const agent = task.owner;
  // What was answered was counted then.
  if (task.phase === "working") spend(state, event.usage);
  state.refused += Number(isRefused(code));
  task.lost += Number(!isUncounted(code, detail) && (!isOfHarness(detail) || isLastUnderWay(task)));
  loseKind(state, task, !isUncounted(code, detail) && !isOfHarness(detail));
  if (AHEAD.has(task.lifecycle)) Object.assign(task, { lifecycle: "in_progress", gate: "G1_in_progress" });
  Object.assign(task, { phase: "idle", owner: null, harness: null, envelope: "BLOCKED" });
  task.blocked = code;
  remember(state, task, at, "lost", { agent, passing: 0, total: 0, notes: `${code}: ${detail}` });
}

/** What breaks later than G1 begins anew there, as a candidate that is moved does. */
const AHEAD: ReadonlySet<TaskState["lifecycle"]> = new Set(["awaiting_validation", "validation"]);

/** A harness that dies takes all builds of a task with it, and counts once: with the last of them. */
const isLastUnderWay = ({ beside }: TaskState): boolean => beside.length === 0;

function judge(state: RunState, task: TaskState, event: EventOf<"implementation_judged">, at: string): void {
  if (task.contest !== null) return endBuild(task, task.contest, event);
  const { outcome, proof, findings } = event;
  const violations = task.findings.filter(({ code }) => isOfAnswer(code));
  const notes = outcome === "passed" ? "" : failureNotes(findings, violations);
  const counts = { agent: task.owner, passing: proof?.tests_passing ?? 0, total: proof?.tests_total ?? 0, notes };
  task.findings = [...findings, ...violations];
  task.blocked = null;
  if (event.evaluation?.passed === true) state.stances[event.task_id] = event.evaluation.to;
  const { feature_id: featureId } = task.plan;
  changeFeature(state, featureId, { agent_notes: notes });
  if (event.printed === undefined) delete state.printed[featureId];
  else state.printed[featureId] = event.printed;
  if (proof !== null) {
    const { proof_level, isolation_level: checks } = proof;
    const { isolation: agent } = task;
    const isolation = agent !== null && agent < checks ? agent : checks;
    state.levels[event.task_id] = {
      proof: proof_level,
      isolation,
      agent,
      checks,
      ...(proof.further === undefined ? {} : { further: proof.further }),
      suite_ms: proof.suite_ms,
    };
    const { tests_passing, tests_total, runner } = proof;
    changeFeature(state, featureId, { tests_passing, tests_total, last_tested: at });
    const isManual = state.features[featureId]?.verification_method === "manual";
    if (runner !== null && !isManual) changeFeature(state, featureId, { verification_tool: runner });
  }
  const coverage = Number.parseFloat(String(event.measured?.coverage?.["absolute"] ?? ""));
  if (!Number.isNaN(coverage)) changeFeature(state, featureId, { coverage });
  if (outcome === "person_needed") {
    const isUnusable = findings.some(({ code, severity }) => code === ANSWER_UNUSABLE && severity === "person");
    const blocked = isUnusable ? ANSWER_UNUSABLE : "PERSON_NEEDED";
    Object.assign(task, { phase: "held", blocked, envelope: "BLOCKED" });
    remember(state, task, at, "person_needed", counts);
    return;
  }
  if (outcome === "failed") fail(state, task, at, "G1_implementation", "executor", notes);
  else {
    Object.assign(task, {
      lifecycle: "awaiting_validation",
      gate: "G1_passed",
      phase: "implemented",
      envelope: "READY_FOR_QA",
    });
    carryRedWaiver(state, task, at);
    logGate(
      state,
      at,
      "G1_implementation",
      "PASSED",
      "executor",
      `${event.task_id} ${provenWords(state, task)}, ${counts.passing} tests green`,
    );
    for (const { id } of proof?.red ?? []) state.provenTests[id] = task.plan.feature_id;
    handOff(
      state,
      task,
      at,
      { from: "executor", to: "validator", gate: "G1_passed", notes: "Implementation proven, awaiting validation" },
      ["state/CURRENT_TASK.json", "executor_report.json", ...event.artifacts],
    );
  }
  state.steps.push(executorStep(state, task, event, at));
  state.executor.push(cycleOf(state, task, event, at));
  if (outcome === "failed") remember(state, task, at, "not_proven", counts);
}

function validate(state: RunState, task: TaskState, event: EventOf<"validation_judged">, at: string): void {
  const { task_id, outcome, remediation } = event;
  const feature = state.features[task.plan.feature_id];
  const { tests_passing: passing, tests_total: total } = feature ?? {};
  const counts = { agent: task.owner, passing: passing ?? 0, total: total ?? 0, notes: remediation ?? "" };
  if (outcome === "failed") {
    task.findings = event.findings ?? task.findings;
    fail(state, task, at, "G2_validation", "validator", remediation ?? "");
  } else {
    Object.assign(task, {
      lifecycle: "complete",
      gate: "G2_passed",
      phase: "validated",
      envelope: "APPROVED",
      completedAt: at,
    });
    logGate(state, at, "G2_validation", "PASSED", "validator", approvalNote(task));
    handOff(
      state,
      task,
      at,
      { from: "validator", to: "orchestrator", gate: "G2_passed", notes: `Task ${task_id} verified` },
      ["validator_report.json"],
    );
    const rest = tasksOf(state, task.plan.feature_id).some(({ lifecycle }) => lifecycle !== "complete");
    if (!rest) changeFeature(state, task.plan.feature_id, { passes: true, agent_notes: "", last_tested: at });
  }
  state.steps.push(validatorStep(state, event, at));
  state.validator.push(verdictOf(state, task, event, at));
  remember(state, task, at, outcome === "passed" ? "proven" : "not_proven", counts);
}

function approvalNote({ plan, review }: TaskState): string {
  const by = (review?.gates ?? []).map(({ gate, by: who }) => `${gate} by ${who ?? ""}`);
  return [`${plan.task_id} verified from a clean checkout`, ...by].join("; ");
}

/** A failed gate adds to the count; at the policy's limit a person is asked (H3A, escalation). */
function fail(state: RunState, task: TaskState, at: string, gate: GateKey, agent: string, notes: string): void {
  task.iterations += 1;
  const escalates = task.iterations >= state.run.policy.max_iterations;
  const failed: GateStatus = gate === "G1_implementation" ? "G1_failed" : "G2_failed";
  Object.assign(task, { gate: failed, phase: "idle", owner: null, harness: null, envelope: "BLOCKED" });
  task.lifecycle = escalates ? "escalation_required" : "remediation_needed";
  task.blocked = escalates ? "PERSON_NEEDED" : null;
  const id = task.plan.task_id;
  changeFeature(state, task.plan.feature_id, { attempts: task.iterations, agent_notes: notes, passes: false });
  const first = notes.split("\n")[0] ?? "";
  logGate(state, at, gate, "FAILED", agent, `${id} attempt ${task.attempt}: ${first}`);
  if (escalates)
    logGate(state, at, gate, "ESCALATED", "orchestrator", `${id} failed ${task.iterations} times; a person is asked`);
  const to = escalates ? "human" : "executor";
  const files = ["state/CURRENT_TASK.json", "executor_report.json", "state/EVIDENCE_LOG.md"];
  handOff(state, task, at, { from: "validator", to, gate: failed, notes: `Task ${id} not proven: ${first}` }, files);
}

/** The governor asks before the attempts are used up (design.md §6). */
function escalate(
  state: RunState,
  task: TaskState,
  { task_id: id, reason }: EventOf<"task_escalated">,
  at: string,
): void {
  Object.assign(task, { lifecycle: "escalation_required", blocked: "PERSON_NEEDED" });
  const gate = task.gate.startsWith("G2") ? "G2_validation" : "G1_implementation";
  logGate(state, at, gate, "ESCALATED", "orchestrator", `${id}: ${reason}; a person is asked`);
  handOff(state, task, at, { from: "orchestrator", to: "human", gate: task.gate, notes: `Task ${id}: ${reason}` }, [
    "state/CURRENT_TASK.json",
    "executor_report.json",
  ]);
}

interface Counts {
  readonly agent: string | null;
  readonly passing: number;
  readonly total: number;
  readonly notes: string;
}

function remember(
  state: RunState,
  task: TaskState,
  at: string,
  outcome: LastTurn["outcome"],
  { agent, ...counts }: Counts,
): void {
  const { task_id, feature_id } = task.plan;
  state.last = { at, task_id, feature_id, agent: agent ?? "agent", outcome, ...counts };
  if (outcome === "lost") return;
  state.progress.push({ kind: "log", at, feature_id, passes: state.features[feature_id]?.passes ?? false });
}

interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly gate: GateStatus;
  readonly notes: string;
}

const ACTIONS: Readonly<Record<string, string>> = {
  executor: "Executor must write a test that fails without the change, then the change, within the files allowed",
  validator: "Validator must verify TDD compliance, all tests and the definition of done from a clean checkout",
  human: "A person must say how to go on: task retry, task split, feature edit or feature defer",
  planner: "Planner must correct what the reason names: feature edit, or task retry",
  orchestrator: "System must commit the verified tree, land it, and choose the next task",
};

function handOff(state: RunState, task: TaskState, at: string, transfer: Transfer, files: readonly string[]): void {
  const { from, to, gate, notes } = transfer;
  state.handoffs.push({ from, to, time: at, gate, notes });
  state.payload = {
    task_id: task.plan.task_id,
    context: notes,
    files_to_review: [...files],
    action_required: ACTIONS[to] ?? "",
  };
}
