import type { Assertion } from "./assertions.ts";
import type { Scope } from "./registrations.ts";
import { isFunction, type Node, unwrap } from "./tree.ts";

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

function rowsAround(node: Node, { source }: Scope): number {
  for (let at = source.parents.get(node); at !== undefined && !isFunction(at); at = source.parents.get(at)) {
    const rows = at.type === "ForOfStatement" ? unwrap(at.right) : null;
    if (rows?.type === "ArrayExpression") return Math.max(1, rows.elements.length);
  }
  return 1;
}
