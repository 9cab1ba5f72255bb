import { constantString, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isInSourceTest } from "./environment.ts";
import { isCall, isMember, type Node, unwrap } from "../tree.ts";
import { words } from "../words.ts";

/** What only a function made by a test library has. */
const OF_DOUBLES = words(`
  _isMockFunction getMockName getMockImplementation mockClear mockReset mockRestore mockImplementation
  mockImplementationOnce mockReturnValue mockReturnValueOnce mockResolvedValue mockRejectedValue isSinonProxy
`);

/** Code that asks whether what it is given is a double: `send._isMockFunction`, `"mock" in send`, `send.mock` of what it calls. */
export function asksOfDouble(node: Node, scope: Scope): Node | null {
  const found = questionIn(node, scope);
  return found === null || isInSourceTest(found, scope) ? null : found;
}

function questionIn(node: Node, scope: Scope): Node | null {
  if (node.type === "BinaryExpression" && node.operator === "in") {
    const name = constantString(node.left) ?? "";
    return OF_DOUBLES.has(name) || (name === "mock" && isCalled(node.right, scope)) ? node : null;
  }
  if (!isMember(node)) return null;
  const name = memberName(node) ?? "";
  return OF_DOUBLES.has(name) || (name === "mock" && isCalled(node.object, scope)) ? node : null;
}

function isCalled(value: Node, { source }: Scope): boolean {
  const inner = unwrap(value);
  if (inner.type !== "Identifier") return false;
  return source.nodes.some((node) => {
    const callee = isCall(node) ? unwrap(node.callee) : null;
    return callee?.type === "Identifier" && callee.name === inner.name;
  });
}
