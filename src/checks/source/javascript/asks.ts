import type { Surrounding } from "../port.ts";
import { constantString, keyName, memberName } from "./constants.ts";
import type { Scope } from "./registrations.ts";
import { isStartGuard } from "./signals/start.ts";
import { isCall, isFunction, isMember, type Node, patternNames, unwrap } from "./tree.ts";
import { words } from "./words.ts";

/** A place that asks what is around the code: the node to be answered, by what, and what it is about. */
export interface Question {
  readonly node: Node;
  /** What answers, as a call without its last argument, the node itself: `process(`. */
  readonly by: string;
  readonly about: readonly Surrounding[];
  readonly words: readonly string[];
}

const MODE = /^(?:NODE_ENV|BABEL_ENV|APP_ENV|MODE|DEV|PROD)$/;
const TERMINAL = /^(?:NO_COLOR|FORCE_COLOR|TERM)$/;
const VARIABLE =
  /^_{0,2}(?:VITEST|VITE_|JEST|MOCHA|AVA_|NODE_TEST|NODE_V8_COVERAGE|NYC|KARMA|CYPRESS|PLAYWRIGHT|STRYKER|TAP_|TINYPOOL|BATON)|^(?:TEST|SSR|BASE_URL|CI|CONTINUOUS_INTEGRATION|NODE_OPTIONS|FORCE_TTY)$|^npm_/i;
/** Beginnings of the names that a run of tests sets, for `env[`${PREFIX}_X`]`. */
const BEGINNINGS = "NODE_ VITE JEST MOCHA TEST CI npm_ BATON TINYPOOL NO_COLOR FORCE_ TERM MODE DEV PROD SSR".split(
  " ",
);
const OF_START = words("argv execArgv title argv0 ppid send connected channel mainModule");
const OF_PROCESS = words(`
  listenerCount listeners rawListeners eventNames uptime moduleLoadList getActiveResourcesInfo _getActiveHandles
  _getActiveRequests report
`);
const OF_STREAM = words("isTTY hasColors getColorDepth columns rows constructor _type");
const STREAMS = words("stdout stderr stdin");
const OF_TESTS =
  /^(?:describe|it|test|expect|jest|vi|suite|specify|context|before|after|(?:before|after)(?:Each|All)|mocha|jasmine|cy|Cypress)$|^__?(?:vitest|vite|jest|coverage)/i;
const GLOBALS = words("globalThis global window self");
const ERROR_NAME =
  /^(?:e|ex|err|error|exception|cause|thrown|caught|failure|trace|holder|probe|here|site|at|where)\d*$|(?:Error|Exception|Err)$/;
const ANY: readonly Surrounding[] = ["environment", "mode", "terminal", "start", "process"];

/** What names of the file stand for: a module, or one of its members; a name that is bound twice stands for nothing known. */
interface Names {
  readonly bound: ReadonlySet<string>;
  readonly imported: ReadonlyMap<string, { readonly module: string; readonly member: string | null }>;
}

const MODULES = /^(?:node:)?(?:process|tty|fs|fs\/promises|async_hooks)$/;
/** What a descriptor is open on: of the first three, a terminal or not. */
const DESCRIPTORS = /^fstat(?:Sync)?$/;
const plain = (module: string): string => module.replace(/^node:/, "");

/** Every question that a file asks, in source order. */
export function questionsOf(scope: Scope): Question[] {
  const { source } = scope;
  const names = namesOf(scope);
  const readsTests = source.nodes.some(namesTests);
  const found = source.nodes.flatMap((node) => {
    const question = questionAt(node, scope, names, readsTests);
    return question === null || question.about.length === 0 || isGuard(node, scope) ? [] : [question];
  });
  return found;
}

/** `if (process.env.NODE_ENV !== "test") server.listen()`: what every server does that its tests import. */
function isGuard(node: Node, scope: Scope): boolean {
  for (let at = scope.source.parents.get(node); at !== undefined; at = scope.source.parents.get(at)) {
    if (at.type === "BinaryExpression") return isStartGuard(at, scope);
    if (!isMember(at)) return false;
  }
  return false;
}

function namesOf({ source }: Scope): Names {
  const counts = new Map<string, number>();
  const imported = new Map<string, { module: string; member: string | null }>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const node of source.nodes) {
    if (node.type === "VariableDeclarator") patternNames(node.id).forEach(count);
    if (isFunction(node)) node.params.flatMap((param) => patternNames(param)).forEach(count);
    if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") if (node.id) count(node.id.name);
    if (node.type === "CatchClause" && node.param) patternNames(node.param).forEach(count);
    if (node.type !== "ImportDeclaration") continue;
    for (const specifier of node.specifiers) {
      count(specifier.local.name);
      const member = specifier.type === "ImportSpecifier" ? keyName(specifier.imported, false) : null;
      const module = plain(node.source.value);
      if (MODULES.test(module))
        imported.set(specifier.local.name, { module, member: member === "default" ? null : member });
    }
  }
  for (const [name, times] of counts) if (times > 1) imported.delete(name);
  return { bound: new Set(counts.keys()), imported };
}

function questionAt(node: Node, scope: Scope, names: Names, readsTests: boolean): Question | null {
  if (node.type === "Identifier") return ofName(node, scope, names, readsTests);
  if (isMember(node)) return ofMember(node, scope);
  if (node.type === "TemplateLiteral" || node.type === "StringLiteral" || node.type === "BinaryExpression")
    return ofColour(node, scope);
  if (node.type === "ImportExpression") return ofModule(node, node.source, "later", scope, readsTests);
  if (!isCall(node)) return null;
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  if (first === undefined) return null;
  if (callee.type === "Import") return ofModule(node, first, "later", scope, readsTests);
  // `require`, or what createRequire made: a value that is no such module is left as it is.
  return callee.type === "Identifier" && node.arguments.length === 1
    ? ofModule(node, first, "module", scope, readsTests)
    : null;
}

/** `require("node:process")`, `import("node:fs")`. */
function ofModule(node: Node, specifier: Node, by: string, scope: Scope, readsTests: boolean): Question | null {
  const module = plain(constantString(specifier) ?? "");
  if (!MODULES.test(module)) return null;
  const parent = scope.source.parents.get(node);
  const taken = parent?.type === "VariableDeclarator" ? parent.id : null;
  return { node, by: `${by}(${JSON.stringify(module)}, `, ...aboutModule(module, taken, node, scope, readsTests) };
}

interface About {
  readonly about: readonly Surrounding[];
  readonly words: readonly string[];
}

function aboutModule(module: string, taken: Node | null, node: Node, scope: Scope, readsTests: boolean): About {
  if (module.startsWith("fs")) return aboutFiles(membersTaken(taken, node, scope), readsTests);
  if (module === "async_hooks") return aboutHooks(membersTaken(taken, node, scope));
  if (module === "tty") return { about: ["terminal"], words: ["isatty"] };
  if (taken?.type === "ObjectPattern") return ofPattern(taken, (name, value) => processMember(name, value, scope));
  return taken === null ? processUse(node, scope) : { about: ANY, words: [] };
}

/** Of a module: what a pattern takes of it, or the member that is used where it stands. */
function membersTaken(taken: Node | null, node: Node, scope: Scope): readonly string[] {
  if (taken?.type === "ObjectPattern")
    return taken.properties.map((one) => (one.type === "ObjectProperty" ? keyName(one.key, one.computed) : null) ?? "");
  return [memberUsed(node, scope)?.name ?? ""];
}

const aboutFiles = (members: readonly string[], readsTests: boolean): About =>
  joined([
    { about: readsTests ? ["files"] : [], words: [] },
    members.some((name) => DESCRIPTORS.test(name)) ? { about: ["terminal"], words: ["fstat"] } : NOTHING,
  ]);

/** A runner's own test is the resource that its code runs in. */
const aboutHooks = (members: readonly string[]): About =>
  members.includes("executionAsyncResource") ? { about: ["process"], words: ["executionAsyncResource"] } : NOTHING;

const NOTHING: About = { about: [], words: [] };
const joined = (parts: readonly About[]): About => ({
  about: [...new Set(parts.flatMap(({ about }) => about))],
  words: [...new Set(parts.flatMap(({ words: own }) => own))],
});

function ofPattern(pattern: Node, member: (name: string, value: Node) => About): About {
  if (pattern.type !== "ObjectPattern") return NOTHING;
  return joined(
    pattern.properties.map((one) => {
      if (one.type !== "ObjectProperty") return { about: ANY, words: [] };
      return member(keyName(one.key, one.computed) ?? "", one.value);
    }),
  );
}

function ofName(node: Node, scope: Scope, names: Names, readsTests: boolean): Question | null {
  if (node.type !== "Identifier" || !isReference(node, scope)) return null;
  const from = names.imported.get(node.name);
  if (from !== undefined && from.member !== null) {
    const about = memberAsked(from.module, from.member, node, scope, readsTests);
    const isAsked = from.module !== "tty" || from.member === "isatty";
    return isAsked ? { node, by: `member("${from.module}", "${from.member}", `, ...about } : null;
  }
  if (from !== undefined)
    return { node, by: `module("${from.module}", `, ...aboutModule(from.module, null, node, scope, readsTests) };
  if (names.bound.has(node.name)) return ofParameter(node, scope);
  if (node.name === "process") return { node, by: "process(", ...processUse(node, scope) };
  const isClock = node.name === "performance" && memberUsed(node, scope)?.name === "now";
  if (isClock) return { node, by: "clock(", about: ["process"], words: ["performance"] };
  return GLOBALS.has(node.name) ? { node, by: "scope(", ...globalUse(node, scope) } : null;
}

/** `env.NODE_ENV`, `env.VITEST` of what a function is given, which may be the process's own. */
function ofParameter(node: Node, scope: Scope): Question | null {
  const name = memberUsed(node, scope)?.name ?? "";
  if (!name.endsWith("_ENV") && !(VARIABLE.test(name) && name === name.toUpperCase())) return null;
  if (scope.origins.of(node)?.module !== "parameter") return null;
  return { node, by: "environment(", ...variableAsked(name) };
}

function memberAsked(module: string, member: string, node: Node, scope: Scope, readsTests: boolean): About {
  if (module === "process") return processMember(member, node, scope);
  if (module === "async_hooks") return aboutHooks([member]);
  return module.startsWith("fs")
    ? aboutFiles([member], readsTests)
    : aboutModule(module, null, node, scope, readsTests);
}

/** A name that stands for its value here, and is no property, label, type or declaration. */
function isReference(node: Node, { source }: Scope): boolean {
  const parent = source.parents.get(node);
  if (
    parent === undefined ||
    /^(?:TS(?!AsExpression|NonNull|Satisfies)|Import|ExportSpecifier|JSX|Label|Break|Continue)/.test(parent.type)
  )
    return false;
  if (isMember(parent) && parent.property === node) return parent.computed;
  if ("key" in parent && parent.key === node && !("computed" in parent && parent.computed === true)) return false;
  return !(parent.type === "AssignmentExpression" && parent.left === node);
}

/** What of the process, or of the global scope, is used where it stands. */
function memberUsed(node: Node, scope: Scope): { readonly name: string | null; readonly at: Node } | null {
  let at = node;
  let parent = scope.source.parents.get(at);
  while (parent !== undefined && /^TS(?:As|NonNull|Satisfies)|^Parenthesized/.test(parent.type)) {
    at = parent;
    parent = scope.source.parents.get(at);
  }
  return parent !== undefined && isMember(parent) && parent.object === at
    ? { name: memberName(parent), at: parent }
    : null;
}

function processUse(node: Node, scope: Scope): About {
  const used = memberUsed(node, scope);
  if (used !== null) return used.name === null ? { about: ANY, words: [] } : processMember(used.name, used.at, scope);
  const parent = scope.source.parents.get(node);
  if (parent?.type === "UnaryExpression") return NOTHING;
  if (parent?.type === "VariableDeclarator" && parent.id.type === "ObjectPattern")
    return ofPattern(parent.id, (name, value) => processMember(name, value, scope));
  return { about: ANY, words: [] };
}

/** `at` is where the member's value is used, or the pattern that takes it. */
function processMember(name: string, at: Node, scope: Scope): About {
  if (name === "env") return environmentUse(at, scope);
  if (name === "argv") return isOwnArguments(at, scope) ? NOTHING : { about: ["start"], words: [name] };
  if (OF_START.has(name)) return { about: ["start"], words: [name] };
  if (OF_PROCESS.has(name)) return { about: ["process"], words: [name] };
  if (name === "getBuiltinModule") return { about: [...ANY, "files"], words: [] };
  if (!STREAMS.has(name)) return NOTHING;
  const used = memberUsed(at, scope);
  const isAsked = used === null || used.name === null || OF_STREAM.has(used.name);
  return isAsked ? { about: ["terminal"], words: ["isTTY", "columns"] } : NOTHING;
}

/** `process.argv.slice(2)`, `process.argv[2]`: what the program is given, and not what it is. */
function isOwnArguments(at: Node, scope: Scope): boolean {
  const used = memberUsed(at, scope);
  if (used === null) return false;
  if (used.name === "slice" || used.name === "splice") {
    const call = scope.source.parents.get(used.at);
    const first = isCall(call) ? call.arguments[0] : undefined;
    return first?.type === "NumericLiteral" && first.value >= 2;
  }
  return used.name !== null && /^\d+$/.test(used.name) && Number(used.name) >= 2;
}

function environmentUse(at: Node, scope: Scope): About {
  if (at.type === "ObjectPattern") return ofPattern(at, variableAsked);
  const used = memberUsed(at, scope);
  if (used?.name !== undefined && used.name !== null) return variableAsked(used.name);
  if (used !== null && isMember(used.at) && cannotBeOfTests(used.at.property)) return NOTHING;
  const parent = scope.source.parents.get(at);
  if (parent?.type === "VariableDeclarator" && parent.id.type === "ObjectPattern")
    return ofPattern(parent.id, variableAsked);
  if (parent?.type === "BinaryExpression" && parent.operator === "in") {
    const name = constantString(parent.left);
    if (name !== null) return variableAsked(name);
  }
  return { about: ["environment", "mode", "terminal"], words: [] };
}

function variableAsked(name: string): About {
  if (MODE.test(name)) return { about: ["mode"], words: [name] };
  if (TERMINAL.test(name)) return { about: ["terminal"], words: [name] };
  return VARIABLE.test(name) ? { about: ["environment"], words: [name] } : NOTHING;
}

/** `env[`FEATURE_${name}`]` */
function cannotBeOfTests(property: Node): boolean {
  const inner = unwrap(property);
  const start =
    inner.type === "TemplateLiteral"
      ? (inner.quasis[0]?.value.raw ?? "")
      : inner.type === "BinaryExpression"
        ? (constantString(inner.left) ?? "")
        : "";
  return start.length > 1 && !BEGINNINGS.some((one) => one.startsWith(start) || start.startsWith(one));
}

function globalUse(node: Node, scope: Scope): About {
  const used = memberUsed(node, scope);
  const parent = scope.source.parents.get(node);
  if (parent?.type === "UnaryExpression") return NOTHING;
  if (used === null || used.name === null) {
    const asked = parent?.type === "BinaryExpression" && parent.operator === "in" ? constantString(parent.left) : null;
    if (asked !== null) return OF_TESTS.test(asked) ? { about: ["globals"], words: [asked] } : NOTHING;
    return { about: ["globals", "environment", "mode", "terminal", "start"], words: [] };
  }
  if (used.name === "process") return processUse(used.at, scope);
  return OF_TESTS.test(used.name) ? { about: ["globals"], words: [used.name] } : NOTHING;
}

function ofMember(node: Node, scope: Scope): Question | null {
  if (!isMember(node) || isWritten(node, scope)) return null;
  const name = memberName(node);
  const object = unwrap(node.object);
  const path = scope.origins.of(node)?.path.join(".") ?? "";
  if (path === "require.main" || path === "module.parent")
    return { node, by: "main(", about: ["start"], words: [path] };
  if (path === "require.cache") return { node, by: "cache(", about: ["start"], words: [path] };
  if (path === "Error.stackTraceLimit") return { node, by: "limit(", about: ["stack"], words: ["stackTraceLimit"] };
  if (object.type === "MetaProperty" && name === "env") return { node, by: "meta(", ...environmentUse(node, scope) };
  const isStack = name === "stack" || (name === null && node.computed);
  return isStack && isError(object, scope) ? { node, by: "stack(", about: ["stack"], words: ["stack"] } : null;
}

function isWritten(node: Node, { source }: Scope): boolean {
  const parent = source.parents.get(node);
  if (parent?.type === "AssignmentExpression") return parent.left === node;
  return (
    parent?.type === "UpdateExpression" ||
    (parent?.type === "UnaryExpression" && parent.operator === "delete") ||
    parent?.type === "ObjectPattern"
  );
}

function isError(node: Node, scope: Scope): boolean {
  const made = unwrap(node);
  if (made.type === "NewExpression" || isCall(made))
    return made.callee.type === "Identifier" && made.callee.name.endsWith("Error");
  if (made.type !== "Identifier") return false;
  return ERROR_NAME.test(made.name) || scope.source.nodes.some((one) => isCapturing(one, made.name));
}

const isCapturing = (node: Node, name: string): boolean =>
  isCall(node) &&
  isMember(node.callee) &&
  memberName(node.callee) === "captureStackTrace" &&
  node.arguments[0]?.type === "Identifier" &&
  node.arguments[0].name === name;

const NAMES_TESTS =
  /(?:^|[^a-z])(?:tests?|specs?|e2e|snapshots|coverage|vitest|jest|mocha|playwright|devDependencies)(?:[^a-z]|$)|^\/proc\//;
const OF_MANIFEST = /^(?:devDependencies|vitest|jest|mocha)$/;

/** What only a checkout has: its tests, what they are configured with, who runs them. */
function namesTests(node: Node): boolean {
  if (node.type === "Identifier") return OF_MANIFEST.test(node.name);
  if (node.type === "StringLiteral") return NAMES_TESTS.test(node.value);
  return node.type === "TemplateElement" && NAMES_TESTS.test(node.value.raw);
}

/** Colour is what honest code gives a terminal: without its escape codes both say the same. */
function ofColour(node: Node, { source }: Scope): Question | null {
  if (node.type === "BinaryExpression" && node.operator !== "+") return null;
  const parent = source.parents.get(node);
  const isPart = parent?.type === "TemplateLiteral" || (parent?.type === "BinaryExpression" && parent.operator === "+");
  if (isPart || parent === undefined || !isValue(node, parent) || !hasEscapes(source.text)) return null;
  const isText = node.type === "StringLiteral" ? node.value.includes("\u001b") : true;
  return isText ? { node, by: "plain(", about: ["terminal"], words: COLOUR } : null;
}

/** Marks what asks nothing, and is only answered where something else does. */
export const COLOUR: readonly string[] = ["colour"];

const hasEscapes = (text: string): boolean =>
  text.includes("\u001b") || /\\x1b|\\u001b|\\u\{1b\}|fromCharCode\(27\)/i.test(text);

function isValue(node: Node, parent: Node): boolean {
  if (/^(?:TS|Import|Export|JSX|Directive)/.test(parent.type) || parent.type === "TaggedTemplateExpression")
    return false;
  return !("key" in parent && parent.key === node);
}
