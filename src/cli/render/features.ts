import { statusOf } from "../../core/feature/feature-list.ts";
import type { FeatureList } from "../../schema/feature-list.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";

const MARKS = {
  completed: () => colours.green("✓ proven     "),
  in_progress: () => colours.yellow("… in progress"),
  failed: () => colours.red("✗ failed     "),
  not_started: () => colours.dim("· not started"),
} as const;

/** One line a feature: glyph and word, id, what it is. */
export function renderFeatures(list: FeatureList): string[] {
  const longest = Math.max(...list.features.map(({ id }) => id.length));
  return list.features.map(
    (feature) => `  ${MARKS[statusOf(feature)]()} ${feature.id.padEnd(longest)}  ${plain(feature.description)}`,
  );
}
