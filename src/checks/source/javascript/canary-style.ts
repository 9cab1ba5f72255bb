import {
  type Assertion,
  assertionAt,
  type CallAssertion,
  type ChainAssertion,
  EXPECT_EDITIONS,
  isJestMatcher,
  isOfTap,
} from "./assertions.ts";
import { memberName } from "./constants.ts";
import { usesModules } from "./flip-imports.ts";
import type { Registration, Scope } from "./registrations.ts";
import { isCall, isFunction, isMember, type Node, patternNames, unwrap } from "./tree.ts";

/** How the canaries of a file are written: with the file's own test function and assertion. */
export interface CanaryStyle {
  readonly test: string;
  /** The body's parameter list, when the assertion comes from the test's context. */
  readonly parameters: string;
  readonly isAsync: boolean;
  /** The statement that holds when both numbers are equal. */
  readonly assert: (actual: number, expected: number) => string;
}

const JEST_EXACT = ["toBe", "toEqual", "toStrictEqual"];
const CHAI_EXACT = ["equal", "equals", "eq", "eql"];
const CALL_EXACT = ["equal", "strictEqual", "deepEqual", "deepStrictEqual", "is", "same", "strictSame"];

/** The assertion that a file uses most is the one a forger would have to patch. */
export function canaryStyle(scope: Scope): CanaryStyle {
  const found = scope.source.nodes
    .map((node) => scope.registration(node))
    .find((one): one is Registration => one?.kind === "test" && !one.isSubtest && isVisible(one.root, scope));
  const tap = found === undefined ? nameOfTap(scope) : null;
  const module = tap === null ? ((found && scope.origins.of(found.root)?.module) ?? "") : "tap";
  const style = {
    test: tap === null ? testFunction(found, scope) : `${tap}.test`,
    ...(assertionStyle(scope) ?? fallback(scope, module)),
  };
  return /\btape?\b/.test(module) ? ended(style) : style;
}

/** Where a test has to assert by what it is given: AVA fails one that does not, tape ends at one that throws. */
const GIVEN: Readonly<Record<string, string>> = { ava: "t.is", tape: "t.equal", tap: "t.equal" };

/** By which a file that has no test calls tap: it may assert on tap itself alone. */
function nameOfTap(scope: Scope): string | null {
  const isIt = (node: Node): boolean => {
    const origin = node.type === "Identifier" && isVisible(node, scope) ? scope.origins.of(node) : null;
    return origin?.module === "tap" && origin.path.length === 0;
  };
  const name = scope.source.nodes.find(isIt);
  return name?.type === "Identifier" ? name.name : null;
}

/** A test of tape or tap that is not told to end does not pass. */
function ended(style: CanaryStyle): CanaryStyle {
  const parameters = style.parameters === "" ? "t" : style.parameters;
  return { ...style, parameters, assert: (...given) => `${style.assert(...given)} ${parameters}.end();` };
}

function testFunction(found: Registration | undefined, scope: Scope): string {
  if (found !== undefined) return scope.source.textOf(found.root);
  const global = scope.source.isTypeScript ? "(globalThis as any)" : "globalThis";
  return `(${global}.test ?? ${global}.it)`;
}

type AssertionStyle = Omit<CanaryStyle, "test">;

function assertionStyle(scope: Scope): AssertionStyle | null {
  const votes = new Map<string, { style: AssertionStyle; votes: number; rank: number }>();
  for (const node of scope.source.nodes) {
    const assertion = assertionAt(node, scope);
    const candidate = assertion === null ? null : styleOf(assertion, scope);
    if (candidate === null) continue;
    const key = candidate.style.parameters + candidate.style.assert(1, 1);
    const known = votes.get(key);
    votes.set(key, { ...candidate, votes: (known?.votes ?? 0) + 1 });
  }
  const [best] = [...votes.values()].sort((a, b) => b.rank - a.rank || b.votes - a.votes);
  return best?.style ?? null;
}

/** `rank` prefers an assertion as it stands in the file over one guessed from its library. */
function styleOf(assertion: Assertion, scope: Scope): { style: AssertionStyle; rank: number } | null {
  if (assertion.style === "http") return null;
  return assertion.style === "chain" ? chainStyle(assertion, scope) : callStyle(assertion, scope);
}

function chainStyle(assertion: ChainAssertion, scope: Scope): { style: AssertionStyle; rank: number } | null {
  if (!isCall(assertion.root)) return isMember(assertion.root) ? plain("(1).should", ".equal", "", 1) : null;
  const parameters = parametersFor(assertion.name, scope);
  if (parameters === null) return null;
  const name = scope.source.textOf(withoutEdition(assertion.name));
  const names = assertion.links.map((link) => link.name);
  if (assertion.flavour === "jest") {
    const used = names.find((link) => isJestMatcher(link)) ?? "";
    const isExact = JEST_EXACT.includes(used);
    return plain(`${name}(1)`, `.${isExact ? used : "toBe"}`, parameters, isExact ? 2 : 1);
  }
  const used = names.findLast((link) => CHAI_EXACT.includes(link));
  const isShould = name === "should";
  return plain(`${name}(1)`, `${isShould ? "" : ".to"}.${used ?? "equal"}`, parameters, used === undefined ? 1 : 2);
}

/** `expect` of `expect.soft`: a soft or polled expectation of two numbers would answer late. */
function withoutEdition(name: Node): Node {
  const inner = unwrap(name);
  return isMember(inner) && EXPECT_EDITIONS.has(memberName(inner) ?? "") ? inner.object : inner;
}

function plain(
  subject: string,
  matcher: string,
  parameters: string,
  rank: number,
): { style: AssertionStyle; rank: number } {
  const assert = (actual: number, expected: number): string =>
    `${subject.replace("(1)", `(${actual})`)}${matcher}(${expected});`;
  return { style: { parameters, isAsync: false, assert }, rank };
}

function callStyle(assertion: CallAssertion, scope: Scope): { style: AssertionStyle; rank: number } | null {
  const callee = unwrap(assertion.node.callee);
  const parameters = parametersFor(callee, scope);
  if (parameters === null || assertion.library === "sinon") return null;
  const isExact = CALL_EXACT.includes(assertion.method);
  // What is asserted on tap itself is no result of the test around it.
  if (isOfTap(assertion.origin)) return { style: given(`t.${isExact ? assertion.method : "equal"}`), rank: 2 };
  const name = scope.source.textOf(callee);
  const style = (assert: AssertionStyle["assert"]): AssertionStyle => ({ parameters, isAsync: false, assert });
  if (isExact) return { style: style((actual, expected) => `${name}(${actual}, ${expected});`), rank: 2 };
  if (isMember(callee) && assertion.method !== "") {
    const method =
      assertion.origin?.path.includes("assert") !== true && assertion.library === "context" ? "is" : "strictEqual";
    const owner = scope.source.textOf(callee.object);
    return { style: style((actual, expected) => `${owner}.${method}(${actual}, ${expected});`), rank: 1 };
  }
  if (assertion.method !== "" && assertion.method !== "ok") return null;
  // `Number(…)` keeps a type checker from calling the comparison of two literals a mistake.
  return { style: style((actual, expected) => `${name}(Number(${actual}) === ${expected});`), rank: 1 };
}

/** "" for a name of the module; the parameter list for one that the test's context gives; null when it is out of reach. */
function parametersFor(name: Node, scope: Scope): string | null {
  let root = unwrap(name);
  while (isMember(root)) root = unwrap(root.object);
  if (root.type !== "Identifier") return null;
  const wanted = root.name;
  if (scope.contextOf(root) !== null) return wanted;
  for (let at = scope.source.parents.get(root); at !== undefined; at = scope.source.parents.get(at)) {
    const first = isFunction(at) ? at.params[0] : undefined;
    if (first?.type !== "ObjectPattern") continue;
    const takes = first.properties.some(
      (one) =>
        one.type === "ObjectProperty" && one.shorthand && one.key.type === "Identifier" && one.key.name === wanted,
    );
    const owner = scope.source.parents.get(at);
    if (takes) return owner !== undefined && scope.registration(owner)?.kind === "test" ? `{ ${wanted} }` : null;
  }
  return isVisible(root, scope) ? "" : null;
}

/** True when the name means the same at the end of the file: it is bound at the top, or not at all. */
function isVisible(node: Node, scope: Scope): boolean {
  let root = unwrap(node);
  while (isMember(root)) root = unwrap(root.object);
  if (root.type !== "Identifier") return false;
  const { name } = root;
  let isBound = false;
  for (const at of scope.source.nodes) {
    if (isImported(at, name)) return true;
    const names =
      at.type === "VariableDeclarator"
        ? patternNames(at.id)
        : at.type === "FunctionDeclaration" && at.id
          ? [at.id.name]
          : [];
    if (!names.includes(name)) continue;
    if (isAtTop(at, scope)) return true;
    isBound = true;
  }
  return !isBound;
}

/** An import holds for the whole file, whatever takes its name in a scope of its own: `const it = pages(…)`. */
function isImported(at: Node, name: string): boolean {
  const isSpecifier =
    at.type === "ImportSpecifier" || at.type === "ImportDefaultSpecifier" || at.type === "ImportNamespaceSpecifier";
  return isSpecifier && at.local.name === name;
}

function isAtTop(declaration: Node, scope: Scope): boolean {
  for (let at = scope.source.parents.get(declaration); at !== undefined; at = scope.source.parents.get(at)) {
    if (at.type === "BlockStatement" || isFunction(at)) return false;
  }
  return true;
}

/** An assertion of what the test is given as `t`. */
const given = (name: string): AssertionStyle => ({
  parameters: "t",
  isAsync: false,
  assert: (actual, expected) => `${name}(${actual}, ${expected});`,
});

/** The file has no assertion to borrow: its runner's own, or else node's. */
function fallback(scope: Scope, module: string): AssertionStyle {
  const own = GIVEN[module];
  if (own !== undefined) return given(own);
  const load = usesModules(scope.source)
    ? 'await import("node:assert")'
    : 'typeof require === "function" ? require("node:assert") : await import("node:assert")';
  return {
    parameters: "",
    isAsync: true,
    assert: (actual, expected) => `(${load}).strictEqual(${actual}, ${expected});`,
  };
}
