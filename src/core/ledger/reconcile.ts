import type { Code } from "../../errors.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { GateStatus, Lifecycle } from "../../schema/task.ts";
import { attemptsOf } from "../run/beside.ts";
import { goneOf, type SignsOfLife } from "../run/gone.ts";
import { tasksOf, type Phase, type RunState, type TaskState } from "../run/state.ts";
import { locksIn } from "../run/locks.ts";
import { wordsOf } from "../run/guard/lifecycle.ts";
import { meetingLocks, orphanedLocks } from "./check-locks.ts";
import { findCycles, type Dependencies } from "./cycles.ts";

/** The rules of reconciliation, by name (Fresh Context, Session Reset Protocol 5). */
export type Rule =
  "status" | "features" | "locks" | "worker" | "heartbeat" | "results" | "counts" | "dependencies" | "evidence";

export interface Violation {
  readonly rule: Rule;
  readonly code: Code;
  /** The task, feature or file it is about; null for the whole run. */
  readonly subject: string | null;
  readonly message: string;
}

/** What the ledger is held against, besides itself. */
export interface LedgerFacts extends SignsOfLife {
  /** Evidence and texts whose file, or whose kept copy, is missing or has other bytes than recorded. */
  readonly damaged: readonly string[];
  /** Evidence that was recorded and whose file was never written: whoever did ended before. */
  readonly unpublished: readonly string[];
}

/** Holds the ledger against its gates, workers, counts and evidence. Every violation is named, none is mended (FCX-04). */
export function reconcile(state: RunState, facts: LedgerFacts): Violation[] {
  const tasks = Object.values(state.tasks);
  return [
    ...reconcileState(state, tasks),
    // What was bent comes before what is only left undone: the first of them is the exit code.
    ...facts.damaged.map((path) =>
      violation(
        "evidence",
        "LEDGER_EVIDENCE_UNPUBLISHED",
        path,
        "its file, or the kept copy, is missing or not what was recorded",
      ),
    ),
    ...tasks.flatMap(attemptsOf).flatMap((task) => workerViolations(state, task, facts)),
    ...facts.unpublished.map((path) =>
      violation("evidence", "SESSION_CUT_OFF", path, "a session that was cut off had not written its file yet"),
    ),
  ];
}

/** The rules that need nothing but the state. */
export function reconcileState(state: RunState, tasks = Object.values(state.tasks)): Violation[] {
  const features = Object.values(state.features);
  return [
    ...tasks.flatMap((task) => statusViolations(state, task)),
    ...featureViolations(state, features),
    ...lockViolations(state),
    ...resultViolations(state),
    ...tasks.flatMap((task) => countViolations(state, task)),
    ...turnViolations(state, tasks),
    ...dependencyViolations(state, features, tasks),
  ];
}

const violation = (rule: Rule, code: Code, subject: string | null, message: string): Violation => ({
  rule,
  code,
  subject,
  message,
});

interface Fitting {
  readonly gates: readonly GateStatus[];
  readonly phases: readonly Phase[];
  readonly envelopes?: readonly TaskState["envelope"][];
}

/** Where a task of each status can stand (`core/run/evolve-attempt.ts`). */
const FITTING: Readonly<Record<Lifecycle, Fitting>> = {
  awaiting_planner: { gates: ["G0_in_progress"], phases: ["idle"] },
  ready_for_execution: { gates: ["G0_passed"], phases: ["idle"] },
  in_progress: { gates: ["G1_in_progress"], phases: ["idle", "working", "answered", "held"] },
  awaiting_validation: { gates: ["G1_passed"], phases: ["implemented"], envelopes: ["READY_FOR_QA"] },
  validation: {
    gates: ["G2_in_progress"],
    phases: ["validating", "reviewing"],
    envelopes: ["QA_IN_PROGRESS", "READY_FOR_REVIEW"],
  },
  complete: { gates: ["G2_passed"], phases: ["validated", "committed"], envelopes: ["APPROVED"] },
  remediation_needed: { gates: ["G1_failed", "G2_failed"], phases: ["idle"] },
  escalation_required: { gates: ["G1_failed", "G2_failed"], phases: ["idle"] },
};

function statusViolations({ run }: RunState, task: TaskState): Violation[] {
  const { plan, lifecycle, gate, phase, envelope } = task;
  const { gates, phases, envelopes } = FITTING[lifecycle];
  const wrong = (what: string): Violation =>
    violation("status", "LEDGER_STATUS_MISMATCH", plan.task_id, `it is ${lifecycle}, but ${what}`);
  return [
    ...(gates.includes(gate) ? [] : [wrong(`its gate is ${gate}`)]),
    ...(phases.includes(phase) ? [] : [wrong(`its attempt is ${phase}`)]),
    ...(envelopes === undefined || envelopes.includes(envelope)
      ? []
      : [wrong(`its STATUS is ${envelope ?? "not set"}`)]),
    ...(envelope === "APPROVED" && lifecycle !== "complete" ? [wrong("its STATUS is APPROVED")] : []),
    // Runs of earlier versions were approved by the harness's own checks alone.
    ...(lifecycle === "complete" && run.registry !== undefined
      ? openGates(task).map((gate) => wrong(`${gate} has not passed`))
      : []),
    ...(isBlockedForNothing(task) ? [wrong("it is BLOCKED without a code, and not ready")] : []),
  ];
}

const openGates = ({ review }: TaskState): string[] =>
  (review?.gates ?? []).flatMap(({ gate, state }) => (state === "passed" ? [] : [gate]));

/** What is ready for the next attempt keeps the STATUS of the last one; anything else that is BLOCKED says why. */
function isBlockedForNothing(task: TaskState): boolean {
  const { closed, phase, blocked } = task;
  if (closed !== null || blocked !== null || phase === "answered" || phase === "held") return false;
  const { ledger, envelope } = wordsOf(task);
  return ledger === "blocked" || (envelope === "BLOCKED" && ledger !== "ready" && ledger !== "pending");
}

/**
 * A lock belongs to an attempt that somebody has, and two that are worked on at once exclude each other. A change that
 * waited for a person and goes on may meet another: it is moved onto what that made.
 */
function lockViolations(state: RunState): Violation[] {
  const held = locksIn(state).map((lock) => ({ ...lock, acquired_at: lock.acquired_at ?? state.updatedAt }));
  const worked = new Set(
    held
      .filter(({ task_id: id }) => {
        const task = state.tasks[id];
        return task !== undefined && attemptsOf(task).some(({ phase }) => phase === "working");
      })
      .map(({ task_id }) => task_id),
  );
  const attemptOf = (id: string): number | null => {
    const task = state.tasks[id];
    return task === undefined || task.owner === null ? null : task.attempt;
  };
  const atWork = held.filter(({ task_id: id }) => worked.has(id));
  return [
    ...orphanedLocks(held, attemptOf).map(({ code, at, message }) =>
      violation("locks", code, held[at]?.task_id ?? null, message),
    ),
    ...meetingLocks(atWork).map(({ code, at, message }) =>
      violation("locks", code, atWork[at]?.task_id ?? null, message),
    ),
  ];
}

/** A feature passes with the last of its tasks, and not before. */
function featureViolations(state: RunState, features: readonly Feature[]): Violation[] {
  const found: Violation[] = [];
  for (const { id, passes } of features) {
    const tasks = tasksOf(state, id);
    const open = tasks.find(({ lifecycle }) => lifecycle !== "complete");
    const wrong = (message: string): void =>
      void found.push(violation("features", "LEDGER_STATUS_MISMATCH", id, message));
    if (tasks.length === 0) wrong("it has no task in the plan");
    else if (passes && open !== undefined) wrong(`it passes, but ${open.plan.task_id} is not complete`);
    else if (!passes && open === undefined) wrong("each of its tasks is complete, but it does not pass");
  }
  return found;
}

function workerViolations(state: RunState, task: TaskState, facts: LedgerFacts): Violation[] {
  const gone = goneOf(state, task, facts);
  if (gone === null) return [];
  const rule = gone.code === "TASK_TIMEOUT" ? "heartbeat" : "worker";
  return [violation(rule, gone.code, task.plan.task_id, gone.why)];
}

const ATTEMPT_PATH = /^artifacts\/(?:executor|validator)\/(T\d+)\/(\d+)\//;

function resultViolations({ tasks, executor, validator, evidence }: RunState): Violation[] {
  const found = new Set<string>();
  for (const { task_id: id } of [...executor, ...validator])
    if ((tasks[id]?.begun ?? 0) === 0) found.add(`${id} has a result, but was never given out`);
  for (const { path } of evidence) {
    const [, id, attempt] = ATTEMPT_PATH.exec(path) ?? [];
    if (id !== undefined && Number(attempt) > (tasks[id]?.begun ?? 0))
      found.add(`${id} has evidence of attempt ${attempt}, which was never given out`);
  }
  return [...found].map((message) =>
    violation("results", "LEDGER_RESULT_UNASSIGNED", message.slice(0, message.indexOf(" ")), message),
  );
}

function countViolations({ run }: RunState, task: TaskState): Violation[] {
  const { plan, begun, iterations, lost, lifecycle, closed } = task;
  const wrong = (message: string): Violation[] => [violation("counts", "LEDGER_COUNT_MISMATCH", plan.task_id, message)];
  if (iterations + lost > begun)
    return wrong(`${iterations} failed and ${lost} lost attempts are more than the ${begun} that began`);
  const limit = run.policy.max_iterations;
  if (
    iterations >= limit &&
    closed === null &&
    (lifecycle === "remediation_needed" || lifecycle === "ready_for_execution")
  )
    return wrong(`it failed ${iterations} times and was not escalated`);
  return [];
}

function turnViolations({ turns, spending }: RunState, tasks: readonly TaskState[]): Violation[] {
  const begun = tasks.reduce((total, task) => total + task.begun, 0);
  const ended = spending.metered.attempts + spending.reported.attempts + spending.unknown.attempts;
  const wrong = (message: string): Violation[] => [violation("counts", "LEDGER_COUNT_MISMATCH", null, message)];
  return [
    ...(begun === turns ? [] : wrong(`the run counts ${turns} attempts, its tasks ${begun}`)),
    ...(ended <= turns ? [] : wrong(`${ended} attempts were paid for, ${turns} began`)),
  ];
}

function dependencyViolations(state: RunState, features: readonly Feature[], tasks: readonly TaskState[]): Violation[] {
  // Whoever needs nothing is in no circle.
  const ofFeatures = new Map<string, readonly string[]>();
  for (const { id, depends_on: needed = [] } of Object.values(features))
    if (needed.length > 0) ofFeatures.set(id, needed);
  const ofTasks = new Map<string, readonly string[]>();
  const orphans: TaskState[] = [];
  for (const task of tasks) {
    const { task_id: id, feature_id: feature, depends_on: needed } = task.plan;
    if (task.closed === null && needed.length > 0) ofTasks.set(id, needed);
    if (state.features[feature] === undefined) orphans.push(task);
  }
  return [
    ...unknownIn(ofFeatures, (id) => state.features[id] !== undefined),
    ...unknownIn(ofTasks, (id) => state.tasks[id] !== undefined),
    ...orphans.map(({ plan }) =>
      violation("dependencies", "LEDGER_DEPENDENCY_UNKNOWN", plan.task_id, `there is no feature ${plan.feature_id}`),
    ),
    ...[...findCycles(ofFeatures), ...findCycles(ofTasks)].map((cycle) =>
      violation("dependencies", "LEDGER_CYCLE", cycle[0] ?? null, [...cycle, cycle[0]].join(" → ")),
    ),
  ];
}

function unknownIn(dependencies: Dependencies, isKnown: (id: string) => boolean): Violation[] {
  return [...dependencies].flatMap(([id, needed]) =>
    needed
      .filter((one) => !isKnown(one))
      .map((one) =>
        violation("dependencies", "LEDGER_DEPENDENCY_UNKNOWN", id, `it depends on ${one}, which is not there`),
      ),
  );
}
