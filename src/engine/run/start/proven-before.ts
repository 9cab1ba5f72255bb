import { counted } from "../../../core/text/counted.ts";
import { FeatureList } from "../../../schema/feature-list.ts";
import { jsonOrNull } from "../../../schema/json.ts";
import type { FeaturePlan } from "../../../schema/plan-events.ts";
import type { TreeReader } from "../../prove/tree-reader.ts";

/**
 * Features of a specification that the run before proved as they are: its list lies in the repository. A new run builds all of them, and
 * an agent that finds nothing to do brings no test.
 */
export function provenBefore(base: TreeReader, features: readonly FeaturePlan[]): string[] {
  const read = FeatureList.safeParse(jsonOrNull(base.read("feature_list.json") ?? ""));
  const saysOf = ({ description, steps }: Pick<FeaturePlan, "description" | "steps">): string =>
    JSON.stringify([description, steps]);
  const proven = new Set(read.data?.features.filter(({ passes }) => passes).map(saysOf));
  const again = features.filter((feature) => proven.has(saysOf(feature)));
  if (again.length === 0) return [];
  const names = again.map(({ description }) => `"${description}"`).join(", ");
  return [
    `${counted(again.length, "feature is", "features are")} planned again though the run before has proven ${again.length === 1 ? "it" : "them"}: ${names}. Take out of the specification what stands already`,
  ];
}
