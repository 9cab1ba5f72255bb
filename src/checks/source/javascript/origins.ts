import type * as t from "@babel/types";
import { constantString, keyName, memberName } from "./constants.ts";
import type { Source } from "./parse.ts";
import { isCall, isFunction, isMember, type Node, patternNames, unwrap } from "./tree.ts";

/**
 * Where a value comes from: `{ module: "vitest", path: ["test", "only"] }`. A null module is the global scope, `local` a
 * value that the file makes, `parameter` one that a function is given.
 */
export interface Origin {
  readonly module: string | null;
  readonly path: readonly string[];
}

export interface Origins {
  of(node: Node): Origin | null;
  /** The choice between two values that a name stands for: `const works = has ? it : it.skip`. */
  choice(node: Node): t.ConditionalExpression | null;
}

/** A name is bound to a member of an expression or of a module. `isTop` wins over a name of an inner scope. */
interface Binding {
  readonly value: Node | null;
  readonly module: string | null;
  readonly path: readonly string[];
  readonly isTop: boolean;
}

export const ASSERT_MODULES = new Set(["assert", "node:assert", "assert/strict", "node:assert/strict", "power-assert"]);

/** Libraries whose module itself is the function or object in question, so that a local name says nothing. */
const KNOWN_MODULES = new Set([
  ...ASSERT_MODULES,
  "node:test",
  "vitest",
  "chai",
  "sinon",
  "@jest/globals",
  "mocha",
  "@playwright/test",
  "bun:test",
  "tap",
  "process",
  "node:process",
]);

const GLOBAL_OBJECTS = new Set(["globalThis", "global", "window", "self"]);

/** Methods that return another edition of the function they belong to. */
const EDITIONS = new Set(["extend", "override", "scoped", "bind"]);

const DEPTH_LIMIT = 24;

/** Resolves names to where they come from, by name and not by scope: test files rarely bind one name twice. */
export function createOrigins(source: Source): Origins {
  const bindings = collectBindings(source);
  const isParameter = createParameters(source);
  const of = (node: Node, depth: number): Origin | null => {
    const inner = unwrap(node);
    if (depth > DEPTH_LIMIT) return null;
    if (inner.type === "Identifier") {
      return isParameter(inner) ? { module: "parameter", path: [inner.name] } : ofName(inner.name, depth);
    }
    if (isMember(inner)) return ofMember(inner, depth);
    if (inner.type === "SequenceExpression") return ofLast(inner, depth);
    if (inner.type === "ImportExpression") return moduleOrigin(inner.source);
    if (!isCall(inner)) return null;
    const callee = unwrap(inner.callee);
    const first = inner.arguments[0];
    const isImport = callee.type === "Import" || (callee.type === "Identifier" && callee.name === "require");
    if (isImport) return first === undefined ? null : moduleOrigin(first);
    // Whatever is given that name answers with the module: what createRequire made, process.getBuiltinModule.
    const loaded = first === undefined ? null : moduleOrigin(first);
    if (ASSERT_MODULES.has(loaded?.module ?? "")) return loaded;
    return isMember(callee) && EDITIONS.has(memberName(callee) ?? "") ? of(callee.object, depth + 1) : null;
  };
  const ofLast = (sequence: t.SequenceExpression, depth: number): Origin | null => {
    const last = sequence.expressions.at(-1);
    return last === undefined ? null : of(last, depth + 1);
  };
  const ofName = (name: string, depth: number): Origin => {
    const binding = bindings.get(name);
    if (binding === undefined) return { module: null, path: GLOBAL_OBJECTS.has(name) ? [] : [name] };
    const base = binding.value === null ? { module: binding.module, path: [] } : of(binding.value, depth + 1);
    const path = base === null ? [] : withoutDefault([...base.path, ...binding.path]);
    if (base !== null && (path.length > 0 || KNOWN_MODULES.has(base.module ?? ""))) return { ...base, path };
    return { module: base?.module ?? "local", path: [name] };
  };
  const ofMember = (member: t.MemberExpression | t.OptionalMemberExpression, depth: number): Origin | null => {
    const name = memberName(member);
    if (name === null) return null;
    if (member.object.type === "MetaProperty") return name === "vitest" ? { module: "vitest", path: [] } : null;
    const base = of(member.object, depth + 1);
    return base === null ? null : { ...base, path: withoutDefault([...base.path, name]) };
  };
  const choice = (node: Node): t.ConditionalExpression | null => {
    const value = node.type === "Identifier" && !isParameter(node) ? bindings.get(node.name)?.value : null;
    const inner = value ? unwrap(value) : null;
    return inner?.type === "ConditionalExpression" ? inner : null;
  };
  return { of: (node) => of(node, 0), choice };
}

function withoutDefault(path: readonly string[]): string[] {
  return path.filter((part) => part !== "default");
}

function moduleOrigin(specifier: Node): Origin | null {
  const module = constantString(specifier);
  return module === null ? null : { module, path: [] };
}

function collectBindings(source: Source): ReadonlyMap<string, Binding> {
  const bindings = new Map<string, Binding>();
  const add = (name: string, binding: Binding): void => {
    const known = bindings.get(name);
    if (known === undefined || (binding.isTop && !known.isTop)) bindings.set(name, binding);
  };
  for (const node of source.nodes) {
    const parent = source.parents.get(node);
    if (node.type === "ImportDeclaration") addImports(node, add);
    else if (node.type === "TSImportEqualsDeclaration" && node.moduleReference.type === "TSExternalModuleReference") {
      const module = constantString(node.moduleReference.expression);
      add(node.id.name, { value: null, module, path: [], isTop: true });
    } else if (node.type === "VariableDeclarator") {
      const owner = parent === undefined ? undefined : source.parents.get(parent);
      const isTop = owner?.type === "Program" || owner?.type === "ExportNamedDeclaration";
      if (node.init) addPattern(node.id, { value: node.init, module: null, path: [], isTop }, add);
      // What no initialiser tells (`for (const test of tests)`) is a value of the file all the same.
      for (const name of patternNames(node.id)) add(name, { value: node, module: null, path: [], isTop });
    } else if (node.type === "FunctionDeclaration" && node.id) {
      add(node.id.name, { value: node, module: null, path: [], isTop: parent?.type === "Program" });
    }
  }
  return bindings;
}

/** Tells a parameter of a function around it from any other name. */
function createParameters(source: Source): (name: t.Identifier) => boolean {
  const parameters = new Map<Node, ReadonlySet<string>>();
  for (const node of source.nodes) {
    if (isFunction(node)) parameters.set(node, new Set(node.params.flatMap((pattern) => patternNames(pattern))));
  }
  return (identifier) => {
    for (let at = source.parents.get(identifier); at !== undefined; at = source.parents.get(at)) {
      if (parameters.get(at)?.has(identifier.name) === true) return true;
    }
    return false;
  };
}

type AddBinding = (name: string, binding: Binding) => void;

function addImports(declaration: t.ImportDeclaration, add: AddBinding): void {
  const module = declaration.source.value;
  for (const specifier of declaration.specifiers) {
    const path = specifier.type === "ImportSpecifier" ? [keyName(specifier.imported, false) ?? ""] : [];
    add(specifier.local.name, { value: null, module, path, isTop: true });
  }
}

function addPattern(pattern: Node, binding: Binding, add: AddBinding): void {
  if (pattern.type === "Identifier") add(pattern.name, binding);
  if (pattern.type === "AssignmentPattern") addPattern(pattern.left, binding, add);
  if (pattern.type !== "ObjectPattern") return;
  for (const property of pattern.properties) {
    if (property.type !== "ObjectProperty") continue;
    const name = keyName(property.key, property.computed);
    if (name !== null) addPattern(property.value, { ...binding, path: [...binding.path, name] }, add);
  }
}
