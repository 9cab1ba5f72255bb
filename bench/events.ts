import type { RunEvent } from "../src/schema/event.ts";
import type { FeaturePlan } from "../src/schema/plan-events.ts";
import type { TaskPlan } from "../src/schema/task.ts";

const COMMIT = "a".repeat(40);
const HASH = "b".repeat(64);
const commitOf = (number: number, attempt: number): string => `${number}c${attempt}`.padStart(40, "a");
const taskId = (number: number): string => `T${String(number).padStart(3, "0")}`;

/** A run with so many planned tasks. */
export function planEvents(tasks: number): RunEvent[] {
  const created: RunEvent = {
    type: "run_created",
    run: {
      h3a_version: "1.0.0",
      workspace: "bench",
      brief: "Bench",
      project: "Bench",
      spec: { name: "spec.md", sha256: HASH },
      branch: "main",
      base_commit: COMMIT,
      author: { name: "Bench", email: "bench@example.invalid" },
      repo: "bench",
      remote: "",
      dirty: false,
      policy: { checks: ["tdd_compliance", "tests", "dod_checklist", "command_rerun"], max_iterations: 2 },
      land: "branch",
      seal_bytes: 1_000_000,
      budget: { hours: null, attempts: null, tokens: null, cost: null },
    },
  };
  return [created, ...Array.from({ length: tasks }, (_, at) => planned(at + 1))];
}

function planned(number: number): RunEvent {
  const id = `feat_${String(number).padStart(3, "0")}_one`;
  const feature: FeaturePlan = {
    id,
    category: "functional",
    description: `Feature ${number} of the bench`,
    priority: "medium",
    steps: ["it works"],
    test_command: `node --test test/${number}.test.js`,
    verification_method: "automated",
  };
  const task: TaskPlan = {
    task_id: taskId(number),
    feature_id: id,
    goal: feature.description,
    context: "",
    tdd_plan: { red: "write a test", green: "make it pass", refactor: "tidy up" },
    files: [`src/part_${number}/**`],
    definition_of_done: [{ criterion: "it works", check: "test", argument: "every test" }],
    depends_on: [],
  };
  return { type: "feature_added", feature, task, reason: "bench" };
}

/** One attempt of a task, from its start to its commit. */
export function attemptEvents(number: number, attempt: number): RunEvent[] {
  const commit = commitOf(number, attempt);
  const of = { task_id: taskId(number), attempt };
  const artifact = `artifacts/executor/${of.task_id}/${attempt}/test_output_red.txt`;
  return [
    {
      type: "attempt_started",
      ...of,
      agent: "coder",
      base_commit: commitOf(number - 1, attempt),
      packet: HASH,
      deadline: "2026-01-31T10:00:00Z",
      harness: "bench",
      isolation: "I1",
    },
    {
      type: "attempt_answered",
      ...of,
      answer: HASH,
      status: "READY_FOR_QA",
      violations: [],
      kept: commit,
      candidate: commit,
      findings: [],
      notes: null,
    },
    {
      type: "evidence_recorded",
      path: artifact,
      sha256: HASH,
      bytes: 100,
      role: "executor",
      task_id: of.task_id,
      kind: "harness",
      description: "RED phase (1 test failing)",
      mapping: "TDD RED→GREEN",
    },
    { type: "implementation_judged", ...of, outcome: "passed", proof: null, findings: [], artifacts: [artifact] },
    { type: "validation_started", ...of },
    { type: "validation_judged", ...of, outcome: "passed", results: {}, remediation: null, artifacts: [] },
    { type: "task_committed", task_id: of.task_id, commit, tree: COMMIT, parent: COMMIT },
  ];
}
