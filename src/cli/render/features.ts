import { featureStatus, wordsOf } from "../../core/run/guard/lifecycle.ts";
import type { Feature } from "../../schema/feature-list.ts";
import { levelsOf, tasksOf, type RunState } from "../../core/run/state.ts";
import { waiverWords } from "../../core/run/people/waivers-used.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";
import { isAnswered, isLost } from "./tasks.ts";

const MARKS = {
  completed: () => colours.green("✓ proven     "),
  in_progress: () => colours.yellow("… in progress"),
  failed: () => colours.red("✗ failed     "),
  answered: () => colours.yellow("· try again  "),
  not_started: () => colours.dim("· not started"),
  deferred: () => colours.dim("- deferred   "),
  dropped: () => colours.dim("- dropped    "),
} as const;

const COUNTED: Partial<Record<keyof typeof MARKS, string>> = { completed: "proven", answered: "to be tried again" };

function wordOf(state: RunState, feature: Feature): keyof typeof MARKS {
  const word = state.away[feature.id] ?? featureStatus(state, feature);
  if (word !== "failed" && word !== "in_progress") return word;
  const tasks = tasksOf(state, feature.id).filter((task) => wordsOf(task).feature === word);
  const isFree = word === "failed" ? isAnswered : isLost;
  return tasks.length > 0 && tasks.every(isFree) ? "answered" : word;
}

/** So many stand in an answer that is about more than them. */
const FIRST = 100;

/** The first features of a run, and how to see the others. */
export function firstFeatures(state: RunState): string[] {
  const features = Object.values(state.features);
  const rest = features.length - FIRST;
  const more = rest > 0 ? [`  … ${rest} more: baton feature list --page 2`] : [];
  return [...renderFeatures(state, features.slice(0, FIRST)), ...more];
}

/** In this order they are shown where there is no room for all: what is at work, then what failed, then what comes. */
const FOREMOST = ["in_progress", "failed", "answered", "not_started", "completed", "deferred", "dropped"] as const;

/** So many lines about the features, those that matter now in the order of the plan, and how many of which kind are left out. */
export function fittingFeatures(state: RunState, room: number): string[] {
  const features = Object.values(state.features);
  if (features.length <= room) return renderFeatures(state, features);
  const byNeed = FOREMOST.flatMap((word) => features.filter((feature) => wordOf(state, feature) === word));
  const shown = new Set(byNeed.slice(0, Math.max(0, room - 1)));
  const rest = features.filter((feature) => !shown.has(feature)).map((feature) => wordOf(state, feature));
  const counts = FOREMOST.flatMap((word) => {
    const count = rest.filter((other) => other === word).length;
    return count === 0 ? [] : [`${count} ${COUNTED[word] ?? word.replace("_", " ")}`];
  });
  const lines = renderFeatures(
    state,
    features.filter((feature) => shown.has(feature)),
  );
  return [...lines, `  … ${rest.length} more: ${counts.join(", ")}`];
}

/** One line a feature: glyph and word, id, what it is. */
export function renderFeatures(state: RunState, features: readonly Feature[]): string[] {
  const longest = Math.max(0, ...features.map(({ id }) => id.length));
  return features.map((feature) => {
    const mark = MARKS[wordOf(state, feature)]();
    const levels = feature.passes ? levelsOf(state, feature.id) : null;
    const how = levels === null ? "" : ` (${levels.proof}, ${levels.isolation})`;
    const waived = feature.passes ? plain(waiverWords(state, feature.id)) : "";
    return `  ${mark} ${feature.id.padEnd(longest)}  ${plain(feature.description)}${how}${waived}`;
  });
}
