import { dialects } from "@cucumber/gherkin";
import type { FeatureChild, GherkinDocument, RuleChild } from "@cucumber/messages";
import { isSlipOf } from "./misspelled.ts";
import type { SpecProblem } from "./spec-feature.ts";

type Feature = NonNullable<GherkinDocument["feature"]>;

/** Prose that begins like a step that lost or changed a letter. */
const PROSE = /^(?:the|they|them|than|thin|hen|ten|where|whet|give|gives|giver)$/i;

/**
 * Gherkin takes any line before the first step, or before the first scenario, as a description: a keyword with a slip there
 * takes what it says, up to a whole scenario, out of the specification, and the parser has nothing against it.
 */
export function slippedKeywords(feature: Feature, text: string): SpecProblem[] {
  const keywords = keywordsOf(feature.language);
  const lines = text.split("\n").map((line) => line.trim());
  return describedIn(feature).flatMap(({ description, line, hasSteps }) =>
    description.split("\n").flatMap((raw): SpecProblem[] => {
      const said = raw.trim();
      const meant = meantBy(said, keywords, hasSteps);
      if (meant === null) return [];
      const message = `"${said.slice(0, LONGEST)}" is read as a description; write \`${meant}\` if that is meant`;
      // Comments and blank lines are no part of a description.
      return [{ severity: "warning", code: "KEYWORD_UNKNOWN", line: lines.indexOf(said, line) + 1, message }];
    }),
  );
}

const LONGEST = 60;

interface Described {
  readonly description: string;
  /** Of the keyword that it describes. */
  readonly line: number;
  readonly hasSteps: boolean;
}

function describedIn({ description, location, children }: Feature): Described[] {
  const ofChild = (child: FeatureChild | RuleChild): Described[] => {
    const { background, scenario } = child;
    const own = background ?? scenario;
    if (own !== undefined)
      return [
        { description: own.description, line: own.location.line, hasSteps: own.steps.length > 0 },
        ...(scenario?.examples ?? []).map((one) => ({
          description: one.description,
          line: one.location.line,
          hasSteps: true,
        })),
      ];
    if (!("rule" in child) || child.rule === undefined) return [];
    const { rule } = child;
    return [
      { description: rule.description, line: rule.location.line, hasSteps: true },
      ...rule.children.flatMap(ofChild),
    ];
  };
  return [{ description, line: location.line, hasSteps: true }, ...children.flatMap(ofChild)];
}

interface Keywords {
  /** Before a colon. */
  readonly blocks: readonly string[];
  readonly steps: readonly string[];
}

function keywordsOf(language: string): Keywords {
  const words = dialects[language] ?? dialects["en"];
  if (words === undefined) return { blocks: [], steps: [] };
  const { background, examples, rule, scenario, scenarioOutline, given, when, then, and, but } = words;
  const steps = [...given, ...when, ...then, ...and, ...but].map((one) => one.trim()).filter((one) => one !== "*");
  return { blocks: [...background, ...examples, ...rule, ...scenario, ...scenarioOutline], steps };
}

/** The keyword that a line of a description was probably meant to begin with. */
function meantBy(line: string, { blocks, steps }: Keywords, hasSteps: boolean): string | null {
  const [, head] = /^([^:]{3,40}?)\s*:/.exec(line) ?? [];
  const block = head === undefined ? undefined : blocks.find((one) => isSlip(one, head));
  if (block !== undefined) return `${block}:`;
  const [word = ""] = line.split(/\s/, 1);
  if (word === line || PROSE.test(word)) return null;
  const same = steps.find((one) => one.toLowerCase() === word.toLowerCase());
  // A sentence goes on with `when` or `and`; only where no step stands at all is that one.
  if (same !== undefined) return !hasSteps || (word.length > 1 && word === same.toUpperCase()) ? same : null;
  return steps.find((one) => isSlip(one, word)) ?? null;
}

/** Short words are near to too many others: of those only letters that changed places count. */
function isSlip(keyword: string, given: string): boolean {
  const [wanted, found] = [keyword.toLowerCase(), given.toLowerCase()];
  if (!isSlipOf(wanted, found)) return false;
  return wanted.length > SHORT || lettersOf(wanted) === lettersOf(found) || STEPS_OF_FOUR.has(wanted);
}

const SHORT = 4;
/** Hardly a word of prose is near to these that `PROSE` does not have. */
const STEPS_OF_FOUR: ReadonlySet<string> = new Set(["when", "then"]);

const lettersOf = (word: string): string => word.split("").toSorted().join("");
