import { AstBuilder, Errors, GherkinClassicTokenMatcher, Parser } from "@cucumber/gherkin";
import type { DataTable, Examples, Feature, FeatureChild, RuleChild, Scenario, Step, Tag } from "@cucumber/messages";
import { Priority } from "../../schema/feature-list.ts";
import { createDraft, type Draft, type KeyEntry } from "./block.ts";
import { slippedKeywords } from "./gherkin-slips.ts";
import { segmentsOf, type Key } from "./keys.ts";
import type { Drafted, SpecProblem } from "./spec-feature.ts";

/**
 * Before the word that opens a feature, in any of Gherkin's languages, stand only comments, tags and blank lines. Line by line:
 * were a line break white space too, a hundred blank lines would take for ever.
 */
const OPENING = /^(?:[^\S\n]*(?:#[^\n]*|@[^\n]*)?\n)*[^\S\n]*(?:#\s*language:|Feature:|Business Need:|Ability:)/;

export const isGherkin = (text: string): boolean => OPENING.test(text);

/**
 * Gherkin: each scenario is a feature to build, its steps after those of the backgrounds around it. Descriptions may hold
 * the keys of a Markdown spec (`Test: …`); tags say the same in short: `@manual`, `@e2e`, `@priority:high`.
 */
export function readGherkin(text: string): Drafted {
  let ids = 0;
  const builder = new AstBuilder(() => String((ids += 1)));
  try {
    const { feature } = new Parser(builder, new GherkinClassicTokenMatcher()).parse(text);
    if (feature === undefined) return { title: "", drafts: [], problems: [] };
    const { keys, prose } = describe(feature.description, feature.location.line);
    const drafts = draftsOf(feature.children, [], { tags: feature.tags, keys, prose });
    const problems = [...slippedKeywords(feature, text), ...levelTags(feature)];
    if (drafts.length > 0) return { title: feature.name, drafts, problems };
    const { line } = feature.location;
    const message = `no scenario found; each \`Scenario:\` below "${feature.name}" is a feature to build`;
    return {
      title: feature.name,
      drafts,
      problems: [...problems, { severity: "error", code: "NO_FEATURES", line, message }],
    };
  } catch (error) {
    if (!(error instanceof Errors.GherkinException)) throw error;
    const [first = error] = error.errors ?? [];
    const line = (first instanceof Errors.GherkinException ? first.location?.line : undefined) ?? 1;
    const message = first.message.replace(/^\(\d+:\d+\):\s*/, "");
    return { title: "", drafts: [], problems: [{ severity: "error", code: "SPEC_SYNTAX", line, message }] };
  }
}

/** What holds for every scenario below: a feature's tags and keys, and a rule's. */
interface Shared {
  readonly tags: readonly Tag[];
  readonly keys: readonly KeyEntry[];
  /** What is said of all of them: an agent is told it with each. */
  readonly prose: readonly string[];
}

function draftsOf(children: readonly (FeatureChild | RuleChild)[], before: readonly string[], shared: Shared): Draft[] {
  const opening = [...before];
  const said = [...shared.prose];
  return children.flatMap((child): Draft[] => {
    if (child.background !== undefined) {
      opening.push(...child.background.steps.flatMap(stepLines));
      said.push(...describe(child.background.description, child.background.location.line).prose);
      return [];
    }
    if (child.scenario !== undefined) return [draftOf(child.scenario, opening, { ...shared, prose: said })];
    if (!("rule" in child) || child.rule === undefined) return [];
    const { rule } = child;
    const own = describe(rule.description, rule.location.line);
    const prose = [...said, ...(rule.name === "" ? [] : [`Rule: ${rule.name}`]), ...own.prose];
    const keys = [...own.keys, ...shared.keys];
    return draftsOf(rule.children, opening, { tags: [...shared.tags, ...rule.tags], keys, prose });
  });
}

function draftOf(scenario: Scenario, opening: readonly string[], shared: Shared): Draft {
  const { line } = scenario.location;
  const own = describe(scenario.description, line);
  const tags = [...shared.tags, ...scenario.tags];
  const tagged = tags.flatMap(tagEntry);
  const others = tags.filter((tag) => tagEntry(tag).length === 0).map(({ name }) => name);
  const given = new Set<Key>();
  // The nearest word counts: the scenario's own, then its tags, then what stands above it.
  const keys = [...own.keys, ...tagged.toReversed(), ...shared.keys].filter(
    ({ key }) => !given.has(key) && given.add(key),
  );
  const draft = createDraft(scenario.name, null, line);
  draft.steps.push(...opening, ...scenario.steps.flatMap(stepLines));
  draft.detail.push(...shared.prose, ...own.prose);
  if (others.length > 0) draft.detail.push(`Tags: ${others.join(" ")}`);
  draft.detail.push(...scenario.examples.flatMap(exampleLines));
  draft.keys.push(...keys);
  return draft;
}

function tagEntry({ name, location: { line } }: Tag): KeyEntry[] {
  const entry = (key: Key, value: string): KeyEntry => ({ key, value, line, raw: name, isLazy: false });
  if (name === "@manual" || name === "@e2e") return [entry("verify", name.slice(1))];
  const [, key, value = ""] = /^@(priority|category)[:=](.+)$/.exec(name) ?? [];
  return key === "priority" || key === "category" ? [entry(key, value)] : [];
}

/** A tag that says a priority and not that it is one. */
function levelTags(feature: Feature): SpecProblem[] {
  const below = (children: readonly (FeatureChild | RuleChild)[]): Tag[] =>
    children.flatMap((child) => {
      const rule = "rule" in child ? child.rule : undefined;
      return [...(child.scenario?.tags ?? []), ...(rule?.tags ?? []), ...below(rule?.children ?? [])];
    });
  return [...feature.tags, ...below(feature.children)].flatMap(({ name, location: { line } }): SpecProblem[] => {
    const level = Priority.options.find((option) => name === `@${option}`);
    const message = `${name} is a tag like any other; write @priority:${level} if that is meant`;
    return level === undefined ? [] : [{ severity: "warning", code: "KEY_UNKNOWN", line, message }];
  });
}

function describe(description: string, line: number): { keys: KeyEntry[]; prose: string[] } {
  const text = description
    .split("\n")
    .map((part) => part.trim())
    .join("\n");
  const segments = segmentsOf(text, line + 1);
  const prose = segments.flatMap((segment) => (segment.kind === "prose" ? [segment.raw] : []));
  return { keys: segments.filter((segment) => segment.kind === "key"), prose };
}

function stepLines({ keyword, text, docString, dataTable }: Step): string[] {
  const doc = docString === undefined ? "" : `\n${docString.content}`;
  return [`${keyword}${text}${doc}${dataTable === undefined ? "" : `\n${tableText(dataTable.rows)}`}`];
}

function exampleLines({ name, description, tags, location, tableHeader, tableBody }: Examples): string[] {
  const rows = tableHeader === undefined ? tableBody : [tableHeader, ...tableBody];
  const { prose } = describe(description, location.line);
  const tagged = tags.length === 0 ? [] : [`Tags: ${tags.map((tag) => tag.name).join(" ")}`];
  return [[`Examples${name === "" ? "" : ` (${name})`}:`, ...prose, ...tagged, tableText(rows)].join("\n")];
}

const tableText = (rows: DataTable["rows"]): string =>
  rows.map(({ cells }) => `| ${cells.map(({ value }) => escaped(value)).join(" | ")} |`).join("\n");

/** As it was written: a bar within a cell would be another column. */
const escaped = (cell: string): string => cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("\n", "\\n");
