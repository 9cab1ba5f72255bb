import { addedTo } from "./added.ts";
import { applyEdits, type Edit } from "./edits.ts";
import type { ChangedSource, DisguisedSource, Surrounding } from "./port.ts";
import { line, type Node, normalised, type Parse, readBoth, type Source } from "./tree-sitter.ts";

/** A place that asks what is around the code. */
export interface TypedQuestion {
  readonly node: Node;
  readonly about: Surrounding;
  readonly words: readonly string[];
  /** What stands in its place, of the same type: where nothing tells of tests, and as ever. */
  readonly elsewhere: string;
  readonly asEver: string;
}

const EXCERPT_LENGTH = 120;

/** Head's file with its new questions answered, as far as they are about what is hidden; none where it asks none. */
export function disguisedFile(
  parse: Parse,
  file: ChangedSource,
  hidden: readonly Surrounding[],
  questionsOf: (source: Source) => readonly TypedQuestion[],
): DisguisedSource[] {
  const both = readBoth(parse, file);
  if (both === null) return [];
  const keyOf = ({ node }: TypedQuestion): string => normalised(node);
  const known = both.base === null ? [] : questionsOf(both.base).map(keyOf);
  const added = addedTo(known, questionsOf(both.head), keyOf);
  if (added.length === 0) return [];
  const lines = file.head.split("\n");
  const edits = added.map(({ node, about, elsewhere, asEver }): Edit => {
    const text = hidden.includes(about) ? elsewhere : asEver;
    return { start: node.startIndex, end: node.endIndex, text: text.replaceAll("\n", " ") };
  });
  const asks = added.map(({ node, about, words }) => {
    const excerpt = (lines[line(node) - 1] ?? "").trim().slice(0, EXCERPT_LENGTH);
    return { about, path: file.path, line: line(node), excerpt, words };
  });
  return [{ path: file.path, text: applyEdits(file.head, edits), asks }];
}
