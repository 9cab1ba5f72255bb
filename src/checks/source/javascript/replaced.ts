import { constantString, keyName, memberName } from "./constants.ts";
import { assignedTo, initsOf } from "./inits.ts";
import type { Scope } from "./registrations.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";
import { words } from "./words.ts";

/** What a test file puts in the place of the project's own code: `module#name`, `class#method`, both as the file names them. */
export interface Replaced {
  /** By module and export: `vi.mock("./price", () => ({ price: … }))`. */
  readonly exports: ReadonlySet<string>;
  /** By object and member, as text: `vi.spyOn(prices, "of").mockReturnValue(1)`, `prices.of = …`. */
  readonly members: ReadonlySet<string>;
  /** By class and method: `Cart.prototype.total = …`, and a class of the test that overrides what it inherits. */
  readonly methods: ReadonlySet<string>;
}

const MODULE_MOCKS = words("mock doMock unstable_mockModule setMock module");
const SPIES = words("spyOn method stub replace");
const ANSWERS = words(`
  mockReturnValue mockReturnValueOnce mockImplementation mockImplementationOnce mockResolvedValue mockResolvedValueOnce
  mockRejectedValue mockRejectedValueOnce mockReturnThis returns resolves rejects callsFake
`);
const WRAPPERS = words("fn mocked spy");
const OWN = /^(?:\.{1,2}(?:\/|$)|[@~#]\/|#)/;

/** Reads one test file. Only what is imported from the project counts: libraries and platforms are there to be replaced. */
export function replacedIn(scope: Scope): Replaced {
  const found = { exports: new Set<string>(), members: new Set<string>(), methods: new Set<string>() };
  const object = (node: Node, name: string): void => {
    const inner = unwrap(node);
    if (!isOwn(inner, scope) && !isInstance(inner, scope)) return;
    const isPrototype = isMember(inner) && memberName(inner) === "prototype";
    if (isPrototype) found.methods.add(`${scope.source.textOf(inner.object)}#${name}`);
    else found.members.add(`${scope.source.textOf(inner)}#${name}`);
  };
  for (const node of scope.source.nodes) {
    if (node.type === "AssignmentExpression" && isMember(node.left)) {
      const name = memberName(node.left);
      if (name !== null && !isOriginal(node.right, name)) object(node.left.object, name);
    } else if (node.type === "ClassDeclaration" || node.type === "ClassExpression") {
      for (const name of overrides(node, scope)) found.methods.add(`${classNameOf(node, scope)}#${name}`);
    } else if (isCall(node)) {
      for (const name of mockedExports(node, scope)) found.exports.add(name);
      const spied = spyOf(node, scope);
      if (spied !== null) object(spied.object, spied.name);
      const told = toldToAnswer(node, scope);
      if (told !== null) found.exports.add(told);
    }
  }
  return found;
}

/** `./price#total` for what a name or member of the file comes from; null when it is not of the project. */
export function exportOf(node: Node, scope: Scope): string | null {
  const origin = scope.origins.of(node);
  if (origin?.module === undefined || origin.module === null || !OWN.test(origin.module)) return null;
  return `${withoutEnding(origin.module)}#${origin.path.at(-1) ?? "default"}`;
}

function isOwn(node: Node, scope: Scope): boolean {
  return exportOf(isMember(node) && memberName(node) === "prototype" ? node.object : node, scope) !== null;
}

/** What holds a `new Cart()` of the project: a variable, or `this.cart` of a hook. */
function isInstance(node: Node, scope: Scope): boolean {
  if (node.type !== "Identifier" && !isMember(node)) return false;
  const declared = node.type === "Identifier" ? initsOf(node.name, scope) : [];
  const made = [...declared, ...assignedTo(scope.source.textOf(node), scope)].map(madeFrom);
  return made.some((one) => one.type === "NewExpression" && exportOf(one.callee, scope) !== null);
}

/** `new Cart()` of `new Cart().add(4).add(3)`: what a chain of calls goes on from. */
export function madeFrom(value: Node): Node {
  let at = unwrap(value);
  while (isCall(at)) {
    const callee = unwrap(at.callee);
    if (!isMember(callee)) break;
    at = unwrap(callee.object);
  }
  return at;
}

const withoutEnding = (module: string): string => module.replace(/\.[cm]?[jt]sx?$/, "");

function mockedExports(call: Node, scope: Scope): string[] {
  if (!isCall(call) || !isMember(call.callee)) return [];
  const owner = scope.source.textOf(call.callee.object);
  if (!MODULE_MOCKS.has(memberName(call.callee) ?? "") || !/^(?:vi|vitest|jest|(?:\w+\.)?mock)$/.test(owner)) return [];
  const [what, how] = call.arguments;
  const module = what === undefined ? null : moduleOf(unwrap(what));
  if (module === null || !OWN.test(module) || how === undefined) return [];
  return givenNames(unwrap(how)).map((name) => `${withoutEnding(module)}#${name}`);
}

/** A specifier as text, or as vitest also takes it: `import("./price")`. */
function moduleOf(node: Node): string | null {
  if (node.type === "ImportExpression") return constantString(node.source);
  if (isCall(node) && unwrap(node.callee).type === "Import")
    return node.arguments[0] === undefined ? null : constantString(node.arguments[0]);
  return constantString(node);
}

/** The names that a factory, or node's options, give anew; what is spread or handed through stays the module's own. */
function givenNames(how: Node): string[] {
  const given = how.type === "ObjectExpression" ? exportsOption(how) : isFunction(how) ? returned(how) : null;
  if (given?.type !== "ObjectExpression") return [];
  return given.properties.flatMap((one) => {
    if (one.type === "SpreadElement") return [];
    const name = keyName(one.key, one.computed);
    return name === null || (one.type === "ObjectProperty" && isOriginal(one.value, name)) ? [] : [name];
  });
}

function exportsOption(options: Node): Node | null {
  if (options.type !== "ObjectExpression") return null;
  for (const one of options.properties) {
    if (one.type === "ObjectProperty" && /^(namedExports|exports)$/.test(keyName(one.key, one.computed) ?? ""))
      return unwrap(one.value);
  }
  return null;
}

function returned(factory: Node): Node | null {
  if (!isFunction(factory)) return null;
  if (factory.body.type !== "BlockStatement") return unwrap(factory.body);
  const last = factory.body.body.at(-1);
  return last?.type === "ReturnStatement" && last.argument ? unwrap(last.argument) : null;
}

/** `actual.price`, `vi.fn(actual.price)`, `original`: the code itself, watched or put back. */
function isOriginal(value: Node, name: string): boolean {
  const inner = unwrap(value);
  if (inner.type === "Identifier") return true;
  if (isMember(inner)) return memberName(inner) === name;
  if (!isCall(inner)) return false;
  const callee = unwrap(inner.callee);
  const [only] = inner.arguments;
  const isWrapper = WRAPPERS.has((isMember(callee) ? memberName(callee) : null) ?? "");
  return isWrapper && only !== undefined && isMember(unwrap(only)) && isOriginal(only, name);
}

/** `vi.spyOn(prices, "of").mockReturnValue(1)`, `mock.method(prices, "of", () => 1)`; a spy alone replaces nothing. */
function spyOf(call: Node, scope: Scope): { object: Node; name: string } | null {
  if (!isCall(call)) return null;
  const [object, member, how] = call.arguments;
  const name = member === undefined ? null : constantString(member);
  if (object === undefined || name === null) return null;
  if (call.callee.type === "Identifier" && call.callee.name === "spyOn")
    return isCalledThrough(call, scope) ? null : { object, name };
  if (!isMember(call.callee) || !SPIES.has(memberName(call.callee) ?? "")) return null;
  return (how !== undefined && isFunction(unwrap(how))) || isAnswered(call, scope) ? { object, name } : null;
}

/** `spyOn(prices, "of").and.callThrough()`: without it a spy of jasmine answers nothing, or what it is told. */
function isCalledThrough(call: Node, scope: Scope): boolean {
  const and = scope.source.parents.get(call);
  const how = and === undefined ? undefined : scope.source.parents.get(and);
  return how !== undefined && isMember(how) && memberName(how) === "callThrough";
}

function isAnswered(call: Node, scope: Scope): boolean {
  const parent = scope.source.parents.get(call);
  return isMember(parent ?? null) && parent !== undefined && isMember(parent) && ANSWERS.has(memberName(parent) ?? "");
}

/** `price.mockReturnValue(90)`, `vi.mocked(price).mockReturnValue(90)`: an export that a mocked module was told to answer. */
function toldToAnswer(call: Node, scope: Scope): string | null {
  if (!isCall(call) || !isMember(call.callee) || !ANSWERS.has(memberName(call.callee) ?? "")) return null;
  const target = unwrap(call.callee.object);
  const [wrapped] =
    isCall(target) && isMember(target.callee) && memberName(target.callee) === "mocked" ? target.arguments : [];
  const node = wrapped === undefined ? target : unwrap(wrapped);
  return isCall(node) ? null : exportOf(node, scope);
}

/** Methods that a class of the test gives in place of what it inherits from the project. */
function overrides(node: Node, scope: Scope): string[] {
  if ((node.type !== "ClassDeclaration" && node.type !== "ClassExpression") || !node.superClass) return [];
  if (exportOf(node.superClass, scope) === null) return [];
  return node.body.body.flatMap((member) => {
    if (member.type !== "ClassMethod" || member.kind !== "method" || member.static) return [];
    const name = keyName(member.key, member.computed);
    // Only what goes on from the inherited method: an abstract one has to be given by somebody.
    const isChanged =
      name !== null && descendants(member.body).some((one) => isSuperOf(one, name)) && !isPassedOn(member.body);
    return isChanged ? [name] : [];
  });
}

const isSuperOf = (node: Node, name: string): boolean =>
  isMember(node) && node.object.type === "Super" && memberName(node) === name;

/** The last word is the inherited one, unchanged. */
function isPassedOn(body: Node): boolean {
  const last = body.type === "BlockStatement" ? body.body.at(-1) : undefined;
  const value = last?.type === "ReturnStatement" && last.argument ? unwrap(last.argument) : null;
  return value !== null && (value.type === "Identifier" || (isCall(value) && isMember(value.callee)));
}

function classNameOf(node: Node, scope: Scope): string {
  if ((node.type === "ClassDeclaration" || node.type === "ClassExpression") && node.id) return node.id.name;
  const parent = scope.source.parents.get(node);
  return parent?.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id.name : "";
}
