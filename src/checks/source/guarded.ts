import type { Node } from "./tree-sitter.ts";

/** Whether something between a node and what it is in may lead past it. */
export function isGuarded(node: Node, within: Node, guards: RegExp): boolean {
  for (let at = node.parent; at !== null && at.id !== within.id; at = at.parent) if (guards.test(at.type)) return true;
  return false;
}
