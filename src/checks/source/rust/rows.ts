import { field, type Node, parts, walk } from "../tree-sitter.ts";

/** What names of a function stand for that are given a value once: `let want = total(&cart);`. */
export function namesOf(node: Node): ReadonlyMap<string, Node> {
  const known = new Map<string, Node>();
  const twice = new Set<string>();
  walk(node, (one) => {
    const pattern = one.type === "let_declaration" ? field(one, "pattern") : null;
    const value = pattern?.type === "identifier" ? field(one, "value") : null;
    if (pattern !== null && value !== null) {
      const isMutable = one.children.some((child) => child?.type === "mutable_specifier");
      if (isMutable || known.has(pattern.text)) twice.add(pattern.text);
      known.set(pattern.text, value);
    }
  });
  return new Map([...known].filter(([name]) => !twice.has(name)));
}

export const valueOf = (node: Node, names: ReadonlyMap<string, Node>): Node =>
  node.type === "identifier" ? (names.get(node.text) ?? node) : node;

/** How often a loop runs whose rows are written out; null where only a run can tell. */
export function rowsOf(node: Node, names: ReadonlyMap<string, Node>): number | null {
  const value = valueOf(node, names);
  if (value.type === "reference_expression")
    return rowsOf(field(value, "value") ?? value.namedChildren[0] ?? value, names);
  if (value.type === "array_expression") return field(value, "length") === null ? parts(value).length : null;
  const called = value.type === "call_expression" ? field(value, "function") : null;
  const on = called?.type === "field_expression" ? field(called, "value") : null;
  return on !== null && ROWS.test(field(called ?? value, "field")?.text ?? "") ? rowsOf(on, names) : null;
}

const ROWS = /^(?:iter|into_iter|enumerate|rev|copied|cloned)$/;
