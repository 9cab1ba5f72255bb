import type { KeyEntry } from "./block.ts";
import { codeSpans } from "./keys.ts";
import { plainInline } from "./markdown.ts";
import type { SettledFeature } from "./settle.ts";
import type { SpecFeature, SpecProblem } from "./spec-feature.ts";
import { cleanTitle, titleKey } from "./title.ts";

/** Turns titles, numbers and ids of `Depends:` into ids. An unknown one is named and left out; a cycle is an error. */
export function resolveDepends(settled: readonly SettledFeature[], problems: SpecProblem[]): SpecFeature[] {
  const features = settled.map(({ feature, depends }): SpecFeature => {
    const ids = depends.flatMap((entry) => idsOf(entry, feature.description, settled, problems));
    return { ...feature, dependsOn: [...new Set(ids)] };
  });
  const cycle = cycleIn(features);
  if (cycle !== null) {
    const names = cycle.map((feature) => `"${feature.description}"`).join(" → ");
    const message = `Depends: goes in a circle: ${names}; take one of them away`;
    problems.push({ severity: "error", code: "DEPENDS_CYCLE", line: cycle[0]?.line ?? 1, message });
  }
  return features;
}

function idsOf(entry: KeyEntry, of: string, settled: readonly SettledFeature[], problems: SpecProblem[]): string[] {
  const whole = plainInline(entry.value);
  const asOne = find(whole, settled);
  if (asOne !== null) return [asOne];
  const spans = codeSpans(entry.value);
  const names = spans.length > 0 ? spans : whole.split(/\s*[,;]\s*|\s+(?:and|&)\s+/);
  return names.flatMap((raw) => {
    const name = raw.trim().replace(/^["'“]|["'”.]$/g, "");
    if (/^(?:none|nothing|n\/?a|-|–|—|)$/i.test(name)) return [];
    const id = find(name, settled);
    if (id !== null) return [id];
    const message = `"${of}": Depends: names "${name}", which is no feature here; write its title, number or id`;
    problems.push({ severity: "warning", code: "DEPENDS_UNKNOWN", line: entry.line, message });
    return [];
  });
}

/** By id or its first part, by the author's own number, by position where the author numbered nothing, by title. */
function find(name: string, settled: readonly SettledFeature[]): string | null {
  if (/^feat_\d+/.test(name)) {
    return settled.find(({ feature }) => feature.id === name || feature.id.startsWith(`${name}_`))?.feature.id ?? null;
  }
  const number = /^(?:feature|story|task|f|fr|us|#)?[\s#_-]*0*(\d+(?:\.\d+)*)\.?$/i.exec(name)?.[1];
  if (number !== undefined) {
    const labelled = settled.filter((one) => one.label !== null);
    if (labelled.length === 0) return settled[Number(number) - 1]?.feature.id ?? null;
    return labelled.find((one) => one.label?.replace(/^0+(?=\d)/, "") === number)?.feature.id ?? null;
  }
  const key = titleKey(cleanTitle(name).text);
  return settled.find(({ feature }) => titleKey(feature.description) === key)?.feature.id ?? null;
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
