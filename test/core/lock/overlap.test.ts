import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createLockIndex } from "../../../src/core/lock/index-of-locks.ts";
import { overlaps } from "../../../src/core/lock/overlap.ts";
import { parsePattern, type Alternative } from "../../../src/core/lock/pattern.ts";

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
  ["a".repeat(5000), "is longer than 4096 characters"],
  [`${"a".repeat(200)}{${"b,".repeat(60)}c}`, "has alternatives of more than 4096 characters"],
])("%j is no pattern: it %s", (pattern, flaw) => {
  expect(parsePattern(pattern)).toEqual({ flaw });
});

/** A pattern beside an expression that was made without reading it. */
interface Made {
  readonly text: string;
  readonly expression: string;
}
const token: fc.Arbitrary<Made> = fc.constantFrom(
  { text: "a", expression: "a" },
  { text: "b", expression: "b" },
  { text: "?", expression: "[^/]" },
  { text: "*", expression: "[^/]*" },
  { text: "[ab]", expression: "[ab]" },
  { text: "[!a]", expression: "[^/a]" },
  { text: "{a,bb}", expression: "(?:a|bb)" },
);
const joined = (parts: readonly Made[]): Made => ({
  text: parts.map(({ text }) => text).join(""),
  expression: parts.map(({ expression }) => expression).join(""),
});

/** Two stars in a row would be the whole `**`. */
const segmentOf = (tokens: number): fc.Arbitrary<Made> =>
  fc
    .array(token, { minLength: 1, maxLength: tokens })
    .map(joined)
    .filter(({ text }) => !text.includes("**"));

/** Segments of at most `tokens` tokens; `**` takes its slash with it, so that it can stand for nothing. */
const patternOf = (segments: number, tokens: number): fc.Arbitrary<Made> =>
  fc
    .array(fc.option(segmentOf(tokens), { freq: 4 }), {
      minLength: 1,
      maxLength: segments,
    })
    .map((parts) => ({
      text: parts.map((part) => part?.text ?? "**").join("/"),
      expression: parts.map((part) => (part === null ? "(?:[^/]+/)*" : `(?=[^/])${part.expression}/`)).join(""),
    }));

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

describe("FCX-05 the answer is that of trying every path", () => {
  it.each([
    ["few segments of several tokens", patternOf(2, 2), pathsOf(words(["a", "b", "c"], 4), 2)],
    ["many segments of one token", patternOf(4, 1), pathsOf(["a", "b", "c", "bb"], 6)],
  ])("%s", (_, pattern, universe) => {
    const fits = (made: Made): Set<string> => {
      const expression = new RegExp(`^${made.expression}$`);
      return new Set(universe.filter((path) => expression.test(path)));
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
