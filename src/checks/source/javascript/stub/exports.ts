import type * as t from "@babel/types";
import { keyName } from "../constants.ts";
import type { Source } from "../parse.ts";
import { isFunction, isMember, type Node, unwrap, walk } from "../tree.ts";

/** What a module does with its own top-level names. */
export interface Detacher {
  /** True when another statement than the declaration exports the name. */
  exports(name: string): boolean;
  /** True when a statement that stays uses the name while the module loads: `app.get("/", …)`. */
  isUsedAtLoad(name: string): boolean;
  /** True when the name is exported by a value (`module.exports = app`), so that the export can be replaced there. */
  isDetachedElsewhere(name: string): boolean;
  /** The initialiser of a name whose export is to be replaced where it is exported; null for any other name. */
  detached(name: string): Node | null;
  /** The initialiser of a top-level name that is neither a function nor a class; null for any other name. */
  plain(name: string): Node | null;
}

export function createDetacher(source: Source): Detacher {
  const byValue = new Set<string>();
  const bySpecifier = new Set<string>();
  const plain = new Map<string, Node>();
  const used = new Set<string>();
  const together = new Set<string>();
  for (const statement of source.program.body) {
    for (const name of specifiers(statement)) bySpecifier.add(name);
    for (const node of exportedValues(statement)) for (const name of names(node)) byValue.add(name);
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "VariableDeclaration") {
      for (const declarator of declaration.declarations) addPlain(declarator, plain);
      // An export of several names cannot be taken from one of them: that one's initialiser is replaced.
      if (declaration !== statement && declaration.declarations.length > 1) {
        for (const declarator of declaration.declarations) for (const name of names(declarator.id)) together.add(name);
      }
    }
    for (const name of namesUsedAtLoad(statement, source)) used.add(name);
  }
  const isDetached = (name: string): boolean => byValue.has(name) && used.has(name) && plain.has(name);
  return {
    exports: (name) => byValue.has(name) || bySpecifier.has(name),
    isUsedAtLoad: (name) => used.has(name) && !together.has(name),
    isDetachedElsewhere: (name) => isDetached(name) && !bySpecifier.has(name),
    plain: (name) => plain.get(name) ?? null,
    detached: (name) => (isDetached(name) ? (plain.get(name) ?? null) : null),
  };
}

function addPlain(declarator: t.VariableDeclarator, plain: Map<string, Node>): void {
  if (declarator.id.type !== "Identifier" || !declarator.init) return;
  const init = unwrap(declarator.init);
  if (!isFunction(init) && init.type !== "ClassExpression" && init.type !== "Identifier") {
    plain.set(declarator.id.name, declarator.init);
  }
}

function specifiers(statement: t.Statement): string[] {
  if (statement.type !== "ExportNamedDeclaration" || statement.source) return [];
  return statement.specifiers.flatMap((one) =>
    one.type === "ExportSpecifier" ? [keyName(one.local, false) ?? ""] : [],
  );
}

/** The expressions that a statement exports: `export default x`, `module.exports = x`, `exports.y = x`, `export = x`. */
function exportedValues(statement: t.Statement): Node[] {
  if (statement.type === "ExportDefaultDeclaration") return [statement.declaration];
  if (statement.type === "TSExportAssignment") return [statement.expression];
  if (statement.type !== "ExpressionStatement") return [];
  let value = unwrap(statement.expression);
  let isExport = false;
  while (value.type === "AssignmentExpression") {
    isExport ||= isExportsMember(value.left);
    value = unwrap(value.right);
  }
  return isExport ? [value] : [];
}

function isExportsMember(node: Node): boolean {
  let root = node;
  while (isMember(root)) root = root.object;
  if (root.type !== "Identifier") return false;
  return root.name === "exports" || (root.name === "module" && isMember(node));
}

function names(node: Node): string[] {
  const value = unwrap(node);
  if (value.type === "Identifier") return [value.name];
  if (value.type !== "ObjectExpression") return [];
  return value.properties.flatMap((property) => (property.type === "ObjectProperty" ? names(property.value) : []));
}

/** Names read by statements that a stub keeps, outside of functions. */
function namesUsedAtLoad(statement: t.Statement, source: Source): string[] {
  if (/^(Import|Export|TS)|^(Function|Class)Declaration$/.test(statement.type)) return [];
  if (exportedValues(statement).length > 0) return [];
  const found: string[] = [];
  walk(statement, (node, parent) => {
    if (isFunction(node) || node.type === "ClassBody") return "skip";
    if (node.type === "IfStatement" && source.textOf(node.test).includes("import.meta.vitest")) return "skip";
    if (node.type !== "Identifier") return undefined;
    const isKey = isMember(parent) && parent.property === node && !parent.computed;
    const isOwn = parent?.type === "VariableDeclarator" && parent.id === node;
    const isProperty = parent?.type === "ObjectProperty" && parent.key === node && !parent.shorthand;
    if (!isKey && !isOwn && !isProperty) found.push(node.name);
    return undefined;
  });
  return found;
}
