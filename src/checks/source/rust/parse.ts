import type { Node, Parser } from "web-tree-sitter";
import { grammarPath } from "../grammar.ts";

export type { Node };

/** A file that parses. Positions are those of the text's own characters. */
export interface RustSource {
  readonly path: string;
  readonly text: string;
  readonly root: Node;
}

/** Parses a text; null where it is no Rust. What it returns is given back with all others of one `withRust`. */
export type ParseRust = (path: string, text: string) => RustSource | null;

let loaded: Promise<Parser> | null = null;

/** Gives `use` a parser, and the memory of its trees back when it is done. */
export async function withRust<T>(use: (parse: ParseRust) => T): Promise<T> {
  const parser = await (loaded ??= load());
  const trees: { delete(): void }[] = [];
  try {
    return use((path, text) => {
      const tree = parser.parse(text);
      if (tree === null) return null;
      trees.push(tree);
      return tree.rootNode.hasError ? null : { path, text, root: tree.rootNode };
    });
  } finally {
    for (const tree of trees) tree.delete();
  }
}

async function load(): Promise<Parser> {
  const { Parser, Language } = await import("web-tree-sitter");
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammarPath("tree-sitter-rust")));
  return parser;
}

/** All nodes below one, itself first, outer before inner. `into` false: not what is inside. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of node.children) if (child !== null) walk(child, visit);
}

/** A node's words without comments, one space between: what a reader would call the same code. */
export function normalised(node: Node): string {
  const words: string[] = [];
  walk(node, (one) => {
    if (one.type.endsWith("comment")) return false;
    if (one.childCount === 0 || one.type === "string_literal") words.push(one.text);
    return one.type !== "string_literal";
  });
  return words.join(" ");
}

export const field = (node: Node, name: string): Node | null => node.childForFieldName(name);
export const line = (node: Node): number => node.startPosition.row + 1;
