import type { FeatureList } from "../../schema/feature-list.ts";
import { withCounts } from "../feature/feature-list.ts";
import { featureStatus } from "../run/lifecycle.ts";
import type { RunState } from "../run/state.ts";

/** `feature_list.json`. A dropped feature is out of it; a deferred one stays, for it comes back. */
export function featureList(state: RunState): FeatureList {
  const features = Object.values(state.features).filter(({ id }) => state.away[id] !== "dropped");
  return withCounts(features, (feature) => featureStatus(state, feature));
}
