import type { FlipKind, FlippedSource, SourceFile } from "../port.ts";
import {
  type Assertion,
  assertionAt,
  type CallAssertion,
  type ChainAssertion,
  type HttpAssertion,
  isJestMatcher,
  isVoid,
  namedFunctions,
} from "./assertions.ts";
import { appended, applyEdits, around, type Edit, insert, lineBreaks } from "../edits.ts";
import { createImports, type Imports } from "./flip-imports.ts";
import { oppositeOf } from "./opposites.ts";
import { parseSources, type Source } from "./parse.ts";
import { createScope, type Scope } from "./registrations.ts";
import { descendants, endOf, isFunction, isMember, type Node, startOf, unwrap } from "./tree.ts";

/** Equal to nothing a test can have: for matchers that cannot be negated. */
const NOTHING = 'Symbol.for("baton.flip")';
const MISSING_STATUS = "599";

export async function flipped(files: readonly SourceFile[], which?: FlipKind): Promise<FlippedSource[]> {
  // No runner of it has tests that are to fail as a whole and name no place for that.
  return (await parseSources(which === "early" ? [] : files)).map((source) =>
    which === "caught" ? withoutCaught(source) : flipSource(source, which === "guarded"),
  );
}

/** What cannot be looked at: whoever catches it and asks it anything throws in turn. A line may begin with it where no semicolon ends the last. */
const UNTOUCHABLE =
  'void (() => { const baton = () => { throw new Error("baton: caught"); }; throw new Proxy({}, { get: baton, has: baton, getPrototypeOf: baton }); })()';

/** `try { f(); assert.fail(); } catch (error) { … }` */
function withoutCaught(source: Source): FlippedSource {
  const scope = createScope(source);
  const isCaught = (node: Node): boolean => {
    for (
      let at = node, up = source.parents.get(at);
      up !== undefined && !isFunction(at);
      at = up, up = source.parents.get(at)
    )
      if (up.type === "TryStatement" && up.handler && up.block === at) return true;
    return false;
  };
  const edits = source.nodes.flatMap((node): Edit[] => {
    const assertion = assertionAt(node, scope);
    if (assertion?.style !== "call" || assertion.method !== "fail" || !isCaught(node)) return [];
    const [start, end] = [startOf(node), endOf(node)];
    return [{ start, end, text: UNTOUCHABLE + lineBreaks(source.text.slice(start, end)) }];
  });
  return { path: source.path, text: applyEdits(source.text, edits), flipped: edits.length };
}

function flipSource(source: Source, isGuardedOnly: boolean): FlippedSource {
  const scope = createScope(source);
  const imports = createImports(source);
  const functions = new Set(namedFunctions(scope).values());
  const flips: Edit[][] = [];
  const byHand: { readonly owner: Node; readonly edits: Edit[] }[] = [];
  const asserting = new Set<Node>();
  for (const node of source.nodes) {
    const assertion = assertionAt(node, scope);
    const failure = assertion === null ? failureByHand(node) : null;
    if (failure === null && (assertion === null || isVoid(assertion, scope))) continue;
    const owner = ownerOf(node, scope, functions);
    // What a helper hands on as it was given is a double's answer, and asserts nothing.
    if (owner === null || (functions.has(owner) && failure?.isGiven === true)) continue;
    if (failure !== null && functions.has(owner) && isOfDouble(node, owner, source)) continue;
    if (isGuardedOnly && (functions.has(owner) || !isGuarded(node, owner, source))) continue;
    if (failure !== null) byHand.push({ owner, edits: negated(failure.condition) });
    const edits = assertion === null ? null : editsFor(assertion, source, imports);
    if (edits === null) continue;
    flips.push(edits);
    if (!functions.has(owner)) asserting.add(owner);
  }
  // Beside assertions of a library, a test's own throws are its guards.
  flips.push(...byHand.filter(({ owner }) => !asserting.has(owner)).map(({ edits }) => edits));
  const outer = withoutNested(flips);
  const text = applyEdits(source.text, outer.flat());
  const extra = imports.lines();
  const tail = extra.length === 0 ? "" : appended(text, source.eol, extra);
  return { path: source.path, text: text + tail, flipped: outer.length };
}

/** A flip inside what another flip removes is gone with it, so it does not count. */
function withoutNested(flips: readonly Edit[][]): Edit[][] {
  const removed = flips.flat().filter((edit) => edit.end > edit.start);
  const isGone = (edit: Edit): boolean =>
    removed.some((one) => one !== edit && one.start <= edit.start && edit.end <= one.end && one.end > edit.start);
  return flips.filter((edits) => !edits.some(isGone));
}

/** The test, or the function of the file that a test may call, that a node is in; a negated hook would fail no test's body. */
function ownerOf(node: Node, scope: Scope, functions: ReadonlySet<Node>): Node | null {
  let callable: Node | null = null;
  for (let at: Node | undefined = node; at !== undefined; at = scope.source.parents.get(at)) {
    const registration = scope.registration(at);
    if (registration?.kind === "test") return at;
    if (registration?.kind === "hook") return null;
    if (functions.has(at)) callable = at;
  }
  return callable;
}

const GUARDS =
  /^(?:For|ForOf|ForIn|While|DoWhile)Statement$|^(?:ArrowFunction|Function)Expression$|^FunctionDeclaration$/;

/**
 * Whether something in its test may lead past a node: all but the function that is the test. A branch is no guard: what it asks for may
 * well be elsewhere.
 */
function isGuarded(node: Node, test: Node, source: Source): boolean {
  for (let at = source.parents.get(node); at !== undefined && at !== test; at = source.parents.get(at)) {
    if (GUARDS.test(at.type) && source.parents.get(at) !== test) return true;
    if (at.type === "TryStatement" && at.handler) return true;
  }
  return false;
}

/** Whether it stands in what a helper makes, and that answers otherwise: a double that fails for some calls. */
function isOfDouble(node: Node, helper: Node, source: Source): boolean {
  let made = source.parents.get(node);
  while (made !== undefined && made !== helper && !isFunction(made)) made = source.parents.get(made);
  if (made === undefined || made === helper || !isFunction(made)) return false;
  return descendants(made.body).some((one) => one.type === "ReturnStatement" && one.argument);
}

/** `if (…) throw new Error(…)`: what a test asserts without a library. `isGiven`: it throws what stands in a name. */
function failureByHand(node: Node): { readonly condition: Node; readonly isGiven: boolean } | null {
  if (node.type !== "IfStatement" || node.alternate) return null;
  const last = node.consequent.type === "BlockStatement" ? node.consequent.body.at(-1) : node.consequent;
  if (last?.type !== "ThrowStatement") return null;
  const thrown = unwrap(last.argument);
  return { condition: node.test, isGiven: thrown.type === "Identifier" || isMember(thrown) };
}

const negated = (condition: Node): Edit[] => around(startOf(condition), endOf(condition), "!(", ")");

function editsFor(assertion: Assertion, source: Source, imports: Imports): Edit[] | null {
  switch (assertion.style) {
    case "chain":
      return assertion.flavour === "jest" ? jestEdits(assertion, source) : chaiEdits(assertion, source);
    case "call":
      return callEdits(assertion, source, imports);
    case "http":
      return httpEdits(assertion, source);
  }
}

function jestEdits(assertion: ChainAssertion, source: Source): Edit[] | null {
  const matcher = assertion.links.findLast((link) => isJestMatcher(link.name));
  if (!matcher?.call) return null;
  if (/Snapshot$|^toMatchFile/.test(matcher.name)) {
    const [start, end] = [startOf(matcher.member.property), endOf(matcher.call)];
    const isThrown = matcher.name.startsWith("toThrow");
    const replaced = isThrown ? "not.toThrow(" : `toBe(${NOTHING}`;
    return [{ start, end, text: `${replaced}${lineBreaks(source.text.slice(start, end))})` }];
  }
  return negateBefore(assertion, source, matcher.member.object);
}

function chaiEdits(assertion: ChainAssertion, source: Source): Edit[] | null {
  return assertion.links.length === 0 ? null : negateBefore(assertion, source, assertion.root);
}

/** Takes `.not` out of a chain that has it and puts it behind `place` in one that has not. */
function negateBefore(assertion: ChainAssertion, source: Source, place: Node): Edit[] {
  const negation = assertion.links.find((link) => link.name === "not");
  if (negation === undefined) return [insert(endOf(place), ".not")];
  const [start, end] = [endOf(negation.member.object), endOf(negation.member)];
  return [{ start, end, text: lineBreaks(source.text.slice(start, end)) }];
}

function callEdits(assertion: CallAssertion, source: Source, imports: Imports): Edit[] | null {
  const opposite = oppositeOf(assertion);
  const args = assertion.node.arguments;
  const [first, last] = [args[0], args.at(-1)];
  if (opposite === null || first === undefined || last === undefined) return null;
  if (opposite.by === "argument") return negated(first);
  const method = opposite.by === "method" ? opposite.method : "fail";
  const edits = methodEdits(assertion, method, imports);
  if (edits === null) return null;
  if (opposite.by === "failure") {
    edits.push(...around(startOf(first), endOf(last), "(void [", '], "baton flip")'));
  } else if (!opposite.keepsArguments && args.length > 1) {
    const [start, end] = [endOf(first), endOf(last)];
    edits.push({ start, end, text: lineBreaks(source.text.slice(start, end)) });
  }
  return edits;
}

function methodEdits(assertion: CallAssertion, method: string, imports: Imports): Edit[] | null {
  const callee = unwrap(assertion.node.callee);
  if (isMember(callee)) {
    const { property } = callee;
    return [
      { start: startOf(property), end: endOf(property), text: callee.computed ? JSON.stringify(method) : method },
    ];
  }
  const text = imports.qualified(assertion, method);
  return text === null ? null : [{ start: startOf(callee), end: endOf(callee), text }];
}

function httpEdits(assertion: HttpAssertion, source: Source): Edit[] | null {
  const [first, second] = assertion.node.arguments;
  if (first === undefined) return null;
  const value = unwrap(first);
  const replace = (node: Node, text: string): Edit[] => [
    { start: startOf(node), end: endOf(node), text: text + lineBreaks(source.textOf(node)) },
  ];
  if (value.type === "StringLiteral" || value.type === "TemplateLiteral")
    return replace(second ?? first, '"baton flip"');
  if (value.type === "RegExpLiteral") return replace(first, "/(?!)/");
  if (value.type === "ObjectExpression") return replace(first, '{ baton: "flip" }');
  if (value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression") return null;
  return replace(first, MISSING_STATUS);
}
