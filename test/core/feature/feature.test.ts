import { expect, test } from "vitest";
import { withCounts } from "../../../src/core/feature/feature-list.ts";
import { featureOf, planFeatures } from "../../../src/core/run/plan.ts";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";
import { created, fold } from "../../support/events.ts";

const featuresOf = (markdown: string) =>
  Object.values(fold([created(), ...planFeatures(parseSpec(markdown).features.map(featureOf))]).features);

test("TAH-02 a fresh feature has every field of the document, null where nothing is known", () => {
  const [first, second] = featuresOf(
    "## A\nWhy.\n\n- a\n- Test: npm t\n- Files: src/a.ts\n\n## B\n- b\n- Verify: manual\n- Depends: A\n",
  );
  expect(first).toEqual({
    id: "feat_001_a",
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
  expect(second).toMatchObject({ verification_tool: "human", depends_on: ["feat_001_a"] });
});

test("steps are never empty: acceptance criteria, else the description, stand in", () => {
  const [first, second] = featuresOf("## A\n\nAcceptance criteria:\n- x\n\n## B\n\nTest: t\n");
  expect([first?.steps, second?.steps]).toEqual([["x"], ["B"]]);
});

test("counts are derived from what each feature came to, and add up", () => {
  const features = featuresOf("## A\n- a\n\n## B\n- b\n\n## C\n- c\n");
  const statuses = ["completed", "failed", "failed"] as const;
  const list = withCounts(features, ({ id }) => statuses[features.findIndex((one) => one.id === id)] ?? "not_started");
  expect(list).toMatchObject({ total_features: 3, completed: 1, failed: 2, in_progress: 0, not_started: 0 });
});
