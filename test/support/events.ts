import { hash } from "node:crypto";
import { evolve, type RunEntry } from "../../src/core/run/fold/evolve.ts";
import type { GateReview, RunState } from "../../src/core/run/state.ts";
import type { ViewFacts } from "../../src/core/views/view-facts.ts";
import { RunEvent, type EventOf, type RunFacts } from "../../src/schema/event.ts";
import type { ProofFacts } from "../../src/schema/proof-facts.ts";
import type { FeaturePlan } from "../../src/schema/plan-events.ts";
import { Check, type CheckResult } from "../../src/schema/reports.ts";
import type { TaskPlan } from "../../src/schema/task.ts";

/** Events of a run as a test tells its story. Each is one second after the one before. */

export const RUN_ID = "20260131-090000-8b6f8b9a-7c9f-4c5e-8c6a-2f0f0d2e9c1a";
export const HASH = "ab".repeat(32);
export const NOTES_HASH = "cd".repeat(32);
const COMMIT = "1".repeat(40);
const START = Date.parse("2026-01-31T09:00:00.123Z");

export const FACTS: ViewFacts = {
  meta: { commit: COMMIT, commit_short: COMMIT.slice(0, 7), branch: "main", dirty: false },
  journal: { position: 7, hash: HASH },
  blob: (sha256) => (sha256 === NOTES_HASH ? "the parser drops the last line" : null),
  sha256: (text) => hash("sha256", text),
};

/** The time of the nth event (from 0) as a published file has it. */
export const timeOf = (index: number): string => `${new Date(START + index * 1000).toISOString().slice(0, 19)}Z`;

export function entriesOf(events: readonly RunEvent[], from = 0): RunEntry[] {
  return events.map((event, index) => ({
    run_id: RUN_ID,
    position: from + index + 1,
    at: new Date(START + (from + index) * 1000).toISOString(),
    actor: "test",
    version: 1,
    previous_hash: HASH,
    event: RunEvent.parse(event),
  }));
}

export function fold(events: readonly RunEvent[]): RunState {
  return statesOf(events).at(-1) ?? fail();
}

/** The state after each event, none of them changed by a later one. */
export function statesOf(events: readonly RunEvent[]): RunState[] {
  let state: RunState | null = null;
  return entriesOf(events).map((entry) => {
    state = evolve(state, entry);
    return structuredClone(state);
  });
}

const fail = (): never => {
  throw new Error("a story has at least one event");
};

export function created(changes: Partial<RunFacts> = {}): EventOf<"run_created"> {
  return {
    type: "run_created",
    run: {
      h3a_version: "1.0.0",
      workspace: "workspace-1",
      brief: "A calculator",
      project: "Calculator",
      spec: { name: "spec.md", sha256: HASH },
      branch: "main",
      base_commit: COMMIT,
      author: { name: "Ada", email: "ada@example.invalid" },
      repo: "calculator",
      remote: "",
      dirty: false,
      policy: { checks: ["tdd_compliance", "tests", "dod_checklist", "command_rerun"], max_iterations: 2 },
      land: "auto",
      budget: { hours: 8, attempts: 9, tokens: null, cost: null },
      ...changes,
    },
  };
}

export const featureId = (n: number): string => `feat_${String(n).padStart(3, "0")}`;
export const taskId = (n: number): string => `T${String(n).padStart(3, "0")}`;

export function featurePlan(n: number, changes: Partial<FeaturePlan> = {}): FeaturePlan {
  return {
    id: featureId(n),
    category: "functional",
    description: `Operation ${n}`,
    priority: "medium",
    steps: [`calculate ${n}`],
    test_command: `npm test ${n}`,
    verification_method: "automated",
    ...changes,
  };
}

export function taskPlan(n: number, changes: Partial<TaskPlan> = {}): TaskPlan {
  const criterion = (text: string): TaskPlan["definition_of_done"][number] => ({
    criterion: text,
    check: "test",
    argument: "",
  });
  return {
    task_id: taskId(n),
    feature_id: featureId(n),
    goal: `Operation ${n}`,
    context: "",
    tdd_plan: { red: "a test that fails", green: "the change", refactor: "tidy" },
    files: ["src/**"],
    definition_of_done: [criterion("the feature's test passes"), criterion("no test lost"), criterion("calculates")],
    depends_on: [],
    ...changes,
  };
}

export function added(
  n: number,
  feature: Partial<FeaturePlan> = {},
  task: Partial<TaskPlan> = {},
): EventOf<"feature_added"> {
  return { type: "feature_added", feature: featurePlan(n, feature), task: taskPlan(n, task), reason: "spec" };
}

export const resumed = (): RunEvent => ({
  type: "run_resumed",
  agent: "coder",
  specification: "command:coder",
  harness: "harness-1",
});

export function started(n: number, attempt = 1): EventOf<"attempt_started"> {
  return {
    type: "attempt_started",
    task_id: taskId(n),
    attempt,
    agent: "coder",
    base_commit: COMMIT,
    packet: HASH,
    deadline: "2026-01-31T10:00:00Z",
    harness: "harness-1",
    isolation: "I1",
  };
}

export function answered(
  n: number,
  attempt = 1,
  changes: Partial<EventOf<"attempt_answered">> = {},
): EventOf<"attempt_answered"> {
  return {
    type: "attempt_answered",
    task_id: taskId(n),
    attempt,
    answer: HASH,
    status: "READY_FOR_QA",
    violations: [],
    kept: COMMIT,
    candidate: COMMIT,
    findings: [],
    notes: null,
    usage: { label: "metered", tokens: 1200, input_tokens: 1000, output_tokens: 200, requests: 3, cost: "0.0105" },
    ...changes,
  };
}

export const replanned = (n: number, attempt = 1): EventOf<"task_replanned"> => ({
  type: "task_replanned",
  task_id: taskId(n),
  attempt,
});

export function lost(n: number, attempt = 1): EventOf<"attempt_lost"> {
  return { type: "attempt_lost", task_id: taskId(n), attempt, code: "TASK_TIMEOUT", detail: "3600 s", kept: null };
}

const artifact = (role: string, n: number, attempt: number, name: string): string =>
  `artifacts/${role}/${taskId(n)}/${attempt}/${name}`;

export function evidence(
  n: number,
  attempt: number,
  name: string,
  changes: Partial<EventOf<"evidence_recorded">> = {},
): EventOf<"evidence_recorded"> {
  return {
    type: "evidence_recorded",
    path: artifact("executor", n, attempt, name),
    sha256: HASH,
    bytes: 12,
    role: "executor",
    task_id: taskId(n),
    kind: "harness",
    description: "RED phase (1 test failing)",
    mapping: "TDD RED→GREEN",
    ...changes,
  };
}

function proof(n: number, attempt: number, passed: boolean): ProofFacts {
  return {
    verdict: passed ? "proven" : "not_proven",
    proof_level: "P3",
    isolation_level: "I1",
    tests_passing: passed ? 3 : 1,
    tests_total: 3,
    runner: "vitest",
    red: [{ id: "sum adds", class: "assertion" }],
    red_file: "test/sum.test.ts",
    implementation_file: "src/sum.ts",
    files_changed: ["src/sum.ts", "test/sum.test.ts"],
    lines: 12,
    commands_run: [
      {
        cmd: "npm test",
        exit_code: passed ? 0 : 1,
        artifact: artifact("executor", n, attempt, "test_output_green.txt"),
      },
    ],
    definition_of_done: [{ criterion: "the feature's test passes", met: passed }],
    checks_ms: 20,
    suite_ms: 10,
  };
}

export function judged(
  n: number,
  attempt: number,
  outcome: EventOf<"implementation_judged">["outcome"],
  changes: Partial<EventOf<"implementation_judged">> = {},
): EventOf<"implementation_judged"> {
  const failed = { code: "TEST_FAILED", severity: "error", message: "sum is 3\nnot 4" } as const;
  return {
    type: "implementation_judged",
    task_id: taskId(n),
    attempt,
    outcome,
    proof: proof(n, attempt, outcome === "passed"),
    findings: outcome === "passed" ? [] : [failed],
    artifacts: ["test_output_red.txt", "test_output_green.txt"].map((name) => artifact("executor", n, attempt, name)),
    ...changes,
  };
}

export const validating = (n: number, attempt = 1): RunEvent => ({
  type: "validation_started",
  task_id: taskId(n),
  attempt,
});

export function validated(
  n: number,
  attempt: number,
  outcome: EventOf<"validation_judged">["outcome"],
): EventOf<"validation_judged"> {
  const status = outcome === "passed" ? "pass" : "fail";
  const asked = ["tdd_compliance", "tests", "dod_checklist", "command_rerun"];
  const result = (check: Check): CheckResult =>
    asked.includes(check) ? { status } : { status: "not_applicable", reason: "policy" };
  return {
    type: "validation_judged",
    task_id: taskId(n),
    attempt,
    outcome,
    results: Object.fromEntries(Check.options.map((check) => [check, result(check)])) as Record<Check, CheckResult>,
    remediation: outcome === "passed" ? null : "Make the sum right",
    artifacts: [artifact("validator", n, attempt, "test_output.txt")],
  };
}

/** The harness's own checks hold, and somebody is asked about two gates. */
export const checkedWith = (n: number, attempt = 1): EventOf<"validation_checked"> => ({
  type: "validation_checked",
  task_id: taskId(n),
  attempt,
  candidate: COMMIT,
  results: validated(n, attempt, "passed").results,
  artifacts: [artifact("validator", n, attempt, "rerun_output.txt")],
  gates_required: ["GATE-MSG-STRICT", "GATE-TESTS", "GATE-EVIDENCE", "GATE-VISUAL-QA", "GATE-CODE-REVIEW"],
  gates_absent: [{ gate: "GATE-A11Y-BASELINE", reason: "no file of the user interface changed" }],
  asked: [
    { gate: "GATE-VISUAL-QA", role: "visual-qa", stage: "qa", approval: "aaaaaaaaaaaa" },
    { gate: "GATE-CODE-REVIEW", role: "code-reviewer", stage: "review", approval: "bbbbbbbbbbbb" },
  ],
  registry: HASH,
});

type Asked = Pick<GateReview, "gate" | "round" | "state">;

export const reviewStarted = (n: number, attempt: number, { gate, round }: Asked): EventOf<"review_started"> => ({
  type: "review_started",
  task_id: taskId(n),
  attempt,
  gate,
  round: round + 1,
  candidate: COMMIT,
  agent: "coder",
  by: `coder/reviewer/${taskId(n)}/${attempt}.${round + 1}`,
  packet: HASH,
  harness: "harness-1",
});

export const reviewJudged = (
  n: number,
  attempt: number,
  { gate, round }: Asked,
  outcome: EventOf<"review_judged">["outcome"],
  changes: Partial<EventOf<"review_judged">> = {},
): EventOf<"review_judged"> => ({
  type: "review_judged",
  task_id: taskId(n),
  attempt,
  gate,
  round,
  candidate: COMMIT,
  by: `coder/reviewer/${taskId(n)}/${attempt}.${round}`,
  outcome,
  code: outcome === "lost" ? "REVIEW_REJECTED" : null,
  detail: "",
  reasons: outcome === "failed" ? [`${gate}: the empty cart throws`] : [],
  violations: [],
  evidence: { screenshots: [], a11y: [], console: [], reports: [] },
  discarded: [],
  ...changes,
});

/** What may come next of a gate. */
export const reviewing = (n: number, attempt: number, gate: Asked): RunEvent[] =>
  gate.state === "open"
    ? [reviewStarted(n, attempt, gate)]
    : (["passed", "failed", "lost"] as const).map((outcome) => reviewJudged(n, attempt, gate, outcome));

export const committed = (n: number): RunEvent => ({
  type: "task_committed",
  task_id: taskId(n),
  commit: String(n % 10).repeat(40),
  tree: COMMIT,
  parent: COMMIT,
});

/** One attempt from its start to its commit. */
export function proven(n: number, attempt = 1): RunEvent[] {
  return [
    started(n, attempt),
    answered(n, attempt),
    evidence(n, attempt, "test_output_red.txt"),
    evidence(n, attempt, "test_output_green.txt", { description: "GREEN phase" }),
    judged(n, attempt, "passed"),
    validating(n, attempt),
    validated(n, attempt, "passed"),
    committed(n),
  ];
}

/** One attempt whose tests fail. */
export function notProven(n: number, attempt = 1): RunEvent[] {
  return [started(n, attempt), answered(n, attempt), judged(n, attempt, "failed")];
}

/** Three features: one proven at its second attempt, one at once, one after its validation failed; then all verified. */
export function wholeLife(): RunEvent[] {
  return [
    created(),
    added(1),
    added(2, { priority: "high" }),
    added(3, { depends_on: [featureId(1)] }),
    resumed(),
    ...notProven(2),
    ...proven(2, 2),
    ...proven(1),
    started(3),
    answered(3, 1, { notes: NOTES_HASH }),
    judged(3, 1, "passed"),
    validating(3),
    validated(3, 1, "failed"),
    ...proven(3, 2),
    { type: "landing", branch: "main", from: COMMIT, to: "3".repeat(40) },
    { type: "landed", branch: "main", to: "3".repeat(40) },
    { type: "run_verified", commit: "3".repeat(40) },
  ];
}
