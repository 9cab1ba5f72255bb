import { field, hasBelow, type Node, parts } from "../tree-sitter.ts";
import { assertionsIn } from "./assertions.ts";
import { nameOf } from "./members.ts";

/**
 * `for (String text : WRONG) { try { parse(text); } catch (ParseException e) { assertEquals(3, e.line()); } }`: of a row that is taken nothing
 * is asked, and where one is refused no run tells.
 */
export function missesError(node: Node): boolean {
  if (!/^try_(?:with_resources_)?statement$/.test(node.type)) return false;
  const [body, clauses] = [field(node, "body"), parts(node).filter(({ type }) => type === "catch_clause")];
  const loop = loopAround(node);
  if (body === null || loop === null || parts(node).some(({ type }) => type === "finally_clause")) return false;
  if (assertionsIn(body).length > 0 || /\b(?:fail\s*\(|throw\b)/.test(body.text) || leavesWord(body)) return false;
  if (!clauses.some(asks) || clauses.some(leavesWord)) return false;
  return assertionsIn(loop).every(
    (one) => one.node.startIndex >= node.startIndex && one.node.endIndex <= node.endIndex,
  );
}

const LEAVES = /^(?:return_statement|break_statement|continue_statement|assignment_expression|update_expression)$/;

/** It goes elsewhere, or notes something for later. */
const leavesWord = (node: Node): boolean =>
  hasBelow(
    node,
    (one) =>
      LEAVES.test(one.type) ||
      (one.type === "method_invocation" &&
        /^(?:add|put|set|countDown|increment\w*|\w+AndIncrement|fail)$/.test(nameOf(one))),
  );

/** It asserts something of what is caught. */
function asks(clause: Node): boolean {
  const body = field(clause, "body");
  const parameter = parts(clause).find(({ type }) => type === "catch_formal_parameter");
  const name = parameter === undefined ? null : field(parameter, "name");
  if (body === null || name === null || assertionsIn(body).length === 0) return false;
  return hasBelow(body, (one) => one.type === "identifier" && one.text === name.text);
}

/** What goes through rows, around a statement of its own. */
function loopAround(node: Node): Node | null {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (/^(?:enhanced_)?for_statement$/.test(at.type)) return at;
    if (at.type === "method_declaration" || at.type === "class_body") return null;
    if (at.type === "lambda_expression") return nameOf(at.parent?.parent ?? at) === "forEach" ? at : null;
  }
  return null;
}
