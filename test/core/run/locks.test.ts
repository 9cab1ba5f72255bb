import { expect, test } from "vitest";
import { refusalOf } from "../../../src/core/run/guard/guard.ts";
import { inTheWayOf, locksIn } from "../../../src/core/run/locks.ts";
import type { TaskPlan } from "../../../src/schema/task.ts";
import { added, created, fold, resumed, started, taskId, taskPlan } from "../../support/events.ts";

const planned = (n: number, plan: Partial<TaskPlan>) => ({ ...added(n), task: taskPlan(n, plan) });
const PLAN = [
  created(),
  planned(1, { files: ["src/cart/**"], shared_files: ["api/schema.json"] }),
  planned(2, { files: ["src/shop/**"], shared_files: ["api/**"] }),
  planned(3, { files: ["api/*.json"] }),
  resumed(),
];
const waysOf = (state: ReturnType<typeof fold>): string[][] =>
  [1, 2, 3].map((n) => inTheWayOf(state, { plan: taskPlan(n, state.tasks[taskId(n)]?.plan) }));

test("FCX-05 two tasks count on the same file side by side, and nobody changes it meanwhile", () => {
  const one = fold([...PLAN, started(1)]);
  expect(locksIn(one).map(({ lock_id: id, pattern, mode }) => [id, pattern, mode])).toEqual([
    ["T001-1-1", "src/cart/**", "exclusive"],
    ["T001-1-2", "api/schema.json", "shared"],
  ]);
  expect(waysOf(one)).toEqual([[], [], ["T001"]]);
  expect(waysOf(fold([...PLAN, started(1), started(2)]))).toEqual([[], [], ["T001", "T002"]]);
  expect([refusalOf(one, started(2)), refusalOf(one, started(3))?.code]).toEqual([null, "LOCK_CONFLICT"]);
  // The other way round: who changes it keeps both away.
  expect(waysOf(fold([...PLAN, started(3)]))).toEqual([["T003"], ["T003"], []]);
});
