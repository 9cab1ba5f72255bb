import { featureStatus } from "../../core/run/lifecycle.ts";
import type { Feature } from "../../schema/feature-list.ts";
import { levelsOf, type RunState } from "../../core/run/state.ts";
import { waiverWords } from "../../core/run/waivers-used.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";

const MARKS = {
  completed: () => colours.green("✓ proven     "),
  in_progress: () => colours.yellow("… in progress"),
  failed: () => colours.red("✗ failed     "),
  not_started: () => colours.dim("· not started"),
  deferred: () => colours.dim("- deferred   "),
  dropped: () => colours.dim("- dropped    "),
} as const;

/** So many stand in an answer that is about more than them. */
const FIRST = 100;

/** The first features of a run, and how to see the others. */
export function firstFeatures(state: RunState): string[] {
  const features = Object.values(state.features);
  const rest = features.length - FIRST;
  const more = rest > 0 ? [`  … ${rest} more: baton feature list --page 2`] : [];
  return [...renderFeatures(state, features.slice(0, FIRST)), ...more];
}

/** One line a feature: glyph and word, id, what it is. */
export function renderFeatures(state: RunState, features: readonly Feature[]): string[] {
  const longest = Math.max(0, ...features.map(({ id }) => id.length));
  return features.map((feature) => {
    const mark = MARKS[state.away[feature.id] ?? featureStatus(state, feature)]();
    const levels = feature.passes ? levelsOf(state, feature.id) : null;
    const how = levels === null ? "" : ` (${levels.proof}, ${levels.isolation})`;
    const waived = feature.passes ? plain(waiverWords(state, feature.id)) : "";
    return `  ${mark} ${feature.id.padEnd(longest)}  ${plain(feature.description)}${how}${waived}`;
  });
}
