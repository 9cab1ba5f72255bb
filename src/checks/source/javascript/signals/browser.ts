import { constantString, keyName, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { type CallNode, endOf, isCall, isFunction, isMember, type Node, startOf, unwrap } from "../tree.ts";

const REPLACES = new Set(["route", "routeFromHAR", "routeWebSocket", "setContent", "respond"]);
/** An address that names another host than the application's own. */
const ELSEWHERE = /^(?:\*\*\/|https?:\/\/|wss?:\/\/)(?!\*|localhost|127\.|\[::1\])[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/;

const RUNS_IN_PAGE =
  /^(?:addInitScript|addScriptTag|evaluate(?:All|Handle|OnNewDocument)?|\$\$?eval|executeScript|executeAsyncScript)$/;
/** What takes the way to the application there. */
const TAKES_REQUESTS =
  /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\s*=(?!=)|defineProperty\(\s*[\w.]+\s*,\s*["'](?:fetch|XMLHttpRequest|WebSocket|EventSource)/;

/** What does there what the application has to: answers what people do, or writes what they see. */
const ACTS =
  /\baddEventListener\(\s*["'`](?:click|input|change|submit|key\w+|mouse\w+|pointer\w+|touch\w+|drag\w*|drop|blur|focus\w*)\b|\.on(?:click|input|change|submit|key\w+)\s*=(?!=)|\.(?:textContent|innerText|innerHTML|outerHTML)\s*[+]?=(?!=)|\.(?:appendChild|replaceChildren|replaceWith|insertAdjacent\w+|prepend|insertBefore)\(/;

/** A page in a file beside the tests, or written down in them. */
const IN_FILE = /^[`"']?file:|\bpathToFileURL\(/;
const BESIDE_TESTS =
  /__dirname|import\.meta|(?:^|[/"'])(?:__\w+__|tests?|e2e|specs?|fixtures?|mocks?|static|cop(?:y|ies)|snapshots?)\//;

/**
 * `page.route("**\/api/**", …)`, `page.setContent(…)`, a script that replaces the page's `fetch` or answers its clicks, a page out of the
 * tests' own folder: the test answers in place of the application that it is to prove. Answering for somebody else's host is what honest tests do.
 */
export function mockedApplication(node: Node, scope: Scope): Node | null {
  if (!isCall(node)) return null;
  const callee = unwrap(node.callee);
  const name = isMember(callee) ? (memberName(callee) ?? "") : "";
  const isReplaced =
    (REPLACES.has(name) && !isElsewhere(node)) ||
    (RUNS_IN_PAGE.test(name) && [TAKES_REQUESTS, ACTS].some((pattern) => pattern.test(argumentsOf(node, scope)))) ||
    (name === "goto" && opensOwnPage(argumentsOf(node, scope)));
  return isReplaced && usesBrowser(scope) ? node : null;
}

function isElsewhere({ arguments: [first] }: CallNode): boolean {
  const address = first === undefined ? null : constantString(unwrap(first));
  return address !== null && ELSEWHERE.test(address);
}

const opensOwnPage = (address: string): boolean =>
  /^[`"']data:/.test(address) || (IN_FILE.test(address) && !address.includes("..") && BESIDE_TESTS.test(address));

function argumentsOf({ arguments: all }: CallNode, { source }: Scope): string {
  const [first, last] = [all[0], all.at(-1)];
  return first === undefined || last === undefined ? "" : source.text.slice(startOf(first), endOf(last));
}

const known = new WeakMap<Scope, boolean>();

/** By a library of its own, or as a fixture: `test("…", async ({ page }) => …)`. */
function usesBrowser(scope: Scope): boolean {
  const answered = known.get(scope);
  if (answered !== undefined) return answered;
  const uses = scope.source.nodes.some((node) => LIBRARY.test(loadedBy(node) ?? "") || asksForPage(node));
  known.set(scope, uses);
  return uses;
}

const LIBRARY = /^(?:@?playwright(?:[/-]|$)|puppeteer(?:-core)?$)/;
const FIXTURES = new Set(["page", "context", "browser"]);

function loadedBy(node: Node): string | null {
  if (node.type === "ImportDeclaration") return node.source.value;
  if (node.type === "ImportExpression") return constantString(node.source);
  if (!isCall(node) || node.arguments[0] === undefined) return null;
  const callee = unwrap(node.callee);
  const isLoad = callee.type === "Import" || (callee.type === "Identifier" && callee.name === "require");
  return isLoad ? constantString(unwrap(node.arguments[0])) : null;
}

function asksForPage(node: Node): boolean {
  const [given] = isFunction(node) ? node.params : [];
  return (
    given?.type === "ObjectPattern" &&
    given.properties.some((one) => one.type === "ObjectProperty" && FIXTURES.has(keyName(one.key, one.computed) ?? ""))
  );
}
