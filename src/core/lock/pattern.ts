/** One character of a path segment, or a run of them. Ranges are code points, both ends included. */
export type Token = { readonly kind: "one"; readonly ranges: readonly Range[] } | { readonly kind: "many" };
type Range = readonly [from: number, to: number];

/** `**`: any number of segments, none included. Everything else stands for exactly one; most are plain names. */
export type Segment =
  | { readonly kind: "globstar" }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "tokens"; readonly tokens: readonly Token[] };

/** A pattern without braces. `literal` is the path itself where nothing is left open. */
export interface Alternative {
  readonly segments: readonly Segment[];
  readonly literal: string | null;
  /** The folders that every path of it begins with. */
  readonly prefix: readonly string[];
}

const LAST = 0x10ffff;
const ALTERNATIVES_LIMIT = 256;
/** Of a pattern, and of its alternatives together: to compare two of them takes the product of their lengths. */
const LENGTH_LIMIT = 4096;
const SLASH = 0x2f;
/** Any character but the slash, which ends a segment. */
const ANY: readonly Range[] = [
  [0, SLASH - 1],
  [SLASH + 1, LAST],
];

/**
 * Reads a lock's pattern: a path relative to the repository, with `?`, `*`, `**`, `[a-z]`, `[!a-z]`, `{one,two}`, and `\` before
 * a character that means itself. A closing slash names everything below. Dots are ordinary characters: a lock that left
 * out hidden files would not hold what it names. Answers why it is none.
 */
export function parsePattern(pattern: string): { alternatives: Alternative[] } | { flaw: string } {
  const flaw = flawOf(pattern);
  if (flaw !== null) return { flaw };
  const texts = expandBraces(pattern.endsWith("/") ? `${pattern}**` : pattern);
  if (texts === null) return { flaw: `has an open brace, or more than ${ALTERNATIVES_LIMIT} alternatives` };
  if (texts.reduce((sum, { length }) => sum + length, 0) > LENGTH_LIMIT)
    return { flaw: `has alternatives of more than ${LENGTH_LIMIT} characters` };
  const alternatives: Alternative[] = [];
  for (const text of texts) {
    const parts = splitSegments(text);
    if (parts.some((part) => part === "" || part === "." || part === ".."))
      return { flaw: "has an empty part, `.` or `..`" };
    const segments: Segment[] = [];
    for (const part of parts) {
      const segment = parseSegment(part);
      if (segment === null) return { flaw: `has a bracket without its end in ${part}` };
      segments.push(segment);
    }
    alternatives.push({ segments, ...fixedPart(segments) });
  }
  return { alternatives };
}

function flawOf(pattern: string): string | null {
  if (pattern.length > LENGTH_LIMIT) return `is longer than ${LENGTH_LIMIT} characters`;
  if (pattern === "" || pattern === "/") return "is empty";
  if (pattern.startsWith("/") || /^[A-Za-z]:/.test(pattern)) return "is not relative to the repository";
  if (pattern.includes("\0")) return "holds a zero byte";
  return pattern.isWellFormed() ? null : "is no well-formed text";
}

/** `a{b,c}d` to `abd`, `acd`; nested ones too. Null when a brace is left open or there are too many. */
function expandBraces(text: string): string[] | null {
  const open = findPlain(text, "{", 0);
  if (open < 0) return [text];
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "{") depth += 1;
    else if (char === "," && depth === 1) {
      parts.push(text.slice(from, at));
      from = at + 1;
    } else if (char === "}") {
      depth -= 1;
      if (depth > 0) continue;
      parts.push(text.slice(from, at));
      const all: string[] = [];
      for (const part of parts) {
        const expanded = expandBraces(`${text.slice(0, open)}${part}${text.slice(at + 1)}`);
        if (expanded === null || all.length + expanded.length > ALTERNATIVES_LIMIT) return null;
        all.push(...expanded);
      }
      return all;
    }
  }
  return null;
}

function findPlain(text: string, wanted: string, from: number): number {
  if (!text.includes("\\")) return text.indexOf(wanted, from);
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === wanted) return at;
  }
  return -1;
}

function splitSegments(text: string): string[] {
  if (!text.includes("\\")) return text.split("/");
  const parts: string[] = [];
  let from = 0;
  for (let at = findPlain(text, "/", 0); at >= 0; at = findPlain(text, "/", at + 1)) {
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)];
}

/** Null for a bracket without its end. */
function parseSegment(part: string): Segment | null {
  if (part === "**") return { kind: "globstar" };
  if (!/[*?[\\]/.test(part)) return { kind: "literal", text: part };
  const tokens: Token[] = [];
  const chars = Array.from(part);
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? "";
    if (char === "*") {
      if (tokens.at(-1)?.kind !== "many") tokens.push({ kind: "many" });
    } else if (char === "?") tokens.push({ kind: "one", ranges: ANY });
    else if (char === "[") {
      const end = closingBracket(chars, at);
      if (end < 0) return null;
      tokens.push({ kind: "one", ranges: parseClass(chars.slice(at + 1, end)) });
      at = end;
    } else {
      const literal = char === "\\" ? (chars[(at += 1)] ?? "\\") : char;
      tokens.push(oneOf(literal));
    }
  }
  const text = literalText(tokens);
  return text === null ? { kind: "tokens", tokens } : { kind: "literal", text };
}

/** The characters of a segment, one by one. */
export const tokensOf = (segment: Exclude<Segment, { readonly kind: "globstar" }>): readonly Token[] =>
  segment.kind === "tokens" ? segment.tokens : Array.from(segment.text, oneOf);

const oneOf = (char: string): Token => {
  const code = char.codePointAt(0) ?? 0;
  return { kind: "one", ranges: [[code, code]] };
};

/** The first `]` that is not the first thing inside. */
function closingBracket(chars: readonly string[], open: number): number {
  const first = chars[open + 1] === "!" || chars[open + 1] === "^" ? open + 2 : open + 1;
  for (let at = first + 1; at < chars.length; at += 1) if (chars[at] === "]") return at;
  return -1;
}

function parseClass(chars: readonly string[]): Range[] {
  const negated = chars[0] === "!" || chars[0] === "^";
  const ranges: Range[] = [];
  for (let at = negated ? 1 : 0; at < chars.length; at += 1) {
    const from = chars[at]?.codePointAt(0) ?? 0;
    const isRange = chars[at + 1] === "-" && at + 2 < chars.length;
    const to = isRange ? (chars[at + 2]?.codePointAt(0) ?? 0) : from;
    if (isRange) at += 2;
    if (from <= to) ranges.push([from, to]);
  }
  return intersect(negated ? complement(ranges) : ranges, ANY);
}

function complement(ranges: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let from = 0;
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    if (first > from) rest.push([from, first - 1]);
    from = Math.max(from, last + 1);
  }
  if (from <= LAST) rest.push([from, LAST]);
  return rest;
}

function intersect(left: readonly Range[], right: readonly Range[]): Range[] {
  return left.flatMap(([a, b]) =>
    right.flatMap(([c, d]): Range[] => (Math.max(a, c) <= Math.min(b, d) ? [[Math.max(a, c), Math.min(b, d)]] : [])),
  );
}

export const rangesMeet = (left: readonly Range[], right: readonly Range[]): boolean =>
  left.some(([a, b]) => right.some(([c, d]) => Math.max(a, c) <= Math.min(b, d)));

function fixedPart(segments: readonly Segment[]): Pick<Alternative, "literal" | "prefix"> {
  const texts = segments.map(literalOf);
  const open = texts.indexOf(null);
  const prefix = texts.slice(0, open < 0 ? -1 : open).filter((text) => text !== null);
  return { literal: open < 0 ? texts.join("/") : null, prefix };
}

const literalOf = (segment: Segment): string | null => (segment.kind === "literal" ? segment.text : null);

/** What the tokens spell where nothing is left open: escapes and brackets of one character. */
function literalText(tokens: readonly Token[]): string | null {
  let text = "";
  for (const token of tokens) {
    const [only, second] = token.kind === "one" ? token.ranges : [];
    if (only === undefined || second !== undefined || only[0] !== only[1]) return null;
    text += String.fromCodePoint(only[0]);
  }
  return text;
}
