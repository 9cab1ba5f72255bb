import type * as t from "@babel/types";
import { appended } from "../edits.ts";
import type { ChangedSource, SourceFile } from "../port.ts";
import { keyName } from "./constants.ts";
import { parseSource, type Source } from "./parse.ts";
import { type Node, patternNames } from "./tree.ts";

/** Base's modules with what only head declares, imports and exports: a test can name it. Nothing for scripts, where a missing name is undefined. */
export async function grafted(files: readonly ChangedSource[]): Promise<SourceFile[]> {
  const answers = files.map(async ({ path, base, head }): Promise<SourceFile[]> => {
    const before = base === null ? null : await parseSource({ path, text: base });
    const after = base === null ? null : await parseSource({ path, text: head });
    if (base === null || before === null || after === null) return [];
    const lines = addedLines(before, after);
    return lines.length === 0 ? [] : [{ path, text: base + appended(base, before.eol, lines) }];
  });
  return (await Promise.all(answers)).flat();
}

function addedLines(base: Source, head: Source): string[] {
  const known = new Set(base.program.body.flatMap(bound));
  const exported = new Set(base.program.body.flatMap(exportedAs));
  const isNew = (names: readonly string[]): boolean => names.length > 0 && names.every((name) => !known.has(name));
  const lines = head.program.body.flatMap((node): string[] => {
    if (node.type === "ImportDeclaration") return importOf(head, node, (name) => !known.has(name));
    if (node.type === "ExportNamedDeclaration" && node.declaration) {
      if (isNew(bound(node))) return [head.textOf(node)];
      return bound(node).flatMap((name) => (known.has(name) && !exported.has(name) ? [`export { ${name} };`] : []));
    }
    if (node.type === "ExportNamedDeclaration") {
      const more = node.specifiers.filter((one) => !exported.has(keyName(one.exported, false) ?? ""));
      const from = node.source ? ` from ${head.textOf(node.source)}` : "";
      return more.length === 0 ? [] : [`export { ${more.map((one) => head.textOf(one)).join(", ")} }${from};`];
    }
    return isNew(bound(node)) ? [head.textOf(node)] : [];
  });
  return lines.every((line) => line.startsWith("import")) || !isModule(head) ? [] : lines;
}

const isModule = ({ program }: Source): boolean =>
  program.body.some(({ type }) => type === "ImportDeclaration" || type.startsWith("Export"));

/** The names of an import that base lacks, imported by themselves. */
function importOf(head: Source, node: t.ImportDeclaration, isMissing: (name: string) => boolean): string[] {
  const kind = node.importKind === "type" ? "import type" : "import";
  return node.specifiers.flatMap((one) => {
    if (!isMissing(one.local.name)) return [];
    const text = head.textOf(one);
    return [`${kind} ${one.type === "ImportSpecifier" ? `{ ${text} }` : text} from ${head.textOf(node.source)};`];
  });
}

/** What a statement of a module gives a name. */
function bound(node: Node): string[] {
  if (node.type === "ImportDeclaration") return node.specifiers.map(({ local }) => local.name);
  if (node.type === "ExportNamedDeclaration") return node.declaration ? bound(node.declaration) : [];
  if (node.type === "VariableDeclaration") return node.declarations.flatMap(({ id }) => patternNames(id));
  const id = "id" in node ? node.id : null;
  return id?.type === "Identifier" ? [id.name] : [];
}

function exportedAs(node: Node): string[] {
  if (node.type !== "ExportNamedDeclaration") return [];
  return node.declaration ? bound(node) : node.specifiers.flatMap((one) => keyName(one.exported, false) ?? []);
}
