import type { Feature, FeatureList } from "../../schema/feature-list.ts";
import { withCounts } from "../feature/feature-list.ts";
import { featureStatus } from "../run/guard/lifecycle.ts";
import { perFeaturePage } from "../run/pages.ts";
import { notesWith } from "../run/notes.ts";
import type { RunState } from "../run/state.ts";
import { remembered } from "../run/remembered.ts";
import { aroundJson, JSON_JOINTS, nested, piece, type FileText } from "./growing.ts";
import type { ViewFacts } from "./view-facts.ts";

const pages = perFeaturePage((all, state) => {
  const features = all.filter(({ id }) => state.away[id] !== "dropped");
  const text = piece(features.map(textOf).join(JSON_JOINTS.between));
  const hasPrinted = features.some(({ id, agent_notes: notes }) => notes !== "" && state.printed[id] !== undefined);
  return { list: withCounts(features, (feature) => featureStatus(state, feature)), text, hasPrinted };
});

/** `feature_list.json`. A dropped feature is out of it; a deferred one stays, for it comes back. */
export const featureList = (state: RunState): FeatureList => ({
  ...featureCounts(state),
  features: pages(state).flatMap(({ list }) => list.features),
});

/** How many features stand how. */
export function featureCounts(state: RunState): Omit<FeatureList, "features"> {
  const sum = { total_features: 0, completed: 0, in_progress: 0, failed: 0, not_started: 0 };
  for (const { list } of pages(state))
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += list[name];
  return sum;
}

/** The same as text. A feature that changes is replaced by another object (`changeFeature`). */
export function featureListFile(state: RunState, { blob }: Pick<ViewFacts, "blob">): FileText {
  const whole = (feature: Feature): string => nested({ ...feature, agent_notes: notesWith(state, feature, blob) });
  const texts = pages(state).flatMap(({ list: { features }, text, hasPrinted }) => {
    if (features.length === 0) return [];
    return hasPrinted ? [piece(features.map(whole).join(JSON_JOINTS.between))] : [text];
  });
  const { before, after } = aroundJson(featureCounts(state), "features", texts.length === 0);
  return [piece(before), ...texts.flatMap((text, at) => [at === 0 ? FIRST : BETWEEN, text]), piece(after)];
}

const FIRST = piece(JSON_JOINTS.first);
const BETWEEN = piece(JSON_JOINTS.between);
const textOf = remembered<Feature, string>(nested);
