import type { ParserOptions } from "@babel/parser";
import type * as t from "@babel/types";
import type { ChangedSource, SourceFile } from "../port.ts";
import { endOf, type Node, startOf, walk } from "./tree.ts";

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: t.Program;
  readonly comments: readonly t.Comment[];
  readonly isTypeScript: boolean;
  readonly eol: "\n" | "\r\n";
  /** Every node in source order. */
  readonly nodes: readonly Node[];
  readonly parents: ReadonlyMap<Node, Node>;
  textOf(node: Node): string;
  /** The node's text without comments, its white space reduced to one space between tokens. */
  normalised(node: Node): string;
}

interface Token {
  readonly type: string | { readonly label: string };
  readonly start: number;
  readonly end: number;
}

const TYPESCRIPT = /\.[cm]?tsx?$/;
const MODULE = /\.m[jt]s$/;
export const EXTENSIONS = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"] as const;

/** What Babel recovers from although no engine would: the tree after these is a guess. */
const BROKEN = new Set(["MissingSemicolon", "MissingEqInAssignment", "UnexpectedToken", "UnterminatedString"]);

/** Null when the file is of another kind or cannot be parsed. */
export async function parseSource(file: SourceFile): Promise<Source | null> {
  if (!EXTENSIONS.some((extension) => file.path.endsWith(extension))) return null;
  const { parse } = await import("@babel/parser");
  for (const plugins of pluginSets(file.path)) {
    try {
      const ast = parse(file.text, { ...optionsFor(file.path), plugins });
      if (ast.errors?.every((error) => !BROKEN.has(error.reasonCode)) !== false) return sourceOf(file, ast);
    } catch (error) {
      // A RangeError is nesting deeper than the parser's stack: unparsable like a syntax error.
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

/** Parses all of them and leaves out what cannot be parsed. */
export async function parseSources(files: readonly SourceFile[]): Promise<Source[]> {
  const sources: Source[] = [];
  for (const file of files) {
    const source = await parseSource(file);
    if (source !== null) sources.push(source);
  }
  return sources;
}

/** True when both texts are the same code: they differ in comments and layout alone, which no behaviour comes from. */
export async function isSameCode(path: string, base: string, head: string): Promise<boolean> {
  const [before, after] = [await parseSource({ path, text: base }), await parseSource({ path, text: head })];
  return before !== null && after !== null && before.normalised(before.program) === after.normalised(after.program);
}

/** Those whose change is of comments alone. */
export async function onlySaid(files: readonly ChangedSource[]): Promise<string[]> {
  const said = files.map(async ({ path, base, head }) =>
    base !== null && (await isSameCode(path, base, head)) ? [path] : [],
  );
  return (await Promise.all(said)).flat();
}

function optionsFor(path: string): ParserOptions {
  return {
    sourceType: MODULE.test(path) ? "module" : "unambiguous",
    errorRecovery: true,
    tokens: true,
    attachComment: false,
    allowReturnOutsideFunction: true,
    allowNewTargetOutsideFunction: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
  };
}

function pluginSets(path: string): NonNullable<ParserOptions["plugins"]>[] {
  const common = ["decorators", "decoratorAutoAccessors"] as const;
  if (path.endsWith(".tsx")) return [[...common, "typescript", "jsx"]];
  if (TYPESCRIPT.test(path)) return [[...common, ["typescript", { dts: /\.d\.[cm]?ts$/.test(path) }]]];
  return [
    [...common, "jsx"],
    [...common, "jsx", "flow"],
  ];
}

function sourceOf(file: SourceFile, ast: t.File): Source {
  const nodes: Node[] = [];
  const parents = new Map<Node, Node>();
  walk(ast.program, (node, parent) => {
    nodes.push(node);
    if (parent !== null) parents.set(node, parent);
    return undefined;
  });
  const tokens = ((ast.tokens ?? []) as Token[]).filter(
    (token) => token.type !== "CommentBlock" && token.type !== "CommentLine",
  );
  return {
    path: file.path,
    text: file.text,
    program: ast.program,
    comments: ast.comments ?? [],
    isTypeScript: TYPESCRIPT.test(file.path),
    eol: file.text.includes("\r\n") ? "\r\n" : "\n",
    nodes,
    parents,
    textOf: (node) => file.text.slice(startOf(node), endOf(node)),
    normalised: (node) => tokenText(file.text, tokens, startOf(node), endOf(node)),
  };
}

function tokenText(text: string, tokens: readonly Token[], start: number, end: number): string {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? end) < start) low = middle + 1;
    else high = middle;
  }
  const parts: string[] = [];
  for (let index = low; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || token.end > end) break;
    const raw = text.slice(token.start, token.end);
    const isMarkup = typeof token.type === "object" && token.type.label === "jsxText";
    const part = isMarkup ? raw.replace(/\s+/g, " ").trim() : raw;
    if (part !== "") parts.push(part);
  }
  return parts.join(" ");
}
