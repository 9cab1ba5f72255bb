import { allBelow, field, hasBelow, type Node, parts } from "../tree-sitter.ts";
import { returnsOf } from "./arguments.ts";
import { annotationsOf, nameOf } from "./members.ts";

export const MOST_ROWS = 100;
const WRITTEN =
  /^(?:(?:java\.util\.)?(?:List|Set)\.(?:<[\w<>, .[\]]*>)?of|(?:java\.util\.)?Arrays\.(?:asList|stream)|(?:java\.util\.stream\.)?\w*Stream\.of)$/;
const AS_THEY_ARE = /^(?:stream|toList|boxed|iterator)$/;

/** How many rows a loop goes through that are written out; null where only a run can tell. */
function rowsOf(node: Node, around = 0): number | null {
  if (around > 5) return null;
  if (node.type === "parenthesized_expression") return rowsOf(parts(node)[0] ?? node, around + 1);
  if (node.type === "array_initializer") return parts(node).length;
  if (node.type === "array_creation_expression") {
    const value = field(node, "value");
    return value === null ? (/\[\s*0\s*\]$/.test(node.text) ? 0 : null) : rowsOf(value, around + 1);
  }
  if (node.type === "identifier") {
    const value = declaredOnce(node);
    return value === null ? null : rowsOf(value, around + 1);
  }
  if (node.type !== "method_invocation") return null;
  const [object, args] = [field(node, "object"), parts(field(node, "arguments"))];
  const called = node.text.slice(0, (field(node, "arguments")?.startIndex ?? 0) - node.startIndex).replace(/\s+/g, "");
  if (WRITTEN.test(called)) {
    const [only] = args;
    const inner = args.length === 1 && only !== undefined ? rowsOf(only, around + 1) : null;
    return args.length === 1 && only !== undefined && /array|identifier/.test(only.type) ? inner : args.length;
  }
  return object !== null && args.length === 0 && AS_THEY_ARE.test(nameOf(node)) ? rowsOf(object, around + 1) : null;
}

/** The rows of the annotations above a test; one where none are written out. */
export function rowsAbove(method: Node): number {
  const rows = annotationsOf(method).flatMap(({ name, node }) => {
    const count = givesRows(name, node) ? rowsOfMethods(node, method) : rowsInAnnotation(name, node);
    return count === null || count === 0 ? [] : [count];
  });
  return rows.length === 0
    ? 1
    : Math.min(
        MOST_ROWS,
        rows.reduce((sum, count) => sum + count, 0),
      );
}

/** `@MethodSource`, `@Test(dataProvider = "rows")`. */
export const givesRows = (name: string, { text }: Node): boolean =>
  name === "MethodSource" || (name === "Test" && /\bdataProvider\s*=/.test(text));

function rowsInAnnotation(name: string, annotation: Node): number | null {
  if (!/^(?:Value|Csv|Enum)Source$/.test(name)) return null;
  const [value] = sourceValues(annotation);
  if (value === undefined) return null;
  if (value.type === "element_value_array_initializer") return parts(value).length;
  if (name === "EnumSource") return null;
  const lines = value.text.startsWith('"""') ? value.text.split("\n").slice(1) : [value.text];
  return lines.filter((one) => !/^\s*(?:#.*|""")?$/.test(one)).length;
}

/** The values of the rows above a test: `@CsvSource({"a, 1"})`, without how they are read. */
export function sourceValues(annotation: Node): Node[] {
  return parts(field(annotation, "arguments")).flatMap((one) => {
    if (one.type !== "element_value_pair") return [one];
    const value = field(one, "value");
    const isBeside = /^(?:delimiter\w*|nullValues|emptyValue|quoteCharacter|name|mode|numLinesToSkip|\w+Name)$/;
    return value === null || isBeside.test(field(one, "key")?.text ?? "") ? [] : [value];
  });
}

/** The methods of the file that give a test its rows: by their names, or by the test's. */
export function sourceMethods(annotation: Node, method: Node): Node[] {
  const provider = /\bdataProvider\s*=\s*"([^"]*)"/.exec(annotation.text)?.[1];
  const named = (provider === undefined ? sourceValues(annotation) : [])
    .flatMap((value) => allBelow(value, ({ type }) => type === "string_literal"))
    .map(({ text }) => text.slice(1, -1).replace(/\(.*$/, ""));
  const names = provider !== undefined ? [provider] : named.length === 0 ? [nameOf(method)] : named;
  const found: Node[] = [];
  for (let at = method.parent; at !== null; at = at.parent)
    found.push(...parts(at).filter((one) => one.type === "method_declaration" && names.includes(providedBy(one))));
  return found.filter(({ id }) => id !== method.id);
}

/** The name that a method's rows are asked for by. */
const providedBy = (method: Node): string => {
  const [provider] = annotationsOf(method).filter(({ name }) => name === "DataProvider");
  return /\bname\s*=\s*"([^"]*)"/.exec(provider?.node.text ?? "")?.[1] ?? nameOf(method);
};

function rowsOfMethods(annotation: Node, method: Node): number | null {
  const counts = sourceMethods(annotation, method)
    .flatMap(returnsOf)
    .map((one) => rowsOf(one));
  return counts.some((count) => count === null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** What a name is given where it is declared, of the method or of a type around it, and nowhere else. */
function declaredOnce(name: Node): Node | null {
  let value: Node | null = null;
  for (let at = name.parent; at !== null; at = at.parent) {
    if (value === null) value = declaredIn(at, name.text);
    if (/^(?:method|constructor)_declaration$/.test(at.type) && isGiven(at, name.text)) return null;
  }
  return value;
}

function declaredIn(container: Node, name: string): Node | null {
  const declared = parts(container)
    .filter(({ type }) => type === "local_variable_declaration" || type === "field_declaration")
    .flatMap(parts)
    .find((one) => one.type === "variable_declarator" && nameOf(one) === name);
  return declared === undefined ? null : field(declared, "value");
}

const isGiven = (method: Node, name: string): boolean =>
  hasBelow(
    method,
    (one) => one.type === "assignment_expression" && field(one, "left")?.text.replace(/^this\./, "") === name,
  );

/** How often an assertion is made for rows that are written out around it; 0 where there are none. */
export function timesAt(assertion: Node, top: Node): number {
  let times = 1;
  for (let at: Node = assertion; at.id !== top.id && at.parent !== null; at = at.parent) {
    const rows = loopRows(at.parent, at);
    if (rows !== null) times = Math.min(MOST_ROWS, times * rows);
  }
  return times;
}

/** Of a loop over rows that are written out: how many it comes to; null for any other, and for what is no loop. */
export function loopRows(node: Node, inner: Node): number | null {
  if (node.type === "enhanced_for_statement") {
    const [value, body] = [field(node, "value"), field(node, "body")];
    if (value === null || body?.id !== inner.id) return null;
    const rows = rowsOf(value);
    return rows !== null && rows > 0 && parts(body).some(leaves) ? 1 : rows;
  }
  const call = node.type === "lambda_expression" && node.parent?.type === "argument_list" ? node.parent.parent : null;
  const object = call !== null && /^forEach(?:Ordered)?$/.test(nameOf(call)) ? field(call, "object") : null;
  return object === null ? null : rowsOf(object);
}

const leaves = ({ type }: Node): boolean => /^(?:break|return)_statement$/.test(type);
