import type { Assertion } from "./assertions.ts";
import type { Scope } from "./registrations.ts";
import { memberName } from "./constants.ts";
import { isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";
import { givenTo } from "./values.ts";

/** `toEqual([1, 2])` says as much as two assertions, one that stands in a loop over two rows as well: so many more than one. */
export function spareOf(assertion: Assertion, scope: Scope): number {
  if (assertion.style === "http") return 0;
  const args =
    assertion.style === "chain"
      ? assertion.links.flatMap(({ call }) => call?.arguments ?? [])
      : assertion.node.arguments.slice(1);
  const names = assertion.style === "chain" ? assertion.links.map(({ name }) => name) : [];
  const values = Math.max(1, ...args.map(valuesIn), names.includes("toHaveBeenCalledExactlyOnceWith") ? 2 : 1);
  return values * rowsAround(assertion.node, scope) - 1;
}

function valuesIn(argument: Node): number {
  const inner = unwrap(argument);
  if (inner.type === "ArrayExpression") return inner.elements.length;
  // A class and its text.
  if (inner.type === "NewExpression") return inner.arguments.length > 0 ? 2 : 1;
  return inner.type === "ObjectExpression" ? inner.properties.length : 1;
}

/** Of loops around, also over a table above the test, where its rows are written out. */
export function rowsAround(node: Node, scope: Scope): number {
  const { parents } = scope.source;
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    const callee = isCall(at) ? unwrap(at.callee) : null;
    const isEach = isMember(callee) && memberName(callee) === "forEach";
    const rows = at.type === "ForOfStatement" ? at.right : isEach ? callee.object : null;
    if (rows !== null) return Math.max(1, rowsIn(rows, scope));
    const parent = parents.get(at);
    if (isFunction(at) && !(isCall(parent) && isMember(unwrap(parent.callee)))) return 1;
  }
  return 1;
}

function rowsIn(rows: Node, scope: Scope): number {
  const inner = unwrap(rows);
  if (inner.type === "ArrayExpression") return inner.elements.length;
  const [only, ...more] = inner.type === "Identifier" ? givenTo(inner, scope) : [];
  return only?.value.type === "ArrayExpression" && more.length === 0 ? only.value.elements.length : 1;
}
