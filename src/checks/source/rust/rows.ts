import { field, type Node, parts, walk } from "../tree-sitter.ts";

/** What names of a function stand for that are given a value once: `let want = total(&cart);`, or a constant that it sees. */
export function namesOf(node: Node): ReadonlyMap<string, Node> {
  const known = new Map(constantsAround(node));
  const twice = new Set<string>();
  walk(node, (one) => {
    if (one.type === "const_item") for (const [name, value] of constant(one)) known.set(name, value);
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

/** Constants of the modules that a function stands in, inner ones last. */
function constantsAround(node: Node): [string, Node][] {
  const { parent } = node;
  if (parent === null) return [];
  const beside = parent.namedChildren.filter(({ type }) => type === "const_item").flatMap(constant);
  return [...constantsAround(parent), ...beside];
}

/** `const ROUNDS: usize = 500;` */
function constant(item: Node): [string, Node][] {
  const [name, value] = [field(item, "name"), field(item, "value")];
  return name === null || value === null ? [] : [[name.text, value]];
}

export const valueOf = (node: Node, names: ReadonlyMap<string, Node>): Node =>
  node.type === "identifier" ? (names.get(node.text) ?? node) : node;

/** How often a loop runs whose rows are written out; null where only a run can tell. */
export function rowsOf(node: Node, names: ReadonlyMap<string, Node>): number | null {
  const value = valueOf(node, names);
  if (value.type === "reference_expression")
    return rowsOf(field(value, "value") ?? value.namedChildren[0] ?? value, names);
  if (value.type === "parenthesized_expression") return rowsOf(parts(value)[0] ?? value, names);
  if (value.type === "range_expression") return lengthOf(value, names);
  if (value.type === "array_expression") return field(value, "length") === null ? parts(value).length : null;
  const called = value.type === "call_expression" ? field(value, "function") : null;
  const on = called?.type === "field_expression" ? field(called, "value") : null;
  return on !== null && ROWS.test(field(called ?? value, "field")?.text ?? "") ? rowsOf(on, names) : null;
}

/** Of `0..500`, also where a name stands for a bound. */
function lengthOf(range: Node, names: ReadonlyMap<string, Node>): number | null {
  const bounds = parts(range).map((bound) => wholeNumber(valueOf(bound, names)));
  const [from, to] = bounds;
  if (from === undefined || to === undefined || from === null || to === null) return null;
  return Math.max(0, to - from + (range.children.some((child) => child?.text === "..=") ? 1 : 0));
}

function wholeNumber(node: Node): number | null {
  const digits = node.type === "integer_literal" ? /^[\d_]+/.exec(node.text)?.[0] : undefined;
  return digits === undefined ? null : Number(digits.replaceAll("_", ""));
}

const ROWS = /^(?:iter|into_iter|enumerate|rev|copied|cloned)$/;
