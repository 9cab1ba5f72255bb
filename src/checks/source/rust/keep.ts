import { applyEdits, type Edit } from "../edits.ts";
import type { ChangedSource, SourceFile } from "../port.ts";
import { isTestFile, isTestOnly, rustItems } from "./items.ts";
import { field, type Node, type Parse, type Source, walk } from "../tree-sitter.ts";

/**
 * Head's code with base's tests, where both stand in one file: test modules, tests and what is compiled for them outside of
 * them, and the examples in documentation. A test module whose file base does not have is not declared. Nothing where they
 * are the same.
 */
export function withBaseTests(parse: Parse, { path, base, head }: ChangedSource): SourceFile[] {
  if (base === null || isTestFile(path)) return [];
  const [before, after] = [parse(path, base), parse(path, head)];
  if (before === null || after === null) return [];
  const [was, is] = [partsOf(before), partsOf(after)];
  const now = new Map(is.map((part) => [part.key, part]));
  const known = new Set(was.map(({ key }) => key));
  const lost: string[] = [];
  const edits = was.flatMap(({ key, text, movable }): Edit[] => {
    const place = now.get(key);
    if (place === undefined && movable) lost.push(text);
    return place === undefined || squeezed(place.text) === squeezed(text) ? [] : [{ ...place, text }];
  });
  const added = is.filter(({ key, isTestFile: isNew }) => isNew && !known.has(key));
  if (edits.length + lost.length + added.length === 0) return [];
  const changed = applyEdits(head, [...edits, ...added.map((place) => ({ ...place, text: "" }))]);
  return [{ path, text: [changed, ...lost.map((text) => `${text}\n`)].join("\n") }];
}

/** What speaks for the behaviour of a file, under a key that base and head share. */
interface Part {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Means the same at the end of the file. */
  readonly movable: boolean;
  /** Declares a module whose file goes with the tests. */
  readonly isTestFile: boolean;
}

function partsOf(source: Source): Part[] {
  const { items, testModules, testModuleFiles } = rustItems(source);
  const part = (key: string, start: number, end: number, movable: boolean, path = ""): Part => ({
    key,
    start,
    end,
    text: source.text.slice(start, end),
    movable,
    isTestFile: isTestFile(path),
  });
  const inModules = (at: number): boolean => testModules.some(({ start, end }) => start <= at && at < end);
  return [
    ...testModules.map(({ modules, start, end }) =>
      part(`mod ${modules.join("::")}`, start, end, modules.length === 1),
    ),
    ...testModuleFiles.map(({ modules, start, end, path }) =>
      part(`mod ${modules.join("::")}`, start, end, modules.length === 1, path),
    ),
    ...items
      .filter(({ isTest, node, attributes }) => (isTest || attributes.some(isTestOnly)) && !inModules(node.startIndex))
      .map(({ name, node, attributes, modules }) =>
        part(`test ${name}`, (attributes[0] ?? node).startIndex, node.endIndex, modules.length === 0),
      ),
    ...examples(source.root)
      .filter(({ start }) => !inModules(start))
      .map(({ key, start, end }) => part(key, start, end, false)),
  ];
}

/** Documentation with an example in it, by what it explains. */
function examples(root: Node): { readonly key: string; readonly start: number; readonly end: number }[] {
  const found: { key: string; start: number; end: number }[] = [];
  walk(root, (parent) => {
    let lines: Node[] = [];
    for (const child of [...parent.namedChildren, null]) {
      if (child !== null && /^\/\/[/!]/.test(child.text) && child.type === "line_comment") {
        lines.push(child);
        continue;
      }
      if (child?.type === "attribute_item") continue;
      const [first, last] = [lines[0], lines.at(-1)];
      if (first !== undefined && last !== undefined && lines.some(({ text }) => text.includes("```"))) {
        const about = first.text.startsWith("//!") ? parent : child;
        const key = `doc ${about?.type ?? ""} ${about === null ? "" : (field(about, "name")?.text ?? "")}`;
        const count = found.filter((one) => one.key.replace(/ #\d+$/, "") === key).length;
        found.push({ key: count === 0 ? key : `${key} #${count + 1}`, start: first.startIndex, end: last.endIndex });
      }
      lines = [];
    }
    return parent.type !== "block" && parent.type !== "token_tree";
  });
  return found;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
