import type { KeyEntry } from "./block.ts";
import { codeSpans } from "./keys.ts";
import { plainInline } from "./markdown.ts";
import type { SettledFeature } from "./settle.ts";
import type { SpecFeature, SpecProblem } from "./spec-feature.ts";
import { cleanTitle, titleKey } from "./title.ts";

/** The names by which `Depends:` may call a feature, each with its id; the first feature of a name has it. */
interface Names {
  readonly ids: ReadonlyMap<string, string>;
  readonly numbers: ReadonlyMap<string, string>;
  readonly titles: ReadonlyMap<string, string>;
}

/** Turns titles, numbers and ids of `Depends:` into ids. An unknown one is an error, as is a cycle: left out, what comes first would begin too early. */
export function resolveDepends(settled: readonly SettledFeature[], problems: SpecProblem[]): SpecFeature[] {
  const names = namesOf(settled);
  const features = settled.map(({ feature, depends }): SpecFeature => {
    const ids = depends.flatMap((entry) => idsOf(entry, feature.description, names, problems));
    return { ...feature, dependsOn: [...new Set(ids)] };
  });
  const cycle = cycleIn(features);
  if (cycle !== null) {
    const titles = cycle.map((feature) => `"${feature.description}"`).join(" → ");
    const message = `features depend on each other in a circle: ${titles}; take one of them away`;
    problems.push({ severity: "error", code: "DEPENDS_CYCLE", line: cycle[0]?.line ?? 1, message });
  }
  return features;
}

/** Numbers are the author's own; positions count only where the author numbered nothing. */
function namesOf(settled: readonly SettledFeature[]): Names {
  const isNumbered = settled.some((one) => one.label !== null);
  const number = (one: SettledFeature, index: number): string =>
    isNumbered ? (one.label ?? "").replace(/^0+(?=\d)/, "") : String(index + 1);
  const map = (key: (one: SettledFeature, index: number) => string[]): ReadonlyMap<string, string> =>
    new Map(
      settled
        .flatMap((one, index) => key(one, index).map((name): [string, string] => [name, one.feature.id]))
        .reverse(),
    );
  return {
    ids: map(({ feature }) => [feature.id, /^feat_\d+/.exec(feature.id)?.[0] ?? feature.id]),
    numbers: map((one, index) => [number(one, index)]),
    titles: map(({ feature }) => [titleKey(feature.description)]),
  };
}

function idsOf(entry: KeyEntry, of: string, known: Names, problems: SpecProblem[]): string[] {
  const whole = plainInline(entry.value);
  const asOne = find(whole, known);
  if (asOne !== null) return [asOne];
  const spans = codeSpans(entry.value);
  const names = spans.length > 0 ? spans : whole.split(/\s*[,;]\s*|\s+(?:and|&)\s+/);
  return names.flatMap((raw) => {
    const name = raw.trim().replace(/^["'“]|["'”.]$/g, "");
    if (/^(?:none|nothing|n\/?a|-|–|—|)$/i.test(name)) return [];
    const id = find(name, known);
    if (id !== null) return [id];
    const message = `"${of}" depends on "${name}", which is no feature here; write its title, number or id`;
    problems.push({ severity: "error", code: "DEPENDS_UNKNOWN", line: entry.line, message, name });
    return [];
  });
}

function find(name: string, { ids, numbers, titles }: Names): string | null {
  if (/^feat_\d+/.test(name)) return ids.get(name) ?? null;
  const number = /^(?:feature|story|task|f|fr|us|#)?[\s#_-]*0*(\d+(?:\.\d+)*)\.?$/i.exec(name)?.[1];
  if (number !== undefined) return numbers.get(number) ?? null;
  return titles.get(titleKey(cleanTitle(name).text)) ?? null;
}

function cycleIn(features: readonly SpecFeature[]): SpecFeature[] | null {
  const byId = new Map(features.map((feature) => [feature.id, feature]));
  const done = new Set<string>();
  const walk = (feature: SpecFeature, path: readonly SpecFeature[]): SpecFeature[] | null => {
    const start = path.indexOf(feature);
    if (start >= 0) return [...path.slice(start), feature];
    if (done.has(feature.id)) return null;
    for (const id of feature.dependsOn) {
      const next = byId.get(id);
      const found = next === undefined ? null : walk(next, [...path, feature]);
      if (found !== null) return found;
    }
    done.add(feature.id);
    return null;
  };
  for (const feature of features) {
    const found = walk(feature, []);
    if (found !== null) return found;
  }
  return null;
}
