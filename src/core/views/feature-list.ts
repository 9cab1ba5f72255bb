import type { Feature, FeatureList } from "../../schema/feature-list.ts";
import { withCounts } from "../feature/feature-list.ts";
import { featureStatus } from "../run/lifecycle.ts";
import { oncePerEntry } from "../run/once.ts";
import type { RunState } from "../run/state.ts";
import { growingJson, nested, remembered, wholeText } from "./growing.ts";

/** `feature_list.json`. A dropped feature is out of it; a deferred one stays, for it comes back. */
export const featureList = oncePerEntry((state): FeatureList => {
  const features = Object.values(state.features).filter(({ id }) => state.away[id] !== "dropped");
  return withCounts(features, (feature) => featureStatus(state, feature));
});

/** The same as text. A feature that changes is replaced by another object (`changeFeature`). */
export function featureListText(state: RunState): string {
  return wholeText(growingJson(featureList(state), "features", textOf));
}

const textOf = remembered<Feature, string>(nested);
