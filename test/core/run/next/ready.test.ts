import { expect, test } from "vitest";
import { readyTasks } from "../../../../src/core/run/next/ready.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import {
  added,
  created,
  featureId,
  featurePlan,
  fold,
  lost,
  notProven,
  proven,
  started,
  taskId,
  taskPlan,
} from "../../../support/events.ts";

const readyAfter = (...events: readonly RunEvent[]): string[] =>
  readyTasks(fold([created(), ...events])).map(({ plan }) => plan.task_id);

test("the best comes first: by priority, then what was begun, then id as a number", () => {
  const plan = [added(1000), added(999), added(2, { priority: "low" }), added(3, { priority: "critical" }), added(4)];
  expect(readyAfter(...plan)).toEqual(["T003", "T004", "T999", "T1000", "T002"]);
  expect(readyAfter(...plan, ...notProven(999))).toEqual(["T003", "T999", "T004", "T1000", "T002"]);
});

test("a task waits until the features and the tasks it depends on are proven and committed", () => {
  const plan = [added(1), added(2, { depends_on: [featureId(1)] }), added(3, {}, { depends_on: [taskId(2)] })];
  expect(readyAfter(...plan)).toEqual(["T001"]);
  expect(readyAfter(...plan, ...proven(1))).toEqual(["T002"]);
  expect(readyAfter(...plan, ...proven(1), ...proven(2))).toEqual(["T003"]);
  expect(readyAfter(...plan, ...proven(1).slice(0, -1))).toEqual([]);
  expect(readyAfter(...plan, ...proven(1), ...proven(2).slice(0, -1))).toEqual([]);
});

test("nobody waits for ever for a task that left the plan", () => {
  const plan = [added(1), added(3, {}, { depends_on: [taskId(1)] })];
  const into = [taskPlan(4, { feature_id: featureId(1) }), taskPlan(5, { feature_id: featureId(1) })];
  const split: RunEvent = { type: "task_split", task_id: taskId(1), into, reason: "large" };
  expect(readyAfter(...plan, split)).toEqual(["T004", "T005"]);
  expect(readyAfter(...plan, split, ...proven(4), ...proven(5))).toEqual(["T003"]);
  expect(readyAfter(...plan, { type: "task_skipped", task_id: taskId(1), reason: "no" })).toEqual(["T003"]);
});

test("what is under way, away, replaced or blocked is not ready; after guidance it is, and a manual feature too", () => {
  expect(readyAfter(added(1), started(1))).toEqual([]);
  expect(readyAfter(added(1), started(1), lost(1))).toEqual(["T001"]);
  expect(readyAfter(added(1, { verification_method: "manual", test_command: null }))).toEqual(["T001"]);
  expect(
    readyAfter(added(1), { type: "feature_moved", feature_id: featureId(1), to: "deferred", reason: "later" }),
  ).toEqual([]);
  const edited: RunEvent = {
    type: "feature_edited",
    feature: featurePlan(1),
    task: taskPlan(7, { feature_id: featureId(1) }),
    reason: "x",
  };
  expect(readyAfter(added(1), edited)).toEqual(["T007"]);
  const escalated = [added(1), ...notProven(1), ...notProven(1, 2)];
  expect(readyAfter(...escalated)).toEqual([]);
  expect(readyAfter(...escalated, { type: "task_retried", task_id: taskId(1), reason: "go on" })).toEqual(["T001"]);
});
