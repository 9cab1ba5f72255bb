import { isConstant, memberName } from "./constants.ts";
import { initsOf } from "./inits.ts";
import { isOwnMatcher } from "./matchers.ts";
import { ASSERT_MODULES, type Origin } from "./origins.ts";
import type { Scope } from "./registrations.ts";
import {
  type CallNode,
  descendants,
  isCall,
  isFunction,
  isMember,
  type MemberNode,
  type Node,
  unwrap,
} from "./tree.ts";
import { words } from "./words.ts";

/** One member of a chain: `.not`, `.to`, `.equal(3)`. */
export interface Link {
  readonly name: string;
  readonly member: MemberNode;
  readonly call: CallNode | null;
}

/** `expect(subject).not.toBe(3)`, `expect(subject).to.equal(3)`, `subject.should.equal(3)`. */
export interface ChainAssertion {
  readonly style: "chain";
  readonly flavour: "jest" | "chai";
  readonly node: Node;
  readonly root: Node;
  /** What names the assertion function: `expect`, `chai.expect`. */
  readonly name: Node;
  readonly subject: Node | null;
  readonly links: readonly Link[];
}

/** `assert(x)`, `assert.equal(a, b)`, `equal(a, b)`, `t.is(a, b)`; `method` is empty for `assert(x)`. */
export interface CallAssertion {
  readonly style: "call";
  readonly library: "node" | "chai" | "context" | "sinon" | "unknown";
  readonly node: CallNode;
  readonly method: string;
  readonly origin: Origin | null;
}

/** `.expect(200)` of supertest. */
export interface HttpAssertion {
  readonly style: "http";
  readonly node: CallNode;
}

export type Assertion = ChainAssertion | CallAssertion | HttpAssertion;

const CONTEXT_METHODS = words(`
  is not deepEqual notDeepEqual like truthy falsy true false regex notRegex throws throwsAsync notThrows
  notThrowsAsync snapshot assert pass fail ok notOk equal notEqual same notSame strictSame strictNotSame match
  notMatch doesNotThrow rejects resolves strictEqual deepStrictEqual notStrictEqual error hasStrict has
  matchSnapshot resolveMatch resolveMatchSnapshot matchOnly matchStrict notHas notHasStrict type emits hasProp
  hasProps hasOwnProp hasOwnProps hasOwnPropsOnly
`);
export const EXPECT_EDITIONS = new Set(["soft", "poll", "element"]);

/** Members of an assertion object that check nothing. */
const NOT_ASSERTIONS = new Set(["AssertionError", "CallTracker", "Assert", "register", "use", "extend", "config"]);

const CHAIN_END = new Set(["then", "catch", "finally"]);

/** The assertion whose root the node is; null for any other node. */
export function assertionAt(node: Node, scope: Scope): Assertion | null {
  if (isMember(node)) return shouldAssertion(node, scope);
  if (!isCall(node)) return null;
  const callee = unwrap(node.callee);
  const origin = scope.origins.of(callee);
  const path = origin?.path ?? [];
  if (isExpect(path, callee, scope)) return chain(node, callee, node.arguments[0] ?? null, scope);
  if (path.length === 1 && path[0] === "should") return chain(node, callee, node.arguments[0] ?? null, scope);
  if (path[0] === "should" && isMember(callee)) return shouldCall(node, callee, scope);
  const method = assertMethod(origin);
  if (method !== null) return NOT_ASSERTIONS.has(method.method) ? null : { style: "call", node, origin, ...method };
  if (!isMember(callee)) return null;
  const name = memberName(callee);
  if (name === null) return null;
  if (CONTEXT_METHODS.has(name) && (scope.contextOf(callee.object) !== null || isOfTap(origin))) {
    return { style: "call", library: "context", node, method: name, origin };
  }
  const isOfRequest = containsCall(callee.object) || isRequest(callee.object, scope);
  return name === "expect" && isOfRequest ? { style: "http", node } : null;
}

/** tap asserts on the module itself, too: `tap.equal(a, b)` outside of tests. */
export const isOfTap = (origin: Origin | null): boolean => origin?.module === "tap" && origin.path.length === 1;

const REQUESTS = new Set(["get", "post", "put", "patch", "delete", "del", "head", "options", "query"]);

/** A request that supertest holds in a variable: `const test = request(app).post("/")`. */
function isRequest(node: Node, scope: Scope): boolean {
  const object = unwrap(node);
  if (object.type !== "Identifier") return false;
  return scope.source.nodes.some((one) => {
    if (one.type !== "VariableDeclarator" || one.id.type !== "Identifier" || one.id.name !== object.name) return false;
    for (let at = one.init ? unwrap(one.init) : null; at !== null && isCall(at);) {
      const callee = unwrap(at.callee);
      if (!isMember(callee)) return false;
      if (REQUESTS.has(memberName(callee) ?? "") && containsCall(callee.object)) return true;
      at = unwrap(callee.object);
    }
    return false;
  });
}

/** Assertions below a node, also in functions of the same file that it calls; those are added to `reached`. */
export function assertionsIn(
  body: Node,
  scope: Scope,
  functions: ReadonlyMap<string, Node>,
  reached?: Set<Node>,
): Assertion[] {
  const found: Assertion[] = [];
  const entered = new Set<Node>();
  const visit = (root: Node): void => {
    if (entered.has(root)) return;
    entered.add(root);
    reached?.add(root);
    for (const node of descendants(root)) {
      const assertion = assertionAt(node, scope);
      if (assertion !== null) found.push(assertion);
      const callee = assertion === null && isCall(node) ? unwrap(node.callee) : null;
      const called = callee?.type === "Identifier" ? functions.get(callee.name) : undefined;
      if (called !== undefined) visit(called);
    }
  };
  visit(body);
  return found;
}

/** True when no change of the code can change the outcome: two constants, or one expression compared with itself. */
export function isVoid(assertion: Assertion, scope: Scope): boolean {
  const same = (a: Node, b: Node): boolean => scope.source.normalised(a) === scope.source.normalised(b);
  if (assertion.style === "http") return false;
  if (assertion.style === "chain") {
    const { subject } = assertion;
    if (subject === null) return true;
    if (assertion.links.some((link) => isOwnMatcher(link.name))) return false;
    const expected = assertion.links.flatMap((link) => link.call?.arguments ?? []);
    const [only] = expected;
    if (expected.length === 1 && only !== undefined && same(subject, only)) return true;
    return isGiven(subject, scope) && expected.every((node) => isGiven(node, scope));
  }
  const [first, second] = assertion.node.arguments;
  if (first === undefined) return assertion.method !== "fail";
  if (assertion.method === "fail") return false;
  if (isTruth(assertion.method)) return isConstant(first) || isSelfComparison(first, same);
  if (second !== undefined && same(first, second)) return true;
  return isGiven(first, scope) && (second === undefined || isGiven(second, scope));
}

/** A constant, also by the name of one: no code can have changed what a `const` was given as a literal. */
function isGiven(node: Node, scope: Scope): boolean {
  const inner = unwrap(node);
  if (inner.type !== "Identifier" || isConstant(inner)) return isConstant(inner);
  const inits = initsOf(inner.name, scope);
  return inits.length > 0 && scope.origins.of(inner)?.module !== "parameter" && inits.every(isFixed(scope));
}

const isFixed =
  ({ source }: Scope) =>
  (init: Node): boolean => {
    let declared = source.parents.get(init);
    while (declared !== undefined && declared.type !== "VariableDeclaration") declared = source.parents.get(declared);
    return declared?.kind === "const" && /^(?:String|Numeric|Boolean|BigInt)Literal$/.test(init.type);
  };

/** Assertions of one argument: a second one is only a message. */
export function isTruth(method: string): boolean {
  return method === "" || method === "ok" || method === "assert" || method === "isOk" || method === "truthy";
}

function isSelfComparison(node: Node, same: (a: Node, b: Node) => boolean): boolean {
  const inner = unwrap(node);
  return inner.type === "BinaryExpression" && same(inner.left, inner.right);
}

function isExpect(path: readonly string[], callee: Node, scope: Scope): boolean {
  const [first, second, third] = path;
  if (first === "expectAsync") return second === undefined;
  if (first === "expect") return second === undefined || (EXPECT_EDITIONS.has(second) && third === undefined);
  if (second !== "expect" || third !== undefined) return false;
  // `chai.expect(x)` with a global chai, or the context's own `t.expect(x)`.
  return first === "chai" || (isMember(callee) && scope.contextOf(callee.object) !== null);
}

function assertMethod(origin: Origin | null): { method: string; library: CallAssertion["library"] } | null {
  if (origin === null || origin.module === "fast-check") return null;
  const path = origin.path.filter((part) => part !== "strict");
  const fromNode = ASSERT_MODULES.has(origin.module ?? "");
  const [first, second, third] = path;
  if (fromNode && first !== "assert" && second === undefined) return { method: first ?? "", library: "node" };
  if (first === "assert" && third === undefined) {
    const library = fromNode ? "node" : origin.module === "chai" || origin.module === "vitest" ? "chai" : "unknown";
    return { method: second ?? "", library: origin.module === "sinon" ? "sinon" : library };
  }
  if (second !== "assert" || third === undefined || path.length > 3) return null;
  return { method: third, library: first === "sinon" ? "sinon" : first === "chai" ? "chai" : "context" };
}

function shouldAssertion(node: MemberNode, scope: Scope): ChainAssertion | null {
  if (memberName(node) !== "should" || node.computed) return null;
  const parent = scope.source.parents.get(node);
  if (!isMember(parent) || parent.object !== node || scope.origins.of(node)?.module === "chai") return null;
  return chain(node, node, node.object, scope);
}

/** `should.exist(x)`, `should.not.exist(x)`: the chain begins at the name, and what its last link is given is the subject. */
function shouldCall(node: CallNode, callee: MemberNode, scope: Scope): ChainAssertion {
  let root: Node = callee;
  while (isMember(root)) root = root.object;
  const found = chain(root, root, node.arguments[0] ?? null, scope);
  return { ...found, links: found.links.map((link) => ({ ...link, call: null })) };
}

function chain(root: Node, name: Node, subject: Node | null, scope: Scope): ChainAssertion {
  const { parents } = scope.source;
  const links: Link[] = [];
  let node = root;
  for (let parent = parents.get(node); parent !== undefined; parent = parents.get(node)) {
    if (parent.type === "TSNonNullExpression") {
      node = parent;
      continue;
    }
    if (!isMember(parent) || parent.object !== node) break;
    const linkName = memberName(parent);
    if (linkName === null || CHAIN_END.has(linkName)) break;
    const owner = parents.get(parent);
    const call = isCall(owner) && owner.callee === parent ? owner : null;
    links.push({ name: linkName, member: parent, call });
    node = call ?? parent;
  }
  const flavour = links.some((link) => isJestMatcher(link.name)) ? "jest" : "chai";
  return { style: "chain", flavour, node, root, name, subject, links };
}

export function isJestMatcher(name: string): boolean {
  return /^to[A-Z]/.test(name);
}

function containsCall(node: Node): boolean {
  let at = unwrap(node);
  while (isMember(at)) at = unwrap(at.object);
  return isCall(at);
}

/** Functions of the file by name: what a test may call to assert. */
export function namedFunctions(scope: Scope): ReadonlyMap<string, Node> {
  const functions = new Map<string, Node>();
  for (const node of scope.source.nodes) {
    if (node.type === "FunctionDeclaration" && node.id) functions.set(node.id.name, node);
    const init = node.type === "VariableDeclarator" && node.init ? unwrap(node.init) : null;
    if (init !== null && isFunction(init) && node.type === "VariableDeclarator" && node.id.type === "Identifier") {
      functions.set(node.id.name, init);
    }
  }
  return functions;
}
