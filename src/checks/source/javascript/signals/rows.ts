import { keyName, memberName } from "../constants.ts";
import { initsOf } from "../inits.ts";
import type { Scope } from "../registrations.ts";
import { askedThere } from "../said.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";

const COMPARES = /^(?:[!=]==?|[<>]=?)$/;
const EQUALITIES = /^(?:is|equals?|isEqual|deepEqual|isDeepStrictEqual)$/;

/** Rows, and what is done with each of them. */
export interface Use {
  readonly rows: Node;
  readonly body: Node;
}

/** `it.each(ROWS.filter(({ code, want }) => priceOf(code) === want))`: what is asserted about picks the rows that it answers well. */
export function chosenRows(node: Node, scope: Scope): Node | null {
  const use = useOf(node, scope);
  const picks = use === null ? [] : picksOf(use.rows, scope);
  if (use === null || picks.length === 0) return null;
  const asked = new Set(askedThere({ root: use.body, scope }));
  const compared = picks.flatMap(descendants).filter(compares);
  return compared.some((root) => askedThere({ root, scope }).some((one) => asked.has(one))) ? use.rows : null;
}

/** A loop over rows, or a test that runs once a row. */
export function useOf(node: Node, scope: Scope): Use | null {
  if (node.type === "ForOfStatement") return { rows: node.right, body: node.body };
  if (!isCall(node)) return null;
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  if (isMember(callee) && memberName(callee) === "forEach" && first !== undefined)
    return { rows: callee.object, body: first };
  const body = isCall(callee) ? scope.registration(node)?.body : null;
  const rows = isCall(callee) ? callee.arguments[0] : undefined;
  return body && rows !== undefined ? { rows, body } : null;
}

/** What each `filter` on the way to the rows asks of them. */
function picksOf(rows: Node, scope: Scope, seen = new Set<Node>()): Node[] {
  const inner = unwrap(rows);
  if (seen.has(inner)) return [];
  seen.add(inner);
  const next = (node: Node): Node[] => picksOf(node, scope, seen);
  if (inner.type === "Identifier") return initsOf(inner.name, scope).flatMap(next);
  if (inner.type === "ArrayExpression")
    return inner.elements.flatMap((one) => (one?.type === "SpreadElement" ? next(one.argument) : []));
  const callee = isCall(inner) ? unwrap(inner.callee) : null;
  if (!isCall(inner) || !isMember(callee)) return [];
  const [given] = keyName(callee.property, callee.computed) === "filter" ? inner.arguments : [];
  const named = given?.type === "Identifier" ? initsOf(given.name, scope) : [];
  const asks = given === undefined ? [] : [given, ...named].filter(isFunction).map(({ body }) => body);
  return [...asks, ...next(callee.object)];
}

function compares(node: Node): boolean {
  if (node.type === "BinaryExpression") return COMPARES.test(node.operator);
  const callee = isCall(node) ? unwrap(node.callee) : null;
  const name = callee?.type === "Identifier" ? callee.name : isMember(callee) ? memberName(callee) : null;
  return name !== null && EQUALITIES.test(name);
}
