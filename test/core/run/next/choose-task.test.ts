import { expect, test } from "vitest";
import { chooseTask } from "../../../../src/core/run/next/choose-task.ts";
import { evolve } from "../../../../src/core/run/fold/evolve.ts";
import { besidesOf, governAttempt } from "../../../../src/core/run/next/govern-attempt.ts";
import { readyTasks } from "../../../../src/core/run/next/ready.ts";
import { firstStepAfter } from "../../../../src/core/run/next/step-after.ts";
import type { RunState } from "../../../../src/core/run/state.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import { AT, CONFIG } from "../../../support/governor.ts";
import {
  added,
  created,
  answered,
  entriesOf,
  featureId,
  fold,
  judged,
  proven,
  started,
  taskId,
  taskPlan,
} from "../../../support/events.ts";

const TASKS = 60;
const governed = created({ governor: "governed" });

const plan = Array.from({ length: TASKS }, (_, at): RunEvent => {
  const n = at + 1;
  const waitsFor = n > TASKS / 2 ? [taskId(n - TASKS / 2)] : [];
  const steps = ["one", "two"];
  return added(n, n % 7 === 0 ? { steps, depends_on: [featureId(3)] } : { steps }, { depends_on: waitsFor });
});

const moved = (n: number, to: "open" | "deferred"): RunEvent => ({
  type: "feature_moved",
  feature_id: featureId(n),
  to,
  reason: "later",
});

/** How the governor routes the first attempt of a task. */
function routed(n: number): RunEvent {
  const state = fold([governed, ...plan]);
  const task = state.tasks[taskId(n)] ?? expect.fail(`no task ${n}`);
  const besides = besidesOf(state, "harness-1", taskId(n));
  const { event } = governAttempt(state, task, { agents: ["coder"], config: CONFIG, at: AT, memory: null, besides });
  return event ?? expect.fail("it is not governed");
}

const tooLarge = judged(2, 1, "failed", {
  findings: [{ code: "SCOPE_EXCEEDED", severity: "error", message: "900 lines" }],
});

/** Tasks on several pages stop waiting, fail, leave the plan and come back. */
const story: readonly RunEvent[] = [
  ...proven(3),
  routed(2),
  started(2),
  answered(2),
  tooLarge,
  ...proven(33),
  moved(41, "deferred"),
  { type: "task_skipped", task_id: taskId(11), reason: "no" },
  moved(41, "open"),
  // Then T010 frees nobody.
  { type: "task_skipped", task_id: taskId(40), reason: "no" },
  {
    type: "task_split",
    task_id: taskId(1),
    into: [61, 62].map((n) => taskPlan(n, { feature_id: featureId(1) })),
    reason: "large",
  },
  ...proven(61),
  ...proven(62),
];

const decided = (state: RunState) => ({
  choice: chooseTask(state),
  order: readyTasks(state).map(({ plan }) => plan.task_id),
  step: firstStepAfter(state),
});

test("a governed run that goes on chooses as one that was folded just now, after every event", () => {
  let state: RunState | null = null;
  const seen = new Set<string | undefined>();
  for (const entry of entriesOf([governed, ...plan, ...story])) {
    state = evolve(state, entry);
    if (state.folded <= TASKS) continue;
    const now = decided(state);
    expect(now).toEqual(decided(structuredClone(state)));
    seen.add(now.choice?.why?.signals?.dependency).add(now.step?.step.kind);
  }
  expect(seen).toContain("split");
  expect(seen.size).toBeGreaterThan(3);
});
