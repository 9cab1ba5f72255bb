import { expect, test } from "vitest";
import { currentTask } from "../../../src/core/views/current-task.ts";
import { renderRoadmap } from "../../../src/core/views/roadmap.ts";
import { sessionHandoff } from "../../../src/core/views/session-handoff.ts";
import type { CurrentTask } from "../../../src/schema/task.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import {
  added,
  created,
  FACTS,
  featureId,
  fold,
  lost,
  NOTES_HASH,
  notProven,
  proven,
  RUN_ID,
  started,
  statesOf,
  taskId,
  timeOf,
  wholeLife,
} from "../../support/events.ts";

const taskAfter = (...events: readonly RunEvent[]): CurrentTask => currentTask(fold([created(), ...events]), FACTS);

test("the current task is the last changed, before that the next one, and what was planned for it", () => {
  const plan = [added(1), added(2, { priority: "high" })];
  expect(taskAfter(...plan)).toEqual({
    task_id: "T002",
    status: "ready_for_execution",
    created_at: timeOf(2),
    assigned_to: "executor",
    goal: "Operation 2",
    context: "",
    tdd_plan: { red: "a test that fails", green: "the change", refactor: "tidy" },
    files_affected: ["src/**"],
    definition_of_done: ["the feature's test passes", "no test lost", "calculates"],
    iteration_count: 0,
    max_iterations: 2,
    gate_status: "G0_passed",
    dependencies: [],
    blocked_by: [],
    notes: "",
  });
  expect(taskAfter(...plan, started(1)).task_id).toBe("T001");
  expect(taskAfter(...plan, started(2), lost(2)).task_id).toBe("T002");
  expect(currentTask(fold(wholeLife()), FACTS)).toMatchObject({ task_id: "T003", status: "complete" });
});

test("H3A-04 after its planner, only status, count and gate of a task change, until it is archived in the roadmap", () => {
  const states = statesOf([created(), added(1), ...notProven(1), ...proven(1, 2)]);
  const views = states.slice(1).map((state) => currentTask(state, FACTS));
  const moving = ["status", "iteration_count", "gate_status"];
  const planned = views.map((view) => Object.entries(view).filter(([name]) => !moving.includes(name)));
  expect(planned).toEqual(planned.map(() => planned[0]));
  expect([...new Set(views.map((view) => `${view.status} ${view.iteration_count} ${view.gate_status}`))]).toEqual([
    "ready_for_execution 0 G0_passed",
    "in_progress 0 G1_in_progress",
    "remediation_needed 1 G1_failed",
    "in_progress 1 G1_in_progress",
    "awaiting_validation 1 G1_passed",
    "validation 1 G2_in_progress",
    "complete 1 G2_passed",
  ]);
  const last = states.at(-1);
  expect(last === undefined ? "" : renderRoadmap(last)).toContain("- [x] T001: Operation 1 ✅ (Completed: ");
});

test("a task names what it depends on, what of it is open, and a person's notes; why it waits stands in the ledger", () => {
  const plan = [added(1), added(2, { depends_on: [featureId(1)] }), added(3, {}, { depends_on: [taskId(2)] })];
  const note: RunEvent = { type: "note_added", task_id: taskId(2), text: NOTES_HASH };
  expect(taskAfter(...plan, note, started(2))).toMatchObject({
    dependencies: ["T001"],
    blocked_by: ["T001"],
    notes: "the parser drops the last line",
  });
  expect(taskAfter(...plan, ...proven(1), started(2))).toMatchObject({ dependencies: ["T001"], blocked_by: [] });
  expect(taskAfter(...plan, started(3))).toMatchObject({ dependencies: ["T002"], blocked_by: ["T002"] });
  const escalated = taskAfter(added(1), ...notProven(1), ...notProven(1, 2));
  expect(escalated).toMatchObject({ status: "escalation_required", blocked_by: [] });
});

test("a run without a task waits for its planner, in CURRENT_TASK and in the handoff", () => {
  const state = fold([created()]);
  expect(currentTask(state, FACTS)).toMatchObject({
    task_id: "T000",
    status: "awaiting_planner",
    assigned_to: "planner",
    goal: "A calculator",
    gate_status: "G0_in_progress",
  });
  expect(sessionHandoff(state)).toMatchObject({ current_agent: "system", next_agent: "planner", history: [] });
});

test("before the first attempt the planner hands the first ready task to an executor", () => {
  const handoff = sessionHandoff(fold([created(), added(1), added(2, { priority: "critical" })]));
  expect(handoff).toMatchObject({
    run_id: RUN_ID,
    current_agent: "planner",
    next_agent: "executor",
    handoff_time: timeOf(2),
    gate_status: "G0_passed",
    payload: { task_id: "T002", context: "Task T002 ready for implementation" },
    history: [],
  });
  expect(handoff.payload.files_to_review).toContain("state/CURRENT_TASK.json");
});

test("each handoff says who, to whom, at which gate, and what the receiver must read and do", () => {
  const handoff = sessionHandoff(fold([created(), added(1), ...proven(1).slice(0, 5)]));
  expect(handoff).toMatchObject({
    current_agent: "executor",
    next_agent: "validator",
    handoff_time: timeOf(6),
    gate_status: "G1_passed",
    payload: { task_id: "T001" },
  });
  expect(handoff.payload.files_to_review).toEqual([
    "state/CURRENT_TASK.json",
    "executor_report.json",
    "artifacts/executor/T001/1/test_output_red.txt",
    "artifacts/executor/T001/1/test_output_green.txt",
  ]);
  expect(handoff.payload.action_required).toMatch(/^Validator must verify/);
  expect(handoff.history.map(({ from, to, gate }) => `${from} → ${to} ${gate}`)).toEqual([
    "planner → executor G0_passed",
    "executor → validator G1_passed",
  ]);
});

test("the history of handoffs only grows", () => {
  let before: readonly unknown[] = [];
  for (const state of statesOf(wholeLife())) {
    const { history } = sessionHandoff(state);
    expect(history.slice(0, before.length)).toEqual(before);
    before = history;
  }
  expect(before.length).toBe(12);
});
