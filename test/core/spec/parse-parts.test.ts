import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, test } from "vitest";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";
import { parseParts } from "../../../src/core/spec/parse-parts.ts";
import type { Block } from "../../../src/core/spec/markdown.ts";

const PADDING = `${"word ".repeat(1000)}\n`;
/** Parses with the parser of specs, and counts how often it was asked. */
function inParts(text: string): { readonly blocks: readonly Block[]; readonly sizes: readonly number[] } {
  const sizes: number[] = [];
  const blocks = parseParts(text, (part) => {
    sizes.push(part.length);
    return whole(part);
  });
  return { blocks, sizes };
}
const processor = unified().use(remarkParse).freeze();
const whole = (text: string): readonly Block[] => processor.parse(text).children;

const section = (index: number, body: string): string => `## Feature ${index}\n\n${PADDING}\n${body}\n\n`;
const text = (body: string): string =>
  `# Big\n\n${Array.from({ length: 40 }, (_, index) => section(index, body)).join("")}`;

test.each([
  ["lists and keys", "- one `a`\n  - below\n- two\n\nTest: npm test"],
  ["a list that goes on lazily", "- one\ngoes on\n  > quoted"],
  ["fences with headings in them", "```sh\n# no heading\n\n## nor this\n```"],
  ["a fence of tildes with a shorter one in it", "~~~~\n~~~\n## no heading\n~~~~"],
  ["HTML with headings in it", "<pre>\n\n## no heading\n\n</pre>"],
  ["headings underlined", "Title\n-----\n\ntext"],
])("a long text is read part by part as it is read at once, with its lines: %s", (_, body) => {
  const long = text(body);
  const { blocks, sizes } = inParts(long);
  expect(blocks).toEqual(whole(long));
  expect(sizes.length).toBeGreaterThan(1);
});

test("a fence or HTML that is never closed reaches to the end, and is read again as often as its length doubles", () => {
  for (const opened of ["```\n", "<!-- \n"]) {
    const long = `${text("- one")}${opened}${text("- two")}`;
    const { blocks, sizes } = inParts(long);
    expect(blocks).toEqual(whole(long));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(4 * long.length);
  }
});

test("a text that may define links is read at once", () => {
  expect(inParts(`${text("- [one][a]")}[a]: /here\n`).sizes).toHaveLength(1);
});

test("the features of a long spec stand where they are written", () => {
  const spec = parseSpec(text("- step\n\nTest: npm test"));
  expect(spec.features).toHaveLength(40);
  const lines = text("- step\n\nTest: npm test").split("\n");
  for (const { description, line } of spec.features) expect(lines[line - 1]).toBe(`## ${description}`);
});
