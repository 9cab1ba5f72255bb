import { createHash } from "node:crypto";
import type { AssertionStrength, SourceFile, WrittenTest } from "../port.ts";
import { assertionAt, assertionsIn, isOfTap, namedFunctions } from "./assertions.ts";
import { constantString } from "./constants.ts";
import { moduleFrom, moduleOf } from "./modules.ts";
import { parseSources, type Source } from "./parse.ts";
import { mostAt } from "./reach.ts";
import { createScope, type Registration, type Scope } from "./registrations.ts";
import { ownEnd } from "../own-lines.ts";
import { ownMatchersOf } from "./own-matchers.ts";
import { isTriedAgain } from "./retries.ts";
import { type AssertionIn, type Part, saidBy } from "./said.ts";
import { createSkips } from "./skips.ts";
import { rowsAround, spareOf } from "./spare.ts";
import { strengthsOf } from "./strength.ts";
import { descendants, isCall, isFunction, type Node, unwrap } from "./tree.ts";

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
  const skipsOf = createSkips(scope);
  for (const node of source.nodes) {
    const registration = scope.registration(node);
    if (registration?.kind !== "test") continue;
    const owners = ownersOf(registration, scope);
    const names = [...owners, registration].map((one) => titleOf(one));
    const body = bodyOf(registration, functions);
    const asserting = (): Node[] => (body === null ? [] : assertionsIn(body, scope, functions).map((one) => one.node));
    const written = body === null ? null : writtenIn(registration, body, { scope, functions }, all, reached);
    tests.push({
      path: source.path,
      name: names.includes(null) ? null : names.join(" > "),
      helper: false,
      line: node.loc?.start.line ?? 1,
      ...ownEnd(source.text, node.start ?? 0, node.end ?? 0),
      ...(written === null ? { skipped: true } : skipsOf([...owners, registration], asserting)),
      ...(written === null ? { assertions: [] } : triedAgain([...owners, registration], written, scope)),
      digest: digestOf(registration, source),
    });
  }
  return [...tests, ...outsideTests(scope), ...helpersOf(scope, functions, reached), ...matchersIn(scope)];
}

/** What a file asserts on tap itself is one test, by the name that tap has for it (`inject/tap-tests.cjs`). */
function outsideTests(scope: Scope): WrittenTest[] {
  const { source } = scope;
  const found = source.nodes.flatMap((node) => {
    const one = assertionAt(node, scope);
    return one !== null && one.style === "call" && isOfTap(one.origin) ? [one] : [];
  });
  const [first] = found;
  if (first === undefined) return [];
  const strengths = found.map((one) => strengthsOf(one, scope));
  const exact = found.filter((_one, index) => strengths[index]?.includes(3)).map((one) => ({ one, scope }));
  const written = source.program.body.filter((statement) => !isRegistered(statement, scope));
  const digest = createHash("sha256").update(written.map((one) => source.normalised(one)).join("\n"));
  return [
    {
      path: source.path,
      name: "TAP",
      helper: false,
      line: first.node.loc?.start.line ?? 1,
      skipped: false,
      assertions: strengths.flat(),
      said: saidBy(
        found.map(({ node }) => ({ root: node, scope })),
        exact,
        [],
      ),
      digest: digest.digest("hex"),
    },
  ];
}

const isRegistered = (statement: Node, scope: Scope): boolean =>
  statement.type === "ExpressionStatement" && scope.registration(unwrap(statement.expression)) !== null;

/** What a matcher of the project's own looks at, no test can say that calls it. */
const matchersIn = (scope: Scope): WrittenTest[] =>
  ownMatchersOf(scope).map(({ name, body, decides }) => ({
    path: scope.source.path,
    name,
    helper: true,
    whole: true,
    line: body.loc?.start.line ?? 1,
    skipped: false,
    assertions: decides.length > 0 ? [3] : [1],
    said: saidBy(
      [{ root: body, scope }],
      decides.map((one) => ({ one, scope })),
      [],
    ),
    digest: createHash("sha256").update(scope.source.normalised(body)).digest("hex"),
  }));

/** What may fail and be tried until it holds says less than it looks. */
const triedAgain = (around: readonly Registration[], written: Written, scope: Scope): Written =>
  isTriedAgain(around, scope)
    ? { ...written, assertions: written.assertions.map((one) => (one > 2 ? 2 : one)) }
    : written;

type Asserted = Required<Pick<WrittenTest, "assertions" | "spare">> & { readonly exact: readonly AssertionIn[] };

function assertedIn(body: Node, { scope, functions }: Read, reached?: Set<Node>): Asserted {
  const tops = new Set([body, ...functions.values()]);
  const found = assertionsIn(body, scope, functions, reached).map((one) => {
    const most = mostAt(one, tops, scope);
    const strengths = strengthsOf(one, scope).map((strength) => (strength < most ? strength : most));
    const isExact = strengths.includes(3);
    return { strengths, spare: isExact ? spareOf(one, scope) : 0, exact: isExact ? [{ one, scope }] : [] };
  });
  return {
    assertions: found.flatMap(({ strengths }) => strengths),
    spare: found.reduce((sum, { spare }) => sum + spare, 0),
    exact: found.flatMap(({ exact }) => exact),
  };
}

type Written = Required<Pick<WrittenTest, "assertions" | "spare" | "said">>;

/** Also of the functions that a test calls from other files that were read. */
function writtenIn(
  registration: Registration,
  body: Node,
  from: Read,
  all: readonly Read[],
  reached: Set<Node>,
): Written {
  const found: AssertionStrength[] = [];
  const exact: AssertionIn[] = [];
  const parts: Part[] = [{ root: registration.call, scope: from.scope }];
  const calls: HelperCall[] = [];
  let spare = 0;
  const pending: [Node, Read][] = [[body, from]];
  const entered = new Set<Node>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [top, read] = next;
    if (entered.has(top)) continue;
    const own = new Set<Node>();
    const asserted = assertedIn(top, read, own);
    found.push(...asserted.assertions);
    exact.push(...asserted.exact);
    spare += asserted.spare;
    for (const one of own) {
      entered.add(one);
      // What the code under test says is not said by the test.
      if (read === from || asserted.assertions.length > 0) parts.push({ root: one, scope: read.scope });
      if (read === from) reached.add(one);
      const called = helpersCalled(one, read, all);
      calls.push(...called);
      pending.push(...called.map(({ helper, read: elsewhere }): [Node, Read] => [helper, elsewhere]));
    }
  }
  const asserting = calls.filter((one) => exact.some((each) => isInHelper(each, one)));
  return { assertions: found, spare: spare + spareOfCalls(calls, exact), said: saidBy(parts, exact, asserting) };
}

/** A helper that is called three times asserts three times. */
function spareOfCalls(calls: readonly HelperCall[], exact: readonly AssertionIn[]): number {
  const times = Map.groupBy(calls, ({ helper }) => helper);
  return [...times.values()].reduce((sum, all) => {
    const asserts = exact.filter((one) => all[0] !== undefined && isInHelper(one, all[0]));
    return sum + asserts.length * (all.reduce((count, { rows }) => count + rows, 0) - 1);
  }, 0);
}

const isInHelper = ({ one, scope }: AssertionIn, { helper, read }: HelperCall): boolean =>
  scope === read.scope && contains(helper, one.node);

interface HelperCall extends Part {
  readonly helper: Node;
  /** Where the helper stands. */
  readonly read: Read;
  readonly rows: number;
}

function helpersCalled(body: Node, from: Read, all: readonly Read[]): HelperCall[] {
  const { source, origins } = from.scope;
  return descendants(body).flatMap((node): HelperCall[] => {
    if (!isCall(node)) return [];
    const callee = unwrap(node.callee);
    const own = callee.type === "Identifier" ? from.functions.get(callee.name) : undefined;
    const call = { root: node, scope: from.scope, rows: rowsAround(node, from.scope) };
    if (own !== undefined) return [{ ...call, helper: own, read: from }];
    const origin = all.length < 2 ? null : origins.of(callee);
    if (origin?.module?.startsWith(".") !== true) return [];
    const module = moduleFrom(source.path, origin.module);
    const read = all.find((one) => moduleOf(one.scope.source.path) === module);
    const helper = read?.functions.get(origin.path.at(-1) ?? "");
    return read === undefined || helper === undefined ? [] : [{ ...call, helper, read }];
  });
}

/** Functions that assert and that no test of the file reaches: tests of other files may call them. */
function helpersOf(scope: Scope, functions: ReadonlyMap<string, Node>, reached: ReadonlySet<Node>): WrittenTest[] {
  const { source } = scope;
  return [...functions].flatMap(([name, body]): WrittenTest[] => {
    if (reached.has(body) || isInside(body, scope)) return [];
    const { assertions, exact } = assertedIn(body, { scope, functions });
    if (!assertions.some((strength) => strength > 0)) return [];
    const digest = createHash("sha256").update(source.normalised(body)).digest("hex");
    const said = saidBy([{ root: body, scope }], exact, []);
    const line = body.loc?.start.line ?? 1;
    return [{ path: source.path, name, helper: true, line, skipped: false, assertions, said, digest }];
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
