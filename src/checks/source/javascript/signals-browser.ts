import { constantString, memberName } from "./constants.ts";
import type { Scope } from "./registrations.ts";
import { isCall, isMember, type Node, unwrap } from "./tree.ts";

const REPLACES = new Set(["route", "routeFromHAR", "routeWebSocket", "setContent"]);
/** An address that names another host than the application's own. */
const ELSEWHERE = /^(?:\*\*\/|https?:\/\/|wss?:\/\/)(?!\*|localhost|127\.|\[::1\])[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/;

/**
 * `page.route("**\/api/**", …)`, `page.setContent(…)` in a test of Playwright: the test answers in place of the application
 * that it is to prove. Answering for somebody else's host is what honest tests do.
 */
export function mockedApplication(node: Node, scope: Scope): Node | null {
  if (!isCall(node)) return null;
  const callee = unwrap(node.callee);
  if (!isMember(callee) || !REPLACES.has(memberName(callee) ?? "") || !usesBrowser(scope)) return null;
  const first = node.arguments[0];
  const address = first === undefined ? null : constantString(unwrap(first));
  return address !== null && ELSEWHERE.test(address) ? null : node;
}

const known = new WeakMap<Scope, boolean>();

function usesBrowser(scope: Scope): boolean {
  const answered = known.get(scope);
  if (answered !== undefined) return answered;
  const uses = scope.source.nodes.some(
    (node) => node.type === "ImportDeclaration" && /^@?playwright(?:[/-]|$)/.test(node.source.value),
  );
  known.set(scope, uses);
  return uses;
}
