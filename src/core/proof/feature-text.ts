import { splitOutsideBraces } from "../pattern/list.ts";
import { createMatcher as createPathMatcher } from "../pattern/matcher.ts";
import { parsePattern } from "../pattern/pattern.ts";

/**
 * What has to be shown of a change: a `feature`, by a test that fails without it; a `fix`, by one that runs on base's code and fails there;
 * a `refactor`, which changes nothing that tests see, by base's tests that notice when the changed code is taken away.
 */
export const CHANGE_KINDS = ["feature", "fix", "refactor"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What a feature's own words say about its proof. */
export interface FeatureText {
  readonly description: string;
  /** `Kind:`; a `feature` where nothing is said. */
  readonly kind: ChangeKind;
  readonly criteria: readonly { readonly text: string; readonly tests: readonly string[] }[];
  /** True for a test id that the feature names under `Changes:`: its behaviour is meant to change. */
  allowsChange(id: string): boolean;
  /** What stands under `Changes:` and names none of these ids. */
  namesNothing(ids: readonly string[]): readonly string[];
}

/**
 * Reads criteria and `Changes:` from a feature's text. A criterion is a bullet; the tests it names stand in backticks.
 * `Changes:` lists test ids, titles or globs of test files, separated by commas; ` because …` after them is the reason.
 */
export function readFeatureText(text: string): FeatureText {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const changes = lines.flatMap((line) => listedIn(/^(?:[-*]\s*)?Changes:\s*(.+)$/i.exec(line)?.[1] ?? ""));
  const criteria = lines.flatMap((line) => {
    const bullet = /^[-*]\s+(?!\w+:)(.+)$/.exec(line)?.[1];
    if (bullet === undefined) return [];
    return [
      { text: bullet, tests: [...bullet.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "").filter(namesTest) },
    ];
  });
  const matchers = changes.map(([change = "", ...more]) => {
    const each = [change, ...more].map(createMatcher);
    return { change, matches: (id: string) => each.some((matches) => matches(id)) };
  });
  return {
    description: lines.find((line) => line !== "") ?? "",
    kind:
      lines.map((line) => kindOf(/^(?:[-*]\s*)?Kind:\s*(.+)$/i.exec(line)?.[1] ?? "")).find((kind) => kind !== null) ??
      "feature",
    criteria,
    allowsChange: (id) => matchers.some(({ matches }) => matches(id)),
    namesNothing: (ids) => matchers.filter(({ matches }) => !ids.some(matches)).map(({ change }) => change),
  };
}

/** As people call it, a category of a specification too. */
export function kindOf(word: string): ChangeKind | null {
  if (/^(?:bug[- ]?)?fix(?:es)?$|^bug$/i.test(word.trim())) return "fix";
  if (/^refactor(?:ing)?$/i.test(word.trim())) return "refactor";
  return /^feat(?:ure)?$/i.test(word.trim()) ? "feature" : null;
}

/** Each name without the reason; a title may itself say "because", so the last may be meant with more of it. */
function listedIn(list: string): string[][] {
  const named = list.replace(/ because .*$/, "");
  const names = splitOutsideBraces(named, /,/);
  const [last = ""] = names.splice(-1);
  const rest = last + list.slice(named.length);
  const readings = [...rest.matchAll(/ because |$/g)].map(({ index }) => rest.slice(0, index));
  return [...names.map((name) => [name]), readings].map((each) => each.map(clean)).filter(([name]) => name !== "");
}

const clean = (item: string): string => item.trim().replaceAll("`", "");
/** Code in backticks that is not a test's name or id would otherwise ask for a RED test that cannot exist. */
const namesTest = (name: string): boolean => name.includes("::") || /^test[_ ]/.test(name);

function createMatcher(change: string): (id: string) => boolean {
  if (/[/*]|\.\w+$/.test(change) && !change.includes("::") && !("flaw" in parsePattern(change))) {
    const matchesPath = createPathMatcher([change.includes("/") ? change : `**/${change}`]);
    return (id) => matchesPath(id.split("::")[0] ?? "");
  }
  return (id) =>
    [id, id.replace(ROW, "")].some(
      (name) =>
        name === change || name.split("::")[1] === change || (name.split("::")[1]?.endsWith(` > ${change}`) ?? false),
    );
}

/** The parameters of a table test's row: naming the test names its rows. */
const ROW = /\[[^\]]*\](?: #\d+)?$/;
