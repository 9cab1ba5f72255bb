import { field, type Node, parts, walk } from "../tree-sitter.ts";

/**
 * Tells the text that a sum of literals and of the file's own constants makes; null where it is none, where a part is not known, or where
 * it is itself a part of a longer one.
 */
export function createJoinedText(root: Node): (sum: Node) => string | null {
  let known: ReadonlyMap<string, Node | null> | null = null;
  return (sum) => (isSum(sum) && !isSum(sum.parent) ? textOf(sum, (known ??= constantsOf(root)), 0) : null);
}

const isSum = (node: Node | null): boolean =>
  node?.type === "binary_expression" && field(node, "operator")?.text === "+";

/** One constant may be made of others. */
const MOST_DEEP = 8;

function textOf(node: Node | null, known: ReadonlyMap<string, Node | null>, depth: number): string | null {
  if (node === null || depth > MOST_DEEP) return null;
  switch (node.type) {
    case "string_literal":
    case "character_literal":
      return node.text.slice(1, -1);
    case "parenthesized_expression":
      return textOf(parts(node)[0] ?? null, known, depth);
    case "identifier":
      return textOf(known.get(node.text) ?? null, known, depth + 1);
    case "field_access":
      return textOf(known.get(field(node, "field")?.text ?? "") ?? null, known, depth + 1);
    case "binary_expression": {
      const left = isSum(node) ? textOf(field(node, "left"), known, depth) : null;
      const right = left === null ? null : textOf(field(node, "right"), known, depth);
      return left === null || right === null ? null : left + right;
    }
    default:
      return null;
  }
}

/** What names are given where they are declared; null for one that is declared twice. */
function constantsOf(root: Node): ReadonlyMap<string, Node | null> {
  const known = new Map<string, Node | null>();
  walk(root, (node) => {
    if (node.type !== "variable_declarator") return;
    const name = field(node, "name")?.text ?? "";
    known.set(name, known.has(name) ? null : field(node, "value"));
  });
  return known;
}
