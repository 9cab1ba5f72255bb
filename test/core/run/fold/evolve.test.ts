import fc from "fast-check";
import { expect, test } from "vitest";
import { evolve } from "../../../../src/core/run/fold/evolve.ts";
import { nextEffect } from "../../../../src/core/run/next/next-effect.ts";
import type { RunState } from "../../../../src/core/run/state.ts";
import { waitingIn } from "../../../../src/core/run/people/waiting.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import { anyEvent, anyStory } from "../../../support/any-events.ts";
import {
  added,
  created,
  entriesOf,
  featureId,
  featurePlan,
  fold,
  judged,
  lost,
  replanned,
  notProven,
  proven,
  resumed,
  started,
  taskId,
  taskPlan,
  timeOf,
  wholeLife,
} from "../../../support/events.ts";

const ASKED = { harness: "h", spent: null, overdue: () => null };

test("a whole life ends complete, with everything proven, landed and counted", () => {
  const state = fold(wholeLife());
  expect(state).toMatchObject({ status: "complete", turns: 5, landing: null, left: null, current: null });
  expect(state.landed).toBe(state.verified);
  expect(Object.values(state.features).map(({ passes }) => passes)).toEqual([true, true, true]);
  expect(Object.values(state.tasks).map(({ phase }) => phase)).toEqual(["committed", "committed", "committed"]);
});

test("a complete run that is verified again counts none of the time since its last session", () => {
  const life = wholeLife();
  const before = fold(life);
  const seconds = before.drivenSeconds;
  const after = fold([...life, { type: "run_verified", commit: "2".repeat(40) }]);
  expect(after).toMatchObject({ status: "complete", verified: "2".repeat(40), drivenSeconds: seconds });
});

test("a feature keeps who worked on it, since when, and what the last run counted", () => {
  const events = [created(), added(1), resumed(), ...notProven(1), ...proven(1, 2)];
  const feature = fold(events).features[featureId(1)];
  expect(feature).toMatchObject({ assigned_to: "coder", started_at: timeOf(3), tests_passing: 3, tests_total: 3 });
  expect(feature).toMatchObject({ passes: true, verification_tool: "vitest", agent_notes: "", attempts: 1 });
  const failed = fold(events.slice(0, 6)).features[featureId(1)];
  expect(failed).toMatchObject({ passes: false, tests_passing: 1, agent_notes: "TEST_FAILED: sum is 3\nnot 4" });
});

test("an edit voids the proof of its feature and of no other", () => {
  const edit: RunEvent = {
    type: "feature_edited",
    feature: featurePlan(1, { description: "Subtract" }),
    task: taskPlan(3, { feature_id: featureId(1) }),
    reason: "changed mind",
  };
  const state = fold([created(), added(1), added(2), ...proven(1), ...proven(2), edit]);
  expect(state.features[featureId(1)]).toMatchObject({ passes: false, started_at: null, description: "Subtract" });
  expect(state.features[featureId(2)]?.passes).toBe(true);
  expect(state.tasks[taskId(1)]).toMatchObject({ closed: "superseded", lifecycle: "complete" });
});

test("a feature with two tasks passes with the last of them", () => {
  const into = [4, 5].map((n) => taskPlan(n, { feature_id: featureId(1) }));
  const plan: RunEvent[] = [created(), added(1), { type: "task_split", task_id: taskId(1), into, reason: "large" }];
  expect(fold([...plan, ...proven(4)]).features[featureId(1)]?.passes).toBe(false);
  expect(fold([...plan, ...proven(4), ...proven(5)]).features[featureId(1)]?.passes).toBe(true);
});

test("a regression opens a new task and the run goes on; the proven task stays as it was", () => {
  const regressed: RunEvent = {
    type: "feature_regressed",
    feature_id: featureId(1),
    commit: "3".repeat(40),
    reason: "broken by 333",
    task: taskPlan(4, { feature_id: featureId(1) }),
  };
  const state = fold([...wholeLife(), regressed]);
  expect(state).toMatchObject({ status: "running", verified: null });
  expect(state.features[featureId(1)]).toMatchObject({ passes: false, agent_notes: "broken by 333" });
  expect(state.tasks[taskId(1)]?.lifecycle).toBe("complete");
});

test("H3A-12 a correction is a step of its own, numbered from the second; what it corrects stays", () => {
  const correct = (value: string): RunEvent => ({
    type: "corrected",
    corrects: taskId(1),
    agent: "executor",
    reason: "counted twice",
    corrected_values: { tests_total: value },
  });
  const before = fold([created(), added(1), ...proven(1)]);
  const { steps } = fold([created(), added(1), ...proven(1), correct("4"), correct("3")]);
  expect(steps.slice(0, before.steps.length)).toEqual(before.steps);
  expect(steps.slice(before.steps.length)).toMatchObject([
    {
      task_id: "T001-correction",
      corrects: "T001",
      agent: "executor",
      gate: "G1_implementation",
      reason: "counted twice",
    },
    { task_id: "T001-correction-2", corrects: "T001", corrected_values: { tests_total: "3" } },
  ]);
});

test("an attempt without an answer leaves no step, no PASS or FAIL line, and its task idle", () => {
  const state = fold([created(), added(1), started(1), lost(1)]);
  expect(state.tasks[taskId(1)]).toMatchObject({ phase: "idle", owner: null, lifecycle: "in_progress" });
  expect(state.steps.map(({ agent }) => agent)).toEqual(["planner"]);
  expect(state.progress).toEqual([]);
  expect(state.last).toMatchObject({ outcome: "lost", notes: "TASK_TIMEOUT: 3600 s" });
});

test("work that a person must decide about is held with its candidate", () => {
  const state = fold([created(), added(1), started(1), judged(1, 1, "person_needed")]);
  expect(state.tasks[taskId(1)]).toMatchObject({ phase: "held", blocked: "PERSON_NEEDED", iterations: 0 });
});

test("folding never fails, whatever comes in whatever order, also before a run was created", () => {
  fc.assert(
    fc.property(fc.oneof(anyStory, fc.array(anyEvent, { minLength: 1, maxLength: 10 })), (story) => {
      const state = fold(story);
      expect(structuredClone(state)).toEqual(JSON.parse(JSON.stringify(state)));
    }),
  );
});

test("folding a snapshot further gives what folding from the start gives", () => {
  fc.assert(
    fc.property(anyStory, fc.nat(), (story, cut) => {
      const entries = entriesOf(story);
      const at = 1 + (cut % entries.length);
      const half = entries.slice(0, at).reduce<RunState | null>(evolve, null);
      const snapshot = JSON.parse(JSON.stringify(half)) as RunState;
      expect(entries.slice(at).reduce<RunState>(evolve, snapshot)).toEqual(fold(story));
    }),
  );
});

test("ONE-11 the budget of hours counts all sessions, but neither the pause between them nor a person's own time", () => {
  const paused: RunEvent = { type: "run_paused", how: "pause" };
  const session = [resumed(), started(1), lost(1)];
  const events = [created(), added(1), ...session, paused, paused, paused];
  expect(fold(events).drivenSeconds).toBe(2);
  expect(fold([...events, resumed(), started(1, 2)]).drivenSeconds).toBe(3);
  const byHand: RunEvent = { ...started(1, 2), harness: "human" };
  expect(fold([...events, resumed(), byHand, lost(1, 2)]).drivenSeconds).toBe(3);
  // Found by the session after: until then nobody drove, and planning anew takes no time.
  const died: RunEvent = { ...lost(1, 2), detail: "the harness died" };
  expect(fold([...events, resumed(), started(1, 2), paused, died, replanned(1, 2)]).drivenSeconds).toBe(3);
});

test("a defect that an answer met ends its attempt where the next one begins, and counts what it used once", () => {
  const broken: RunEvent = { ...lost(1), code: "INTERNAL", detail: "TypeError: x is undefined" };
  for (const length of [2, 5, 6]) {
    const state = fold([created(), added(1), ...proven(1).slice(0, length), broken]);
    const task = state.tasks[taskId(1)];
    expect(task).toMatchObject({ phase: "idle", blocked: "INTERNAL", lost: 1, lifecycle: "in_progress" });
    expect(task?.gate).toBe("G1_in_progress");
    expect(Object.values(state.spending).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
  }
});

test("a harness that dies at a task is one of three losses, as any other", () => {
  const dies = [1, 2, 3].flatMap((attempt): RunEvent[] => [
    started(1, attempt),
    { ...lost(1, attempt), detail: "the harness died" },
  ]);
  const after = (count: number) => fold([created(), added(1), added(2), ...dies.slice(0, count)]);
  expect(nextEffect(after(4), ASKED)).toMatchObject({ kind: "replan", task: { lost: 2 } });
  expect(nextEffect(after(6), ASKED)).toMatchObject({ kind: "dispatch", task: { plan: { task_id: "T002" } } });
  expect(waitingIn(after(6))).toMatchObject([{ id: "T001", reason: expect.stringContaining("3 attempts were lost") }]);
});
