import type * as t from "@babel/types";
import { constantString, memberName } from "./constants.ts";
import { createOrigins, type Origins } from "./origins.ts";
import type { Source } from "./parse.ts";
import { type CallNode, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";
import { words } from "./words.ts";

/** A call that gives a runner a test, a suite or a hook. */
export interface Registration {
  readonly kind: "test" | "suite" | "hook";
  readonly call: CallNode;
  /** The test function itself, without modifiers: what a further test can be registered with. */
  readonly root: Node;
  /** `only`, `skip`, `each` …; `xit` counts as `skip`, `fit` as `only`. */
  readonly modifiers: readonly string[];
  /** What `skipIf` or `runIf` is given. */
  readonly condition: Node | null;
  readonly title: Node | null;
  readonly options: t.ObjectExpression | null;
  readonly body: Node | null;
  /** A test inside a test: `t.test(…)`. */
  readonly isSubtest: boolean;
}

/** One parsed file and what its names mean. */
export interface Scope {
  readonly source: Source;
  readonly origins: Origins;
  registration(node: Node): Registration | null;
  /** The test whose context (`t`, `ctx`) the name is; null for any other name. */
  contextOf(node: Node): Registration | null;
}

const TESTS = new Set(["it", "test", "specify"]);

const SUITES = new Set(["describe", "suite", "context"]);

const HOOKS = new Set(["before", "after", "beforeEach", "afterEach", "beforeAll", "afterAll"]);

const TDD_HOOKS = new Set(["setup", "teardown", "suiteSetup", "suiteTeardown"]);

const MODIFIERS = words(`
  only skip todo concurrent sequential shuffle serial parallel fails failing fixme each for skipIf runIf
`);
/** Modifiers that answer with the function to call: `test.each(table)(title, body)`. */
const CURRIED = new Set(["each", "for", "skipIf", "runIf"]);

const TEST_MODULES = new Set(["node:test", "test", "vitest", "@jest/globals", "mocha", "bun:test", "@playwright/test"]);

interface Callee {
  readonly kind: Registration["kind"];
  readonly modifiers: readonly string[];
  readonly condition: Node | null;
  readonly root: Node;
  readonly isSubtest: boolean;
  /** The name comes from no test library: `test` of the project's own fixtures, or something of the project that shares it. */
  readonly isForeign: boolean;
}

export function createScope(source: Source): Scope {
  const origins = createOrigins(source);
  const known = new Map<Node, Registration | null>();
  const contextOf = (node: Node): Registration | null => {
    if (node.type !== "Identifier") return null;
    for (let at = source.parents.get(node); at !== undefined; at = source.parents.get(at)) {
      const first = isFunction(at) ? at.params[0] : undefined;
      const owner = source.parents.get(at);
      if (first?.type !== "Identifier" || first.name !== node.name || owner === undefined) continue;
      const owning = registration(owner);
      return owning !== null && owning.kind === "test" && owning.body === at ? owning : null;
    }
    return null;
  };
  const registration = (node: Node): Registration | null => {
    if (!isCall(node)) return null;
    const answered = known.get(node);
    if (answered !== undefined) return answered;
    known.set(node, null);
    const callee = calleeOf(node, origins, contextOf);
    const found = callee === null || (callee.isForeign && isInTest(node)) ? null : register(node, callee);
    known.set(node, found);
    return found;
  };
  /** Where a test is registered already, `fit(xs, ys)` and `queue.after(5)` are what the test is about. */
  const isInTest = (node: Node): boolean => {
    for (let at = source.parents.get(node); at !== undefined; at = source.parents.get(at)) {
      if (isCall(at) && registration(at)?.kind === "test") return true;
    }
    return false;
  };
  return { source, origins, registration, contextOf };
}

function register(call: CallNode, callee: Callee): Registration | null {
  const args = call.arguments.map((argument) => unwrap(argument));
  const [first, ...rest] = args;
  if (first === undefined || callee.modifiers.some((name) => !MODIFIERS.has(name))) return null;
  const isTitled = !isFunction(first) && callee.kind !== "hook";
  const options = args.find((argument) => argument.type === "ObjectExpression") ?? null;
  const body =
    args.find((argument) => isFunction(argument)) ?? rest.find((argument) => isBodyReference(argument)) ?? null;
  if (callee.kind !== "hook" && body === null && constantString(first) === null) return null;
  const { kind, modifiers, condition, root, isSubtest } = callee;
  return { kind, modifiers, condition, root, isSubtest, call, title: isTitled ? first : null, options, body };
}

function isBodyReference(node: Node): boolean {
  return node.type === "Identifier" || isCall(node) || isMember(node);
}

function calleeOf(call: CallNode, origins: Origins, contextOf: Scope["contextOf"]): Callee | null {
  const callee = unwrap(call.callee);
  if (isMember(callee) && TESTS.has(memberName(callee) ?? "") && contextOf(callee.object) !== null) {
    return { kind: "test", modifiers: [], condition: null, root: callee, isSubtest: true, isForeign: false };
  }
  let target: Node = callee;
  const curried = isCall(callee) ? callee.callee : callee.type === "TaggedTemplateExpression" ? callee.tag : null;
  if (curried !== null) target = unwrap(curried);
  // `(works ? it : it.skip)(…)` is read as the plain one of the two, under a name as well.
  const choice = target.type === "ConditionalExpression" ? target : origins.choice(target);
  if (choice !== null) target = unwrap(isMember(unwrap(choice.consequent)) ? choice.alternate : choice.consequent);
  const path = origins.of(target);
  const found = path === null ? null : classify(path.module, path.path);
  if (found === null) return null;
  // `test.each(table)` alone registers nothing; neither does a call of what an unknown call answered.
  if (curried === null ? CURRIED.has(found.modifiers.at(-1) ?? "") : !CURRIED.has(found.modifiers.at(-1) ?? "")) {
    return null;
  }
  const given = isCall(callee) && found.modifiers.at(-1)?.endsWith("If") === true ? callee.arguments[0] : undefined;
  const condition = choice?.test ?? given ?? null;
  return {
    ...found,
    modifiers: condition === null ? found.modifiers : resolveCondition(found.modifiers, condition),
    condition,
    root: rootOf(target, path?.path.length ?? 0, found.depth),
    isSubtest: false,
    isForeign: path !== null && path.module !== null && !TEST_MODULES.has(path.module),
  };
}

/** `skipIf(true)` skips; a condition that is computed is not known here. */
function resolveCondition(modifiers: readonly string[], condition: Node): readonly string[] {
  if (condition.type !== "BooleanLiteral") return modifiers;
  const name = modifiers.at(-1);
  const isSkipped = (name === "skipIf" && condition.value) || (name === "runIf" && !condition.value);
  return isSkipped ? [...modifiers, "skip"] : modifiers;
}

function classify(
  module: string | null,
  path: readonly string[],
): { kind: Callee["kind"]; modifiers: readonly string[]; depth: number } | null {
  const isTestModule = module !== null && TEST_MODULES.has(module);
  const searched =
    module === null || module === "local" || module === "parameter" ? path.slice(0, 1) : path.slice(0, 2);
  let index = searched.findIndex((name) => kindOf(name) !== null);
  if (index === -1 && isTestModule && (module === "node:test" || module === "test")) {
    return { kind: "test", modifiers: path, depth: 0 };
  }
  if (index === -1) return null;
  // `test.describe`, `test.beforeEach`: the last name says what it is.
  while (kindOf(path[index + 1] ?? "") !== null) index += 1;
  const name = path[index] ?? "";
  const kind = kindOf(name);
  if (kind === null) return null;
  // Own functions may well be called `fit`; nobody names a focused edition of his own `test` so.
  if (module !== null && !isTestModule && FOCUSED_OR_SKIPPED.test(name)) return null;
  const implied = name.startsWith("x") ? ["skip"] : /^f(it|describe|context)$/.test(name) ? ["only"] : [];
  return { kind, modifiers: [...implied, ...path.slice(index + 1)], depth: index + 1 };
}

const FOCUSED_OR_SKIPPED = /^[xf](it|describe|context|test|specify|suite)$/;

function kindOf(name: string): Callee["kind"] | null {
  const plain = FOCUSED_OR_SKIPPED.test(name) ? name.slice(1) : name;
  if (TESTS.has(plain)) return "test";
  if (SUITES.has(plain)) return "suite";
  return HOOKS.has(plain) || TDD_HOOKS.has(plain) ? "hook" : null;
}

/** Cuts the modifiers off: of `test.skip.each` the node of `test`. */
function rootOf(target: Node, length: number, depth: number): Node {
  let root = target;
  for (let left = length - depth; left > 0 && isMember(root); left--) root = unwrap(root.object);
  return root;
}
