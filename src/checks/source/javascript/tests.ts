import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { AssertionStrength, SourceFile, WrittenTest } from "../port.ts";
import { assertionsIn, namedFunctions } from "./assertions.ts";
import { constantString, keyName, memberName } from "./constants.ts";
import { parseSources, type Source } from "./parse.ts";
import { mostAt } from "./reach.ts";
import { createScope, type Registration, type Scope } from "./registrations.ts";
import { spareOf } from "./spare.ts";
import { strengthsOf } from "./strength.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";

const SKIPS = new Set(["skip", "todo", "fixme"]);

const PARAMETERISED = new Set(["each", "for"]);

interface Read {
  readonly scope: Scope;
  readonly functions: ReadonlyMap<string, Node>;
}

export async function writtenTests(files: readonly SourceFile[]): Promise<WrittenTest[]> {
  const read = (await parseSources(files)).map((source): Read => {
    const scope = createScope(source);
    return { scope, functions: namedFunctions(scope) };
  });
  return read.flatMap((one) => testsOf(one, read));
}

function testsOf({ scope, functions }: Read, all: readonly Read[]): WrittenTest[] {
  const { source } = scope;
  const tests: WrittenTest[] = [];
  const reached = new Set<Node>();
  // A test is asked again for each of its subtests, and its whole body is searched.
  const skips = new Map<Registration, boolean>();
  const skipped = (one: Registration): boolean => {
    const answer = skips.get(one) ?? isSkipped(one, scope);
    skips.set(one, answer);
    return answer;
  };
  for (const node of source.nodes) {
    const registration = scope.registration(node);
    if (registration?.kind !== "test") continue;
    const owners = ownersOf(registration, scope);
    const names = [...owners, registration].map((one) => titleOf(one));
    const body = bodyOf(registration, functions);
    tests.push({
      path: source.path,
      name: names.includes(null) ? null : names.join(" > "),
      helper: false,
      line: node.loc?.start.line ?? 1,
      skipped: [...owners, registration].some(skipped) || body === null,
      ...(body === null ? { assertions: [] } : assertedBy(body, { scope, functions }, all, reached)),
      digest: digestOf(registration, source),
    });
  }
  return [...tests, ...helpersOf(scope, functions, reached)];
}

type Asserted = Required<Pick<WrittenTest, "assertions" | "spare">>;

function assertedIn(body: Node, { scope, functions }: Read, reached?: Set<Node>): Asserted {
  const tops = new Set([body, ...functions.values()]);
  const found = assertionsIn(body, scope, functions, reached).map((one) => {
    const most = mostAt(one, tops, scope);
    const strengths = strengthsOf(one, scope).map((strength) => (strength < most ? strength : most));
    return { strengths, spare: strengths.includes(3) ? spareOf(one, scope) : 0 };
  });
  return {
    assertions: found.flatMap(({ strengths }) => strengths),
    spare: found.reduce((sum, { spare }) => sum + spare, 0),
  };
}

/** Also of the functions that a test calls from other files that were read. */
function assertedBy(body: Node, from: Read, all: readonly Read[], reached: Set<Node>): Asserted {
  const found: AssertionStrength[] = [];
  let spare = 0;
  const pending: [Node, Read][] = [[body, from]];
  const entered = new Set<Node>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [top, read] = next;
    if (entered.has(top)) continue;
    const own = new Set<Node>();
    const asserted = assertedIn(top, read, own);
    found.push(...asserted.assertions);
    spare += asserted.spare;
    for (const one of own) {
      entered.add(one);
      if (read === from) reached.add(one);
      pending.push(...helpersCalled(one, read.scope, all));
    }
  }
  return { assertions: found, spare };
}

function helpersCalled(body: Node, scope: Scope, all: readonly Read[]): [Node, Read][] {
  if (all.length < 2) return [];
  return descendants(body).flatMap((node): [Node, Read][] => {
    const origin = isCall(node) ? scope.origins.of(node.callee) : null;
    if (origin?.module?.startsWith(".") !== true) return [];
    const file = withoutEnding(posix.join(posix.dirname(scope.source.path), origin.module));
    const read = all.find(({ scope: { source } }) => withoutEnding(source.path) === file);
    const helper = read?.functions.get(origin.path.at(-1) ?? "");
    return read === undefined || helper === undefined ? [] : [[helper, read]];
  });
}

const withoutEnding = (path: string): string => path.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, "");

/** Functions that assert and that no test of the file reaches: tests of other files may call them. */
function helpersOf(scope: Scope, functions: ReadonlyMap<string, Node>, reached: ReadonlySet<Node>): WrittenTest[] {
  const { source } = scope;
  return [...functions].flatMap(([name, body]): WrittenTest[] => {
    if (reached.has(body) || isInside(body, scope)) return [];
    const { assertions } = assertedIn(body, { scope, functions });
    if (!assertions.some((strength) => strength > 0)) return [];
    const digest = createHash("sha256").update(source.normalised(body)).digest("hex");
    return [
      { path: source.path, name, helper: true, line: body.loc?.start.line ?? 1, skipped: false, assertions, digest },
    ];
  });
}

/** Whether a function belongs to another one, a test or a suite among them. */
function isInside(body: Node, { source }: Scope): boolean {
  for (let at = source.parents.get(body); at !== undefined; at = source.parents.get(at))
    if (isFunction(at)) return true;
  return false;
}

/** Suites around a test, and the tests around a subtest, outermost first. */
function ownersOf(registration: Registration, scope: Scope): Registration[] {
  const owners: Registration[] = [];
  let inner: Node = registration.call;
  for (let at = scope.source.parents.get(inner); at !== undefined; at = scope.source.parents.get(at)) {
    const owner = scope.registration(at);
    if (
      owner !== null &&
      owner.kind !== "hook" &&
      at !== owner.root &&
      owner.body !== null &&
      contains(owner.body, inner)
    ) {
      owners.unshift(owner);
    }
    inner = at;
  }
  return owners;
}

function contains(outer: Node, inner: Node): boolean {
  return (outer.start ?? 0) <= (inner.start ?? 0) && (inner.end ?? 0) <= (outer.end ?? 0);
}

function titleOf(registration: Registration): string | null {
  if (registration.modifiers.some((modifier) => PARAMETERISED.has(modifier))) return null;
  if (registration.title !== null) return constantString(registration.title);
  const body = registration.body;
  return body?.type === "FunctionExpression" && body.id ? body.id.name : null;
}

function isSkipped(registration: Registration, scope: Scope): boolean {
  if (registration.modifiers.some((modifier) => SKIPS.has(modifier))) return true;
  if (registration.options?.properties.some(isSkipOption) === true) return true;
  return registration.kind === "test" && registration.body !== null && skipsItself(registration.body, scope);
}

function isSkipOption(property: Node): boolean {
  if (property.type !== "ObjectProperty") return false;
  const name = keyName(property.key, property.computed);
  if (name === null || !SKIPS.has(name)) return false;
  const value = unwrap(property.value);
  return (value.type === "BooleanLiteral" && value.value) || (value.type === "StringLiteral" && value.value !== "");
}

/** `t.skip()`, `this.skip()`, `ctx.todo()`, or `skip()` taken from the context's parameter. */
function skipsItself(body: Node, scope: Scope): boolean {
  const taken = isFunction(body) && body.params[0]?.type === "ObjectPattern" ? body.params[0].properties : [];
  const takesSkip = taken.some(
    (property) => property.type === "ObjectProperty" && keyName(property.key, false) === "skip",
  );
  return descendants(body).some((node) => {
    if (!isCall(node)) return false;
    const callee = unwrap(node.callee);
    if (callee.type === "Identifier") return takesSkip && callee.name === "skip";
    if (!isMember(callee) || !SKIPS.has(memberName(callee) ?? "")) return false;
    return callee.object.type === "ThisExpression" || scope.contextOf(callee.object)?.body === body;
  });
}

/** A body given by name is the function of that name in the same file. */
function bodyOf(registration: Registration, functions: ReadonlyMap<string, Node>): Node | null {
  const { body } = registration;
  return body?.type === "Identifier" ? (functions.get(body.name) ?? body) : body;
}

/** Over everything but the title and the modifiers; over the title where there is nothing else. */
function digestOf(registration: Registration, source: Source): string {
  const callee = unwrap(registration.call.callee);
  const table = isCall(callee) ? callee.arguments : callee.type === "TaggedTemplateExpression" ? [callee.quasi] : [];
  const parts = [...table, ...registration.call.arguments].filter((node) => unwrap(node) !== registration.title);
  const told = parts.length > 0 ? parts : [registration.call];
  return createHash("sha256")
    .update(told.map((node) => source.normalised(node)).join(" , "))
    .digest("hex");
}
