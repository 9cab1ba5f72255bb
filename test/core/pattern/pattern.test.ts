import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createLockIndex } from "../../../src/core/lock/index-of-locks.ts";
import { overlaps } from "../../../src/core/pattern/overlap.ts";
import { createMatcher } from "../../../src/core/pattern/matcher.ts";
import { parsePattern, type Alternative } from "../../../src/core/pattern/pattern.ts";

function read(pattern: string): Alternative[] {
  const parsed = parsePattern(pattern);
  if ("flaw" in parsed) throw new Error(`${pattern} ${parsed.flaw}`);
  return parsed.alternatives;
}
const overlap = (a: string, b: string): boolean => overlaps(read(a), read(b));

describe("FCX-05 two patterns overlap when some path fits both", () => {
  it.each([
    ["src/a.ts", "src/a.ts", true],
    ["src/a.ts", "src/b.ts", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**", "src/deep/a.ts", true],
    ["src/**/*.ts", "src/a.ts", true],
    ["**/*.test.ts", "src/**", true],
    ["**/*.test.ts", "docs/*.md", false],
    ["a*c", "*b*", true],
    ["a*c", "b*", false],
    ["src/", "src/a.ts", true],
    ["{src,test}/**", "test/a.ts", true],
    ["{src,test}/{a,b}.ts", "test/c.ts", false],
    ["[ab].ts", "[bc].ts", true],
    ["[!a].ts", "a.ts", false],
    ["[a-c]x", "?y", false],
    ["**", ".env", true],
    ["*", "a/b", false],
    ["**/a/**/b", "a/b", true],
    [String.raw`\*.ts`, "a.ts", false],
    [String.raw`\*.ts`, "*.ts", true],
    ["日*", "*本", true],
    ["[!a].ts", "[^b].ts", true],
    ["[^a].ts", "a.ts", false],
    ["src", "src/deep/a.ts", true],
    ["src", "source/a.ts", false],
    ["app/[id]/page.tsx", String.raw`app/\[id\]/*`, true],
    ["app/(group)/*.ts", "app/(group)/a.ts", true],
    ["{id}/a", "id/a", false],
    ["{{a,b}}", "{b}", true],
    ["./src/a.ts", "src/a.ts", true],
  ])("%s and %s: %s", (a, b, expected) => {
    expect([overlap(a, b), overlap(b, a)]).toEqual([expected, expected]);
  });
});

test.each([
  ["", "is empty"],
  ["/etc/passwd", "is not relative to the repository"],
  ["C:/x", "is not relative to the repository"],
  ["a/../b", "has an empty part, `.` or `..`"],
  ["a//b", "has an empty part, `.` or `..`"],
  ["a\0b", "holds a zero byte"],
  ["a/{b,c", "has an open brace, or more than 256 alternatives"],
  ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "has an open brace, or more than 256 alternatives"],
  ["a/[b", "has a bracket without its end in [b"],
  ["[z-a]", "has a range of characters that ends before it begins"],
  ["[[:alpha:]]", "has a named class of characters; write them, as [a-z]"],
  ["!src/a.ts", "begins with `!`; a pattern says what is meant, not what is left out"],
  ["{!a,b}", "begins with `!`; a pattern says what is meant, not what is left out"],
  ["src/+(a|z).js", "has a `|`; write {one,two}"],
  ["src/@(a).js", "has an extended glob, @(…); write {one,two}"],
  ["src/?(x)a.js", "has an extended glob, ?(…); write {one,two}"],
  ["src/*(a).js", "has an extended glob, *(…); write {one,two}"],
  ["src/!(b).js", "has an extended glob, !(…); write {one,two}"],
  ["src/{a..c}.js", "has a range in braces; write each: {1,2,3}"],
  [String.raw`src\a.js`, "has a `\\` that escapes nothing; write paths with `/`"],
  ["a".repeat(5000), "is longer than 4096 characters"],
  [`${"a".repeat(200)}{${"b,".repeat(60)}c}`, "has alternatives of more than 4096 characters"],
])("%j is no pattern: it %s", (pattern, flaw) => {
  expect(parsePattern(pattern)).toEqual({ flaw });
});

/** A pattern beside expressions that were made without reading it. */
interface Made {
  readonly text: string;
  readonly expression: string;
  /** Where brackets mean themselves. */
  readonly plain: string;
  /** Whether it spells names alone, so that at the end it may be a folder, as classes and as brackets. */
  readonly isName: readonly [boolean, boolean];
}
const made = (text: string, expression: string, isName = false): Made => ({
  text,
  expression,
  plain: text.startsWith("[") ? RegExp.escape(text) : expression,
  isName: [isName, isName || text.startsWith("[")],
});
const token: fc.Arbitrary<Made> = fc.constantFrom(
  made("a", "a", true),
  made("b", "b", true),
  made("?", "[^/]"),
  made("*", "[^/]*"),
  made("[ab]", "[ab]"),
  made("[!a]", "[^/a]"),
  made("[^b]", "[^/b]"),
  made("{a,bb}", "(?:a|bb)", true),
);
const joined = (parts: readonly Made[]): Made => ({
  text: parts.map(({ text }) => text).join(""),
  expression: parts.map(({ expression }) => expression).join(""),
  plain: parts.map(({ plain }) => plain).join(""),
  isName: [parts.every(({ isName }) => isName[0]), parts.every(({ isName }) => isName[1])],
});

/** Two stars in a row would be the whole `**`. */
const segmentOf = (tokens: number): fc.Arbitrary<Made> =>
  fc
    .array(token, { minLength: 1, maxLength: tokens })
    .map(joined)
    .filter(({ text }) => !text.includes("**"));

const BELOW = "(?:[^/]+/)*";

/** Segments of at most `tokens` tokens; `**` takes its slash with it, so that it can stand for nothing. */
const patternOf = (segments: number, tokens: number): fc.Arbitrary<Made> =>
  fc.array(fc.option(segmentOf(tokens), { freq: 4 }), { minLength: 1, maxLength: segments }).map((parts) => {
    const isName = parts.at(-1)?.isName ?? [false, false];
    const read = (field: "expression" | "plain", mayBeFolder: boolean): string =>
      parts.map((part) => (part === null ? BELOW : `(?=[^/])${part[field]}/`)).join("") + (mayBeFolder ? BELOW : "");
    const [expression, plain] = [read("expression", isName[0]), read("plain", isName[1])];
    return {
      text: parts.map((part) => part?.text ?? "**").join("/"),
      expression: `(?:${expression}|${plain})`,
      plain,
      isName,
    };
  });
const endsOpen = ({ isName }: Made): boolean => !isName[1];

function pathsOf(names: readonly string[], depth: number): string[] {
  const longer = (paths: readonly string[]): string[] =>
    paths.flatMap((path) => names.map((name) => `${path}${name}/`));
  const all: string[] = [];
  for (let paths = longer([""]); depth > 0; depth -= 1, paths = longer(paths)) all.push(...paths);
  return all;
}

function words(alphabet: readonly string[], length: number): string[] {
  const longer = (list: readonly string[]): string[] =>
    list.flatMap((word) => alphabet.map((char) => `${word}${char}`));
  const all: string[] = [];
  for (let list = longer([""]); length > 0; length -= 1, list = longer(list)) all.push(...list);
  return all;
}

describe("FCX-05 the answer is that of trying every path, as the scope check does and as an expression made apart from it", () => {
  it.each([
    ["few segments of several tokens", patternOf(2, 2).filter(endsOpen), pathsOf(words(["a", "b", "c"], 4), 2)],
    ["many segments of one token", patternOf(4, 1).filter(endsOpen), pathsOf(["a", "b", "c", "bb"], 6)],
    // What two folders have in common may lie as deep as both together.
    ["names at the end", patternOf(2, 1), pathsOf(["a", "b", "c", "bb", "[ab]", "[!a]", "[^b]"], 4)],
  ])("%s", (_, pattern, universe) => {
    const fits = ({ text, expression: source }: Made): Set<string> => {
      const expression = new RegExp(`^${source}$`);
      const matches = createMatcher([text]);
      const paths = universe.filter((path) => expression.test(path));
      expect([text, ...universe.filter((path) => matches(path.slice(0, -1)))]).toEqual([text, ...paths]);
      return new Set(paths);
    };
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        const right = fits(b);
        const both = [...fits(a)].some((path) => right.has(path));
        expect([overlap(a.text, b.text), `${a.text} ${b.text}`]).toEqual([both, `${a.text} ${b.text}`]);
      }),
      { numRuns: 400 },
    );
  });
});

test("a path is compared with stars in plenty before the test's own time is up", () => {
  const pattern = `${"*a".repeat(60)}b/${"**/x*y/".repeat(30)}*z`;
  const path = `${"a".repeat(250)}/${"xy/".repeat(400)}end`;
  expect(createMatcher([pattern])(path)).toBe(false);
});

test("what begins with `./` or ends with a slash, and folders by their name, fit as locks have it", () => {
  const matches = createMatcher(["./src/", "docs", "app/[id]/page.tsx", "{web,api}/*.ts", String.raw`odd\*.txt`]);
  const fitting = [
    "src/deep/a.ts",
    "docs/a.md",
    "docs",
    "app/[id]/page.tsx",
    "app/d/page.tsx",
    "api/.a.ts",
    "odd*.txt",
  ];
  expect(fitting.filter((path) => !matches(path))).toEqual([]);
  const others = ["source/a.ts", "docs.md", "app/x/y/page.tsx", "api/a/b.ts", "oddly.txt", ""];
  expect(others.filter((path) => matches(path))).toEqual([]);
});

test("FCX-05 an index of locks finds what comparing each with each finds", () => {
  const mode = fc.constantFrom("shared" as const, "exclusive" as const);
  const held = fc.array(fc.tuple(patternOf(3, 2), mode), { maxLength: 12 });
  fc.assert(
    fc.property(held, patternOf(3, 2), mode, (locks, asked, askedMode) => {
      const index = createLockIndex<number>();
      for (const [at, [{ text }, heldMode]] of locks.entries())
        index.add({ alternatives: read(text), mode: heldMode, value: at });
      const expected = [...locks.entries()]
        .filter(
          ([, [{ text }, heldMode]]) =>
            overlap(text, asked.text) && (heldMode === "exclusive" || askedMode === "exclusive"),
        )
        .map(([at]) => at);
      const found = index.conflicts({ alternatives: read(asked.text), mode: askedMode });
      expect(found.toSorted((a, b) => a - b)).toEqual(expected);
    }),
  );
});
