import type { SourceFile } from "../port.ts";
import { allBelow, line, type Node, type Source } from "../tree-sitter.ts";
import { rustItems } from "./items.ts";
import { createRustParser } from "./parser.ts";

const each = createRustParser();

/** Lines on which something begins that runs, outside of tests. */
export async function statementLines(file: SourceFile): Promise<number[]> {
  const inTests = new Set(await testLines(file));
  const lines = await each([file], (parse, { path, text }) => {
    const source = parse(path, text);
    return source === null ? [] : statements(source.root).map(line);
  });
  return [...new Set(lines)].filter((at) => !inTests.has(at)).toSorted((a, b) => a - b);
}

/** What a block is made of; a function inside of one has a block of its own. */
const statements = (root: Node): Node[] =>
  allBelow(root, (node) => node.parent?.type === "block" && node.isNamed && !/(?:comment|_item)$/.test(node.type));

/** Lines of a file of the implementation that are compiled for tests alone. */
export const testLines = (file: SourceFile): Promise<number[]> =>
  each([file], (parse, { path, text }) => {
    const source = /#!?\[.*\btest\b/.test(text) ? parse(path, text) : null;
    return source === null ? [] : linesOfTests(source);
  });

function linesOfTests(source: Source): number[] {
  const { items, testModules } = rustItems(source);
  const lineAt = (index: number): number => source.text.slice(0, index).split("\n").length;
  const ranges = [
    ...testModules.map(({ start, end }) => [lineAt(start), lineAt(end)] as const),
    ...items.flatMap(({ node, attributes, inTests }) =>
      inTests ? [[line(attributes[0] ?? node), node.endPosition.row + 1] as const] : [],
    ),
  ];
  return ranges.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, at) => start + at));
}
