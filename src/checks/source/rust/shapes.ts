import { allBelow, field, type Node, parts } from "../tree-sitter.ts";

export const isFunction = ({ type }: Node): boolean => type === "closure_expression" || type === "function_item";

/** What a function or a block hands back. */
export function handedBack(node: Node): Node[] {
  const body = isFunction(node) ? field(node, "body") : node;
  if (body === null) return [];
  if (body.type !== "block") return [body];
  const last = parts(body).at(-1);
  const tail = last === undefined || last.text.endsWith(";") || last.type === "let_declaration" ? [] : [last];
  return isFunction(node) ? [...tail, ...returned(body)] : tail;
}

const returned = (body: Node): Node[] =>
  allBelow(
    body,
    ({ type }) => type === "return_expression",
    (node) => !isFunction(node),
  ).flatMap((node) => parts(node));

const LITERAL = /^(?:integer|float|boolean|char|string|raw_string)_literal$/;

/** `12`, `-1`, `Ok(12)`, `"a".to_string()`: an answer that is written down. */
export function isWritten(node: Node): boolean {
  if (LITERAL.test(node.type)) return true;
  const [first, ...more] = parts(node);
  if (/^(?:unary|reference|parenthesized)_expression$/.test(node.type)) return first !== undefined && isWritten(first);
  if (node.type !== "call_expression" || first === undefined) return false;
  const values = more.flatMap((one) => parts(one));
  if (first.type !== "field_expression")
    return /^(?:Some|Ok|Err|String::from)$/.test(first.text) && values.every(isWritten);
  const on = field(first, "value");
  return /^(?:to_string|to_owned|into)$/.test(field(first, "field")?.text ?? "") && on !== null && isWritten(on);
}

/** The patterns that a function or a closure is given, but for the receiver. */
export const parametersOf = (node: Node): Node[] =>
  parts(field(node, "parameters")).flatMap((one) =>
    one.type === "parameter"
      ? (field(one, "pattern") ?? [])
      : /^(?:self_parameter|attribute_item)$/.test(one.type)
        ? []
        : [one],
  );

/** A type that forgets an order. */
export const setIn = (type: Node | null): string | null => /\b(?:Hash|BTree)Set\b/.exec(type?.text ?? "")?.[0] ?? null;

/** A branch that fails the test, and is no other answer. */
export const fails = (branch: Node): boolean =>
  /^[\s{]*(?:else\b[\s{]*)?(?:(?:panic|unreachable|todo|unimplemented)\s*!?\s*\(|return\s+Err\b)/.test(branch.text);

/** `&mut got` */
export const isLent = (node: Node): boolean =>
  node.type === "reference_expression" && parts(node)[0]?.type === "mutable_specifier";

/** What is called, without the types that it is given. */
export const calleeOf = (call: Node): Node | null => {
  const callee = field(call, "function");
  return callee?.type === "generic_function" ? field(callee, "function") : callee;
};

export function typesOf(call: Node): Node | null {
  const callee = field(call, "function");
  return callee?.type === "generic_function" ? field(callee, "type_arguments") : null;
}

/** `{name}` in a text that a macro is given. */
export function capturedBy(call: Node): string[] {
  const texts = parts(field(call, "arguments")).filter(({ type }) => type.endsWith("string_literal"));
  return texts.flatMap(({ text }) => [...text.matchAll(/\{\s*([a-z_]\w*)\s*[:}]/g)].map(([, name = ""]) => name));
}

/** The names among the tokens of a macro. */
export const tokensOf = (macro: Node): Node[] =>
  allBelow(macro, (node) => node.type === "identifier" && node.parent?.type === "token_tree");

/** What is called or read of something among the tokens of a macro. */
export const methodsIn = (macro: Node): string[] =>
  tokensOf(macro).flatMap((name) => (name.previousSibling?.text === "." ? [name.text] : []));

/** What the members of a record are given. */
export const valuesOf = (held: readonly Node[]): Node[] =>
  held.flatMap((one) => field(one, "value") ?? (one.type === "field_initializer" ? [] : parts(one)));

/** What a choice may answer. */
export function branchesOf(node: Node): Node[] {
  if (node.type === "match_expression") return parts(field(node, "body")).flatMap((arm) => field(arm, "value") ?? []);
  return [field(node, "consequence"), field(node, "alternative")].filter((one) => one !== null);
}
