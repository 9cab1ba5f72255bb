import { constantString, keyName, memberName } from "./constants.ts";
import { assignedTo, initsOf } from "./inits.ts";
import type { Scope } from "./registrations.ts";
import { isCall, isFunction, isMember, type Node, patternNames, unwrap } from "./tree.ts";
import { words } from "./words.ts";

/** One thing that a mock of a module gives anew. */
export interface Given {
  /** Null where it cannot be read: then it may be all of the module. */
  readonly name: string | null;
  readonly at: Node;
  /** It is there to be called, and answers nothing. */
  readonly isSilent: boolean;
}

export const ANSWERS = words(`
  mockReturnValue mockReturnValueOnce mockImplementation mockImplementationOnce mockResolvedValue mockResolvedValueOnce
  mockRejectedValue mockRejectedValueOnce mockReturnThis returns resolves rejects callsFake
`);
const WRAPPERS = words("fn mocked spy");
const DEPTH_LIMIT = 6;

/** What a factory, or node's options, give anew; what is spread or handed through stays the module's own. */
export function givenBy(how: Node, module: string, scope: Scope): Given[] {
  const inner = unwrap(how);
  if (inner.type !== "ObjectExpression") return givenIn(resolved(inner, scope), module, scope);
  const options = exportsOption(inner);
  return options === null ? [] : givenIn(options, module, scope);
}

function givenIn(value: Node, module: string, scope: Scope, depth = 0): Given[] {
  const inner = resolved(value, scope);
  const whole: Given[] = [{ name: null, at: value, isSilent: false }];
  if (depth > DEPTH_LIMIT) return whole;
  if (isFunction(inner)) {
    const answer = returned(inner);
    return answer === null ? whole : givenIn(answer, module, scope, depth + 1);
  }
  if (isActual(value, module, scope)) return [];
  if (isCall(inner) && scope.source.textOf(inner.callee) === "Object.assign")
    return inner.arguments.flatMap((one) => givenIn(one, module, scope, depth + 1));
  if (inner.type !== "ObjectExpression") return whole;
  return inner.properties.flatMap((one): Given[] => {
    if (one.type === "SpreadElement") return givenIn(one.argument, module, scope, depth + 1);
    const name = keyName(one.key, one.computed);
    if (name === "__esModule") return [];
    if (one.type === "ObjectMethod") return [{ name, at: one, isSilent: isSilent(one, scope) }];
    const isKept = name !== null && isOriginal(one.value, name, scope, module);
    return isKept ? [] : [{ name, at: one, isSilent: isSilent(one.value, scope) }];
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

/** A name as the one value that it is given where it is declared. */
function resolved(node: Node, scope: Scope): Node {
  const inner = unwrap(node);
  if (inner.type !== "Identifier") return inner;
  const declared = scope.source.nodes.find((one) => one.type === "FunctionDeclaration" && one.id?.name === inner.name);
  return declared ?? initsOf(inner.name, scope)[0] ?? inner;
}

/** `actual.price`, `vi.fn(actual.price)`, `original`: the code itself, watched or put back. */
export function isOriginal(value: Node, name: string, scope: Scope, module: string | null = null): boolean {
  const inner = unwrap(value);
  if (inner.type === "Identifier") return isKept(inner.name, name, scope, module);
  if (isMember(inner)) return memberName(inner) === name && !isOfTest(inner.object, scope, module);
  if (!isCall(inner)) return false;
  const callee = unwrap(inner.callee);
  if (isMember(callee) && memberName(callee) === "bind") return isOriginal(callee.object, name, scope, module);
  const [only] = inner.arguments;
  const isWrapper = WRAPPERS.has((isMember(callee) ? memberName(callee) : null) ?? "");
  return isWrapper && only !== undefined && isMember(unwrap(only)) && isOriginal(only, name, scope, module);
}

/** A name that holds the code itself, as far as its declaration tells. */
function isKept(variable: string, name: string, scope: Scope, module: string | null): boolean {
  const { nodes } = scope.source;
  for (const node of nodes) {
    if ((node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") && node.id?.name === variable)
      return false;
    if (node.type === "ImportDeclaration" && node.specifiers.some(({ local }) => local.name === variable))
      return module === null || withoutEnding(node.source.value) === module;
    const isTaken = node.type === "VariableDeclarator" && node.id.type === "ObjectPattern" && node.init;
    if (isTaken && patternNames(node.id).includes(variable)) return !isOfTest(node.init as Node, scope, module);
  }
  const values = [...initsOf(variable, scope), ...assignedTo(variable, scope)].map((one) => unwrap(one));
  return values.every(
    (one) =>
      one.type === "NullLiteral" ||
      (isMember(one) ? !isOfTest(one.object, scope, module) : isActual(one, module, scope)) ||
      isOriginal(one, name, scope, module),
  );
}

/** An object that the test makes: `vi.hoisted(() => ({ price: vi.fn() }))`, one written out, a module of its own. */
function isOfTest(object: Node, scope: Scope, module: string | null): boolean {
  const inner = unwrap(object);
  if (inner.type !== "Identifier") return isCall(inner) && /(?:^|\.)hoisted$/.test(scope.source.textOf(inner.callee));
  const imported = scope.source.nodes.find(
    (node) => node.type === "ImportDeclaration" && node.specifiers.some(({ local }) => local.name === inner.name),
  );
  if (imported?.type === "ImportDeclaration") return module !== null && withoutEnding(imported.source.value) !== module;
  return initsOf(inner.name, scope).some((one) => one.type === "ObjectExpression" || isOfTest(one, scope, module));
}

/** The module itself: `await importOriginal()`, `jest.requireActual("./price")`, what a factory is given to load it by. */
function isActual(node: Node, module: string | null, scope: Scope, depth = 0): boolean {
  const inner = unwrap(node);
  if (depth > DEPTH_LIMIT) return false;
  if (inner.type === "Identifier") {
    const values = initsOf(inner.name, scope);
    return values.length > 0 && values.every((one) => isActual(one, module, scope, depth + 1));
  }
  const from = inner.type === "ImportExpression" ? inner.source : isCall(inner) ? inner.arguments[0] : undefined;
  if (from !== undefined) return module === null || withoutEnding(constantString(from) ?? "") === module;
  return isCall(inner) && scope.origins.of(inner.callee)?.module === "parameter";
}

export const withoutEnding = (module: string): string => module.replace(/\.[cm]?[jt]sx?$/, "");

/** `vi.fn()`, `() => {}`, `{ info: vi.fn() }`: keeps quiet what is called, as long as nobody tells it an answer. */
export function isSilent(value: Node, scope: Scope): boolean {
  const inner = unwrap(value);
  if (isMember(inner) || inner.type === "Identifier") {
    const made = written(inner, scope);
    return made !== null && !isTold(inner, scope) && isSilent(made, scope);
  }
  if (inner.type === "ObjectExpression")
    return inner.properties.every(
      (one) => one.type !== "SpreadElement" && isSilent(one.type === "ObjectMethod" ? one : one.value, scope),
    );
  if (isFunction(inner)) return isNothing(inner.body);
  const isDouble = isCall(inner) && /(?:^|\.)(?:fn|spy|stub)$/.test(scope.source.textOf(inner.callee));
  return isDouble && inner.arguments.every((one) => isSilent(one, scope));
}

/** Whether a value is there to be called: setting anything else is how an object is filled. */
export function isCallable(value: Node, scope: Scope): boolean {
  const made = written(value, scope);
  if (made === null) return false;
  return isFunction(made) || (isCall(made) && /(?:^|[.\s])(?:fn|spy|stub)\(/.test(scope.source.textOf(made)));
}

/** What a name, or a member of an object that the test writes out, was made as; null where that cannot be read. */
function written(node: Node, scope: Scope, depth = 0): Node | null {
  const inner = unwrap(node);
  if (depth > DEPTH_LIMIT) return null;
  const isHoisted = isCall(inner) && /(?:^|\.)hoisted$/.test(scope.source.textOf(inner.callee));
  const factory = isHoisted ? inner.arguments[0] : undefined;
  if (factory !== undefined) return returned(unwrap(factory));
  if (isMember(inner)) return property(written(inner.object, scope, depth + 1), memberName(inner));
  if (inner.type !== "Identifier") return inner;
  const made = resolved(inner, scope);
  if (made !== inner) return written(made, scope, depth + 1);
  for (const one of scope.source.nodes) {
    if (one.type !== "VariableDeclarator" || one.id.type !== "ObjectPattern" || !one.init) continue;
    if (patternNames(one.id).includes(inner.name)) return property(written(one.init, scope, depth + 1), inner.name);
  }
  return null;
}

function property(object: Node | null, name: string | null): Node | null {
  if (object?.type !== "ObjectExpression") return null;
  const found = object.properties.find(
    (one) => one.type !== "SpreadElement" && keyName(one.key, one.computed) === name,
  );
  return found?.type === "ObjectProperty" ? unwrap(found.value) : (found ?? null);
}

const isNothing = (node: Node): boolean => {
  const inner = unwrap(node);
  if (inner.type === "BlockStatement") return inner.body.length === 0;
  if (isCall(inner))
    return inner.arguments.length === 0 && isMember(inner.callee) && memberName(inner.callee) === "resolve";
  return inner.type === "Identifier" && inner.name === "undefined";
};

/** Whether something is told what to answer, anywhere in the file. */
function isTold(target: Node, { source }: Scope): boolean {
  const text = source.textOf(target);
  return source.nodes.some((node) => {
    if (!isCall(node) || !isMember(node.callee) || !ANSWERS.has(memberName(node.callee) ?? "")) return false;
    const told = source.textOf(node.callee.object);
    return !tellsNothing(node) && (told === text || told.endsWith(`mocked(${text})`));
  });
}

/** `mockResolvedValue(undefined)`, `mockReturnValue()`. */
export function tellsNothing(call: Node): boolean {
  if (!isCall(call)) return false;
  return call.arguments.every((one) => isNothing(one) || (isFunction(one) && isNothing(one.body)));
}
