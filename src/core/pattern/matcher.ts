import { parsePattern, type Alternative, type Segment, type Token } from "./pattern.ts";

/**
 * Whether a path fits one of the patterns, read as locks read them. A pattern that cannot be read fits nothing: whoever takes
 * one in refuses it.
 */
export function createMatcher(patterns: readonly string[]): (path: string) => boolean {
  const alternatives = patterns.flatMap((pattern) => {
    const parsed = parsePattern(pattern);
    return "flaw" in parsed ? [] : parsed.alternatives;
  });
  if (alternatives.length === 0) return () => false;
  const once = createGroups();
  const [anywhere, others] = [alternatives.filter(isAnywhere), alternatives.filter((one) => !isAnywhere(one))];
  // One walk down the folders for all that may begin in any of them.
  const below = anywhere.map(({ segments }) => sourceOf(segments.slice(1), once));
  const sources = others.map(({ segments }) => sourceOf(segments, once));
  if (below.length > 0) sources.push(`(?:[^/]+/)*(?:${below.join("|")})`);
  const expression = new RegExp(`^(?:${sources.join("|")})`, "u");
  return (path) => path !== "" && expression.test(`${path}/`);
}

const isGlobstar = ({ kind }: Segment): boolean => kind === "globstar";

/** `**` and then one run of names. */
const isAnywhere = ({ segments }: Alternative): boolean => {
  const last = segments.findLastIndex((segment) => !isGlobstar(segment));
  return last > 0 && segments.slice(0, last).findLastIndex(isGlobstar) === 0;
};

/**
 * An expression that commits to its first match and never tries another: patterns and paths are others' words, and trying all
 * places of all stars would take for ever.
 */
type Groups = (source: string) => string;

function createGroups(): Groups {
  let count = 0;
  return (source) => {
    count += 1;
    return `(?=(?<g${count}>${source}))\\k<g${count}>`;
  };
}

/** Every name ends with its slash, the last one too, so that `**` can stand for none. What follows a `**` is a fixed number of names. */
function sourceOf(segments: readonly Segment[], once: Groups): string {
  const [first = [], ...runs] = split(segments, isGlobstar);
  const source = (run: readonly Segment[]): string => run.map((segment) => `${nameSource(segment, once)}/`).join("");
  if (runs.length === 0) return `${source(first)}$`;
  const isOpen = runs.at(-1)?.length === 0;
  const filled = runs.filter((run) => run.length > 0);
  const last = filled.pop();
  if (last === undefined) return source(first);
  const between = filled.map((run) => once(`(?:[^/]+/)*?${source(run)}`)).join("");
  return `${source(first)}${between}(?:[^/]+/)*${source(last)}${isOpen ? "" : "$"}`;
}

function nameSource(segment: Segment, once: Groups): string {
  if (segment.kind !== "tokens") return segment.kind === "literal" ? RegExp.escape(segment.text) : "";
  const [first = [], ...runs] = split(segment.tokens, ({ kind }) => kind === "many");
  const source = (run: readonly Token[]): string => run.map(charSource).join("");
  const last = runs.pop();
  if (last === undefined) return source(first);
  return `${source(first)}${runs.map((run) => once(`[^/]*?${source(run)}`)).join("")}[^/]*${source(last)}`;
}

function charSource(token: Token): string {
  const ranges = token.kind === "one" ? token.ranges : [];
  return `[${ranges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join("")}]`;
}

const escaped = (code: number): string => `\\u{${code.toString(16)}}`;

function split<T>(items: readonly T[], isBetween: (item: T) => boolean): T[][] {
  const runs: T[][] = [[]];
  for (const item of items) {
    if (isBetween(item)) runs.push([]);
    else runs.at(-1)?.push(item);
  }
  return runs;
}
