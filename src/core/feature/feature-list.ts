import type { Feature, FeatureList } from "../../schema/feature-list.ts";

export type FeatureStatus = "not_started" | "in_progress" | "completed" | "failed";

/** The list of these features; its counts are derived here and nowhere typed. */
export function withCounts(features: readonly Feature[], statusOf: (feature: Feature) => FeatureStatus): FeatureList {
  const counts = { completed: 0, in_progress: 0, failed: 0, not_started: 0 };
  for (const feature of features) counts[statusOf(feature)] += 1;
  return { total_features: features.length, ...counts, features: [...features] };
}
