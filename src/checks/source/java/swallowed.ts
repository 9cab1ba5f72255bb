import { field, type Node, parts } from "../tree-sitter.ts";
import { assertionsIn } from "./assertions.ts";
import { nameOf } from "./members.ts";

/** `try { parse(text); fail(); } catch (Throwable e) { assertNotNull(e.getMessage()); }`: nobody hears of a failure that the test calls for. */
export function swallowsAssertion(node: Node): boolean {
  if (!/^try_(?:with_resources_)?statement$/.test(node.type)) return false;
  const body = field(node, "body");
  if (body === null || (assertionsIn(body).length === 0 && !/\bfail\s*\(/.test(body.text))) return false;
  return parts(node).some((clause) => clause.type === "catch_clause" && takesFailures(clause) && isSilent(clause));
}

/** A failed assertion is an error and no exception. */
const FAILURES = /\b(?:Throwable|Error|Assertion(?:Failed)?Error|ComparisonFailure)\b/;

const takesFailures = (clause: Node): boolean =>
  parts(clause).some((one) => one.type === "catch_formal_parameter" && FAILURES.test(one.text));

const isSilent = (clause: Node): boolean => parts(field(clause, "body")).every(saysNothing);

const LOGS = /^(?:print(?:ln|f|StackTrace)?|trace|debug|info|warn|error|log)$/;

/** What ends it, writes it down, or asks no more of it than that it is there. */
function saysNothing(statement: Node): boolean {
  if (/^(?:return(?: true| false| null)?|break|continue);$/.test(statement.text)) return true;
  if (statement.type !== "expression_statement") return statement.type.endsWith("comment");
  const [call] = parts(statement);
  if (call?.type !== "method_invocation") return false;
  if (LOGS.test(nameOf(call))) return true;
  const assertions = assertionsIn(statement);
  return assertions.length > 0 && assertions.every(({ strength }) => strength <= 1);
}
