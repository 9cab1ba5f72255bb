import { keyName, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { descendants, isCall, isFunction, isMember, type Node, patternNames, unwrap } from "../tree.ts";
import { words } from "../words.ts";

const SEARCHES = words(`
  includes match matchAll test exec indexOf lastIndexOf split search startsWith endsWith
`);

/** Code that asks who calls it. Carrying a stack along or logging it is honest; searching it is not. */
export function stackInspection(node: Node, scope: Scope): Node | null {
  if (node.type === "AssignmentExpression") {
    return isMember(node.left) && pathIs(node.left, scope, "Error.prepareStackTrace") ? node : null;
  }
  if (isMember(node)) {
    const name = memberName(node);
    if (name === null && isNewError(node.object)) return node;
    return name === "caller" && (isCallee(node.object) || isFunctionAround(node, scope)) ? node : null;
  }
  if (!isCall(node)) return null;
  const callee = unwrap(node.callee);
  if (pathEnds(callee, scope, "getCallSites")) return node;
  if (!isMember(callee) || !SEARCHES.has(memberName(callee) ?? "")) return null;
  const searched = [callee.object, ...node.arguments];
  return searched.some((value) => holdsStack(value, holdersOf(scope))) ? node : null;
}

/** `total.caller` in the body of `function total()`. */
function isFunctionAround(node: Node, { source }: Scope): boolean {
  const object = isMember(node) ? unwrap(node.object) : null;
  if (object?.type !== "Identifier") return false;
  for (let at = source.parents.get(node); at !== undefined; at = source.parents.get(at))
    if ((at.type === "FunctionDeclaration" || at.type === "FunctionExpression") && at.id?.name === object.name)
      return true;
  return false;
}

function isCallee(node: Node): boolean {
  const inner = unwrap(node);
  return isMember(inner) && memberName(inner) === "callee";
}

function pathIs(node: Node, scope: Scope, path: string): boolean {
  return scope.origins.of(node)?.path.join(".") === path;
}

function pathEnds(node: Node, scope: Scope, name: string): boolean {
  const origin = scope.origins.of(node);
  return origin?.path.at(-1) === name && (origin.module === null || /^(node:)?util$/.test(origin.module));
}

/** What the names of a file hold: found once, since a minified file asks thousands of times. */
interface Holders {
  /** Names that were given a stack: `const { stack } = error`, `const trace = new Error().stack`. */
  readonly stacks: ReadonlySet<string>;
  /** Functions of the file that answer with a stack: `const where = () => new Error().stack`. */
  readonly makers: ReadonlySet<string>;
  /** Names that were given an error: caught, made, or filled with a stack. */
  readonly errors: ReadonlySet<string>;
}

const known = new WeakMap<Scope, Holders>();

function holdersOf(scope: Scope): Holders {
  const answered = known.get(scope);
  if (answered !== undefined) return answered;
  const errors = new Set<string>();
  const stacks = new Set<string>();
  const makers = new Set<string>();
  const holders = { errors, stacks, makers };
  known.set(scope, holders);
  for (const node of scope.source.nodes) {
    const thrown =
      node.type === "TryStatement" && descendants(node.block).some(({ type }) => type === "ThrowStatement");
    if (thrown && node.handler?.param?.type === "Identifier") errors.add(node.handler.param.name);
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.init && isNewError(node.init)) {
      errors.add(node.id.name);
    }
    const [target] = isCall(node) && pathIs(node.callee, scope, "Error.captureStackTrace") ? node.arguments : [];
    if (target?.type === "Identifier") errors.add(target.name);
  }
  for (const node of scope.source.nodes) {
    const made = maker(node);
    if (made !== null && holdsStack(made.answer, holders)) makers.add(made.name);
  }
  for (const node of scope.source.nodes) {
    if (node.type !== "VariableDeclarator" || !node.init) continue;
    if (node.id.type === "Identifier" && holdsStack(node.init, holders)) stacks.add(node.id.name);
    if (node.id.type !== "ObjectPattern" || !isError(node.init, holders)) continue;
    for (const property of node.id.properties) {
      if (property.type !== "ObjectProperty" || keyName(property.key, property.computed) !== "stack") continue;
      for (const name of patternNames(property.value)) stacks.add(name);
    }
  }
  return holders;
}

/** A named function that only answers, or whose last word is an answer. */
function maker(node: Node): { name: string; answer: Node } | null {
  const name =
    node.type === "FunctionDeclaration"
      ? node.id?.name
      : node.type === "VariableDeclarator" && node.id.type === "Identifier"
        ? node.id.name
        : undefined;
  const made = node.type === "VariableDeclarator" && node.init ? unwrap(node.init) : node;
  if (name === undefined || !isFunction(made)) return null;
  if (made.body.type !== "BlockStatement") return { name, answer: made.body };
  const last = made.body.body.at(-1);
  return last?.type === "ReturnStatement" && last.argument ? { name, answer: last.argument } : null;
}

/** `error.stack`, a name that was given one, or either defaulted, in a text, or after another call. */
function holdsStack(node: Node, holders: Holders): boolean {
  const inner = unwrap(node);
  if (inner.type === "Identifier") return holders.stacks.has(inner.name);
  if (isMember(inner)) {
    const isStack = memberName(inner) === "stack" && isError(inner.object, holders);
    return isStack || (!isIdentifier(inner.object) && holdsStack(inner.object, holders));
  }
  if (inner.type === "LogicalExpression") return holdsStack(inner.left, holders) || holdsStack(inner.right, holders);
  if (inner.type === "TemplateLiteral") return inner.expressions.some((part) => holdsStack(part, holders));
  if (!isCall(inner)) return false;
  const callee = unwrap(inner.callee);
  if (callee.type === "Identifier" && holders.makers.has(callee.name)) return true;
  if (callee.type === "Identifier" && /^(inspect|format)$/.test(callee.name)) return inner.arguments.some(isNewError);
  return isMember(callee)
    ? holdsStack(callee.object, holders)
    : inner.arguments.some((one) => holdsStack(one, holders));
}

function isIdentifier(node: Node): boolean {
  return unwrap(node).type === "Identifier";
}

/** An error that was made to look at it: one that was given or caught has a stack that is worth reading. */
function isError(node: Node, holders: Holders): boolean {
  const inner = unwrap(node);
  return inner.type === "Identifier" ? holders.errors.has(inner.name) : isNewError(inner);
}

function isNewError(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type !== "NewExpression" && !isCall(inner)) return false;
  return inner.callee.type === "Identifier" && inner.callee.name.endsWith("Error");
}
