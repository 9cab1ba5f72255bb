import { featureStatus, wordsOf } from "../../core/run/guard/lifecycle.ts";
import type { Feature } from "../../schema/feature-list.ts";
import { attemptsOf } from "../../core/run/beside.ts";
import { waitOf } from "../../core/run/people/waiting.ts";
import { isOutside, levelsOf, tasksOf, type RunState } from "../../core/run/state.ts";
import { waiverWords } from "../../core/run/people/waivers-used.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";
import { isAnswered, isLost } from "./tasks.ts";

const MARKS = {
  completed: () => colours.green("✓ proven     "),
  waiting: () => colours.yellow("? your turn  "),
  in_progress: () => colours.yellow("… in progress"),
  interrupted: () => colours.yellow("‖ interrupted"),
  failed: () => colours.red("✗ failed     "),
  answered: () => colours.yellow("· try again  "),
  not_started: () => colours.dim("· not started"),
  deferred: () => colours.dim("- deferred   "),
  dropped: () => colours.dim("- dropped    "),
} as const;

const COUNTED: Partial<Record<keyof typeof MARKS, string>> = {
  completed: "proven",
  answered: "to be tried again",
  waiting: "waiting for you",
};

/** `isDriven`: a process is at work on the run; where none is, nothing is in progress but what somebody has outside. */
function wordOf(state: RunState, feature: Feature, isDriven: boolean): keyof typeof MARKS {
  const word = state.away[feature.id] ?? featureStatus(state, feature);
  if (word !== "failed" && word !== "in_progress") return word;
  const tasks = tasksOf(state, feature.id).filter((task) => wordsOf(task).feature === word);
  const isFree = word === "failed" ? isAnswered : isLost;
  if (tasks.length > 0 && tasks.every(isFree)) return "answered";
  if (word === "failed") return word;
  if (state.status === "closed_partial") return "interrupted";
  const attempts = tasks.flatMap(attemptsOf);
  if (attempts.some((task) => waitOf(state, task) !== null)) return "waiting";
  if (isDriven || attempts.some(({ phase, harness }) => phase === "working" && isOutside(harness))) return word;
  return attempts.every(({ phase }) => phase === "idle") ? "answered" : "interrupted";
}

/** So many stand in an answer that is about more than them. */
const FIRST = 100;

/** The first features of a run, and how to see the others. */
export function firstFeatures(state: RunState, isDriven: boolean): string[] {
  const features = Object.values(state.features);
  const rest = features.length - FIRST;
  const more = rest > 0 ? [`  … ${rest} more: baton feature list --page 2`] : [];
  return [...renderFeatures(state, features.slice(0, FIRST), isDriven), ...more];
}

/** In this order they are shown where there is no room for all: what is at work or waits, then what failed, then what comes. */
const FOREMOST = [
  "waiting",
  "in_progress",
  "interrupted",
  "failed",
  "answered",
  "not_started",
  "completed",
  "deferred",
  "dropped",
] as const;

/** So many lines about the features, those that matter now in the order of the plan, and how many of which kind are left out. */
export function fittingFeatures(state: RunState, room: number, isDriven: boolean): string[] {
  const features = Object.values(state.features);
  if (features.length <= room) return renderFeatures(state, features, isDriven);
  const words = new Map(features.map((feature) => [feature, wordOf(state, feature, isDriven)]));
  const byNeed = FOREMOST.flatMap((word) => features.filter((feature) => words.get(feature) === word));
  const shown = new Set(byNeed.slice(0, Math.max(0, room - 1)));
  const rest = features.filter((feature) => !shown.has(feature)).map((feature) => words.get(feature));
  const counts = FOREMOST.flatMap((word) => {
    const count = rest.filter((other) => other === word).length;
    return count === 0 ? [] : [`${count} ${COUNTED[word] ?? word.replace("_", " ")}`];
  });
  const lines = renderFeatures(
    state,
    features.filter((feature) => shown.has(feature)),
    isDriven,
  );
  return [...lines, `  … ${rest.length} more: ${counts.join(", ")}`];
}

/** One line a feature: glyph and word, id, what it is. */
export function renderFeatures(state: RunState, features: readonly Feature[], isDriven: boolean): string[] {
  const longest = Math.max(0, ...features.map(({ id }) => id.length));
  return features.map((feature) => {
    const mark = MARKS[wordOf(state, feature, isDriven)]();
    const levels = feature.passes ? levelsOf(state, feature.id) : null;
    const how = levels === null ? "" : ` (${levels.proof}, ${levels.isolation})`;
    const waived = feature.passes ? plain(waiverWords(state, feature.id)) : "";
    return `  ${mark} ${feature.id.padEnd(longest)}  ${plain(feature.description)}${how}${waived}`;
  });
}
