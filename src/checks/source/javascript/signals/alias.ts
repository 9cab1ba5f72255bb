import type * as t from "@babel/types";
import { type Assertion, assertionAt, isTruth } from "../assertions.ts";
import { constantString, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isFunction, isMember, type Node, patternNames, startOf, unwrap } from "../tree.ts";
import { givenTo, isSameName } from "../values.ts";

const EQUAL_CALL = /^(?:(?:deep|strict|deepStrict)?[eE]quals?|partialDeepStrictEqual|is|same|strictSame)$/;
const EQUAL_LINK = /^(?:toBe|toEqual|toStrictEqual|toMatchObject|equals?|eqls?)$/;
/** What these answer depends on nothing but on what they are given. */
const PLAIN = /^(?:JSON\.stringify|Object\.(?:keys|values|entries)|structuredClone)$/;
const DECLARES = /^(?:Block|For|ForOf|ForIn|Switch)Statement$|^(?:CatchClause|Program)$/;
const CHAIN_LIMIT = 8;

/** `const before = config; migrate(config); assert.deepEqual(config, before)`: an object is equal to itself whatever happens to it. */
export function comparedAlias(node: Node, scope: Scope): Node | null {
  const assertion = assertionAt(node, scope);
  const sides = assertion === null ? null : sidesOf(assertion);
  return sides !== null && isOneValue(sides[0], sides[1], scope) ? node : null;
}

function sidesOf(assertion: Assertion): readonly [Node, Node] | null {
  if (assertion.style === "http") return null;
  if (assertion.style === "call") {
    const [first, second] = assertion.node.arguments;
    if (first === undefined) return null;
    if (isTruth(assertion.method)) return comparedBy(first);
    return second !== undefined && EQUAL_CALL.test(assertion.method) ? [first, second] : null;
  }
  const { links, subject } = assertion;
  const [wanted] = links.at(-1)?.call?.arguments ?? [];
  const isOther = links.some(({ name }) => /^(?:not|resolves|rejects)$/.test(name));
  if (subject === null || isOther) return null;
  if (wanted === undefined)
    return /^(?:toBeTruthy|true|ok)$/.test(links.at(-1)?.name ?? "") ? comparedBy(subject) : null;
  return EQUAL_LINK.test(links.at(-1)?.name ?? "") ? [subject, wanted] : null;
}

function comparedBy(condition: Node): readonly [Node, Node] | null {
  const inner = unwrap(condition);
  return inner.type === "BinaryExpression" && /^===?$/.test(inner.operator) ? [inner.left, inner.right] : null;
}

/** Two names of one value, or the same of it under both. */
function isOneValue(one: Node, other: Node, scope: Scope): boolean {
  const [left, right] = [unwrap(one), unwrap(other)];
  if (isMember(left) && isMember(right))
    return (
      memberName(left) !== null &&
      memberName(left) === memberName(right) &&
      isOneValue(left.object, right.object, scope)
    );
  if (isCall(left) && isCall(right)) {
    const { source } = scope;
    const isPlain =
      PLAIN.test(source.textOf(left.callee)) && source.textOf(left.callee) === source.textOf(right.callee);
    const [[of], [as]] = [left.arguments, right.arguments];
    return isPlain && of !== undefined && as !== undefined && isOneValue(of, as, scope);
  }
  if (left.type !== "Identifier" || right.type !== "Identifier" || left.name === right.name) return false;
  const root = rootOf(left, scope);
  return root !== null && root === rootOf(right, scope);
}

/** The name that first had the value, and where; null where it may be another by now, or is no object. */
function rootOf(name: t.Identifier, scope: Scope): string | null {
  let at = name;
  for (let depth = 0; depth < CHAIN_LIMIT; depth += 1) {
    const declared = isAssigned(at, scope) ? null : declarationOf(at, scope);
    if (declared === null) return null;
    const { parents } = scope.source;
    const parent = parents.get(declared);
    const init =
      parent?.type === "VariableDeclarator" && parent.id === declared ? unwrap(parent.init ?? declared) : null;
    if (init !== null && isPrimitive(init)) return null;
    if (init?.type !== "Identifier" || init === declared) return `${startOf(declared)} ${at.name}`;
    at = init;
  }
  return null;
}

const isPrimitive = (value: Node): boolean =>
  constantString(value) !== null ||
  /^(?:Numeric|Boolean|BigInt|Null)Literal$|^(?:Unary|Update|Template)/.test(value.type);

/** The name where it is declared or imported, as the place sees it; null where it is neither. */
function declarationOf(name: t.Identifier, scope: Scope): Node | null {
  const { parents } = scope.source;
  const given = givenTo(name, scope).filter(({ at }) => at.type === "Identifier" || at.type.endsWith("Pattern"));
  let at: Node = name;
  for (let around = parents.get(at); around !== undefined; around = parents.get(at)) {
    at = around;
    if (!DECLARES.test(at.type) && !isFunction(at)) continue;
    const block = at;
    const found = given.find((one) => blockOf(one.at, scope) === block);
    if (found !== undefined) return found.at;
    const parameter = isFunction(at) ? at.params.find((one) => patternNames(one).includes(name.name)) : undefined;
    if (parameter !== undefined) return parameter;
  }
  return importOf(name.name, scope);
}

const importOf = (name: string, { source }: Scope): Node | null =>
  source.program.body
    .flatMap((one) => (one.type === "ImportDeclaration" ? one.specifiers : []))
    .find(({ local }) => local.name === name) ?? null;

function blockOf(declared: Node, { source }: Scope): Node | null {
  for (let at = source.parents.get(declared); at !== undefined; at = source.parents.get(at))
    if (DECLARES.test(at.type) || isFunction(at)) return at;
  return null;
}

const assigned = new WeakMap<Scope, ReadonlyMap<string, readonly t.Identifier[]>>();

/** Whether anything gives the name another value than where it is declared. */
function isAssigned(name: t.Identifier, scope: Scope): boolean {
  const known = assigned.get(scope) ?? Map.groupBy(scope.source.nodes.flatMap(assignedBy), (one) => one.name);
  assigned.set(scope, known);
  return (known.get(name.name) ?? []).some((one) => isSameName(one, name, scope));
}

function assignedBy(node: Node): t.Identifier[] {
  if (node.type === "AssignmentExpression") return identifiersIn(node.left);
  if (node.type === "UpdateExpression") return identifiersIn(node.argument);
  if (node.type === "ForOfStatement" || node.type === "ForInStatement") return identifiersIn(node.left);
  return [];
}

function identifiersIn(target: Node): t.Identifier[] {
  if (target.type === "Identifier") return [target];
  if (target.type === "AssignmentPattern") return identifiersIn(target.left);
  if (target.type === "RestElement") return identifiersIn(target.argument);
  if (target.type === "ArrayPattern") return target.elements.flatMap((one) => (one === null ? [] : identifiersIn(one)));
  if (target.type !== "ObjectPattern") return [];
  return target.properties.flatMap((one) => identifiersIn(one.type === "ObjectProperty" ? one.value : one.argument));
}
