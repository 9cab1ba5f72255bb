import { keyName, memberName } from "./constants.ts";
import type { Source } from "./parse.ts";
import { descendants, isCall, isFunction, isMember, type Node, patternNames, unwrap } from "./tree.ts";

/** What a module exports, and what of it a change adds or edits. */
export interface ChangedNames {
  readonly exported: ReadonlySet<string>;
  /** Of `["price"]`, `["Cart", "total"]`; of a class or an object by itself, whether anything in it changed. */
  readonly isChanged: (path: readonly string[]) => boolean;
  /** The same for what base does not have at all. */
  readonly isAdded: (path: readonly string[]) => boolean;
  /** Members of an export that changed, where it has members. */
  readonly changedMembers: (name: string) => readonly string[];
}

/** A top-level name, or `Cart#total` for a member of it. */
interface Item {
  readonly name: string;
  readonly text: string;
  readonly uses: ReadonlySet<string>;
  /** A value that does nothing when it is called is there to be set: a handler, a field. */
  readonly isWork: boolean;
}

interface Names {
  readonly items: readonly Item[];
  /** Exports with the item that they are of. */
  readonly exports: ReadonlyMap<string, string>;
  /** Names that hold an instance, with its class. */
  readonly instances: ReadonlyMap<string, string>;
}

const NOTHING = { name: "", isNew: false };

/** Compares by text; what leans on a changed name of the file is changed with it. */
export function changedNames(base: readonly Source[], head: Source): ChangedNames {
  const before = base.map(namesOf);
  const now = namesOf(head);
  const items = before.flatMap((one) => one.items);
  const known = new Set(items.map(({ name, text }) => `${name} ${text}`));
  const old = new Set(items.map(({ name }) => name));
  const oldExports = new Set(before.flatMap(({ exports }) => [...exports.keys()]));
  const changed = new Set(now.items.filter(({ name, text }) => !known.has(`${name} ${text}`)).map(({ name }) => name));
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const { name, uses } of now.items) if ([...uses].some((one) => changed.has(one))) changed.add(name);
  }
  const itemOf = ([first = "", member]: readonly string[]): { name: string; isNew: boolean } => {
    const own = now.exports.get(first) ?? "";
    const whole = { name: own, isNew: own !== "" && !oldExports.has(first) };
    if (member === undefined) return whole;
    const owners = [own, now.instances.get(own)].map((one) => `${one}#`);
    const item = now.items.find((one) => owners.some((owner) => one.name === owner + member));
    if (item !== undefined) return item.isWork ? { name: item.name, isNew: !old.has(item.name) } : NOTHING;
    // What it inherits is not written here; of what a call made nothing is.
    return now.items.some(({ name }) => owners.some((owner) => name.startsWith(owner)))
      ? NOTHING
      : { ...whole, name: "" };
  };
  return {
    exported: new Set(now.exports.keys()),
    isChanged: (path) => itemOf(path).isNew || changed.has(itemOf(path).name),
    isAdded: (path) => itemOf(path).isNew,
    changedMembers(name) {
      const own = now.exports.get(name) ?? "";
      const owners = [own, now.instances.get(own)].map((one) => `${one}#`);
      return [...changed].flatMap((one) =>
        owners.filter((owner) => one.startsWith(owner)).map((owner) => one.slice(owner.length)),
      );
    },
  };
}

/** A path as the file's own exports have it: CommonJS and default exports name the same in several ways. */
export function ownPath(source: Source, path: readonly string[]): readonly string[] {
  const { exports } = namesOf(source);
  const [first, ...rest] = path;
  if (first === undefined) return exports.size === 1 && exports.has("default") ? ["default"] : path;
  if (first === "default") return exports.has("default") ? path : rest;
  return !exports.has(first) && exports.has("default") ? ["default", ...path] : path;
}

function namesOf(source: Source): Names {
  const items: Item[] = [];
  const exports = new Map<string, string>();
  const instances = new Map<string, string>();
  const add = (name: string, node: Node): void => {
    const owner = name.split("#")[0] ?? "";
    const members = name === owner ? membersOf(node) : [];
    const value = unwrap(node);
    if (value.type === "NewExpression" && value.callee.type === "Identifier") instances.set(name, value.callee.name);
    items.push({ name, text: source.normalised(node), uses: usesOf(node, owner, source), isWork: isWork(node) });
    for (const [key, member] of members) add(`${name}#${key}`, member);
  };
  const named = (name: string, value: Node): void => {
    const inner = unwrap(value);
    if (inner.type === "Identifier") return void exports.set(name, inner.name);
    exports.set(name, name);
    add(name, value);
  };
  for (const statement of source.program.body) {
    const isExport = statement.type === "ExportNamedDeclaration" && !!statement.declaration;
    for (const [name, node] of declared(isExport ? (statement.declaration as Node) : statement)) {
      add(name, node);
      if (isExport) exports.set(name, name);
    }
    for (const [name, value] of exportedBy(statement)) named(name, value);
  }
  return { items, exports, instances };
}

/** Names that a statement declares, or gives members: `Cart.prototype.total = …`. */
function declared(statement: Node): [name: string, node: Node][] {
  if (statement.type === "FunctionDeclaration" || statement.type === "ClassDeclaration")
    return statement.id ? [[statement.id.name, statement]] : [];
  if (statement.type === "TSEnumDeclaration") return [[statement.id.name, statement]];
  if (statement.type === "VariableDeclaration")
    return statement.declarations.flatMap((one) =>
      patternNames(one.id).map((name): [string, Node] => [
        name,
        one.init && one.id.type === "Identifier" ? one.init : one,
      ]),
    );
  const assigned = statement.type === "ExpressionStatement" ? unwrap(statement.expression) : null;
  if (assigned?.type !== "AssignmentExpression" || !isMember(assigned.left)) return [];
  const root = rootOf(assigned.left);
  const member = memberName(assigned.left);
  return root === null || root === "exports" || root === "module"
    ? []
    : [[member === null ? root : `${root}#${member}`, assigned]];
}

function rootOf(member: Node): string | null {
  let at = member;
  while (isMember(at)) at = unwrap(at.object);
  return at.type === "Identifier" ? at.name : null;
}

/** `export default`, `export { a as b }`, `exports.a = …`, `module.exports = { a, b: … }`. */
export function exportedBy(statement: Node): [name: string, value: Node][] {
  if (statement.type === "ExportDefaultDeclaration") return [["default", statement.declaration]];
  if (statement.type === "TSExportAssignment") return [["default", statement.expression]];
  if (statement.type === "ExportNamedDeclaration" && !statement.source)
    return statement.specifiers.flatMap((one): [string, Node][] =>
      one.type === "ExportSpecifier" ? [[keyName(one.exported, false) ?? "", one.local]] : [],
    );
  if (statement.type !== "ExpressionStatement") return [];
  const found: [string, Node][] = [];
  let value = unwrap(statement.expression);
  const names: string[] = [];
  while (value.type === "AssignmentExpression") {
    const name = exportNamed(value.left);
    if (name !== null) names.push(name);
    value = unwrap(value.right);
  }
  for (const name of names) {
    if (name !== "default" || value.type !== "ObjectExpression") found.push([name, value]);
    else for (const [key, member] of membersOf(value)) found.push([key, member]);
  }
  return found;
}

/** `exports.price`, `module.exports.price`; `default` for `module.exports` itself. */
function exportNamed(node: Node): string | null {
  if (!isMember(node)) return null;
  const object = unwrap(node.object);
  const name = memberName(node);
  if (object.type === "Identifier" && object.name === "module" && name === "exports") return "default";
  const isOfExports = object.type === "Identifier" ? object.name === "exports" : exportNamed(object) === "default";
  return isOfExports ? name : null;
}

function isWork(node: Node): boolean {
  if (node.type === "ClassProperty") return !!node.value && isWork(node.value);
  const inner = unwrap(node);
  if (isFunction(inner)) return inner.body.type !== "BlockStatement" || inner.body.body.length > 0;
  return inner.type === "Identifier" || isCall(inner) || inner.type === "AssignmentExpression";
}

/** Members of a class, or of an object that is written out. */
function membersOf(node: Node): [name: string, node: Node][] {
  const inner = unwrap(node);
  if (inner.type === "ObjectExpression")
    return inner.properties.flatMap((one): [string, Node][] => {
      const name = one.type === "SpreadElement" ? null : keyName(one.key, one.computed);
      return name === null ? [] : [[name, one.type === "ObjectProperty" ? one.value : one]];
    });
  if (inner.type !== "ClassDeclaration" && inner.type !== "ClassExpression") return [];
  return inner.body.body.flatMap((one): [string, Node][] => {
    if (!("key" in one)) return [];
    const name = keyName(one.key, "computed" in one && one.computed === true);
    return name === null ? [] : [[name, one]];
  });
}

/** Names that stand in a node, `Cart#rate` for `this.rate` in the class, `rate` for `exports.rate`. */
function usesOf(node: Node, owner: string, { parents }: Source): Set<string> {
  return new Set(
    descendants(node).flatMap((one) => {
      const name = isMember(one) ? memberName(one) : null;
      if (isMember(one) && name !== null && one.object.type === "ThisExpression") return [`${owner}#${name}`];
      if (one.type !== "Identifier") return [];
      const parent = parents.get(one);
      const isMemberOf = isMember(parent) && parent.property === one && !parent.computed;
      return isMemberOf && exportNamed(parent) === null ? [] : [one.name];
    }),
  );
}
