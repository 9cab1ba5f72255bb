import { field, type Node, parts } from "../tree-sitter.ts";
import { PLAIN, PLAIN_ROWS } from "./plain.ts";
import { calleeOf } from "./shapes.ts";

/** Of the loops around: methods that leave out rows, and a way out of them. */
export function rowsThrough(assertion: Node): string[] {
  const found: string[] = [];
  for (let node = assertion.parent; node !== null && node.type !== "function_item"; node = node.parent) {
    const rows = node.type === "for_expression" ? field(node, "value") : receiverAround(node);
    if (rows !== null) found.push(...methodsOf(rows));
    if (/^(?:for|loop|while)_expression$/.test(node.type) && parts(field(node, "body")).some(leaves))
      found.push("break");
  }
  return found;
}

/** `rows.iter().take(1).for_each(|row| …)`: what the closure is called for. */
function receiverAround(node: Node): Node | null {
  const call = node.type === "closure_expression" && node.parent?.type === "arguments" ? node.parent.parent : null;
  const callee = call === null ? null : calleeOf(call);
  return callee?.type === "field_expression" ? field(callee, "value") : null;
}

function methodsOf(rows: Node): string[] {
  if (rows.type === "index_expression") return ["[..]"];
  if (/^(?:reference|parenthesized)_expression$/.test(rows.type)) return parts(rows).flatMap(methodsOf);
  const callee = rows.type === "call_expression" ? calleeOf(rows) : null;
  if (callee?.type !== "field_expression") return [];
  const [name, on] = [field(callee, "field")?.text ?? "", field(callee, "value")];
  return [...(PLAIN.test(name) || PLAIN_ROWS.test(name) ? [] : [name]), ...(on === null ? [] : methodsOf(on))];
}

const leaves = (statement: Node): boolean => /^(?:break|return)\b/.test(statement.text);
