import { posix } from "node:path";
import type { ChangedSource, MockedChange, Signal } from "../port.ts";
import { assertionAt, assertionsIn, namedFunctions } from "./assertions.ts";
import { changedNames } from "./changed-names.ts";
import { createLoads, isElsewhere, isName, loadedAt, type Loads, specifiersOf, valuesBelow } from "./loads.ts";
import { createModules } from "./module-places.ts";
import { parseSource, parseSources, type Source } from "./parse.ts";
import { createPromises, importedAs, isClass, type ModuleName, type Promises } from "./promised.ts";
import { createScope, type Registration, type Scope } from "./registrations.ts";
import { cut } from "./signals.ts";
import { isCall, isFunction, isMember, type Node, startOf, endOf } from "./tree.ts";
import { givenTo } from "./values.ts";

const SUPPORT = /^(?:support|helpers?|utils?|testing|test-?utils|fixtures|mocks|__mocks__|fakes|doubles)$/;

interface Reached {
  readonly code: boolean;
  /** Files of the doubles that are asked. */
  readonly doubles: readonly string[];
}

interface Place {
  readonly scope: Scope;
  readonly loads: Loads;
  readonly change: MockedChange;
  readonly promises: Promises;
  /** Classes of the test file itself that the change adds or edits. */
  readonly own: ReadonlySet<Node>;
  /** Names of the change's files of tests that it adds or edits, by file. */
  readonly added: ReadonlyMap<string, (name: string) => boolean>;
}

/** New tests that assert what a double of the same change answers, and reach no code with it: they prove the double. */
export async function doublesAlone(change: MockedChange): Promise<Signal[]> {
  const modules = createModules(change);
  const [loads, promises] = [createLoads(change, modules), createPromises(change, modules)];
  const added = new Map<string, (name: string) => boolean>();
  for (const { path, base, head } of change.tests) {
    const [now, ...before] = await parseSources([
      { path, text: head },
      ...(base === null ? [] : [{ path, text: base }]),
    ]);
    if (now === undefined) continue;
    const names = changedNames(before, now);
    added.set(path, (name) =>
      [...(name === "" ? names.exported : [name, "default"])].some((one) => names.isChanged([one])),
    );
  }
  const found: Signal[] = [];
  for (const file of change.tests) {
    const source = await parseSource({ path: file.path, text: file.head });
    if (source === null) continue;
    const own = await changedClasses(file, source);
    found.push(...(await aloneIn(file, { scope: createScope(source), loads, change, promises, own, added })));
  }
  return found;
}

async function aloneIn({ path, base }: ChangedSource, place: Place): Promise<Signal[]> {
  const { scope, loads } = place;
  const { source } = scope;
  const old = base === null ? null : await parseSource({ path, text: base });
  const known = new Set(old === null ? [] : bodiesOf(createScope(old)).map(({ body }) => old.normalised(body)));
  const loaded = specifiersOf(source).map((one) => loads.loadedBy(path, one));
  const isBesideDoubles = loaded.some(
    (files) => typeof files !== "string" && files.some((file) => place.added.has(file)),
  );
  if (!isBesideDoubles && place.own.size === 0) return [];
  // Loaded for what it does.
  const isPrepared = source.program.body.some(
    (one) =>
      one.type === "ImportDeclaration" &&
      one.specifiers.length === 0 &&
      loads.loadedBy(path, one.source.value) !== "library",
  );
  if (isPrepared) return [];
  const functions = namedFunctions(scope);
  const found: Signal[] = [];
  for (const { test, body } of bodiesOf(scope)) {
    if (known.has(source.normalised(body)) || assertionsIn(body, scope, functions).length === 0) continue;
    const { code, doubles } = await reachedBy(test, body, place);
    if (code || doubles.every((double) => isAbout(path, double))) continue;
    const excerpt = cut(source.textOf(test.call).replace(/\s+/g, " ").trim());
    found.push({ kind: "double_alone", path, line: test.call.loc?.start.line ?? 1, excerpt });
  }
  return found;
}

/** Classes that another test may be given: what stands for something says so. */
async function changedClasses({ path, base }: ChangedSource, source: Source): Promise<ReadonlySet<Node>> {
  const old = base === null ? null : await parseSource({ path, text: base });
  const known = new Set(old?.nodes.flatMap((node) => (isClass(node) ? [old.normalised(node)] : [])) ?? []);
  const isOfAnother = (node: Node): boolean =>
    isClass(node) && (!!node.superClass || (node.type === "ClassDeclaration" && (node.implements ?? []).length > 0));
  return new Set(source.nodes.filter((node) => isOfAnother(node) && !known.has(source.normalised(node))));
}

function bodiesOf(scope: Scope): { readonly test: Registration; readonly body: Node }[] {
  return scope.source.nodes.flatMap((node) => {
    const test = scope.registration(node);
    return test?.kind === "test" && test.body !== null && isFunction(test.body) ? [{ test, body: test.body }] : [];
  });
}

/** Tests of a helper, by the name of their file or since they lie beside it among the helpers. */
function isAbout(path: string, helper: string): boolean {
  const plain = (name: string): string =>
    name
      .replace(/\.[cm]?[jt]sx?$/, "")
      .toLowerCase()
      .replaceAll(/[^a-z\d]|tests?|spec/g, "");
  const stem = plain(posix.basename(path));
  const folder = posix.basename(posix.dirname(helper));
  if (path === helper) return false;
  const isBeside = posix.dirname(path) === posix.dirname(helper) && SUPPORT.test(folder);
  return isBeside || stem === plain(posix.basename(helper)) || stem === plain(folder);
}

/** What a test asks, by itself, by what it is given and by what is done before it. */
async function reachedBy(test: Registration, body: Node, place: Place): Promise<Reached> {
  const { scope, loads } = place;
  const { source } = scope;
  if (takesFixtures(test, body)) return { code: true, doubles: [] };
  const doubles = new Set<string>();
  for (const node of nodesOf([body, ...hooksAround(test, scope)], scope)) {
    if (isElsewhere(node, scope)) return { code: true, doubles: [] };
    if (isOwnDouble(node, place)) doubles.add(source.path);
    const module = moduleAt(node, scope);
    if (module === null) continue;
    const loaded = loads.loadedBy(source.path, module.specifier);
    if (loaded === "unknown") return { code: true, doubles: [] };
    for (const file of typeof loaded === "string" ? [] : loaded) {
      if (await isCode(file, place)) {
        if (place.change.testPaths.includes(file) || !(await place.promises.onlyPromises(node, source, module)))
          return { code: true, doubles: [] };
      }
      if (isCalled(node, scope) && place.added.get(file)?.(module.name) === true) doubles.add(file);
    }
  }
  return { code: false, doubles: [...doubles] };
}

/** Whether a name, or a member of it, is called or made, and not to assert. */
function isCalled(name: Node, scope: Scope): boolean {
  const { parents } = scope.source;
  let at = name;
  for (let around = parents.get(at); isMember(around) && around.object === at; around = parents.get(at)) at = around;
  const call = parents.get(at);
  if (call?.type === "NewExpression") return call.callee === at;
  return isCall(call) && call.callee === at && assertionAt(call, scope) === null;
}

/** The module of a name, and what it is called there; nothing for all of it. */
function moduleAt(node: Node, scope: Scope): ModuleName | null {
  const { source, origins } = scope;
  const loaded = loadedAt(node);
  // What it is called counts where that is used.
  if (loaded !== null)
    return source.parents.get(node)?.type === "VariableDeclarator" ? null : { specifier: loaded, name: "" };
  if (!isName(node, source) || (node.type !== "Identifier" && node.type !== "JSXIdentifier")) return null;
  const imported = importedAs(node.name, source);
  if (imported !== null) return imported;
  const origin = node.type === "Identifier" ? origins.of(node) : null;
  const isOfFile = origin?.module === undefined || /^(?:local|parameter)$/.test(origin.module ?? "local");
  return isOfFile ? null : { specifier: origin?.module ?? "", name: origin?.path[0] ?? "" };
}

/** `new TestingOutbox()` of a class that the test file has itself. */
function isOwnDouble(node: Node, { scope, own }: Place): boolean {
  if (node.type !== "Identifier" || !isCalled(node, scope)) return false;
  return [...own].some((one) => isClass(one) && one.id?.name === node.name);
}

/** A file of code, and a helper that leads to code which the change touches. */
async function isCode(file: string, { change, loads, promises }: Place): Promise<boolean> {
  if (!change.testPaths.includes(file)) return true;
  const isSpared = async (specifier: string, scope: Scope): Promise<boolean> => {
    const { source } = scope;
    if (!change.testPaths.includes(source.path)) return false;
    const named = valuesBelow(source.program).flatMap((node) => {
      const module = moduleAt(node, scope);
      return module?.specifier === specifier ? [{ node, module }] : [];
    });
    for (const { node, module } of named) if (!(await promises.onlyPromises(node, source, module))) return false;
    return named.length > 0;
  };
  return loads.leadsTo(file, new Set(change.code.map(({ path }) => path)), isSpared);
}

/** `test("…", async ({ page }) => …)`: what is given there is made elsewhere. */
function takesFixtures({ modifiers }: Registration, body: Node): boolean {
  const [first] = isFunction(body) ? body.params : [];
  return first?.type === "ObjectPattern" && !modifiers.some((one) => one === "each" || one === "for");
}

/** Hooks that run before a test. */
function hooksAround({ call }: Registration, scope: Scope): Node[] {
  return scope.source.nodes.flatMap((node) => {
    const hook = scope.registration(node);
    if (hook?.kind !== "hook" || hook.body === null || /after|teardown/i.test(scope.source.textOf(hook.root)))
      return [];
    const suite = suiteAround(node, scope);
    return startOf(suite) <= startOf(call) && endOf(call) <= endOf(suite) ? [hook.body] : [];
  });
}

function suiteAround(node: Node, scope: Scope): Node {
  for (let at = scope.source.parents.get(node); at !== undefined; at = scope.source.parents.get(at))
    if (scope.registration(at)?.kind === "suite") return at;
  return scope.source.program;
}

/** All below, and all that the names there are given. */
function nodesOf(roots: readonly Node[], scope: Scope): Set<Node> {
  const found = new Set<Node>();
  const classes = new Map(
    scope.source.nodes.flatMap((node) => (node.type === "ClassDeclaration" && node.id ? [[node.id.name, node]] : [])),
  );
  const pending = [...roots];
  for (let root = pending.pop(); root !== undefined; root = pending.pop()) {
    if (found.has(root)) continue;
    for (const node of valuesBelow(root)) {
      if (found.has(node)) continue;
      found.add(node);
      if (node.type !== "Identifier" || !isName(node, scope.source)) continue;
      pending.push(...givenTo(node, scope).map(({ value }) => value));
      const own = classes.get(node.name);
      if (own !== undefined) pending.push(own);
    }
  }
  return found;
}
