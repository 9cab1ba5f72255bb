import type { Feature, FeatureList, Priority } from "../../schema/feature-list.ts";
import { statusOf } from "./feature-list.ts";

const RANK: Readonly<Record<Priority, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

/**
 * What a run does next. `person`: nothing can be given to an agent and somebody is needed, for features that failed
 * twice, wait for a manual approval, or depend on such. `stuck`: dependencies that no feature of the list can satisfy.
 */
export type NextStep =
  | { readonly kind: "feature"; readonly feature: Feature }
  | { readonly kind: "complete" }
  | { readonly kind: "person"; readonly failed: readonly Feature[]; readonly manual: readonly Feature[] }
  | { readonly kind: "stuck"; readonly waiting: readonly Feature[] };

export function nextStep(list: FeatureList): NextStep {
  const open = list.features.filter((feature) => !feature.passes);
  if (open.length === 0) return { kind: "complete" };
  const [feature] = readyFeatures(list);
  if (feature !== undefined) return { kind: "feature", feature };
  const failed = open.filter((one) => statusOf(one) === "failed");
  const manual = open.filter((one) => one.verification_method === "manual");
  if (failed.length + manual.length > 0) return { kind: "person", failed, manual };
  return { kind: "stuck", waiting: open };
}

/** Features an agent can be given, best first: all they depend on is proven, not failed twice; by priority, then id. */
export function readyFeatures(list: FeatureList): Feature[] {
  const proven = new Set(list.features.filter((feature) => feature.passes).map((feature) => feature.id));
  const isReady = (feature: Feature): boolean =>
    !feature.passes &&
    feature.verification_method !== "manual" &&
    statusOf(feature) !== "failed" &&
    (feature.depends_on ?? []).every((id) => proven.has(id));
  return list.features.filter(isReady).sort((a, b) => RANK[a.priority] - RANK[b.priority] || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
