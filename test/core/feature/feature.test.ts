import fc from "fast-check";
import { expect, test } from "vitest";
import { lastCharacters, recordAttempt, recordRegression, startAttempt } from "../../../src/core/feature/attempt.ts";
import type { AttemptOutcome } from "../../../src/core/feature/attempt.ts";
import { createFeatureList, statusOf } from "../../../src/core/feature/feature-list.ts";
import { nextStep, readyFeatures } from "../../../src/core/feature/next-feature.ts";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";
import { FeatureList } from "../../../src/schema/feature-list.ts";

const T1 = "2026-01-31T09:00:00Z";
const T2 = "2026-01-31T10:00:00Z";
const FAILED: AttemptOutcome = {
  at: T2,
  passes: false,
  testsPassing: 1,
  testsTotal: 3,
  coverage: null,
  tool: "vitest",
  notes: "boom",
  counts: true,
};
const PASSED: AttemptOutcome = { ...FAILED, passes: true, testsPassing: 3, notes: "" };

function listOf(markdown: string): FeatureList {
  return createFeatureList(parseSpec(markdown).features);
}

const THREE = listOf(
  "## A\n- a\nPriority: low\n\n## B\n- b\n- Depends: A\n- Priority: critical\n\n## C\n- c\n- Priority: high\n",
);
const [A, B, C] = ["feat_001_a", "feat_002_b", "feat_003_c"] as const;

test("a fresh list has every field of the document, null where nothing is known, and parses", () => {
  const list = listOf(
    "## A\nWhy.\n\n- a\n- Test: npm t\n- Files: src/a.ts\n\n## B\n- b\n- Verify: manual\n- Depends: A\n",
  );
  expect(FeatureList.parse(list)).toEqual(list);
  expect(list).toMatchObject({ total_features: 2, completed: 0, in_progress: 0, failed: 0, not_started: 2 });
  expect(list.features[0]).toEqual({
    id: A,
    category: "functional",
    description: "A",
    priority: "medium",
    steps: ["a"],
    passes: false,
    tests_passing: null,
    tests_total: null,
    coverage: null,
    assigned_to: null,
    started_at: null,
    last_tested: null,
    agent_notes: "",
    test_command: "npm t",
    verification_method: "automated",
    verification_tool: null,
    detail: "Why.",
    files: ["src/a.ts"],
  });
  expect(list.features[1]).toMatchObject({ verification_tool: "human", depends_on: [A] });
});

test("steps are never empty: acceptance criteria, else the description, stand in", () => {
  const [first, second] = listOf("## A\n\nAcceptance criteria:\n- x\n\n## B\n\nTest: t\n").features;
  expect([first?.steps, second?.steps]).toEqual([["x"], ["B"]]);
});

test("an attempt moves a feature from not started over in progress to completed", () => {
  const started = startAttempt(THREE, A, "coder", T1);
  expect(started).toMatchObject({ not_started: 2, in_progress: 1 });
  expect(started.features[0]).toMatchObject({ assigned_to: "coder", started_at: T1, last_tested: null });
  const passed = recordAttempt(started, A, PASSED);
  expect(passed).toMatchObject({ completed: 1, in_progress: 0 });
  expect(passed.features[0]).toMatchObject({
    passes: true,
    tests_passing: 3,
    tests_total: 3,
    last_tested: T2,
    attempts: 1,
    verification_tool: "vitest",
  });
});

test("one failed attempt leaves a feature in progress, the second fails it; the first start stays", () => {
  const once = recordAttempt(startAttempt(THREE, A, "coder", T1), A, FAILED);
  expect(statusOf(feature(once, A))).toBe("in_progress");
  const twice = recordAttempt(startAttempt(once, A, "other", T2), A, FAILED);
  expect(statusOf(feature(twice, A))).toBe("failed");
  expect(twice).toMatchObject({ failed: 1, in_progress: 0 });
  expect(feature(twice, A)).toMatchObject({ assigned_to: "other", started_at: T1, attempts: 2, agent_notes: "boom" });
});

test("an attempt that ended without a judgement does not count", () => {
  const list = recordAttempt(startAttempt(THREE, A, "coder", T1), A, { ...FAILED, counts: false });
  expect(feature(list, A).attempts).toBe(0);
});

test("a regression sets a feature back to failing with fresh attempts", () => {
  const passed = recordAttempt(startAttempt(THREE, A, "coder", T1), A, PASSED);
  const broken = recordRegression(passed, A, T2, "broken by feat_003_c");
  expect(feature(broken, A)).toMatchObject({ passes: false, attempts: 0, agent_notes: "broken by feat_003_c" });
  expect(broken).toMatchObject({ completed: 0, in_progress: 1 });
});

test("the next feature is the most urgent one whose dependencies are proven; ties go to the lower id", () => {
  expect(readyFeatures(THREE).map((one) => one.id)).toEqual([C, A]);
  const proven = recordAttempt(THREE, A, PASSED);
  expect(readyFeatures(proven).map((one) => one.id)).toEqual([B, C]);
  const turned = { ...THREE, features: listOf("## A\n- a\n\n## B\n- b\n\n## C\n- c\n").features.toReversed() };
  expect(readyFeatures(turned).map((one) => one.id)).toEqual([A, B, C]);
  expect(nextStep(listOf("## A\n- a\n\n## B\n- b\n"))).toMatchObject({ kind: "feature", feature: { id: A } });
});

test("a run is complete when all pass, and needs a person when what is open failed twice or is manual", () => {
  const done = [A, B, C].reduce((list, id) => recordAttempt(list, id, PASSED), THREE);
  expect(nextStep(done)).toEqual({ kind: "complete" });
  const fail = (list: FeatureList, id: string) => recordAttempt(recordAttempt(list, id, FAILED), id, FAILED);
  expect(nextStep(fail(THREE, A))).toMatchObject({ kind: "feature", feature: { id: C } });
  expect(nextStep(fail(fail(THREE, A), C))).toMatchObject({
    kind: "person",
    failed: [{ id: A }, { id: C }],
    manual: [],
  });
  expect(nextStep(listOf("## A\n- a\n- Verify: manual\n"))).toMatchObject({ kind: "person", manual: [{ id: A }] });
});

test("a dependency that the list does not hold leaves the run stuck, named", () => {
  const list = { ...THREE, features: THREE.features.map((one) => ({ ...one, depends_on: ["feat_999_x"] })) };
  expect(nextStep(list)).toMatchObject({ kind: "stuck", waiting: [{ id: A }, { id: B }, { id: C }] });
});

test("notes keep their last 2,000 characters and no half character", () => {
  expect(recordAttempt(THREE, A, { ...FAILED, notes: `x${"y".repeat(2000)}\n` }).features[0]?.agent_notes).toBe(
    "y".repeat(2000),
  );
  expect(lastCharacters("a😀b", 2)).toBe("b");
  expect(lastCharacters("a😀b", 3)).toBe("😀b");
});

test("whatever happens, the counts add up to the features and nothing else changes", () => {
  const action = fc.record({
    id: fc.constantFrom(A, B, C, "feat_404"),
    kind: fc.constantFrom("start", "pass", "fail", "regress"),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
      const end = actions.reduce((list, { id, kind }) => {
        if (kind === "start") return startAttempt(list, id, "agent", T1);
        if (kind === "regress") return recordRegression(list, id, T1, "");
        return recordAttempt(list, id, kind === "pass" ? PASSED : FAILED);
      }, THREE);
      expect(end.completed + end.in_progress + end.failed + end.not_started).toBe(end.total_features);
      expect(end.features.map((one) => [one.id, one.steps])).toEqual(THREE.features.map((one) => [one.id, one.steps]));
      expect(FeatureList.safeParse(end).success).toBe(true);
    }),
  );
});

function feature(list: FeatureList, id: string): FeatureList["features"][number] {
  const found = list.features.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}
