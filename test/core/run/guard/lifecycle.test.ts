import { expect, test } from "vitest";
import { featureList } from "../../../../src/core/views/feature-list.ts";
import { nextEffect } from "../../../../src/core/run/next/next-effect.ts";
import { canMove, EDGES, featureStatus, wordsOf } from "../../../../src/core/run/guard/lifecycle.ts";
import type { RunState, TaskState } from "../../../../src/core/run/state.ts";
import { Lifecycle } from "../../../../src/schema/task.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import {
  added,
  answered,
  created,
  fold,
  judged,
  lost,
  replanned,
  notProven,
  proven,
  resumed,
  started,
  statesOf,
  taskId,
  validating,
  validated,
  wholeLife,
} from "../../../support/events.ts";

const ALLOWED = [
  "awaiting_planner → ready_for_execution",
  "awaiting_planner → escalation_required",
  "ready_for_execution → in_progress",
  "ready_for_execution → awaiting_planner",
  "in_progress → awaiting_validation",
  "in_progress → remediation_needed",
  "awaiting_validation → validation",
  "awaiting_validation → in_progress",
  "validation → complete",
  "validation → remediation_needed",
  "remediation_needed → in_progress",
  "remediation_needed → escalation_required",
  "escalation_required → in_progress",
  "escalation_required → awaiting_planner",
];
const PAIRS = Lifecycle.options.flatMap((from) => Lifecycle.options.map((to) => ({ from, to })));

test.each(PAIRS)("$from → $to is an edge exactly when the decisions name it", ({ from, to }) => {
  expect(canMove(from, to)).toBe(ALLOWED.includes(`${from} → ${to}`));
});

test("a whole life moves along edges only, escalation by way of remediation", () => {
  const escalation = [...notProven(1), ...notProven(1, 2), retried(), ...proven(1, 3)];
  for (const story of [wholeLife(), [created(), added(1), ...escalation]]) {
    const states = statesOf(story);
    const wrong = states.slice(1).flatMap((after, index) => movesBetween(states[index], after));
    expect(wrong).toEqual([]);
  }
});

test("the second failed gate escalates, whichever gate it was, and guidance sets the count back", () => {
  const once = [created(), added(1), ...notProven(1)];
  expect(taskAfter(once)).toMatchObject({ lifecycle: "remediation_needed", iterations: 1, blocked: null });
  const second = [started(1, 2), answered(1, 2), judged(1, 2, "passed"), validating(1, 2), validated(1, 2, "failed")];
  expect(taskAfter([...once, ...second])).toMatchObject({
    lifecycle: "escalation_required",
    gate: "G2_failed",
    iterations: 2,
    blocked: "PERSON_NEEDED",
  });
  const guided = taskAfter([...once, ...second, retried()]);
  expect(guided).toMatchObject({ iterations: 0, guided: true, blocked: null });
  expect(taskAfter([...once, ...second, retried(), ...proven(1, 3)])).toMatchObject({
    lifecycle: "complete",
    iterations: 0,
  });
});

test("FCX-07 a lost attempt blocks its task with a code until it is planned anew; the third in a row asks a person", () => {
  const losses = (count: number): RunEvent[] =>
    Array.from({ length: count }, (_, index) => [started(1, index + 1), lost(1, index + 1)]).flat();
  const blocked = { iterations: 0, blocked: "TASK_TIMEOUT", owner: null, harness: null };
  const next = (events: readonly RunEvent[]): unknown =>
    nextEffect(fold([created(), added(1), ...events]), {
      harness: "h",
      spent: null,
      overdue: () => null,
    }).kind;
  expect(taskAfter([created(), added(1), ...losses(2)])).toMatchObject({ ...blocked, lost: 2 });
  expect(wordsOf(taskAfter([created(), added(1), ...losses(1)]))).toMatchObject({
    ledger: "blocked",
    envelope: "BLOCKED",
  });
  expect(next(losses(2))).toBe("replan");
  expect(taskAfter([created(), added(1), ...losses(2), replanned(1, 2)])).toMatchObject({ lost: 2, blocked: null });
  expect(next([...losses(2), replanned(1, 2)])).toBe("dispatch");
  expect(taskAfter([created(), added(1), ...losses(3)])).toMatchObject({ ...blocked, lost: 3 });
  expect(next(losses(3))).toBe("stop");
});

test("FCX-07 whoever died is lost first, each of them, then each task is planned anew; only then something else goes on", () => {
  const others = [added(2), added(3), started(1), started(2), started(3), answered(1)];
  const begun = [created(), added(1), resumed(), ...others];
  const next = (...events: readonly RunEvent[]): string => {
    const effect = nextEffect(fold([...begun, ...events]), { harness: "harness-2", spent: null, overdue: () => null });
    return `${effect.kind} ${"task" in effect ? effect.task.plan.task_id : ""}`;
  };
  const died = [lost(2), lost(3), replanned(2), replanned(3)];
  const steps = died.map((_, count) => next(...died.slice(0, count)));
  expect(steps).toEqual(["lose T002", "lose T003", "replan T002", "replan T003"]);
  expect(next(...died)).toBe("judge T001");
});

const ROWS = [
  ["ready_for_execution", [], "G0_passed", null, "ready", "not_started"],
  ["in_progress", [started(1)], "G1_in_progress", "IN_PROGRESS", "in_progress", "in_progress"],
  ["awaiting_validation", proven(1).slice(0, 5), "G1_passed", "READY_FOR_QA", "in_progress", "in_progress"],
  ["validation", proven(1).slice(0, 6), "G2_in_progress", "QA_IN_PROGRESS", "in_progress", "in_progress"],
  ["complete", proven(1), "G2_passed", "APPROVED", "done", "completed"],
  ["remediation_needed", notProven(1), "G1_failed", "BLOCKED", "ready", "in_progress"],
  ["escalation_required", [...notProven(1), ...notProven(1, 2)], "G1_failed", "BLOCKED", "blocked", "failed"],
] as const;

test.each(ROWS)("ONE-04 a task in %s has the words of its row, and the feature list agrees", (...row) => {
  const [lifecycle, events, gate, envelope, ledger, feature] = row;
  const state = fold([created(), added(1), resumed(), ...events]);
  const task = taskIn(state);
  expect(wordsOf(task)).toEqual({ lifecycle, gate, envelope, ledger, feature });
  const [listed] = Object.values(state.features);
  expect(listed === undefined ? null : featureStatus(state, listed)).toBe(feature);
  expect(featureList(state)[feature]).toBe(1);
});

test("a task that lost its attempts is blocked in the ledger, and its gate stays", () => {
  const lostThrice = [1, 2, 3].flatMap((attempt) => [started(1, attempt), lost(1, attempt)]);
  expect(wordsOf(taskAfter([created(), added(1), ...lostThrice]))).toEqual({
    lifecycle: "in_progress",
    gate: "G1_in_progress",
    envelope: "BLOCKED",
    ledger: "blocked",
    feature: "in_progress",
  });
});

const retried = (): RunEvent => ({ type: "task_retried", task_id: taskId(1), reason: "use integers" });

function taskIn(state: RunState): TaskState {
  const task = state.tasks[taskId(1)];
  if (task === undefined) throw new Error("the story plans T001");
  return task;
}

const taskAfter = (events: readonly RunEvent[]): TaskState => taskIn(fold(events));

/** Moves that are neither an edge nor the two edges that one failing judgement takes at once. */
function movesBetween(before: RunState | undefined, after: RunState): string[] {
  return Object.entries(after.tasks).flatMap(([id, { lifecycle: to }]) => {
    const from = before?.tasks[id]?.lifecycle ?? to;
    const isMove =
      from === to || canMove(from, to) || (to === "escalation_required" && EDGES[from].includes("remediation_needed"));
    return isMove ? [] : [`${id}: ${from} → ${to}`];
  });
}
