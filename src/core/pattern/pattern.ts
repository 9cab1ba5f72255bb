/** One character of a path segment, or a run of them. Ranges are code points, both ends included. */
export type Token = { readonly kind: "one"; readonly ranges: readonly Range[] } | { readonly kind: "many" };
type Range = readonly [from: number, to: number];

/** `**`: any number of segments, none included. Everything else stands for exactly one; most are plain names. */
export type Segment =
  | { readonly kind: "globstar" }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "tokens"; readonly tokens: readonly Token[] };

/** A pattern without braces. */
export interface Alternative {
  readonly segments: readonly Segment[];
  /** The folders that every path of it begins with; a plain path is all of them. */
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

/** A pattern that cannot be read: what is wrong with it, to be said after its name. */
interface Flawed {
  readonly flaw: string;
}

/**
 * Reads a pattern as every part of the product does: locks, the assignment, roles of paths, gates and settings. A path
 * relative to the repository, with `?`, `*`, `**`, `[a-z]`, `[!a-z]` (or `[^a-z]`), `{one,two}`, and `\` before a sign that
 * means itself. A name at the end is a file, or a folder and all below it. Dots are ordinary characters: a lock that left
 * out hidden files would not hold what it names. Brackets mean themselves too, since folders are called `[id]`. Whatever
 * else shells and libraries know is refused, not guessed at, so that two patterns can be compared exactly (FCX-05).
 */
export function parsePattern(pattern: string): { alternatives: Alternative[] } | Flawed {
  const text = pattern.replace(/^(?:\.\/+)+/, "");
  const flaw = flawOf(text);
  if (flaw !== null) return { flaw };
  const texts = expandBraces(text.endsWith("/") ? `${text}**` : text);
  if (texts === null) return { flaw: `has an open brace, or more than ${ALTERNATIVES_LIMIT} alternatives` };
  if (texts.reduce((sum, { length }) => sum + length, 0) > LENGTH_LIMIT)
    return { flaw: `has alternatives of more than ${LENGTH_LIMIT} characters` };
  const alternatives: Alternative[] = [];
  for (const one of texts) {
    for (const isPlain of one.includes("[") ? [false, true] : [false]) {
      const read = parseAlternative(one, isPlain);
      if ("flaw" in read) return read;
      alternatives.push(read);
    }
  }
  return { alternatives };
}

function flawOf(pattern: string): string | null {
  if (pattern.length > LENGTH_LIMIT) return `is longer than ${LENGTH_LIMIT} characters`;
  if (pattern === "" || pattern === "/") return "is empty";
  if (pattern.startsWith("/") || /^[A-Za-z]:/.test(pattern)) return "is not relative to the repository";
  if (pattern.includes("\0")) return "holds a zero byte";
  if (!pattern.isWellFormed()) return "is no well-formed text";
  if (!/[\\{|]/.test(pattern)) return null;
  if (/\\(?:[\p{L}\p{N}/]|$)/u.test(pattern.replaceAll("\\\\", "")))
    return "has a `\\` that escapes nothing; write paths with `/`";
  if (/(?<!\\)\{[^{},]*\.\.[^{},]*\}/.test(pattern)) return "has a range in braces; write each: {1,2,3}";
  return /(?<!\\)\|/.test(pattern) ? "has a `|`; write {one,two}" : null;
}

/** With `isPlain` brackets mean themselves. */
function parseAlternative(text: string, isPlain: boolean): Alternative | Flawed {
  if (text.startsWith("!")) return { flaw: "begins with `!`; a pattern says what is meant, not what is left out" };
  const segments: Segment[] = [];
  for (const part of splitSegments(text)) {
    if (part === "" || part === "." || part === "..") return { flaw: "has an empty part, `.` or `..`" };
    const segment = parseSegment(part, isPlain);
    if ("flaw" in segment) return segment;
    segments.push(segment);
  }
  if (segments.at(-1)?.kind === "literal") segments.push({ kind: "globstar" });
  const prefix: string[] = [];
  for (const segment of segments) {
    if (segment.kind !== "literal") break;
    prefix.push(segment.text);
  }
  return { segments, prefix };
}

/**
 * `a{b,c}d` to `abd`, `acd`; nested ones too, and braces without a comma mean themselves. Null when a brace is left open or
 * there are too many.
 */
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
      const [only = "", ...more] = parts;
      return combine(text.slice(0, open), more.length === 0 ? [`\\{${only}\\}`] : parts, text.slice(at + 1));
    }
  }
  return null;
}

function combine(before: string, parts: readonly string[], after: string): string[] | null {
  const all: string[] = [];
  for (const part of parts) {
    const expanded = expandBraces(`${before}${part}${after}`);
    if (expanded === null || all.length + expanded.length > ALTERNATIVES_LIMIT) return null;
    all.push(...expanded);
  }
  return all;
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

function parseSegment(part: string, isPlain: boolean): Segment | Flawed {
  if (part === "**") return { kind: "globstar" };
  if (!/[*?[\\(]/.test(part)) return { kind: "literal", text: part };
  const group = /(?<!\\)[@+?*!]\(/.exec(part)?.[0];
  if (group !== undefined) return { flaw: `has an extended glob, ${group}…); write {one,two}` };
  const tokens: Token[] = [];
  const chars = Array.from(part);
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? "";
    if (char === "*") {
      if (tokens.at(-1)?.kind !== "many") tokens.push({ kind: "many" });
    } else if (char === "?") tokens.push({ kind: "one", ranges: ANY });
    else if (char === "[" && !isPlain) {
      const read = parseClass(chars, at);
      if (read === null) return { flaw: `has a bracket without its end in ${part}` };
      if ("flaw" in read) return read;
      tokens.push({ kind: "one", ranges: read.ranges });
      at = read.end;
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

/** From the open bracket to the first `]` that is neither escaped nor the first thing inside; null where there is none. */
function parseClass(chars: readonly string[], open: number): { ranges: Range[]; end: number } | Flawed | null {
  const negated = chars[open + 1] === "!" || chars[open + 1] === "^";
  const first = negated ? open + 2 : open + 1;
  let at = first;
  const next = (): number => {
    if (chars[at] === "\\") at += 1;
    const code = chars[at]?.codePointAt(0) ?? 0;
    at += 1;
    return code;
  };
  const ranges: Range[] = [];
  while (at < chars.length && (chars[at] !== "]" || at === first)) {
    if (chars[at] === "[" && /[:.=]/.test(chars[at + 1] ?? ""))
      return { flaw: "has a named class of characters; write them, as [a-z]" };
    const from = next();
    const isRange = chars[at] === "-" && at + 1 < chars.length && chars[at + 1] !== "]";
    if (isRange) at += 1;
    const to = isRange ? next() : from;
    if (from > to) return { flaw: "has a range of characters that ends before it begins" };
    ranges.push([from, to]);
  }
  return at < chars.length ? { ranges: intersect(negated ? complement(ranges) : ranges, ANY), end: at } : null;
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
