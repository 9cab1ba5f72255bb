import { describe, expect, it } from "vitest";
import { amendPlan, compareSpecs } from "../../../../src/core/run/people/amend.ts";
import { evolve, type RunEntry } from "../../../../src/core/run/fold/evolve.ts";
import { isCalledOff, nextEffect } from "../../../../src/core/run/next/next-effect.ts";
import { editFeature, featureOf, planFeatures } from "../../../../src/core/run/plan.ts";
import { readyTasks } from "../../../../src/core/run/next/ready.ts";
import type { RunState } from "../../../../src/core/run/state.ts";
import { closeRun, moveFeature, pauseRun, skipTask, splitTask } from "../../../../src/core/run/people/steer.ts";
import { parseSpec } from "../../../../src/core/spec/parse-spec.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import type { FeaturePlan } from "../../../../src/schema/plan-events.ts";

const SPEC = "# S\n\n## One\n- one is one\n\n## Two\n- two is two\nDepends: One\n";
const featuresOf = (text: string) => parseSpec(text).features;
const CONTEXT = { harness: "here", spent: null, approvals: [], overdue: () => null };

const entry = (event: RunEvent): RunEntry => ({
  run_id: "run",
  position: 1,
  at: "2026-01-01T00:00:00.000Z",
  actor: "human",
  version: 1,
  previous_hash: "",
  event,
});

function apply(state: RunState | null, ...events: readonly RunEvent[]): RunState {
  const folded = events.reduce<RunState | null>((before, event) => evolve(before, entry(event)), state);
  if (folded === null) throw new Error("no event");
  return folded;
}

function begin(): RunState {
  const run = {
    ...({ h3a_version: "1.0.0", workspace: "w", brief: "S", project: "S", branch: "main", base_commit: null } as const),
    spec: { name: "s.md", sha256: "0".repeat(64) },
    author: { name: "A", email: "a@example.invalid" },
    repo: "r",
    remote: "",
    dirty: false,
    land: "branch" as const,
    budget: { hours: null, attempts: null, tokens: null, cost: null },
    policy: { checks: [], max_iterations: 2 },
  };
  return apply(null, { type: "run_created", run }, ...planFeatures(featuresOf(SPEC).map(featureOf)));
}

/** A task as it is once its commit is made. */
function prove(state: RunState, id: string): void {
  const task = state.tasks[id];
  const feature = state.features[task?.plan.feature_id ?? ""];
  if (task === undefined || feature === undefined) throw new Error(`no task ${id}`);
  Object.assign(task, { lifecycle: "complete", phase: "committed" });
  feature.passes = Object.values(state.tasks).every(
    ({ plan, closed, lifecycle }) => plan.feature_id !== feature.id || closed !== null || lifecycle === "complete",
  );
}

/** Of a copy: what is made of a state is kept until an event changes it, and `prove` is none. */
const ready = (state: RunState): string[] => readyTasks(structuredClone(state)).map(({ plan }) => plan.task_id);

describe("a split", () => {
  it("hands whoever waited for the task on to its last part, however often it is split", () => {
    const state = begin();
    apply(state, ...splitTask(state, "T001", ["a", "b"], "r"));
    apply(state, ...splitTask(state, "T003", ["c", "d"], "r"));
    const order: string[] = [];
    for (let [next] = ready(state); next !== undefined; [next] = ready(state)) {
      order.push(next);
      prove(state, next);
    }
    expect(order).toEqual(["T005", "T006", "T004", "T002"]);
  });

  it("whose rest is skipped leaves its feature proven, and whoever waited can begin", () => {
    const state = begin();
    apply(state, ...splitTask(state, "T001", ["a", "b"], "r"));
    prove(state, "T003");
    expect(ready(state)).toEqual(["T004"]);
    apply(state, ...skipTask(state, "T004", "r"));
    expect([state.features["feat_001_one"]?.passes, ready(state)]).toEqual([true, ["T002"]]);
  });
});

describe("an edit", () => {
  it.each<[Partial<FeaturePlan>, boolean]>([
    [{ description: "Uno" }, true],
    [{ steps: ["another"] }, true],
    [{ acceptance: ["a criterion"] }, true],
    [{ test_command: "npm test" }, true],
    [{ verification_method: "e2e" }, true],
    [{ changes: ["what base does"] }, true],
    [{ priority: "low" }, false],
    [{ category: "other" }, false],
    [{ files: ["src/**"] }, false],
  ])("of a proven feature by %j voids its proof: %s", (change, isVoid) => {
    const state = begin();
    prove(state, "T001");
    prove(state, "T002");
    apply(state, editFeature(state, "feat_001_one", change, "r"));
    expect(state.features["feat_001_one"]).toMatchObject({ ...change, passes: !isVoid });
    expect(state.features["feat_002_two"]?.passes).toBe(true);
    expect(state.tasks["T003"] !== undefined).toBe(isVoid);
  });
});

describe("what is next", () => {
  it("gives a feature of an old run that has no description one, and refuses any other edit of it with a code", () => {
    const state = begin();
    Object.assign(state.features["feat_001_one"] ?? {}, { description: "" });
    expect(() => editFeature(state, "feat_001_one", { priority: "low" }, "r")).toThrow("feat_001_one: description");
    expect(editFeature(state, "feat_001_one", { description: "One" }, "r")).toMatchObject({
      feature: { id: "feat_001_one", description: "One" },
    });
  });

  it("is to stop at once after `stop`, and to finish the turn after `pause`", () => {
    const state = begin();
    Object.assign(state.tasks["T001"] ?? {}, { phase: "answered", lifecycle: "in_progress" });
    apply(state, ...pauseRun(state, "pause"));
    expect([nextEffect(state, CONTEXT).kind, isCalledOff(state, "T001")]).toEqual(["judge", false]);
    apply(state, ...pauseRun(state, "stop"));
    expect([nextEffect(state, CONTEXT), isCalledOff(state, "T001")]).toEqual([{ kind: "stop", why: "paused" }, true]);
    apply(state, ...closeRun(state, "r"));
    expect(nextEffect(state, CONTEXT)).toEqual({ kind: "stop", why: "closed" });
  });

  it("is to verify the whole anew when a complete run's plan was changed", () => {
    const state = begin();
    prove(state, "T001");
    prove(state, "T002");
    apply(state, { type: "run_verified", commit: "0".repeat(40) });
    expect(nextEffect(state, CONTEXT)).toEqual({ kind: "stop", why: "complete" });
    apply(state, ...moveFeature(state, "feat_002_two", "dropped", "r"));
    expect([nextEffect(state, CONTEXT).kind, isCalledOff(state, "T002")]).toEqual(["verify", true]);
  });
});

describe("a newer text of the spec", () => {
  const difference = (after: string, before = SPEC, state = begin()) =>
    compareSpecs(state, featuresOf(before), featuresOf(after));

  it("that only moves features about changes nothing", () => {
    const moved = "# S\n\n## Zero\n- zero\n\n## Two\n- two is two\nDepends: One\n\n## One\n- one is one\n";
    expect(difference(moved)).toMatchObject({ added: [{ id: "feat_003_zero" }], changed: [], gone: [], back: [] });
  });

  it("is compared with the older text, whose positions are no ids, so that a second amendment changes the right ones", () => {
    const second = "# S\n\n## Zero\n- zero\n\n## One\n- one is one\n\n## Two\n- two is two\nDepends: One\n";
    const state = begin();
    apply(state, ...amendPlan(state, difference(second, SPEC, state), null));
    const third = second.replace("one is one", "one is 1");
    expect(difference(third, second, state)).toMatchObject({
      added: [],
      changed: [{ feature: { id: "feat_001_one" }, fields: ["steps"] }],
      gone: [],
    });
  });

  it("takes a dependency away, and refuses one that goes in a circle with what a person added", () => {
    const state = begin();
    const without = SPEC.replace("Depends: One\n", "");
    apply(state, ...amendPlan(state, difference(without, SPEC, state), null));
    expect(state.features["feat_002_two"]?.depends_on).toBeUndefined();
    apply(state, editFeature(state, "feat_001_one", { depends_on: ["feat_002_two"] }, "r"));
    expect(() => amendPlan(state, difference(SPEC, without, state), null)).toThrow(/depend on each other/);
  });
});
