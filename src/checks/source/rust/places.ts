import type { Node } from "../tree-sitter.ts";

/** A node, and where what is declared by it can be seen. */
export interface Place {
  readonly node: Node;
  readonly block: Node;
  /** The function around, or the file. */
  readonly owner: Node;
  /** The innermost `if` or `while`, whose condition may bind names; else the block. */
  readonly branch: Node;
}

const DECLARES =
  /^(?:let_declaration|let_condition|for_expression|match_expression|const_item|static_item|function_item|closure_expression|assignment_expression|compound_assignment_expr|call_expression)$/;

/** Every place at which a name is given something, or something is done to its value, in order. */
export function placesIn(root: Node): Place[] {
  const found: Place[] = [];
  const visit = (node: Node, around: Omit<Place, "node">): void => {
    if (DECLARES.test(node.type)) found.push({ node, ...around });
    let inner = around;
    if (/^(?:block|declaration_list|source_file)$/.test(node.type)) inner = { ...inner, block: node, branch: node };
    if (node.type === "function_item") inner = { ...inner, owner: node };
    if (/^(?:if|while)_expression$/.test(node.type)) inner = { ...inner, branch: node };
    for (const child of node.namedChildren) visit(child, inner);
  };
  visit(root, { block: root, owner: root, branch: root });
  return found;
}
