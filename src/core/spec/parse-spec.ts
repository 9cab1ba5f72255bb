import { isTable } from "./block.ts";
import { resolveDepends } from "./depends.ts";
import { deepLine, lineOf, readMarkdown } from "./markdown.ts";
import { holdsFeature, outlineOf } from "./outline.ts";
import { isGherkin, readGherkin } from "./gherkin.ts";
import { misspelledKeys } from "./misspelled.ts";
import { documentOf, sectionsOf } from "./sections.ts";
import { settle } from "./settle.ts";
import { isSpecKit, readSpecKit } from "./spec-kit.ts";
import type { Drafted, Spec, SpecFeature, SpecProblem } from "./spec-feature.ts";
import { isTaskMaster, readTaskMaster } from "./task-master.ts";
import { titleKey } from "./title.ts";

/** What a text is shows in itself, so that standard input is read like a file. Markdown is everything else. */
const FORMATS: readonly (readonly [is: (text: string) => boolean, read: (text: string) => Drafted])[] = [
  [isTaskMaster, readTaskMaster],
  [isGherkin, readGherkin],
  [isSpecKit, readSpecKit],
];

/**
 * Reads a specification: Markdown, with headings or top-level list items as features, their bullets as steps, and the keys
 * `Test Priority Verify Files Changes Depends Category`; Gherkin; `tasks.md` of spec-kit; `tasks.json` of Task Master. Nothing is
 * guessed: what is unclear stands in `problems` with its line; an error there means that the text is no specification.
 */
export function parseSpec(text: string): Spec {
  const unusable = unusableText(text);
  if (unusable !== null) return { title: "", features: [], problems: [unusable] };
  const read = FORMATS.find(([is]) => is(text))?.[1] ?? readProse;
  const { title, drafts, problems: found } = read(text);
  const problems: SpecProblem[] = [...found];
  const features = resolveDepends(settle(drafts, problems), problems);
  problems.push(...nameless(features), ...duplicateTitles(features));
  if (features.length === 0 && problems.every(({ severity }) => severity === "warning"))
    problems.push({ severity: "error", code: "NO_FEATURES", line: 1, message: "no features found" });
  problems.sort((a, b) => a.line - b.line);
  return { title, features, problems };
}

function readProse(markdown: string): Drafted {
  const text = readMarkdown(markdown);
  const document = documentOf(sectionsOf(text), (section) => holdsFeature(section, text.source));
  const { drafts, problems } = outlineOf(document, text.source);
  const title = document.title || text.frontMatterTitle;
  if (drafts.length > 0) return { title, drafts, problems: [...problems, ...misspelledKeys(text.source)] };
  const table = text.blocks.find((block) => isTable(block, text.source));
  const hint = table === undefined ? "" : ` (the table on line ${lineOf(table)} is not read)`;
  const message = `no features found${hint}; write one heading (##) or list item a feature, its steps as bullets, and a line \`Test: <command>\``;
  const problem = otherFormat(markdown) ?? { severity: "error", code: "NO_FEATURES", line: 1, message };
  return { title, drafts, problems: [...problems, problem] };
}

const SCENARIO = /^\s*(?:Scenario(?: Outline| Template)?|Background|Rule):/;

/** What is no Markdown either, though nearly one of the other formats. */
function otherFormat(text: string): SpecProblem | null {
  const scenario = text.split("\n").findIndex((line) => SCENARIO.test(line)) + 1;
  if (scenario > 0) {
    const message = "a scenario without its feature; begin the file with a line `Feature: <name>`";
    return { severity: "error", code: "SPEC_SYNTAX", line: scenario, message };
  }
  if (!/^\s*[{[]\s*(?:["{}\]]|$)/.test(text)) return null;
  const message = "no features found; of JSON only Task Master's is read: an object with a list `tasks`";
  return { severity: "error", code: "NO_FEATURES", line: 1, message };
}

function unusableText(markdown: string): SpecProblem | null {
  if (markdown.trim() === "") return { severity: "error", code: "SPEC_EMPTY", line: 1, message: "the file is empty" };
  // oxlint-disable-next-line no-control-regex -- control characters are what tells a binary file from text
  const strange = markdown.match(/[\u0000-\u0008\u000E-\u001A\uFFFD]/g)?.length ?? 0;
  const isBinary = markdown.includes("\u0000") || strange > markdown.length / 100;
  if (isBinary) return { severity: "error", code: "SPEC_NOT_TEXT", line: 1, message: "the file is not UTF-8 text" };
  const deep = deepLine(markdown);
  const message = "more than 100 lists and quotes begin within each other on one line; write one a line";
  return deep === null ? null : { severity: "error", code: "NESTED_TOO_DEEP", line: deep, message };
}

/** Gherkin asks for no name of a scenario; but it is what is to be built, what its agent is told, and what its commit is called. */
function nameless(features: readonly SpecFeature[]): SpecProblem[] {
  const message = "a scenario or task without a name; say in a few words what is to be built";
  return features
    .filter(({ description }) => description.trim() === "")
    .map(({ line }): SpecProblem => ({ severity: "error", code: "SPEC_SYNTAX", line, message }));
}

function duplicateTitles(features: readonly SpecFeature[]): SpecProblem[] {
  const first = new Map<string, SpecFeature>();
  return features.flatMap((feature): SpecProblem[] => {
    const key = titleKey(feature.description);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, feature);
      return [];
    }
    const message = `"${feature.description}" stands on line ${earlier.line} too; both are kept, rename or remove one`;
    return [{ severity: "warning", code: "TITLE_DUPLICATE", line: feature.line, message }];
  });
}
