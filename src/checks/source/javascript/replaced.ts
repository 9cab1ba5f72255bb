import { constantString, keyName, memberName } from "./constants.ts";
import {
  ANSWERS,
  type Given,
  givenBy,
  isCallable,
  isOriginal,
  isSilent,
  tellsNothing,
  withoutEnding,
} from "./given.ts";
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
  /** All of these, by what they stand for; modules that answer nothing at all with them. */
  readonly answers: readonly Answer[];
}

/** An answer in the place of something of a module: the module as the file names it, and the names that lead there. */
export interface Answer {
  readonly module: string;
  /** None where it is the whole module, as far as can be read. */
  readonly path: readonly string[];
  readonly node: Node;
  /** It is there to be called, and answers nothing. */
  readonly isSilent: boolean;
  /** It stands for the module wherever the file loads it. */
  readonly isOfModule: boolean;
}

const MODULE_MOCKS = words("mock doMock unstable_mockModule setMock module");
const SPIES = words("spyOn method stub replace");
const OWN = /^(?:\.{1,2}(?:\/|$)|[@~#]\/|#)/;

/** Reads one test file. Only what is imported from the project counts: libraries and platforms are there to be replaced. */
export function replacedIn(scope: Scope): Replaced {
  const answers: Answer[] = [];
  const found = {
    exports: new Set<string>(),
    members: new Set<string>(),
    methods: new Set<string>(),
    answers,
  };
  const object = (node: Node, name: string, shown: Node): void => {
    const inner = unwrap(node);
    if (!isOwn(inner, scope) && !isInstance(inner, scope)) return;
    const of = placeOf(inner, scope);
    const isSet = shown.type === "AssignmentExpression" && !isCallable(shown.right, scope);
    if (of !== null && !isSet) answers.push(answerFor(of.module, [...of.path, name], shown, scope));
    const isPrototype = isMember(inner) && memberName(inner) === "prototype";
    if (isPrototype) found.methods.add(`${scope.source.textOf(inner.object)}#${name}`);
    else found.members.add(`${scope.source.textOf(inner)}#${name}`);
  };
  for (const node of scope.source.nodes) {
    if (node.type === "AssignmentExpression" && isMember(node.left)) {
      const name = memberName(node.left);
      if (name !== null && !isOriginal(node.right, name, scope)) object(node.left.object, name, node);
    } else if (node.type === "ClassDeclaration" || node.type === "ClassExpression") {
      for (const name of overrides(node, scope)) found.methods.add(`${classNameOf(node, scope)}#${name}`);
    } else if (isCall(node)) {
      const mocked = mockedModule(node, scope);
      const module = mocked?.module ?? "";
      for (const { name, at, isSilent } of mocked?.given ?? []) {
        if (name !== null) found.exports.add(`${module}#${name}`);
        answers.push({ module, path: name === null ? [] : [name], node: at, isSilent, isOfModule: true });
      }
      const spied = spyOf(node, scope);
      if (spied !== null) object(spied.object, spied.name, spied.shown);
      const told = toldToAnswer(node, scope);
      if (told !== null) {
        found.exports.add(exportOf(told, scope) ?? "");
        const of = placeOf(told, scope);
        if (of !== null) answers.push({ ...of, node, isSilent: tellsNothing(node), isOfModule: true });
      }
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
  return exportOf(withoutPrototype(node), scope) !== null;
}

const withoutPrototype = (node: Node): Node =>
  isMember(node) && memberName(node) === "prototype" ? unwrap(node.object) : node;

/** Where something of the project is from: a name of it, or the class of an instance. */
export function placeOf(
  node: Node,
  scope: Scope,
): { readonly module: string; readonly path: readonly string[] } | null {
  const inner = withoutPrototype(unwrap(node));
  const made = madeOf(inner, scope).find((one) => one.type === "NewExpression");
  const named = exportOf(inner, scope) === null && made?.type === "NewExpression" ? made.callee : inner;
  const origin = scope.origins.of(named);
  if (origin?.module === undefined || origin.module === null || !OWN.test(origin.module)) return null;
  const whole = wholeModule(named, scope);
  return {
    module: withoutEnding(origin.module),
    path: whole === null ? origin.path : [...whole, ...origin.path.slice(1)],
  };
}

/** What a name that stands for a whole module stands for: `[]` for all of it, `["default"]`; null for any other name. */
function wholeModule(node: Node, scope: Scope): readonly string[] | null {
  let root = unwrap(node);
  while (isMember(root)) root = unwrap(root.object);
  if (root.type !== "Identifier") return null;
  const { name } = root;
  for (const one of scope.source.nodes) {
    if (one.type !== "ImportDeclaration") continue;
    const own = one.specifiers.find(({ local }) => local.name === name);
    if (own === undefined) continue;
    if (own.type === "ImportSpecifier") return keyName(own.imported, false) === "default" ? ["default"] : null;
    return own.type === "ImportDefaultSpecifier" ? ["default"] : [];
  }
  const isLoaded = initsOf(name, scope).some((one) => scope.origins.of(one)?.path.length === 0);
  return isLoaded ? [] : null;
}

const madeOf = (node: Node, scope: Scope): Node[] => {
  const declared = node.type === "Identifier" ? initsOf(node.name, scope) : [];
  return [...declared, ...assignedTo(scope.source.textOf(node), scope)].map(madeFrom);
};

/** What holds a `new Cart()` of the project: a variable, or `this.cart` of a hook. */
function isInstance(node: Node, scope: Scope): boolean {
  if (node.type !== "Identifier" && !isMember(node)) return false;
  return madeOf(node, scope).some((one) => one.type === "NewExpression" && exportOf(one.callee, scope) !== null);
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

interface MockedModule {
  readonly module: string;
  readonly given: readonly Given[];
}

/** `jest.mock("./price", () => ({ price: … }))` of a module of the project. */
function mockedModule(call: Node, scope: Scope): MockedModule | null {
  if (!isCall(call) || !isMember(call.callee)) return null;
  const owner = scope.source.textOf(call.callee.object);
  if (!MODULE_MOCKS.has(memberName(call.callee) ?? "") || !/^(?:vi|vitest|jest|(?:\w+\.)?mock)$/.test(owner))
    return null;
  const [what, how] = call.arguments;
  const module = what === undefined ? null : moduleOf(unwrap(what));
  if (module === null || !OWN.test(module)) return null;
  const name = withoutEnding(module);
  return {
    module: name,
    given: how === undefined ? [{ name: null, at: call, isSilent: true }] : givenBy(how, name, scope),
  };
}

/** A specifier as text, or as vitest also takes it: `import("./price")`. */
function moduleOf(node: Node): string | null {
  if (node.type === "ImportExpression") return constantString(node.source);
  if (isCall(node) && unwrap(node.callee).type === "Import")
    return node.arguments[0] === undefined ? null : constantString(node.arguments[0]);
  return constantString(node);
}

/** `vi.spyOn(prices, "of").mockReturnValue(1)`, `mock.method(prices, "of", () => 1)`; a spy alone replaces nothing. */
function spyOf(call: Node, scope: Scope): { object: Node; name: string; shown: Node } | null {
  if (!isCall(call)) return null;
  const [object, member, how] = call.arguments;
  const name = member === undefined ? null : constantString(member);
  if (object === undefined || name === null) return null;
  if (call.callee.type === "Identifier" && isOfJasmine(call.callee, scope))
    return isCalledThrough(call, scope) ? null : { object, name, shown: call };
  const spy = isMember(call.callee) ? memberName(call.callee) : scope.origins.of(call.callee)?.path.at(-1);
  if (!SPIES.has(spy ?? "")) return null;
  const answered = answerAfter(call, scope);
  const isTold = (how !== undefined && isFunction(unwrap(how))) || answered !== null;
  return isTold ? { object, name, shown: answered ?? call } : null;
}

/** Global, where that of other libraries is a member or imported. */
const isOfJasmine = (name: Node, { origins }: Scope): boolean => {
  const origin = origins.of(name);
  return origin?.module === null && origin.path.join(".") === "spyOn";
};

/** `spyOn(prices, "of").and.callThrough()`: without it a spy of jasmine answers nothing, or what it is told. */
function isCalledThrough(call: Node, scope: Scope): boolean {
  const and = scope.source.parents.get(call);
  const how = and === undefined ? undefined : scope.source.parents.get(and);
  return how !== undefined && isMember(how) && memberName(how) === "callThrough";
}

const answerFor = (module: string, path: readonly string[], node: Node, scope: Scope): Answer => ({
  module,
  path,
  node,
  isSilent: isQuiet(node, scope),
  isOfModule: false,
});

/** `prices.of = () => {}`, `vi.spyOn(prices, "of").mockReturnValue()`, jasmine's spy without `and`. */
function isQuiet(shown: Node, scope: Scope): boolean {
  if (shown.type === "AssignmentExpression") return isSilent(shown.right, scope);
  if (!isCall(shown)) return false;
  if (shown.callee.type === "Identifier") return !isMember(scope.source.parents.get(shown));
  if (isMember(shown.callee) && ANSWERS.has(memberName(shown.callee) ?? "")) return tellsNothing(shown);
  const how = shown.arguments.at(-1);
  return how !== undefined && isSilent(how, scope);
}

/** The call that tells a spy what to answer. */
function answerAfter(call: Node, scope: Scope): Node | null {
  const parent = scope.source.parents.get(call);
  const isAnswer = parent !== undefined && isMember(parent) && ANSWERS.has(memberName(parent) ?? "");
  return isAnswer ? (scope.source.parents.get(parent) ?? parent) : null;
}

/** `price.mockReturnValue(90)`, `vi.mocked(price).mockReturnValue(90)`: an export that a mocked module was told to answer. */
function toldToAnswer(call: Node, scope: Scope): Node | null {
  if (!isCall(call) || !isMember(call.callee) || !ANSWERS.has(memberName(call.callee) ?? "")) return null;
  const target = unwrap(call.callee.object);
  const [wrapped] =
    isCall(target) && isMember(target.callee) && memberName(target.callee) === "mocked" ? target.arguments : [];
  const node = wrapped === undefined ? target : unwrap(wrapped);
  return isCall(node) || exportOf(node, scope) === null ? null : node;
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
