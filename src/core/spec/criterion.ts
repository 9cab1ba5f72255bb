import type { Criterion } from "../../schema/task.ts";
import { parsePattern } from "../pattern/pattern.ts";

/** How a criterion says it is decided; without such words the feature's test decides it. */
export interface Binding {
  /** The criterion without the words that bind it. */
  readonly text: string;
  readonly check: Exclude<Criterion["check"], "test"> | null;
  readonly argument: string;
  /** Why the words bind nothing, or what words would say what this one seems to mean; null: all is clear. */
  readonly doubt: string | null;
}

const LONGEST = 1000;
const TAGGED = /^(.*\S)\s*\(\s*(file|command|coverage|review|human)\s*(?::\s*(.*?)\s*)?\)\s*\.?$/i;
const RUNS = /(?:^|\s)`?([\w./-]+(?: [^`]+?)?)`? (?:exits?|ends?|returns?)(?: with)?(?: (?:exit )?code)? (?:0|zero)\b/i;
const WRITTEN =
  /\b(?:documented|described|explained|mentioned|listed|noted) in (?:the )?`?([\w./-]+\.(?:md|txt|rst|adoc))`?/i;

/**
 * Reads `… (file: docs/KEYS.md)`, `(command: npm run bench)`, `(coverage: 95)`, `(review)` and `(human)` at the end of a criterion
 * (decisions.md, Gates and criteria). Words that cannot be read stay part of it.
 */
export function bindingOf(criterion: string): Binding {
  // Nobody writes so long a criterion, and the patterns take their time over one.
  if (criterion.length > LONGEST) return { text: criterion, check: null, argument: "", doubt: null };
  const [, text = "", kind = "", given = ""] = TAGGED.exec(criterion) ?? [];
  if (kind === "") return { text: criterion, check: null, argument: "", doubt: meant(criterion) };
  const check = kind.toLowerCase() as NonNullable<Binding["check"]>;
  const argument = given.replaceAll("`", "").trim();
  const doubt = ARGUMENTS[check](argument);
  return doubt === null
    ? { text, check, argument: check === "coverage" ? argument.replace(/\s*%$/, "") : argument, doubt }
    : { text: criterion, check: null, argument: "", doubt };
}

/** What is wrong with an argument. */
const ARGUMENTS: Readonly<Record<NonNullable<Binding["check"]>, (argument: string) => string | null>> = {
  file: (path) => {
    if (path === "") return "(file) names no file; write (file: docs/PAGE.md), or a glob";
    const parsed = parsePattern(path);
    return "flaw" in parsed ? `(file: ${path}) ${parsed.flaw}; write a path below the project's root` : null;
  },
  command: (command) => (command === "" ? "(command) names none; write (command: npm run lint)" : null),
  coverage: (share) =>
    /^(?:100|\d{1,2})(?:\.\d+)?\s*%?$/.test(share) && Number.parseFloat(share) <= 100
      ? null
      : "(coverage) needs per cent of the changed lines; write (coverage: 95)",
  review: (rest) => (rest === "" ? null : "(review) takes nothing; the criterion's own words are what is reviewed"),
  human: (rest) => (rest === "" ? null : "(human) takes nothing; the criterion's own words are what a person is asked"),
};

/** A criterion that reads as if more than a test decided it. */
function meant(criterion: string): string | null {
  const path = WRITTEN.exec(criterion)?.[1];
  const command = path === undefined ? RUNS.exec(criterion)?.[1] : undefined;
  const tag = path === undefined ? command && `(command: ${command})` : `(file: ${path})`;
  return tag === undefined || tag === ""
    ? null
    : `"${criterion}" is decided by the feature's test alone; end it with ${tag} to have it checked by itself`;
}
