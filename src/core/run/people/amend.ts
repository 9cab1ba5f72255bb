import { type RunEvent, type RunFacts } from "../../../schema/event.ts";
import { FeaturePlan } from "../../../schema/plan-events.ts";
import type { SpecFeature } from "../../spec/spec-feature.ts";
import { freshFeature } from "../../feature/feature-list.ts";
import { slugOf, titleKey } from "../../spec/title.ts";
import { changesOf, checked, featureOf, newFeatureId, planOf, taskFor, voidsProof } from "../plan.ts";
import { taskId } from "../names.ts";
import type { RunState } from "../state.ts";

/** What a newer text of the same spec changes in a plan. Ids are the plan's: they stay, wherever the text now has a feature. */
export interface SpecDifference {
  readonly added: readonly FeaturePlan[];
  readonly changed: readonly { readonly feature: FeaturePlan; readonly fields: readonly (keyof FeaturePlan)[] }[];
  /** In the older text, not in the newer one. */
  readonly gone: readonly string[];
  /** Out of the plan, and in the text again. */
  readonly back: readonly string[];
}

export const isSame = ({ added, changed, gone, back }: SpecDifference): boolean =>
  added.length + changed.length + gone.length + back.length === 0;

/**
 * Compares two texts of a spec (decisions.md, Changing the plan). Features are known by their titles, so one that moved is
 * the same. What a person changed or added by hand stands in neither text and stays.
 */
export function compareSpecs(
  state: RunState,
  before: readonly SpecFeature[],
  after: readonly SpecFeature[],
): SpecDifference {
  const left = [...before];
  const pairs = after.map((feature) => {
    const at = left.findIndex((one) => titleKey(one.description) === titleKey(feature.description));
    const [old = null] = at < 0 ? [] : left.splice(at, 1);
    return { feature, old, id: old === null ? inPlan(state, feature) : wasInPlan(state, old) };
  });
  const ids = idsFor(state, pairs);
  const olderIds = new Map(before.map((one) => [one.id, wasInPlan(state, one) ?? one.id]));
  const changed = pairs.flatMap(({ feature, old, id }) => {
    if (old === null || id === null) return [];
    const newer = withIds(feature, id, ids);
    const fields = changesOf(withIds(old, id, olderIds), newer);
    return fields.length === 0 ? [] : [{ feature: withFields(planOf(state, id), newer, fields), fields }];
  });
  const inText = pairs.flatMap(({ id }) => id ?? []);
  return {
    added: pairs.flatMap(({ feature, id }) =>
      id === null ? [withIds(feature, ids.get(feature.id) ?? feature.id, ids)] : [],
    ),
    changed,
    gone: left.flatMap((one) => wasInPlan(state, one) ?? []).filter((id) => state.away[id] !== "dropped"),
    back: inText.filter((id) => state.away[id] === "dropped"),
  };
}

/** Applies a difference: gone features are dropped, changed ones edited, no other is touched. Throws PLAN_INVALID. */
export function amendPlan(
  state: RunState,
  { added, changed, gone, back }: SpecDifference,
  spec: RunFacts["spec"] | null,
): RunEvent[] {
  const all = [...added, ...changed.map(({ feature }) => feature)];
  const planned = Object.fromEntries(all.map((feature) => [feature.id, freshFeature(feature)]));
  const whole = { features: { ...state.features, ...planned }, tasks: state.tasks };
  for (const feature of all) checked(whole, feature);
  let number = Object.keys(state.tasks).length;
  const nextId = (): string => taskId((number += 1));
  return [
    ...added.map((feature): RunEvent => ({
      type: "feature_added",
      feature,
      task: taskFor(feature, nextId()),
      reason: REASON,
    })),
    ...changed.map(({ feature, fields }): RunEvent => ({
      type: "feature_edited",
      feature,
      task: voidsProof(state, feature.id, fields) ? taskFor(feature, nextId()) : null,
      reason: REASON,
    })),
    ...back.map((id): RunEvent => ({ type: "feature_moved", feature_id: id, to: "open", reason: REASON })),
    ...gone.map((id): RunEvent => ({ type: "feature_moved", feature_id: id, to: "dropped", reason: REASON })),
    ...(spec === null ? [] : [{ type: "spec_amended", spec } as const]),
  ];
}

const REASON = "the specification changed";

/** A feature of the newer text that the plan has, though the older text lacked it. */
function inPlan({ features }: RunState, { id, description }: SpecFeature): string | null {
  if (features[id] !== undefined) return id;
  return Object.values(features).find((one) => titleKey(one.description) === titleKey(description))?.id ?? null;
}

/** The plan's id of a feature of the older text, also where a person has changed its description since. */
function wasInPlan(state: RunState, feature: SpecFeature): string | null {
  const slug = slugOf(feature.description);
  return (
    inPlan(state, feature) ?? Object.keys(state.features).find((id) => id.replace(/^feat_\d+_/, "") === slug) ?? null
  );
}

/** The plan's id for each id of the newer text; new features get the next numbers. */
function idsFor(
  state: RunState,
  pairs: readonly { readonly feature: SpecFeature; readonly id: string | null }[],
): Map<string, string> {
  const features: RunState["features"] = { ...state.features };
  return new Map(
    pairs.map(({ feature, id }) => {
      const own = id ?? newFeatureId({ features, tasks: {} }, feature.description);
      features[own] ??= freshFeature({ ...featureOf(feature), id: own });
      return [feature.id, own];
    }),
  );
}

function withIds(feature: SpecFeature, id: string, ids: ReadonlyMap<string, string>): FeaturePlan {
  return featureOf({ ...feature, id, dependsOn: feature.dependsOn.map((one) => ids.get(one) ?? one) });
}

/** Only what the texts differ in is taken over: the rest may be a person's own words. */
function withFields(now: FeaturePlan, newer: FeaturePlan, fields: readonly (keyof FeaturePlan)[]): FeaturePlan {
  const taken = new Set<string>(fields);
  const kept = Object.entries(now).filter(([field]) => !taken.has(field));
  const fresh = Object.entries(newer).filter(([field]) => taken.has(field));
  return FeaturePlan.parse(Object.fromEntries([...kept, ...fresh]));
}
