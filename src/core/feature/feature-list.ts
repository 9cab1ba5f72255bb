import type { Feature, FeatureList } from "../../schema/feature-list.ts";

/** Attempts without a proof after which a feature is failed and a person is asked (decisions.md, Gates and criteria). */
const ATTEMPT_LIMIT = 2;

export type FeatureStatus = "not_started" | "in_progress" | "completed" | "failed";

/** A failed attempt leaves a feature in progress; the second one makes it failed. */
export function statusOf(feature: Feature): FeatureStatus {
  if (feature.passes) return "completed";
  if (attemptsOf(feature) >= ATTEMPT_LIMIT) return "failed";
  return feature.started_at === null ? "not_started" : "in_progress";
}

function attemptsOf(feature: Feature): number {
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
