import { keyName, memberName } from "./constants.ts";
import type { Registration, Scope } from "./registrations.ts";
import { isCall, isMember, type Node, unwrap } from "./tree.ts";

/** Whether a test that fails is tried again, by an option of its own or of a suite around it, or by a call in its file. */
export function isTriedAgain(around: readonly Registration[], scope: Scope): boolean {
  const options = around.flatMap(({ options }) => options?.properties ?? []);
  return options.some(isRetryOption) || hasRetryCall(scope);
}

/** A whole file is searched, for each of its tests: once. */
const known = new WeakMap<Scope, boolean>();

function hasRetryCall(scope: Scope): boolean {
  const answer = known.get(scope) ?? scope.source.nodes.some((node) => isRetryCall(node, scope));
  known.set(scope, answer);
  return answer;
}

function isRetryOption(property: Node): boolean {
  if (property.type !== "ObjectProperty") return false;
  const name = keyName(property.key, property.computed);
  return (name === "retry" || name === "retries") && !isZero(property.value);
}

/** `jest.retryTimes(3)`, `this.retries(3)`, `vi.setConfig({ retry: 3 })` */
function isRetryCall(node: Node, scope: Scope): boolean {
  if (!isCall(node)) return false;
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  if (!isMember(callee) || first === undefined) return false;
  const name = memberName(callee);
  if (name === "retryTimes" || name === "setConfig") {
    const path = scope.origins.of(callee)?.path ?? [];
    const isRunner = path[0] === "jest" || path[0] === "vi" || path[0] === "vitest";
    if (!isRunner) return false;
    return first.type === "ObjectExpression" ? first.properties.some(isRetryOption) : !isZero(first);
  }
  return name === "retries" && callee.object.type === "ThisExpression" && !isZero(first);
}

const isZero = (value: Node): boolean => {
  const inner = unwrap(value);
  return inner.type === "NumericLiteral" && inner.value === 0;
};
