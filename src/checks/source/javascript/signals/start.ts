import { memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isMember, type Node, unwrap } from "../tree.ts";

const STARTS = new Set(["listen", "log", "info", "warn", "error", "debug"]);
const DIFFERS = new Set(["!==", "!="]);

/**
 * `if (process.env.NODE_ENV !== "test") app.listen(3000)`: what every server does that its tests import. Only a top-level
 * condition without `else` that opens a port or writes a log, so that no answer can depend on it.
 */
export function isStartGuard(comparison: Node, scope: Scope): boolean {
  if (comparison.type !== "BinaryExpression" || !DIFFERS.has(comparison.operator)) return false;
  const guard = scope.source.parents.get(comparison);
  if (guard?.type !== "IfStatement" || guard.test !== comparison || guard.alternate) return false;
  if (scope.source.parents.get(guard)?.type !== "Program") return false;
  const body = guard.consequent.type === "BlockStatement" ? guard.consequent.body : [guard.consequent];
  return body.every((statement) => statement.type === "ExpressionStatement" && isStart(statement.expression));
}

function isStart(expression: Node): boolean {
  const call = unwrap(expression);
  if (!isCall(call)) return false;
  const callee = unwrap(call.callee);
  return isMember(callee) && STARTS.has(memberName(callee) ?? "");
}
