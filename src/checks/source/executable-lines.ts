import { statementLines as javaLines } from "./java/lines.ts";
import { EXTENSIONS, parseSource } from "./javascript/parse.ts";
import { likelyLines } from "./likely-lines.ts";
import { statementLines as rustLines } from "./rust/lines.ts";

/** Statements that do nothing when they run, or that runtimes do not count. */
const IDLE =
  /^(?:BlockStatement|EmptyStatement|LabeledStatement|(?:Import|Export\w*|TS\w+|Declare\w+|Interface|TypeAlias|Function|Class)Declaration|TypeAlias|TS\w+)$/;
const STATEMENT = /(?:Statement|^VariableDeclaration|^ThrowStatement)$/;

/**
 * Lines of a source file on which a statement begins: what a coverage report would count, for files that no report names.
 * Types alone have none. Python's are those that are neither blank nor comment, Go's those of them in functions; of a component (Vue, Svelte)
 * its scripts', of languages that nothing here parses those that look like it.
 */
export async function executableLines(path: string, text: string): Promise<number[]> {
  if (path.endsWith(".py")) return text.split("\n").flatMap((line, at) => (/^\s*(?:#|$)/.test(line) ? [] : [at + 1]));
  if (path.endsWith(".go")) return goLines(text);
  if (path.endsWith(".rs")) return rustLines({ path, text });
  if (path.endsWith(".java")) return javaLines({ path, text });
  if (COMPONENT.test(path)) return executableLines(`${path}.ts`, scriptsOf(text));
  if (!EXTENSIONS.some((extension) => path.endsWith(extension))) return likelyLines(path, text);
  const source = await parseSource({ path, text });
  if (source === null) return [];
  const lines = source.nodes.flatMap((node) => {
    if (IDLE.test(node.type) || !STATEMENT.test(node.type) || isDeclared(node)) return [];
    return node.loc?.start.line ?? [];
  });
  return [...new Set(lines)].toSorted((a, b) => a - b);
}

const COMPONENT = /\.(?:vue|svelte)$/;

/** What stands in a component's scripts, on the lines that it has there. */
function scriptsOf(text: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, "");
  let [plain, at] = ["", 0];
  for (const { 0: whole, 1: tag = "", 2: script = "", index } of text.matchAll(SCRIPT)) {
    plain += `${blank(text.slice(at, index) + tag)}${script};`;
    at = index + whole.length;
  }
  return plain;
}
const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)<\/script\s*>/g;

/** `declare const x: T` is a type's matter. */
const isDeclared = (node: object): boolean => "declare" in node && node.declare === true;

/** As gofmt lays it out: what begins at the margin with `func` or `var` ends with a brace there. */
function goLines(text: string): number[] {
  let inside = false;
  return text.split("\n").flatMap((line, at) => {
    const begins = /^(?:func|var)\b/.test(line) && line.includes("{");
    if (begins && line.trimEnd().endsWith("}")) return [at + 1];
    if (begins) inside = true;
    else if (line.startsWith("}")) inside = false;
    else if (inside && !/^\s*(?:\/\/|[})\];,]*$)/.test(line)) return [at + 1];
    return [];
  });
}
