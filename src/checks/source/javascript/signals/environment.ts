import { constantString, keyName, memberName } from "../constants.ts";
import { assignedTo, initsOf } from "../inits.ts";
import type { Scope } from "../registrations.ts";
import { runProbe } from "./probe.ts";
import { isStartGuard } from "./start.ts";
import { descendants, isCall, isFunction, isMember, type Node, patternNames, unwrap } from "../tree.ts";
import { words } from "../words.ts";

const RUNNER_VARIABLES =
  /^_{0,2}(VITEST|JEST|MOCHA|AVA|NODE_TEST|NODE_V8_COVERAGE|NYC|KARMA|CYPRESS|PLAYWRIGHT|STRYKER|TAP|TINYPOOL|BATON|TEST_WORKER)/i;
const TEST_GLOBALS = words(`
  describe it test expect jest vi suite specify beforeEach afterEach beforeAll afterAll before after mocha
  jasmine Cypress cy assert
`);
const RUNNER_NAMES =
  /\b(vitest|jest|mocha|node:test|playwright|stryker|karma|cypress|tinypool|ava)\b|--test\b|\.(test|spec)\b/i;
/** Where runners keep what their assertions share. The mark of a matcher is looked for by itself. */
const RUNNER_SYMBOLS = /^(?!jest\.asymmetricMatcher$).*(jest|vitest|mocha|chai|matchers-object)/i;
/** What the file that was started is called when it is a test. */
const STARTED_FILE = /\b(vitest|jest|mocha|tests?|specs?|__tests__)\b/i;
const MODE = /^(process\.env\.(NODE_ENV|BABEL_ENV|APP_ENV|npm_lifecycle_event)|import\.meta\.env\.MODE)$/;
const COMPARISONS = new Set(["===", "!==", "==", "!="]);

/** Code that asks whether a test is looking. */
export function testEnvironment(node: Node, scope: Scope): Node | null {
  return asksForRunner(node, scope) ?? runProbe(node, scope, (one) => pathOf(one, scope));
}

function asksForRunner(node: Node, scope: Scope): Node | null {
  if (isMember(node)) return memberSignal(node, scope);
  if (isCall(node)) return callSignal(node, scope);
  if (node.type === "ObjectPattern")
    return destructuresRunner(node, scope) ? (scope.source.parents.get(node) ?? node) : null;
  if (node.type === "UnaryExpression")
    return node.operator === "typeof" && isTestGlobal(node.argument, scope) ? node : null;
  if (node.type === "BinaryExpression") {
    if (node.operator === "in") return asksForName(node.left, node.right, scope) ? node : null;
    if (!COMPARISONS.has(node.operator) || isStartGuard(node, scope)) return null;
    return comparesMode(node.left, node.right, scope) || comparesMode(node.right, node.left, scope) ? node : null;
  }
  if (node.type !== "SwitchStatement" || !isMode(node.discriminant, scope)) return null;
  return node.cases.some((one) => one.test && isTestWord(one.test)) ? node.discriminant : null;
}

function pathOf(node: Node, scope: Scope): string {
  const origin = scope.origins.of(node);
  if (origin === null) return importMeta(node);
  const fromProcess = origin.module === "process" || origin.module === "node:process";
  return [...(fromProcess && origin.path[0] !== "process" ? ["process"] : []), ...origin.path].join(".");
}

/** `import.meta.env.MODE` as a path; the empty string for anything else. */
function importMeta(node: Node): string {
  const parts: string[] = [];
  let at = unwrap(node);
  while (isMember(at)) {
    parts.unshift(memberName(at) ?? "?");
    at = unwrap(at.object);
  }
  return at.type === "MetaProperty" ? ["import.meta", ...parts].join(".") : "";
}

function memberSignal(node: Node, scope: Scope): Node | null {
  if (!isMember(node)) return null;
  if (node.object.type === "MetaProperty" && memberName(node) === "vitest")
    return isInSourceTest(node, scope) ? null : node;
  const name = memberName(node) ?? "";
  const owner = pathOf(node.object, scope);
  if (owner === "process.env" || owner === "import.meta.env") {
    return RUNNER_VARIABLES.test(name) || (owner === "import.meta.env" && name === "TEST") ? node : null;
  }
  const object = unwrap(node.object);
  const isGlobal = object.type === "Identifier" && /^(globalThis|global|window|self)$/.test(object.name);
  if (isGlobal && (RUNNER_VARIABLES.test(name) || (TEST_GLOBALS.has(name) && name !== "assert"))) {
    const parent = scope.source.parents.get(node);
    return parent?.type === "AssignmentExpression" && parent.left === node ? null : node;
  }
  const path = pathOf(node, scope);
  // Which file asked for this one; `if (!module.parent)` is the old way to say that nobody did.
  if (owner === "module.parent" || path === "process.execArgv.length") return node;
  if (owner === "process.argv" && node.property.type === "NumericLiteral" && node.property.value === 1)
    return scannedFor(node, scope, STARTED_FILE);
  if (/^process\.(argv|execArgv|title)$|^require\.(cache|main)$/.test(path))
    return scannedFor(node, scope, RUNNER_NAMES);
  return null;
}

/** The statement around a reading of the command line that also names a runner. */
function scannedFor(node: Node, scope: Scope, names: RegExp): Node | null {
  let at: Node = node;
  for (let parent = scope.source.parents.get(at); parent !== undefined; parent = scope.source.parents.get(at)) {
    if (/Statement$|^Program$|Function|Method$/.test(parent.type)) break;
    at = parent;
  }
  const namesRunner = descendants(at).some((one) => {
    if (one.type === "RegExpLiteral") return names.test(one.pattern);
    return one.type === "StringLiteral" && names.test(one.value);
  });
  return namesRunner ? at : null;
}

/** Vitest's own form: a top-level `if (import.meta.vitest)` without `else`, and what stands in it. */
export function isInSourceTest(node: Node, scope: Scope): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = scope.source.parents.get(at)) {
    if (at.type !== "IfStatement") continue;
    const isTop = scope.source.parents.get(at)?.type === "Program";
    if (isTop && !at.alternate && importMeta(at.test) === "import.meta.vitest") return true;
  }
  return false;
}

function destructuresRunner(pattern: Node, scope: Scope): boolean {
  const declarator = scope.source.parents.get(pattern);
  if (pattern.type !== "ObjectPattern" || declarator?.type !== "VariableDeclarator" || !declarator.init) return false;
  const owner = pathOf(declarator.init, scope);
  if (owner !== "process.env" && owner !== "import.meta.env") return false;
  return pattern.properties.some(
    (one) => one.type === "ObjectProperty" && RUNNER_VARIABLES.test(keyName(one.key, one.computed) ?? ""),
  );
}

function isTestGlobal(node: Node, scope: Scope): boolean {
  const inner = unwrap(node);
  if (inner.type !== "Identifier") return false;
  const origin = scope.origins.of(inner);
  return origin?.module === null && TEST_GLOBALS.has(inner.name);
}

function asksForName(left: Node, right: Node, scope: Scope): boolean {
  const name = constantString(left) ?? "";
  const owner = unwrap(right);
  const path = pathOf(right, scope);
  if (path === "process.env" || path === "import.meta.env") return RUNNER_VARIABLES.test(name);
  const isGlobal = owner.type === "Identifier" && /^(globalThis|global|window)$/.test(owner.name);
  return isGlobal && (TEST_GLOBALS.has(name) || RUNNER_VARIABLES.test(name));
}

/** The mode by its own name, by a constant that was given it, or by what configurations call it. */
function isMode(node: Node, scope: Scope, depth = 0): boolean {
  const inner = unwrap(node);
  const path = pathOf(inner, scope);
  if (MODE.test(path)) return true;
  if (/^(process|import\.meta)\.env$/.test(path)) return false;
  if (inner.type === "LogicalExpression") return isMode(inner.left, scope, depth) || isMode(inner.right, scope, depth);
  if (isMember(inner)) return /^(env|nodeEnv|NODE_ENV|environment)$/.test(memberName(inner) ?? "");
  if (isCall(inner) && isMember(inner.callee)) {
    return (
      /^(toLowerCase|toUpperCase|trim|toString)$/.test(memberName(inner.callee) ?? "") &&
      isMode(inner.callee.object, scope, depth)
    );
  }
  if (inner.type !== "Identifier" || depth > 2) return false;
  return (
    (/^(env|nodeEnv|NODE_ENV|environment)$/.test(inner.name) && !isGiven(inner.name, inner, scope)) ||
    initsOf(inner.name, scope).some((init) => isMode(init, scope, depth + 1))
  );
}

/** Whether all modes that a place asks for are of what its function is given: `(env = process.env) => env.NODE_ENV === "test"`. */
export function asksWhatIsGiven(place: Node, scope: Scope): boolean {
  const inner = unwrap(place);
  const sides = inner.type === "BinaryExpression" ? [inner.left, inner.right] : [inner];
  const modes = sides.filter((side) => isMode(side, scope));
  return modes.length > 0 && modes.every((mode) => isOfParameter(mode, scope, 0));
}

function isOfParameter(node: Node, scope: Scope, depth: number): boolean {
  const inner = unwrap(node);
  if (depth > 2) return false;
  if (inner.type === "LogicalExpression")
    return [inner.left, inner.right].every((side) => !isMode(side, scope) || isOfParameter(side, scope, depth));
  // Other names of a member than the variable's own say nothing of who filled it.
  if (isMember(inner))
    return (memberName(inner) ?? "").endsWith("_ENV") && scope.origins.of(unwrap(inner.object))?.module === "parameter";
  if (inner.type !== "Identifier" || scope.origins.of(inner)?.module === "parameter") return false;
  const values = [...initsOf(inner.name, scope), ...assignedTo(inner.name, scope)];
  return values.length > 0 && values.every((value) => isOfParameter(value, scope, depth + 1));
}

/** A parameter without a default: the caller says which environment it means, and a test says one, too. */
function isGiven(name: string, from: Node, scope: Scope): boolean {
  for (let at = scope.source.parents.get(from); at !== undefined; at = scope.source.parents.get(at)) {
    if (!isFunction(at)) continue;
    const own = at.params.find((param) => patternNames(param).includes(name));
    if (own !== undefined) return own.type === "Identifier";
  }
  return false;
}

function isTestWord(node: Node): boolean {
  return /^test(ing)?$/i.test(constantString(node) ?? "");
}

function comparesMode(one: Node, other: Node, scope: Scope): boolean {
  return isMode(one, scope) && isTestWord(other);
}

/** `["test", "ci"].includes(process.env.NODE_ENV)`, `process.env.NODE_ENV.startsWith("test")`. */
function callSignal(node: Node, scope: Scope): Node | null {
  if (!isCall(node)) return null;
  const path = pathOf(node.callee, scope);
  const [first, second] = node.arguments;
  if (path === "Symbol.for")
    return RUNNER_SYMBOLS.test(first === undefined ? "" : (constantString(first) ?? "")) ? node : null;
  if (/^Reflect\.(get|has)$/.test(path) && first !== undefined && second !== undefined)
    return asksForName(second, first, scope) ? node : null;
  const callee = unwrap(node.callee);
  if (!isMember(callee)) return null;
  const object = unwrap(callee.object);
  const asked = node.arguments.some((argument) => isMode(argument, scope));
  if (asked && descendants(object).some(isTestWord)) return node;
  if (asked && object.type === "RegExpLiteral" && object.pattern.includes("test")) return node;
  const isRead = isMode(object, scope) && node.arguments.some((argument) => isTestWord(argument));
  return isRead ? node : null;
}
