import type * as t from "@babel/types";
import type { ChangedSource, MutatedSource, StubbedSource, StubValue } from "../port.ts";
import { keyName } from "./constants.ts";
import { appended, applyEdits, commented, type Edit, lineBreaks } from "../edits.ts";
import { parseSource, type Source } from "./parse.ts";
import { changedData } from "./stub/data.ts";
import { collectTargets, type Target } from "./stub/targets.ts";
import { newEffects, withoutEffect } from "./stub/effects.ts";
import { isProxy, STUB_FUNCTION, stubFunction } from "./stub/value.ts";
import { endOf, type Node, startOf } from "./tree.ts";

export async function stubbed(files: readonly ChangedSource[], value: StubValue): Promise<StubbedSource[]> {
  const answers: StubbedSource[] = [];
  for (const file of files) {
    const head = await parseSource({ path: file.path, text: file.head });
    if (head === null) continue;
    const base = file.base === null ? null : await parseSource({ path: file.path, text: file.base });
    answers.push(stubSource(base, head, value));
  }
  return answers;
}

function stubSource(base: Source | null, head: Source, value: StubValue): StubbedSource {
  const { path } = head;
  const targets = /\.d\.[cm]?ts$/.test(path) ? [] : newTargets(base, head);
  // A new module's statements may be what makes its exports; where it has none, they are all there is to take away.
  const effects = base === null && targets.length > 0 ? [] : newEffects(base, head);
  return stubTargets(head, value, targets, effects);
}

/** One file a changed function, without that function's body. */
export async function withoutBodies(files: readonly ChangedSource[]): Promise<MutatedSource[]> {
  const answers: MutatedSource[] = [];
  for (const file of files) {
    const head = await parseSource({ path: file.path, text: file.head });
    if (head === null || /\.d\.[cm]?ts$/.test(file.path)) continue;
    const base = file.base === null ? null : await parseSource({ path: file.path, text: file.base });
    for (const target of newTargets(base, head)) {
      const { replaced, symbol } = target;
      if (replaced.as !== "body" || isEmptyBody(replaced.node)) continue;
      const { text } = stubTargets(head, "undefined", [target], []);
      const line = replaced.node.loc?.start.line ?? 1;
      answers.push({ path: file.path, text, symbol, line, end_line: replaced.node.loc?.end.line ?? line });
    }
  }
  return answers;
}

const isEmptyBody = (node: Node): boolean => node.type === "BlockStatement" && node.body.length === 0;

function stubTargets(
  head: Source,
  value: StubValue,
  targets: readonly Target[],
  effects: ReturnType<typeof newEffects>,
): StubbedSource {
  const { path, text } = head;
  if (targets.length === 0 && effects.length === 0) return { path, text, symbols: [] };
  const work = createWork(head, value);
  for (const target of targets) work.replace(target);
  for (const effect of effects) work.edits.push(...withoutEffect(effect));
  const tail = appended(text, head.eol, [...work.lines, ...stubFunction(value, head.isTypeScript), commented(text)]);
  const edits = head.isTypeScript ? [...uncheckedEdits(head), ...work.edits] : work.edits;
  const symbols = [...new Set([...targets.map((target) => target.symbol), ...(effects.length > 0 ? ["(load)"] : [])])];
  return { path, text: applyEdits(text, edits) + tail, symbols };
}

/** Targets that base lacks, has with another text, or does not export; where a file has none, its own data that changes. */
export function newTargets(base: Source | null, head: Source): Target[] {
  const known = new Map<string, Target>();
  for (const target of base === null ? [] : collectTargets(base)) known.set(target.key, target);
  const changed = collectTargets(head).filter((target) => {
    const old = known.get(target.key);
    return old === undefined || old.text !== target.text || (target.isExported && !old.isExported);
  });
  return changed.length > 0 || base === null ? changed : changedData(base, head);
}

interface Work {
  readonly edits: Edit[];
  /** Statements to add at the end of the file. */
  readonly lines: string[];
  replace(target: Target): void;
}

function createWork(source: Source, value: StubValue): Work {
  const edits: Edit[] = [];
  const lines: string[] = [];
  const swap = (node: Node, make: (old: string) => string): void => {
    edits.push({ start: startOf(node), end: endOf(node), text: make(commented(source.textOf(node))) });
  };
  const call = (old: string): string => `${STUB_FUNCTION}(${old})`;
  const isApart = value === "object" ? "true" : "";
  const constant = (old: string): string => `${STUB_FUNCTION}(${isApart}${old})`;
  const any = source.isTypeScript ? ": any" : "";

  const replace = ({ replaced }: Target): void => {
    switch (replaced.as) {
      case "body":
        if (replaced.node.type !== "BlockStatement") swap(replaced.node, call);
        else swap(replaced.node, (old) => (replaced.isSetter ? `{${old}}` : `{ return ${STUB_FUNCTION}();${old} }`));
        break;
      case "constructor": {
        const parent = replaced.isDerived ? " super(...arguments);" : "";
        const result = isProxy(value) ? ` return ${STUB_FUNCTION}();` : "";
        swap(replaced.node, (old) => `{${parent}${result}${old} }`);
        break;
      }
      case "block":
        swap(replaced.node, (old) => `static {${old}}`);
        break;
      case "value":
        swap(replaced.node, constant);
        break;
      case "shorthand":
        swap(replaced.node, () => `${replaced.node.name}: ${constant("")}`);
        break;
      case "pattern":
        swap(replaced.node, (old) => replaced.names.map((name) => `${name}${any} = ${constant("")}`).join(", ") + old);
        break;
      case "enum": {
        const { name } = replaced.node.id;
        const own = replaced.isExported ? "export " : "";
        swap(replaced.node, (old) => `const ${name}: any = ${constant(old)}; ${own}type ${name} = any;`);
        break;
      }
      case "export":
        detachExport(source, replaced.name, constant(""), replaced.node, edits, lines);
        break;
    }
  };
  return { edits, lines, replace };
}

/** The name keeps its value inside the module; what it is exported as becomes the stub. */
function detachExport(
  source: Source,
  name: string,
  value: string,
  node: t.VariableDeclarator,
  edits: Edit[],
  lines: string[],
): void {
  const alias = `${STUB_FUNCTION}_${name}`;
  lines.push(`var ${alias} = ${value};`);
  const declaration = source.parents.get(node);
  const statement = declaration === undefined ? undefined : source.parents.get(declaration);
  if (statement?.type === "ExportNamedDeclaration" && declaration?.type === "VariableDeclaration") {
    const start = startOf(statement);
    edits.push({ start, end: startOf(declaration), text: lineBreaks(source.text.slice(start, startOf(declaration))) });
    lines.push(`export { ${alias} as ${name} };`);
  }
  for (const one of source.program.body) {
    if (one.type !== "ExportNamedDeclaration" || one.source) continue;
    for (const specifier of one.specifiers) {
      if (specifier.type !== "ExportSpecifier" || keyName(specifier.local, false) !== name) continue;
      const exported = source.textOf(specifier.exported);
      edits.push({ start: startOf(specifier), end: endOf(specifier), text: `${alias} as ${exported}` });
    }
  }
}

/**
 * Turns the type checker off: stubs return what their types forbid. Only a line comment before the first statement does
 * that; the line it takes is given back where a line break between two statements can go.
 */
export function uncheckedEdits(source: Source): Edit[] {
  const { text, program, eol } = source;
  const start = program.interpreter ? text.indexOf("\n") + 1 || text.length : text.startsWith("\uFEFF") ? 1 : 0;
  const edits: Edit[] = [{ start, end: start, text: `// @ts-nocheck${eol}` }];
  const statements: Node[] = [...program.directives, ...program.body];
  for (const [index, statement] of statements.entries()) {
    const next = statements[index + 1];
    if (next === undefined) break;
    const gap = text.slice(endOf(statement), startOf(next));
    const last = gap.lastIndexOf(eol);
    if (last === -1 || gap.trim() !== "") continue;
    const at = endOf(statement) + last;
    edits.push({ start: at, end: at + eol.length, text: ";" });
    break;
  }
  return edits;
}
