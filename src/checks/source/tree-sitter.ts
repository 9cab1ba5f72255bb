import type * as TreeSitter from "web-tree-sitter";
import type { Node, Parser } from "web-tree-sitter";
import { grammarPath } from "./grammar.ts";
import type { ChangedSource } from "./port.ts";

export type { Node };

/** A file that parses. Positions are those of the text's own characters. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly root: Node;
}

/** Parses a text; null where it is none of the language. What it returns is given back with all others of one use. */
export type Parse = (path: string, text: string) => Source | null;

/**
 * Answers for files of a language, one after the other, with its parser; the memory of the trees is given back. `torn`:
 * also what the grammar does not know, as well as it is understood. A compiler may know more than the grammar.
 */
export type EachFile = <T, A>(files: readonly T[], of: (parse: Parse, file: T) => A[], torn?: "torn") => Promise<A[]>;

/**
 * A language by the name of its grammar, which is loaded at the first use. `spelled`: the text as the grammar is to read it, each character in
 * its place, where it is wrong about what is written.
 */
export function createTreeSitter(grammar: string, spelled?: (text: string) => string): EachFile {
  return async (files, of, torn) => {
    if (files.length === 0) return [];
    const parser = await loaded(grammar);
    const trees: { delete(): void }[] = [];
    const parse: Parse = (path, text) => {
      let read = spelled?.(text) ?? text;
      const tree = parser.parse((at) => read.slice(at));
      // From now on nodes are asked for their own words.
      read = text;
      if (tree === null) return null;
      trees.push(tree);
      return tree.rootNode.hasError && torn === undefined ? null : { path, text, root: tree.rootNode };
    };
    try {
      return files.flatMap((file) => of(parse, file));
    } finally {
      for (const tree of trees) tree.delete();
    }
  };
}

const parsers = new Map<string, Promise<Parser>>();

function loaded(grammar: string): Promise<Parser> {
  const parser = parsers.get(grammar) ?? load(grammar);
  parsers.set(grammar, parser);
  return parser;
}

let library: Promise<typeof TreeSitter> | null = null;

/** Begun once for all languages: begun again while another is loading, it takes the ground from under that one's feet. */
async function begun(): Promise<typeof TreeSitter> {
  const treeSitter = await import("web-tree-sitter");
  await treeSitter.Parser.init();
  return treeSitter;
}

async function load(grammar: string): Promise<Parser> {
  const { Parser, Language } = await (library ??= begun());
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammarPath(grammar)));
  return parser;
}

export interface BothSources {
  readonly base: Source | null;
  readonly head: Source;
}

/** Both texts of a changed file; null where head's does not parse. */
export function readBoth(parse: Parse, { path, base, head }: ChangedSource): BothSources | null {
  const after = parse(path, head);
  return after === null ? null : { base: base === null ? null : parse(path, base), head: after };
}

/** All nodes below one, itself first, outer before inner. `into` false: not what is inside. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of node.children) if (child !== null) walk(child, visit);
}

/** Whether a node, or one below it, is such. `into`: of those that are not, which are looked into. */
export function hasBelow(node: Node, is: (node: Node) => boolean, into: (node: Node) => boolean = () => true): boolean {
  return is(node) || (into(node) && node.children.some((child) => child !== null && hasBelow(child, is, into)));
}

/** Those of a node and all below it that are such, outer before inner. `into`: which are looked into. */
export function allBelow(node: Node, is: (node: Node) => boolean, into: (node: Node) => boolean = () => true): Node[] {
  const found: Node[] = [];
  walk(node, (one) => {
    if (is(one)) found.push(one);
    return into(one);
  });
  return found;
}

/** A node's words without comments, one space between: what a reader would call the same code. */
export function normalised(node: Node): string {
  const words: string[] = [];
  walk(node, (one) => {
    if (isComment(one)) return false;
    if (one.childCount === 0 || one.type === "string_literal") words.push(one.text);
    return one.type !== "string_literal";
  });
  return words.join(" ");
}

const isComment = (node: Node): boolean => node.type.endsWith("comment");
export const field = (node: Node, name: string): Node | null => node.childForFieldName(name);
export const line = (node: Node): number => node.startPosition.row + 1;
/** What is inside, in order, without comments. */
export const parts = (node: Node | null): Node[] =>
  (node?.namedChildren ?? []).filter((child) => child !== null && !isComment(child));
