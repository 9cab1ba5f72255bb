import type { Feature, FeatureList } from "../../schema/feature-list.ts";
import type { SpecFeature } from "../spec/spec-feature.ts";

/** Attempts without a proof after which a feature is failed and a person is asked (decisions.md, Gates and criteria). */
const ATTEMPT_LIMIT = 2;

export type FeatureStatus = "not_started" | "in_progress" | "completed" | "failed";

/** The feature list of a fresh specification: nothing tried, nothing measured. */
export function createFeatureList(features: readonly SpecFeature[]): FeatureList {
  return withCounts(features.map(createFeature));
}

/** A feature that names no steps is verified by its acceptance criteria, else by what it says of itself. */
function createFeature(spec: SpecFeature): Feature {
  const stated = [spec.steps, spec.acceptance].find((list) => list.length > 0) ?? [spec.description];
  return {
    id: spec.id,
    category: spec.category,
    description: spec.description,
    priority: spec.priority,
    steps: [...stated],
    passes: false,
    tests_passing: null,
    tests_total: null,
    coverage: null,
    assigned_to: null,
    started_at: null,
    last_tested: null,
    agent_notes: "",
    test_command: spec.testCommand,
    verification_method: spec.verify,
    verification_tool: spec.verify === "manual" ? "human" : null,
    ...(spec.detail === "" ? {} : { detail: spec.detail }),
    ...(spec.acceptance.length === 0 ? {} : { acceptance: [...spec.acceptance] }),
    ...(spec.files.length === 0 ? {} : { files: [...spec.files] }),
    ...(spec.changes.length === 0 ? {} : { changes: [...spec.changes] }),
    ...(spec.dependsOn.length === 0 ? {} : { depends_on: [...spec.dependsOn] }),
  };
}

/** A failed attempt leaves a feature in progress; the second one makes it failed. */
export function statusOf(feature: Feature): FeatureStatus {
  if (feature.passes) return "completed";
  if (attemptsOf(feature) >= ATTEMPT_LIMIT) return "failed";
  return feature.started_at === null ? "not_started" : "in_progress";
}

export function attemptsOf(feature: Feature): number {
  return feature.attempts ?? 0;
}

/** The list of these features; its counts are derived here and nowhere typed. */
export function withCounts(features: readonly Feature[]): FeatureList {
  const count = (status: FeatureStatus): number => features.filter((feature) => statusOf(feature) === status).length;
  return {
    total_features: features.length,
    completed: count("completed"),
    in_progress: count("in_progress"),
    failed: count("failed"),
    not_started: count("not_started"),
    features: [...features],
  };
}
