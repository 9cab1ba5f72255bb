import type * as t from "@babel/types";
import type { MockedChange } from "../port.ts";
import { saysUnwritten } from "./bodies.ts";
import { exportedBy } from "./changed-names.ts";
import { isConstant, keyName, memberName } from "./constants.ts";
import type { Modules } from "./module-places.ts";
import { parseSource, type Source } from "./parse.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";

type ClassNode = t.ClassDeclaration | t.ClassExpression;

/** A name of a module: what it is called there, nothing for all of it. */
export interface ModuleName {
  readonly specifier: string;
  readonly name: string;
}

export type Promises = ReturnType<typeof createPromises>;

export const isClass = (node: Node | null | undefined): node is ClassNode =>
  node?.type === "ClassDeclaration" || node?.type === "ClassExpression";

const DEPTH_LIMIT = 6;
const ERRORS = /^(?:\w+)?Error$/;

/** Classes that only say what others have to do: whoever extends one reaches no code of the project by it. */
export function createPromises({ read }: Pick<MockedChange, "read">, modules: Modules) {
  const sources = new Map<string, Promise<Source | null>>();
  const sourceOf = (path: string): Promise<Source | null> => {
    const [file] = sources.has(path) ? [] : read([path]);
    const source = sources.get(path) ?? (file === undefined ? Promise.resolve(null) : parseSource(file));
    sources.set(path, source);
    return source;
  };
  /** Whether what a file exports so is a class without a body that its heir, or anybody, could reach. */
  const isPromised = async (
    from: string,
    specifier: string,
    path: readonly string[],
    heir: ClassNode | null,
    depth = 0,
  ) => {
    let found = 0;
    for (const place of await modules.placesOf(from, specifier, path)) {
      const source = await sourceOf(place.file);
      const own = source === null ? null : exportedClass(source, place.path.at(-1) ?? "");
      if (source === null || own === null) continue;
      found += 1;
      if (!(await promises(own, source, heir, depth))) return false;
    }
    return found > 0;
  };
  const promises = async (own: ClassNode, source: Source, heir: ClassNode | null, depth: number): Promise<boolean> => {
    // An error; what stands for itself is used as it is.
    if (heir === null && !own.superClass) return false;
    if ((own.decorators ?? []).length > 0 || !own.body.body.every((one) => saysNothing(one, source, heir)))
      return false;
    const base = own.superClass ? unwrap(own.superClass) : null;
    if (base === null) return true;
    if (base.type !== "Identifier" || depth > DEPTH_LIMIT) return false;
    const beside = source.nodes.find((one): one is ClassNode => isClass(one) && one.id?.name === base.name);
    if (beside !== undefined) return beside !== own && promises(beside, source, heir ?? own, depth + 1);
    const imported = importedAs(base.name, source);
    if (imported === null) return ERRORS.test(base.name);
    return isPromised(source.path, imported.specifier, [imported.name], heir ?? own, depth + 1);
  };
  /** The same for a name that stands in a file, by where it stands. */
  const onlyPromises = (node: Node, source: Source, { specifier, name }: ModuleName): Promise<boolean> => {
    const around = source.parents.get(node);
    const member = isMember(around) && around.object === node ? memberName(around) : null;
    const named = name === "" && member !== null ? around : node;
    const above = named === undefined ? undefined : source.parents.get(named);
    const heir = isClass(above) && above.superClass === named ? above : null;
    return isPromised(source.path, specifier, [name === "" ? (member ?? "") : name], heir);
  };
  return { onlyPromises };
}

function exportedClass(source: Source, name: string): ClassNode | null {
  for (const statement of source.program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (isClass(declared) && declared.id?.name === name) return declared;
    for (const [exported, value] of exportedBy(statement)) {
      if (exported !== name) continue;
      const inner = unwrap(value);
      if (isClass(inner)) return inner;
      if (inner.type !== "Identifier") return null;
      return source.nodes.find((one): one is ClassNode => isClass(one) && one.id?.name === inner.name) ?? null;
    }
  }
  return null;
}

/** The module that a name of a file is imported from. */
export function importedAs(name: string, source: Source): ModuleName | null {
  for (const one of source.program.body) {
    if (one.type !== "ImportDeclaration") continue;
    const own = one.specifiers.find(({ local }) => local.name === name);
    if (own === undefined) continue;
    const imported = own.type === "ImportSpecifier" ? (keyName(own.imported, false) ?? "") : "default";
    return { specifier: one.source.value, name: own.type === "ImportNamespaceSpecifier" ? "" : imported };
  }
  return null;
}

/** Whether a member has no body, one that says that it is not written, or one that an heir has in its place. */
function saysNothing(member: t.ClassBody["body"][number], source: Source, heir: ClassNode | null): boolean {
  if (member.type === "TSDeclareMethod" || member.type === "TSIndexSignature") return true;
  if (member.type !== "ClassMethod" && member.type !== "ClassProperty") return false;
  if ((member.decorators ?? []).length > 0) return false;
  if (member.type === "ClassMethod" && member.kind === "constructor") return member.body.body.every(keepsGiven);
  const name = keyName(member.key, member.computed);
  if (name !== null && isAnsweredBy(heir, name)) return true;
  if (member.type === "ClassMethod") return member.body.body.length === 0 || saysUnwritten(member, source);
  const value = member.value ? unwrap(member.value) : null;
  if (value === null || isConstant(value)) return true;
  return isFunction(value) && saysUnwritten(value, source);
}

/** Whether a class has a member of its own, and does not go on to what it inherits. */
function isAnsweredBy(heir: ClassNode | null, name: string): boolean {
  const isOwn = heir?.body.body.some(
    (one) => "key" in one && keyName(one.key, "computed" in one && one.computed === true) === name,
  );
  if (heir === null || isOwn !== true) return false;
  return !descendants(heir).some((one) => isMember(one) && memberName(one) === name && isAbove(one.object, heir));
}

/** `super`, `Outbox.prototype` */
const isAbove = (object: Node, heir: ClassNode): boolean =>
  object.type === "Super" ||
  (isMember(object) && memberName(object) === "prototype" && heir.superClass?.type === "Identifier");

/** `super(…)`, `this.path = path` */
function keepsGiven(statement: t.Statement): boolean {
  const one = statement.type === "ExpressionStatement" ? unwrap(statement.expression) : null;
  if (isCall(one)) return one.callee.type === "Super";
  if (one?.type !== "AssignmentExpression" || !isMember(one.left) || one.left.object.type !== "ThisExpression")
    return false;
  return one.right.type === "Identifier" || isConstant(one.right);
}
