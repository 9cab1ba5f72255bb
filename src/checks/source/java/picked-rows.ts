import { field, hasBelow, type Node } from "../tree-sitter.ts";
import { returnsOf } from "./arguments.ts";
import { annotationsOf, nameOf } from "./members.ts";
import type { Names } from "./names.ts";
import { givesRows, sourceMethods } from "./rows.ts";

/** Of rows these leave some out. */
const PICKS =
  /^(?:subList|limit|skip|filter|takeWhile|dropWhile|distinct|findFirst|findAny|copyOfRange|(?:head|tail|sub)(?:Set|Map)|poll\w*|remove\w*)$/;
const LOOP = /^(?:enhanced_for|for|while)_statement$/;

/** Of the loops around an assertion, and the rows above its test: methods that leave out rows, and a way out of them. */
export function rowsThrough(node: Node, names: Names): string[] {
  const found: string[] = [];
  let inner = node;
  for (let at = names.parentOf(node); at !== undefined; at = names.parentOf(at)) {
    if (LOOP.test(at.type)) {
      const rows = at.type === "enhanced_for_statement" ? field(at, "value") : null;
      if (rows !== null) found.push(...picksOf(rows, names));
      if (at.type === "for_statement") found.push(...boundOf(at));
      if (leavesEarly(field(at, "body"))) found.push("break");
    } else if (at.type === "method_invocation") {
      const object = field(at, "object");
      if (object !== null && object.startIndex <= inner.startIndex && inner.endIndex <= object.endIndex)
        found.push(...(PICKS.test(nameOf(at)) ? [nameOf(at)] : []));
      else if (object !== null) found.push(...picksOf(object, names));
    } else if (at.type === "method_declaration") {
      const sources = annotationsOf(at).filter(({ name, node }) => givesRows(name, node));
      for (const source of sources)
        for (const rows of sourceMethods(source.node, at).flatMap(returnsOf)) found.push(...picksOf(rows, names));
    }
    inner = at;
  }
  return found;
}

/** `rows.subList(0, 1)`, `rows.stream().filter(…)`, also of what a name is given. */
function picksOf(rows: Node, names: Names, seen = new Set<number>()): string[] {
  const found: string[] = [];
  let at: Node | null = rows;
  while (at?.type === "method_invocation") {
    const object: Node | null = field(at, "object");
    if (PICKS.test(nameOf(at)) && names.methodOf(at) === null) found.push(nameOf(at));
    at = object;
  }
  if (at?.type !== "identifier" || seen.has(at.id)) return found;
  seen.add(at.id);
  const last = names.givenTo(at).findLast(({ isRow }) => !isRow);
  return last === undefined || seen.has(last.value.id) ? found : [...found, ...picksOf(last.value, names, seen)];
}

/** `i < 1`: a loop over as many as are written there. */
function boundOf(loop: Node): string[] {
  const condition = field(loop, "condition");
  const right = condition?.type === "binary_expression" ? field(condition, "right") : null;
  return right?.type === "decimal_integer_literal" ? [`< ${right.text}`] : [];
}

const leavesEarly = (body: Node | null): boolean =>
  body !== null &&
  hasBelow(
    body,
    ({ type }) => type === "break_statement" || type === "return_statement",
    ({ type }) => !/^(?:lambda_expression|class_body|switch_\w+|(?:enhanced_for|for|while)_statement)$/.test(type),
  );
