import type { FeaturePlan } from "../../schema/plan-events.ts";
import type { Feature, FeatureList } from "../../schema/feature-list.ts";

export type FeatureStatus = "not_started" | "in_progress" | "completed" | "failed";

/** The list of these features; its counts are derived here and nowhere typed. */
export function withCounts(features: readonly Feature[], statusOf: (feature: Feature) => FeatureStatus): FeatureList {
  const counts = { completed: 0, in_progress: 0, failed: 0, not_started: 0 };
  for (const feature of features) counts[statusOf(feature)] += 1;
  return { total_features: features.length, ...counts, features: [...features] };
}

/** A feature as planned: nothing tried, nothing measured. Also what is left of one after an edit voided its proof. */
export function freshFeature(plan: FeaturePlan): Feature {
  const { test_command, verification_method, detail, acceptance, files, changes, depends_on, ...others } = plan;
  const { timeout_seconds, heartbeat_interval_seconds, ...rest } = others;
  return {
    ...rest,
    passes: false,
    tests_passing: null,
    tests_total: null,
    coverage: null,
    assigned_to: null,
    started_at: null,
    last_tested: null,
    agent_notes: "",
    test_command,
    verification_method,
    verification_tool: verification_method === "manual" ? "human" : null,
    ...(detail === undefined ? {} : { detail }),
    ...(acceptance === undefined ? {} : { acceptance }),
    ...(files === undefined ? {} : { files }),
    ...(changes === undefined ? {} : { changes }),
    ...(depends_on === undefined ? {} : { depends_on }),
    ...(timeout_seconds === undefined ? {} : { timeout_seconds }),
    ...(heartbeat_interval_seconds === undefined ? {} : { heartbeat_interval_seconds }),
  };
}
