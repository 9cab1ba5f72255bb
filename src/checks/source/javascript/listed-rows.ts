import type { MockedChange, Signal } from "../port.ts";
import { type Assertion, assertionAt, isTruth } from "./assertions.ts";
import type { ChangedNames } from "./changed-names.ts";
import { keyName, memberName } from "./constants.ts";
import { initsOf } from "./inits.ts";
import { changedIn } from "./mocked-changes.ts";
import { createModules, type Modules } from "./module-places.ts";
import { parseSource } from "./parse.ts";
import { createScope, type Scope } from "./registrations.ts";
import { placeOf } from "./replaced.ts";
import { cut } from "./signals.ts";
import { useOf } from "./signals/rows.ts";
import { descendants, endOf, isCall, isFunction, isMember, type Node, patternNames, startOf, unwrap } from "./tree.ts";
import { givenTo } from "./values.ts";

/** A loop whose rows code may choose, and the tables of the file that its rows are looked up in. */
interface Listed {
  readonly node: Node;
  readonly rows: Node;
  readonly tables: readonly Node[];
}

const GOES_THROUGH = /^(?:map|flatMap|forEach|every|some)$/;
const WHOLE = /^Object\.(?:values|entries)$/;
/** What says which are there, how many, or that one is. */
const SAYS =
  /^(?:to(?:Be|(?:Strict)?Equal|HaveLength|HaveSize|Contain(?:Equal)?|MatchObject|Match\w*Snapshot)|(?:deep|strict|deepStrict)?[eE]quals?|eqls?|is|same|lengthOf|contain|includes?|(?:include|same)?[mM]embers|keys)$/;
const CHAIN_LIMIT = 12;

/**
 * `describe.each(dialects())("%s", (name) => … expected[name] …)`: what the changed code lists says which rows of the test's own table are
 * compared. Silent where the file asserts the list, or goes through the table as well.
 */
export async function listedRows(change: MockedChange): Promise<Signal[]> {
  const changed = await changedIn(change);
  const modules = createModules(change);
  const found: Signal[] = [];
  for (const { path, base, head } of change.tests) {
    const source = await parseSource({ path, text: head });
    const listed = source === null ? [] : listedIn(createScope(source));
    if (source === null || listed.length === 0) continue;
    const scope = createScope(source);
    const old = base === null ? null : await parseSource({ path, text: base });
    const known = new Set(old === null ? [] : listedIn(createScope(old)).map(({ node }) => old.normalised(node)));
    for (const one of listed) {
      if (known.has(source.normalised(one.node)) || isGoneThrough(one, scope)) continue;
      const lists = await listsOf(one.rows, scope, changed, modules);
      if (lists.size === 0 || (await isAsserted(lists, one, scope, changed, modules))) continue;
      const excerpt = cut(source.textOf(one.node).replace(/\s+/g, " ").trim());
      found.push({ kind: "listed_rows", path, line: one.node.loc?.start.line ?? 1, excerpt });
    }
  }
  return found;
}

function listedIn(scope: Scope): Listed[] {
  return scope.source.nodes.flatMap((node): Listed[] => {
    const use = useOf(node, scope) ?? mappedBy(node);
    if (use === null || !isOfTests(node, scope)) return [];
    const tables = tablesAt(use.body, namesOf(node, use.body), scope);
    return tables.length === 0 ? [] : [{ node, rows: use.rows, tables }];
  });
}

function mappedBy(node: Node): { readonly rows: Node; readonly body: Node } | null {
  const callee = isCall(node) ? unwrap(node.callee) : null;
  const [body] = isCall(node) ? node.arguments : [];
  if (!isMember(callee) || body === undefined || !GOES_THROUGH.test(memberName(callee) ?? "")) return null;
  return { rows: callee.object, body };
}

/** In a test, or around tests. */
function isOfTests(node: Node, scope: Scope): boolean {
  const registers = (at: Node): boolean => /^(?:test|suite)$/.test(scope.registration(at)?.kind ?? "");
  for (let at: Node | undefined = node; at !== undefined; at = scope.source.parents.get(at))
    if (registers(at)) return true;
  return descendants(node).some(registers);
}

/** What a row, or its number, is called in the body. */
function namesOf(node: Node, body: Node): Set<string> {
  if (isFunction(body)) return new Set(body.params.flatMap(patternNames));
  const declared = node.type === "ForOfStatement" ? node.left : null;
  return new Set(
    declared?.type === "VariableDeclaration" ? declared.declarations.flatMap(({ id }) => patternNames(id)) : [],
  );
}

/** Tables that are asked for the row of a name. */
function tablesAt(body: Node, names: ReadonlySet<string>, scope: Scope): Node[] {
  const mentions = (key: Node): boolean =>
    descendants(key).some((one) => one.type === "Identifier" && names.has(one.name));
  return descendants(body).flatMap((node): Node[] => {
    const callee = isCall(node) ? unwrap(node.callee) : null;
    const isGot = isCall(node) && isMember(callee) && memberName(callee) === "get";
    const [key] = isGot ? node.arguments : isMember(node) && node.computed ? [node.property] : [];
    if (key === undefined || !mentions(key)) return [];
    return tableOf(isGot ? callee.object : isMember(node) ? node.object : node, scope);
  });
}

/** The table that a name is given: rows that are written out, by name or in order. */
function tableOf(named: Node, scope: Scope): Node[] {
  const inner = unwrap(named);
  return inner.type === "Identifier" ? initsOf(inner.name, scope).map(writtenOut).filter(isTable) : [];
}

/** Also in `Object.freeze(…)` and `new Map(…)`. */
function writtenOut(value: Node): Node {
  const inner = unwrap(value);
  const [first] = isCall(inner) || inner.type === "NewExpression" ? inner.arguments : [];
  return first === undefined ? inner : unwrap(first);
}

function isTable(value: Node): boolean {
  if (value.type === "ArrayExpression")
    return value.elements.length > 1 && value.elements.every((one) => one?.type !== "SpreadElement");
  if (value.type !== "ObjectExpression" || value.properties.length < 2) return false;
  return value.properties.every((one) => one.type !== "SpreadElement" && keyName(one.key, one.computed) !== null);
}

/** Whether something goes through a table itself, and looks at its rows. */
function isGoneThrough({ tables }: Listed, scope: Scope): boolean {
  const isOwn = (node: Node | undefined): boolean =>
    node !== undefined && tableOf(node, scope).some((one) => tables.includes(one));
  const keysOf = (rows: Node): boolean => {
    const inner = unwrap(rows);
    return isCall(inner) && scope.source.textOf(inner.callee) === "Object.keys" && isOwn(inner.arguments[0]);
  };
  return scope.source.nodes.some((node) => {
    if (isCall(node) && WHOLE.test(scope.source.textOf(node.callee)) && isOwn(node.arguments[0])) return true;
    const use = useOf(node, scope) ?? mappedBy(node);
    if (use === null) return false;
    if (isOwn(use.rows)) return true;
    return keysOf(use.rows) && tablesAt(use.body, namesOf(node, use.body), scope).some((one) => tables.includes(one));
  });
}

/** Places in the changed code that rows come from. */
async function listsOf(
  rows: Node,
  scope: Scope,
  changed: ReadonlyMap<string, ChangedNames>,
  modules: Modules,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const name of listersOf(rows, scope)) {
    const from = placeOf(name, scope);
    const places = from === null ? [] : await modules.placesOf(scope.source.path, from.module, from.path);
    for (const { file, path } of places)
      if (changed.get(file)?.isChanged(path.slice(0, 1)) === true) found.add(`${file} ${path[0] ?? ""}`);
  }
  return found;
}

/** What rows come from, and what leaves some of them out: functions that are called, and values that are imported. */
function listersOf(rows: Node, scope: Scope, depth = 0): Node[] {
  const inner = unwrap(rows);
  const further = (nodes: readonly Node[]): Node[] =>
    depth > CHAIN_LIMIT ? [] : nodes.flatMap((one) => listersOf(one, scope, depth + 1));
  if (inner.type === "Identifier") {
    const given = givenTo(inner, scope).map(({ value }) => value);
    return given.length === 0 ? [inner] : further(given.filter((one) => !isFunction(one)));
  }
  if (isMember(inner)) return memberName(inner) === null ? [] : [inner, ...further([inner.object])];
  if (inner.type === "ArrayExpression")
    return further(inner.elements.flatMap((one) => (one?.type === "SpreadElement" ? [one.argument] : [])));
  if (inner.type === "NewExpression") return [inner.callee, ...further(inner.arguments.slice(0, 1))];
  if (!isCall(inner)) return [];
  const callee = unwrap(inner.callee);
  if (callee.type === "Identifier") {
    const own = givenTo(callee, scope).map(({ value }) => value);
    return own.length === 0 ? [callee] : further(own.flatMap(returnedBy));
  }
  if (!isMember(callee)) return [];
  const [first] = inner.arguments;
  const isLibrary = /^(?:Object|Array)\.\w+$/.test(scope.source.textOf(callee));
  if (isLibrary) return first === undefined ? [] : further([first]);
  const asks = memberName(callee) === "filter" && first !== undefined ? calledIn(first) : [];
  return [callee, ...asks, ...further([callee.object])];
}

function returnedBy(value: Node): Node[] {
  if (!isFunction(value)) return [];
  if (value.body.type !== "BlockStatement") return [value.body];
  return value.body.body.flatMap((one) => (one.type === "ReturnStatement" && one.argument ? [one.argument] : []));
}

const calledIn = (picks: Node): Node[] =>
  picks.type === "Identifier"
    ? [picks]
    : descendants(picks).flatMap((one) => (isCall(one) ? [unwrap(one.callee)] : []));

/** Whether the file says elsewhere what the code has to list. */
async function isAsserted(
  lists: ReadonlySet<string>,
  { node }: Listed,
  scope: Scope,
  changed: ReadonlyMap<string, ChangedNames>,
  modules: Modules,
): Promise<boolean> {
  for (const one of scope.source.nodes) {
    const assertion = assertionAt(one, scope);
    if (assertion === null || contains(node, assertion.node) || contains(assertion.node, node)) continue;
    for (const side of saidOf(assertion))
      for (const list of await listsOf(side, scope, changed, modules)) if (lists.has(list)) return true;
  }
  return false;
}

const contains = (outer: Node, inner: Node): boolean =>
  startOf(outer) <= startOf(inner) && endOf(inner) <= endOf(outer);

/** What an assertion says of it: which are there, how many, or that one is. */
function saidOf(assertion: Assertion): readonly Node[] {
  if (assertion.style === "http") return [];
  if (assertion.style === "call") {
    const [first, second] = assertion.node.arguments;
    if (first === undefined) return [];
    if (isTruth(assertion.method)) return conditionOf(first);
    return SAYS.test(assertion.method) ? [first, ...(second === undefined ? [] : [second])] : [];
  }
  const { links, subject } = assertion;
  if (subject === null || links.some(({ name }) => name === "not")) return [];
  if (!links.some(({ name }) => SAYS.test(name))) return [];
  return [...conditionOf(subject), subject, ...links.flatMap(({ call }) => call?.arguments.slice(0, 1) ?? [])];
}

function conditionOf(condition: Node): readonly Node[] {
  const inner = unwrap(condition);
  if (inner.type === "BinaryExpression") return /^===?$/.test(inner.operator) ? [inner.left, inner.right] : [];
  return isCall(inner) ? [inner] : [];
}
