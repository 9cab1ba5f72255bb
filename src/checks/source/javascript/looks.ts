import { isBuiltin } from "node:module";
import type * as t from "@babel/types";
import { type Assertion, isTruth } from "./assertions.ts";
import { isConstant, keyName, memberName } from "./constants.ts";
import type { Scope } from "./registrations.ts";
import {
  type CallNode,
  type FunctionNode,
  descendants,
  isCall,
  isFunction,
  isMember,
  type Node,
  startOf,
  unwrap,
} from "./tree.ts";
import { givenTo, isSameName } from "./values.ts";

const EQUALITY = /^[!=]==?$/;
const CHANGES = /^(?:splice|sort|fill|pop|shift|push|unshift|reverse|delete|clear|set|assign|length)$/;

/** What an expression does to a value, by name, and where the value comes from. */
interface Step {
  readonly words: readonly string[];
  readonly from: readonly Node[];
}

const NOTHING: Step = { words: [], from: [] };

interface Looking {
  readonly scope: Scope;
  /** Functions of the file that were looked into: what they are given is an answer. */
  readonly helpers: Set<Node>;
}

/**
 * What stands between an exact assertion and the value that the code answers: members, methods, functions around a call, operators,
 * what changes the value before it is looked at, and what leaves out rows of the loop around it. All by name.
 */
export function looksThrough(assertion: Assertion, scope: Scope): string[] {
  const found: string[] = [...rowsThrough(assertion.node, scope), ...lookingBy(assertion)];
  const looking: Looking = { scope, helpers: new Set() };
  const seen = new Set<Node>();
  const pending = [...subjectsOf(assertion)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const inner = unwrap(node);
    if (seen.has(inner)) continue;
    seen.add(inner);
    const { words, from } = stepOf(inner, looking);
    found.push(...words);
    pending.push(...from);
  }
  return found;
}

/** What the assertion itself leaves out: the kinds of values, or of calls all but how many they are. */
function lookingBy(assertion: Assertion): readonly string[] {
  if (assertion.style === "chain") return assertion.links.some(({ name }) => COUNTS.test(name)) ? CALLS_COUNTED : [];
  return isLoose(assertion) ? ["=="] : [];
}

const COUNTS = /^to(?:HaveBeen|Be)Called(?:Times|Once)$/;
/** As in `send.mock.calls.length`. */
const CALLS_COUNTED = ["mock", "calls", "length"];

/** `assert.equal(1, "1")` of `node:assert` and of chai. */
function isLoose(assertion: Assertion): boolean {
  if (assertion.style !== "call") return false;
  const { library, method, origin } = assertion;
  if (library === "chai") return method === "equal";
  const isStrict = origin?.module?.endsWith("/strict") === true || origin?.path.includes("strict") === true;
  return library === "node" && !isStrict && (method === "equal" || method === "deepEqual");
}

function stepOf(node: Node, looking: Looking): Step {
  if (node.type === "Identifier") return stepOfName(node, looking);
  if (isMember(node)) return { words: [memberName(node) ?? "[]"], from: [node.object] };
  if (isCall(node) || node.type === "NewExpression") return stepOfCall(node, looking);
  if (node.type === "ObjectExpression") return stepOfRecord(node);
  if (isFunction(node)) return descendants(node.body).some(throws) ? { words: ["throw"], from: [] } : NOTHING;
  return { words: operatorsOf(node), from: partsOf(node) };
}

const throws = (node: Node): boolean => node.type === "ThrowStatement";

function operatorsOf(node: Node): string[] {
  if (node.type === "ConditionalExpression") return ["?"];
  if (node.type === "UnaryExpression") return isConstant(node.argument) ? [] : [node.operator];
  if (node.type !== "BinaryExpression" && node.type !== "LogicalExpression") return [];
  return EQUALITY.test(node.operator) ? [] : [node.operator];
}

function partsOf(node: Node): readonly Node[] {
  if (node.type === "ConditionalExpression") return [node.test, node.consequent, node.alternate];
  if (node.type === "UnaryExpression" || node.type === "SpreadElement") return [node.argument];
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression") return [node.left, node.right];
  if (node.type === "ArrayExpression") return node.elements.filter((one) => one !== null);
  return node.type === "TemplateLiteral" ? node.expressions : [];
}

function stepOfCall(call: CallNode | t.NewExpression, looking: Looking): Step {
  const { scope, helpers } = looking;
  const callee = unwrap(call.callee);
  const name = calledBy(callee, scope);
  if (isMember(callee) && isAnswer(callee.object, looking)) return { words: [name], from: [callee.object] };
  const around = call.arguments.filter((one) => isAnswer(one, looking));
  if (around.length === 0) return NOTHING;
  const helper = helperOf(callee, scope);
  if (helper !== null) {
    helpers.add(helper.body);
    return { words: [], from: [...helper.answers, ...around] };
  }
  // What the project's code is given is what it is asked, however that is put together.
  const isAsked = scope.origins.of(callee)?.module?.startsWith(".") === true;
  return { words: [name], from: isAsked ? [] : around };
}

const CHOOSES = /^(?:If|Switch|For|ForOf|ForIn|While|DoWhile|Try)Statement$/;

/** What a function of the file answers that decides nothing, and looks at what it is given; null for any other. */
function helperOf(callee: Node, scope: Scope): { readonly body: Node; readonly answers: readonly Node[] } | null {
  if (callee.type !== "Identifier") return null;
  const [given, ...more] = givenTo(callee, scope);
  if (given === undefined || more.length > 0 || !isFunction(given.value)) return null;
  const { body } = given.value;
  const inside = descendants(body);
  const names = parametersOf(given.value);
  const looks = inside.some((one) => one.type === "Identifier" && names.has(one.name));
  if (!looks || inside.some(({ type }) => CHOOSES.test(type))) return null;
  if (body.type !== "BlockStatement") return { body, answers: [body] };
  const answers = body.body.flatMap((one) => (one.type === "ReturnStatement" && one.argument ? [one.argument] : []));
  return answers.length === 1 ? { body, answers } : null;
}

const parametersOf = ({ params }: FunctionNode): ReadonlySet<string> =>
  new Set(params.flatMap((one) => descendants(one)).flatMap((one) => (one.type === "Identifier" ? [one.name] : [])));

/** Whether it is what a helper that was looked into is given. */
function isParameter(name: t.Identifier, { scope: { source }, helpers }: Looking): boolean {
  for (let at = source.parents.get(name); at !== undefined; at = source.parents.get(at))
    if (isFunction(at) && helpers.has(at.body) && parametersOf(at).has(name.name)) return true;
  return false;
}

/** What is called by name; behind a function of the file that does no more than to call another, that other. */
function calledBy(callee: Node, scope: Scope, seen: readonly string[] = []): string {
  if (isMember(callee)) return memberName(callee) ?? "[]";
  if (callee.type !== "Identifier") return "()";
  const [given, ...more] = givenTo(callee, scope);
  const answer = given === undefined || more.length > 0 || !isFunction(given.value) ? null : answerOf(given.value);
  const inner = answer !== null && isCall(answer) ? unwrap(answer.callee) : null;
  return inner === null || seen.includes(callee.name) ? callee.name : calledBy(inner, scope, [...seen, callee.name]);
}

/** The one expression that a function is. */
function answerOf({ body }: FunctionNode): Node | null {
  if (body.type !== "BlockStatement") return unwrap(body);
  const [only, ...others] = body.body;
  return others.length === 0 && only?.type === "ReturnStatement" && only.argument ? unwrap(only.argument) : null;
}

/** `{ ...answer, total: 12 }` writes over what was answered. */
function stepOfRecord({ properties }: t.ObjectExpression): Step {
  const spread = properties.findIndex((one) => one.type === "SpreadElement");
  const from = properties.flatMap((one) =>
    one.type === "SpreadElement" ? [one.argument] : one.type === "ObjectProperty" ? [one.value] : [],
  );
  return { words: spread >= 0 && spread < properties.length - 1 ? ["{...}"] : [], from };
}

function stepOfName(name: t.Identifier, looking: Looking): Step {
  const { scope } = looking;
  const given = givenTo(name, scope).filter(({ at, value }) => startOf(at) < startOf(name) && !isFunction(value));
  const last = given.at(-1);
  if (last === undefined) return NOTHING;
  const isMended = isConstant(last.value) && given.some(({ value }) => isAnswer(value, looking));
  const members = given.flatMap(({ member }) => member ?? []);
  return {
    words: [...(isMended ? ["="] : []), ...members, ...changesTo(name, scope)],
    from: given.map(({ value }) => value),
  };
}

/** A call, or what one answered, by its name or a part: what is written out has nothing to look away from. */
function isAnswer(node: Node, looking: Looking, seen = new Set<Node>()): boolean {
  const { scope } = looking;
  const inner = unwrap(node);
  if (isFunction(inner) || seen.has(inner)) return false;
  seen.add(inner);
  const isOne = (part: Node): boolean => isAnswer(part, looking, seen);
  // What `new Date(0)` or `Math.max(1, 2)` makes is what it is given.
  if (isCall(inner) || inner.type === "NewExpression")
    return !isPlainMaker(inner.callee, scope) || inner.arguments.some(isOne);
  if (inner.type === "Identifier")
    return isParameter(inner, looking) || givenTo(inner, scope).some(({ value }) => isOne(value));
  if (isMember(inner)) return isOne(inner.object);
  return inner.type === "ObjectExpression" ? stepOfRecord(inner).from.some(isOne) : partsOf(inner).some(isOne);
}

/** What every program has as a global, whether or not the file imports it by name (`Buffer`, `URL`). */
function isPlainMaker(callee: Node, { origins }: Scope): boolean {
  const { module, path: [name = ""] = [] } = origins.of(callee) ?? {};
  return module === null || (typeof module === "string" && isBuiltin(module) && name in globalThis);
}

function subjectsOf(assertion: Assertion): readonly Node[] {
  if (assertion.style === "http") return [];
  if (assertion.style === "chain") return assertion.subject === null ? [] : [assertion.subject];
  return assertion.node.arguments.slice(0, isTruth(assertion.method) ? 1 : 2);
}

interface Change {
  readonly word: string;
  /** The name of what is changed, where it is. */
  readonly name: t.Identifier;
}

const changes = new WeakMap<Scope, ReadonlyMap<string, readonly Change[]>>();

/** `answer.total = 12`, `delete answer.id`, `answer.sort()` above the place, and `spy()`, a call of its own. */
function changesTo(name: t.Identifier, scope: Scope): string[] {
  const known = changes.get(scope) ?? Map.groupBy(scope.source.nodes.flatMap(changeAt), (one) => one.name.name);
  changes.set(scope, known);
  return (known.get(name.name) ?? [])
    .filter((one) => startOf(one.name) < startOf(name) && isSameName(one.name, name, scope))
    .map(({ word }) => word);
}

function changeAt(node: Node): Change[] {
  const of = (word: string, changed: Node): Change[] => {
    let root = unwrap(changed);
    while (isMember(root)) root = unwrap(root.object);
    return root.type === "Identifier" ? [{ word, name: root }] : [];
  };
  if (node.type === "AssignmentExpression") return isMember(unwrap(node.left)) ? of("=", node.left) : [];
  if (node.type === "UnaryExpression") return node.operator === "delete" ? of("delete", node.argument) : [];
  const callee = isCall(node) ? unwrap(node.callee) : null;
  if (callee?.type === "Identifier") return of("()", callee);
  const method = isMember(callee) ? memberName(callee) : null;
  return isMember(callee) && method !== null && CHANGES.test(method) ? of(method, callee.object) : [];
}

const PLAIN_ROWS = /^(?:entries|values|keys|from)$/;

/** Of the loops around: methods that leave out rows, and a way out of them. */
function rowsThrough(node: Node, { source }: Scope): string[] {
  const found: string[] = [];
  for (let at = source.parents.get(node); at !== undefined; at = source.parents.get(at)) {
    const callee = isCall(at) ? unwrap(at.callee) : null;
    const rows = at.type === "ForOfStatement" ? at.right : isMember(callee) ? callee.object : null;
    if (rows === null) continue;
    found.push(...methodsOf(rows));
    if (at.type === "ForOfStatement" && at.body.type === "BlockStatement" && at.body.body.some(leaves))
      found.push("break");
  }
  return found;
}

function methodsOf(rows: Node): string[] {
  const found: string[] = [];
  for (let at = unwrap(rows); isCall(at);) {
    const callee = unwrap(at.callee);
    if (!isMember(callee)) break;
    const name = keyName(callee.property, callee.computed) ?? "[]";
    if (!PLAIN_ROWS.test(name)) found.push(name);
    at = unwrap(callee.object);
  }
  return found;
}

const leaves = (statement: Node): boolean =>
  statement.type === "BreakStatement" || statement.type === "ReturnStatement";
