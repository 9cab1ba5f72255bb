import type { Binding } from "./bindings.ts";
import type { Place } from "./places.ts";
import { calleeOf, isLent } from "./shapes.ts";
import { field, type Node, parts } from "../tree-sitter.ts";

/** Something done to the value of a name, and the function in which that counts. */
export interface Change {
  readonly name: string;
  readonly word: string;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const CHANGES =
  /^(?:sort\w*|dedup\w*|retain\w*|truncate|clear|fill\w*|reverse|swap\w*|drain|pop\w*|remove\w*|resize\w*|rotate_\w+|insert|push\w*|append|extend\w*|set|take|replace)$/;

/** `got.total = 12`, `*got = 12`, `got.sort()`, also by what is lent to another name. */
export function changesAt(places: readonly Place[], bindings: readonly Binding[]): Change[] {
  const changes = places.flatMap(changeAt);
  const byName = Map.groupBy(bindings, ({ name }) => name);
  const lent = changes.flatMap((one) => {
    const seen = (byName.get(one.name) ?? []).filter(({ from, to }) => from <= one.at && one.at < to);
    return seen.flatMap(({ value }) => ({ ...one, name: lentBy(value) ?? "" }));
  });
  return [...changes, ...lent];
}

function changeAt({ node, owner }: Place): Change[] {
  const of = (changed: Node | null, word: string): Change[] => {
    const name = changed === null ? null : rootOf(changed);
    return name === null ? [] : [{ name, word, at: node.startIndex, from: owner.startIndex, to: owner.endIndex }];
  };
  const left = field(node, "left");
  if (node.type === "assignment_expression") return left?.type === "identifier" ? [] : of(left, "=");
  if (node.type === "compound_assignment_expr") return of(left, field(node, "operator")?.text ?? "");
  const callee = node.type === "call_expression" ? calleeOf(node) : null;
  const method = callee?.type === "field_expression" ? (field(callee, "field")?.text ?? "") : "";
  return callee !== null && CHANGES.test(method) ? of(field(callee, "value"), method) : [];
}

/** What is lent to be changed: `&mut got`, `got.iter_mut()`. */
function lentBy(value: Node): string | null {
  if (isLent(value)) return rootOf(value);
  const called = value.type === "call_expression" ? calleeOf(value) : null;
  const on = called?.type === "field_expression" ? field(called, "value") : null;
  if (called === null || on === null) return null;
  return field(called, "field")?.text.endsWith("_mut") === true ? rootOf(on) : lentBy(on);
}

function rootOf(node: Node): string | null {
  if (node.type === "identifier") return node.text;
  if (node.type === "field_expression") return rootOf(field(node, "value") ?? node);
  if (!/^(?:index|unary|parenthesized|reference)_expression$/.test(node.type)) return null;
  const inner = parts(node).find(({ type }) => type !== "mutable_specifier");
  return inner === undefined ? null : rootOf(inner);
}
