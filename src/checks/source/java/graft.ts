import { applyEdits, type Edit, insert } from "../edits.ts";
import type { ChangedSource, SourceFile } from "../port.ts";
import { field, type Node, normalised, type Parse, parts, readBoth } from "../tree-sitter.ts";
import { nameOf, signatureOf } from "./members.ts";

const TYPES = /^(?:class|record|interface|enum|annotation_type)_declaration$/;

/** Base's types with the members, types and imports that only head has; empty, those members only fail. */
export function grafted(parse: Parse, file: ChangedSource, isEmpty = false): SourceFile[] {
  const both = readBoth(parse, file);
  if (both === null || both.base === null || file.base === null) return [];
  const edits = addedTo(both.base.root, both.head.root, isEmpty ? emptied : (node) => node.text);
  if (edits.length === 0) return [];
  return [{ path: file.path, text: applyEdits(file.base, [...edits, ...importsOf(both.base.root, both.head.root)]) }];
}

/** What head has more, at the end of each body. */
function addedTo(base: Node, head: Node, written: (node: Node) => string): Edit[] {
  const known = new Map(parts(base).map((node) => [keyOf(node), node]));
  const end = base.type === "program" ? base.endIndex : base.endIndex - 1;
  return parts(head).flatMap((node): Edit[] => {
    const key = keyOf(node);
    const before = known.get(key);
    if (key === "" || node.type === "import_declaration") return [];
    if (before === undefined) return [{ start: end, end, text: `\n${written(node)}\n` }];
    const [from, to] = [field(before, "body"), field(node, "body")];
    return TYPES.test(node.type) && from !== null && to !== null ? addedTo(from, to, written) : [];
  });
}

/** A method or constructor whose body only fails. */
function emptied(node: Node): string {
  const body = /^(?:method|constructor)_declaration$/.test(node.type) ? field(node, "body") : null;
  return body === null
    ? node.text
    : `${node.text.slice(0, body.startIndex - node.startIndex)}{ class BatonNew extends RuntimeException {} throw new BatonNew(); }`;
}

function importsOf(base: Node, head: Node): Edit[] {
  const imports = (root: Node): Node[] => parts(root).filter(({ type }) => type === "import_declaration");
  const known = new Set(imports(base).map(normalised));
  const more = imports(head).filter((node) => !known.has(normalised(node)));
  const before = parts(base).findLast(({ type }) => /^(?:import|package)_declaration$/.test(type));
  const at = before?.endIndex ?? 0;
  return more.map((node) => insert(at, ` ${node.text}`));
}

/** What tells a declaration from the others beside it; empty for what is none, and for what an enumeration begins with. */
function keyOf(node: Node): string {
  if (node.type === "enum_body_declarations" || node.type === "enum_constant") return "";
  if (TYPES.test(node.type)) return nameOf(node);
  return node.type.endsWith("_declaration") ? signatureOf(node) : "";
}
