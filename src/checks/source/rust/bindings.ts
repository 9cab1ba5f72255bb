import { type Bound, boundBy, boundByRows } from "./patterns.ts";
import type { Place } from "./places.ts";
import { calleeOf, fails, isLent, parametersOf, setIn } from "./shapes.ts";
import { field, type Node, parts } from "../tree-sitter.ts";

/** A value that a name is given, and where the name means that. */
export interface Binding extends Bound {
  readonly from: number;
  readonly to: number;
  /** Of a parameter: where the function is called with the value. */
  readonly call: number | null;
}

/** All that names are given in test code: what `isCode` says is the project's own is left out. */
export function bindingsAt(places: readonly Place[], isCode: (item: Node) => boolean): Binding[] {
  const functions = Map.groupBy(
    places.flatMap((place) => functionAt(place, isCode)),
    ({ name }) => name,
  );
  return places.flatMap((place): Binding[] => {
    if (place.node.type !== "call_expression") return boundAt(place, isCode);
    const called = functions.get(field(place.node, "function")?.text ?? "") ?? [];
    return [...lentAt(place), ...called.flatMap(({ node }) => givenBy(place.node, node))];
  });
}

const after = (node: Node, end: Node, bound: readonly Bound[]): Binding[] =>
  bound.map((one) => ({ ...one, from: node.endIndex, to: end.endIndex, call: null }));

const within = ({ startIndex, endIndex }: Node, bound: readonly Bound[], call: number | null = null): Binding[] =>
  bound.map((one) => ({ ...one, from: startIndex, to: endIndex, call }));

function boundAt({ node, block, owner, branch }: Place, isCode: (item: Node) => boolean): Binding[] {
  const [pattern, value, body] = [field(node, "pattern"), field(node, "value"), field(node, "body")];
  switch (node.type) {
    case "function_item": {
      const name = field(node, "name")?.text ?? "";
      return isMethod(node) || isCode(node) ? [] : within(block, [{ name, value: node, member: null }]);
    }
    case "closure_expression":
      return within(node, rowsOfClosure(node));
    case "assignment_expression": {
      const [left, right] = [field(node, "left"), field(node, "right")];
      return left?.type === "identifier" && right !== null ? after(node, owner, boundBy(left, right)) : [];
    }
    default:
  }
  if (value === null) return [];
  switch (node.type) {
    case "let_declaration":
      return pattern === null ? [] : after(node, block, boundBy(pattern, value, wayAround(node, value)));
    case "let_condition":
      return pattern === null ? [] : after(node, branch, boundBy(pattern, value));
    case "for_expression":
      return pattern === null || body === null ? [] : within(body, boundByRows(pattern, value));
    case "match_expression":
      return parts(body).flatMap((arm) => {
        const matched = field(arm, "pattern");
        return matched === null ? [] : within(arm, boundBy(matched, value));
      });
    case "const_item":
    case "static_item": {
      const name = field(node, "name")?.text ?? "";
      return isCode(node) ? [] : within(block, [{ name, value, member: null }]);
    }
    default:
      return [];
  }
}

const isMethod = (node: Node): boolean => /^(?:impl|trait)_item$/.test(node.parent?.parent?.type ?? "");

/** `let got: HashSet<_> = ….collect()`, and `let Ok(got) = … else { return }`. */
function wayAround(declaration: Node, value: Node): string | null {
  const other = field(declaration, "alternative");
  if (other !== null && !fails(other)) return "else";
  return value.text.endsWith(".collect()") ? setIn(field(declaration, "type")) : null;
}

/** What `rows.iter().map(|row| …)` gives the closure. */
function rowsOfClosure(closure: Node): Bound[] {
  const call = closure.parent?.type === "arguments" ? closure.parent.parent : null;
  const callee = call === null ? null : calleeOf(call);
  const on = callee?.type === "field_expression" ? field(callee, "value") : null;
  return on === null ? [] : parametersOf(closure).flatMap((one) => boundByRows(one, on));
}

/** What a call is lent may hold its answer. */
function lentAt({ node, owner }: Place): Binding[] {
  const names = parts(field(node, "arguments")).flatMap((one) => (isLent(one) ? (field(one, "value") ?? []) : []));
  return after(
    node,
    owner,
    names.filter(({ type }) => type === "identifier").flatMap((name) => boundBy(name, node)),
  );
}

function functionAt({ node }: Place, isCode: (item: Node) => boolean): { name: string; node: Node }[] {
  if (node.type === "function_item")
    return isMethod(node) || isCode(node) ? [] : [{ name: field(node, "name")?.text ?? "", node }];
  const value = node.type === "let_declaration" ? field(node, "value") : null;
  return value?.type === "closure_expression" ? [{ name: field(node, "pattern")?.text ?? "", node: value }] : [];
}

/** The parameters of a function with what a call of it gives them. */
function givenBy(call: Node, called: Node): Binding[] {
  const values = parts(field(call, "arguments"));
  const bound = parametersOf(called).flatMap((one, at) => {
    const value = values[at];
    return value === undefined ? [] : boundBy(one, value);
  });
  return within(field(called, "body") ?? called, bound, call.startIndex);
}
