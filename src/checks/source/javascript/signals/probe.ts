import { constantString, keyName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { descendants, isCall, type Node, unwrap } from "../tree.ts";
import { words } from "../words.ts";

const THREAD_PROBES = new Set(["isMainThread", "threadId"]);
const LISTINGS = words(`
  Object.keys Object.entries Object.values Object.getOwnPropertyNames Reflect.ownKeys JSON.stringify
`);
const GLOBAL_LISTINGS = words("Object.getOwnPropertySymbols Object.getOwnPropertyNames Object.keys Reflect.ownKeys");
const RUNNER_WORDS = /test|jest|mocha|baton/i;
const TEST_FILE = /[\w\])}-]\.(test|spec)\.[cm]?[jt]sx?$|\.snap$/;
const OTHER_PROCESS = /\/proc\/|\/(environ|cmdline)$/;

/** Code that finds out where it runs by what a test run leaves around it, without naming a runner. */
export function runProbe(node: Node, scope: Scope, pathOf: (node: Node) => string): Node | null {
  if (node.type === "ImportDeclaration") return probesThread(node) ? node : null;
  if (node.type === "StringLiteral") return TEST_FILE.test(node.value) && !/[*]/.test(node.value) ? node : null;
  if (node.type === "TemplateLiteral") return asksProcess(node) ? node : null;
  if (node.type === "VariableDeclarator") return takesThreadProbe(node) ? node : null;
  if (isCall(node) && GLOBAL_LISTINGS.has(pathOf(node.callee)) && isGlobalObject(node.arguments[0])) return node;
  return isCall(node) && LISTINGS.has(pathOf(node.callee)) ? listing(node, scope, pathOf) : null;
}

function isGlobalObject(node: Node | undefined): boolean {
  return node?.type === "Identifier" && /^(globalThis|global)$/.test(node.name);
}

/** A module that starts or is a worker uses more of the library than the question whether it is one. */
function probesThread(node: Node): boolean {
  if (node.type !== "ImportDeclaration" || !/^(node:)?worker_threads$/.test(node.source.value)) return false;
  const names = node.specifiers.map((one) => (one.type === "ImportSpecifier" ? keyName(one.imported, false) : null));
  return names.length > 0 && names.every((name) => name !== null && THREAD_PROBES.has(name));
}

function takesThreadProbe(node: Node): boolean {
  if (node.type !== "VariableDeclarator" || node.id.type !== "ObjectPattern" || !node.init) return false;
  const init = unwrap(node.init);
  const [from] = isCall(init) ? init.arguments : [];
  if (from === undefined || !/^(node:)?worker_threads$/.test(constantString(from) ?? "")) return false;
  const names = node.id.properties.map((one) =>
    one.type === "ObjectProperty" ? keyName(one.key, one.computed) : null,
  );
  return names.every((name) => name !== null && THREAD_PROBES.has(name));
}

function asksProcess(node: Node): boolean {
  if (node.type !== "TemplateLiteral") return false;
  const text = node.quasis.map((quasi) => quasi.value.raw).join("");
  return text.startsWith("/proc/") && OTHER_PROCESS.test(text) && /(environ|cmdline|fd)/.test(text);
}

/** All names of the environment, searched for one that a runner sets. */
function listing(node: Node, scope: Scope, pathOf: (node: Node) => string): Node | null {
  if (!isCall(node)) return null;
  const [listed] = node.arguments;
  if (listed === undefined || pathOf(listed) !== "process.env") return null;
  let at: Node = node;
  for (let parent = scope.source.parents.get(at); parent !== undefined; parent = scope.source.parents.get(at)) {
    if (/Statement$|^Program$|Function|Method$/.test(parent.type)) break;
    at = parent;
  }
  const names = descendants(at).some(
    (one) =>
      (one.type === "StringLiteral" && RUNNER_WORDS.test(one.value)) ||
      (one.type === "RegExpLiteral" && RUNNER_WORDS.test(one.pattern)),
  );
  return names ? at : null;
}
