import type { ChangedSource, SourceFile, TestWords, WrittenBody } from "../port.ts";
import { saysNotWritten } from "../not-written.ts";
import { allBelow, field, type Node, type Parse, parts, type Source, walk } from "../tree-sitter.ts";
import { type BodyOwner, createTypedBodies, unwrittenTypes, type WrittenType } from "../typed-bodies.ts";
import { isTestFile, rustItems } from "./items.ts";

const bodiesOf = createTypedBodies({ owners, isUnfinished, returned, constant, compared, branches });

export const writtenBodies = (parse: Parse, file: ChangedSource): WrittenBody[] =>
  isTestFile(file.path)
    ? []
    : [...unwrittenStructs(parse(file.path, file.head)), ...bodiesOf(parse, file, (node) => givenOf(node).length > 0)];

function unwrittenStructs(source: Source | null): WrittenBody[] {
  if (source === null) return [];
  const functions = rustItems(source).items.filter(({ node, inTests }) => node.type === "function_item" && !inTests);
  const types = allBelow(source.root, ({ type }) => type === "struct_item" || type === "enum_item").map(
    (node): WrittenType => {
      const name = field(node, "name")?.text ?? "";
      const methods = functions.flatMap((one) => {
        const around = one.node.parent?.parent ?? null;
        const owner =
          around?.type === "impl_item"
            ? (field(around, "type")?.text.replace(/<.*/s, "").split("::").at(-1) ?? "")
            : "";
        const body = field(one.node, "body");
        return owner !== name || body === null ? [] : [{ name: field(one.node, "name")?.text ?? "", body }];
      });
      return { name, node, methods };
    },
  );
  return unwrittenTypes(source.path, types, { isUnfinished, isPlain });
}

/** Makes one, does nothing, says what it is, or only hands out what it holds. */
function isPlain(name: string, body: Node): boolean {
  const [only, ...more] = parts(body);
  if (/^(?:new|default|fmt|drop|from|eq|hash|clone)$|^(?:with|from)_/.test(name) || only === undefined) return true;
  const value = only.type === "reference_expression" ? (field(only, "value") ?? only) : only;
  return more.length === 0 && (value.type === "field_expression" || constant(value) !== null);
}

/** What tests call, and what is written down in them. */
export function testWords(parse: Parse, { path, text }: SourceFile): TestWords[] {
  const source = parse(path, text);
  if (source === null) return [];
  const { items, testModules } = rustItems(source);
  const roots = isTestFile(path)
    ? [source.root]
    : [...testModules.map(({ body }) => body), ...items.filter(({ isTest }) => isTest).map(({ node }) => node)];
  const [calls, constants] = [new Set<string>(), new Set<string>()];
  for (const root of roots) {
    walk(root, (node) => {
      const called = calledBy(node);
      if (called !== null) calls.add(called);
      const said = constant(node);
      if (said !== null) constants.add(said);
      if (node.type === "token_tree" && /^[[(]/.test(node.text)) constants.add(node.text);
      if (node.type.endsWith("_literal") && node.previousSibling?.text === "-") constants.add(`-${node.text}`);
    });
  }
  return [{ path, calls: [...calls], constants: [...constants] }];
}

/** What a macro is given is tokens: a name before parentheses. */
function calledBy(node: Node): string | null {
  if (node.type === "call_expression") return field(node, "function")?.text.split(/::|\./).at(-1)?.trim() ?? null;
  const isCall =
    node.type === "identifier" && node.nextSibling?.type === "token_tree" && node.nextSibling.text.startsWith("(");
  return isCall ? node.text : null;
}

function owners(source: Source): BodyOwner[] {
  const promised = allBelow(source.root, ({ type }) => type === "function_signature_item").map((node): BodyOwner => {
    const name = field(node, "name")?.text ?? "";
    return { key: `promise ${name}`, name, node, body: null, isMember: true, given: [] };
  });
  const functions = rustItems(source).items.filter(({ node, inTests }) => node.type === "function_item" && !inTests);
  return [
    ...promised,
    ...functions.map(({ name, node }): BodyOwner => {
      const around = node.parent?.parent ?? null;
      const isOneOfMany =
        around?.type === "trait_item" || (around?.type === "impl_item" && field(around, "trait") !== null);
      return {
        key: name,
        name: field(node, "name")?.text ?? "",
        node,
        body: isOneOfMany ? null : field(node, "body"),
        isMember: around?.type === "impl_item",
        given: givenOf(node),
      };
    }),
  ];
}

/** What callers give, but for the receiver; a pattern counts by its text. */
function givenOf(node: Node): string[] {
  const parameters = parts(field(node, "parameters")).filter(({ type }) => type === "parameter");
  return parameters.map((one) => field(one, "pattern")?.text ?? "");
}

function isUnfinished(body: Node): boolean {
  const [only, ...more] = parts(body);
  const value = only?.type === "expression_statement" ? parts(only)[0] : only;
  if (value === undefined || more.length > 0) return false;
  if (value.type === "macro_invocation") {
    const macro = field(value, "macro")?.text ?? "";
    return /^(?:todo|unimplemented)$/.test(macro) || (macro === "panic" && saysNotWritten(value.text));
  }
  const isError = value.type === "call_expression" && field(value, "function")?.text === "Err";
  return isError && saysNotWritten(value.text);
}

function returned(body: Node): Node[] {
  const own = (node: Node): boolean => node.type !== "closure_expression";
  return [body, ...allBelow(body, ({ type }) => type === "return_expression", own)];
}

function branches(value: Node): readonly Node[] | null {
  switch (value.type) {
    case "block": {
      const last = parts(value).at(-1);
      return last === undefined || last.text.endsWith(";") ? [] : [last];
    }
    case "expression_statement":
    case "else_clause":
    case "parenthesized_expression":
      return parts(value);
    case "return_expression":
      // As a branch of its own it is told apart already.
      return parts(value);
    case "if_expression":
      return [field(value, "consequence"), field(value, "alternative")].filter((one) => one !== null);
    case "match_expression":
      return parts(field(value, "body")).flatMap((arm) => field(arm, "value") ?? []);
    case "macro_invocation":
      return /^(?:todo|unimplemented|unreachable|panic)$/.test(field(value, "macro")?.text ?? "") ? [] : null;
    default:
      return null;
  }
}

const LITERAL = /^(?:integer|float|boolean|char|negative)_literal$|^unit_expression$/;

function constant(value: Node): string | null {
  if (LITERAL.test(value.type)) return value.text;
  if (value.type === "string_literal" || value.type === "raw_string_literal")
    return value.text.replaceAll(/^r?#*"|"#*$/g, "");
  if (value.type === "identifier") return value.text === "None" ? value.text : null;
  if (value.type === "reference_expression") return parts(value).map(constant).at(-1) ?? null;
  if (value.type === "array_expression" || value.type === "tuple_expression")
    return parts(value).every((one) => constant(one) !== null) ? value.text : null;
  if (value.type === "macro_invocation")
    return field(value, "macro")?.text === "vec" && !/[a-z]/.test(value.text.slice(4)) ? value.text : null;
  if (value.type !== "call_expression") return null;
  const [called, args] = [field(value, "function"), parts(field(value, "arguments"))];
  if (called?.type === "field_expression") {
    const inner = field(called, "value");
    const isText = args.length === 0 && /^(?:to_string|into|to_owned|to_vec)$/.test(field(called, "field")?.text ?? "");
    return isText && inner !== null ? constant(inner) : null;
  }
  if (called?.text === "String::from") return args[0] === undefined ? null : constant(args[0]);
  const isMade = /(?:^|::)(?:[A-Z]\w*|(?:new|default|empty))$/.test(called?.text ?? "");
  return isMade && args.every((one) => constant(one) !== null) ? value.text : null;
}

/** Through `name.as_str()`, `&name`, `*name` and `(name, other)`. */
function compared(node: Node): readonly Node[] | null {
  let value = node;
  for (let parent = value.parent; parent !== null; parent = value.parent) {
    const isOwn =
      parent.type === "field_expression" &&
      /^(?:as_str|as_ref|trim|as_slice|to_string|clone|iter|to_vec)$/.test(field(parent, "field")?.text ?? "");
    const isCalled = parent.type === "call_expression" && value.type === "field_expression";
    if (!isOwn && !isCalled && !/^(?:reference|unary|parenthesized|tuple)_expression$/.test(parent.type)) break;
    value = parent;
  }
  const parent = value.parent;
  if (parent?.type === "binary_expression" && /^[!=]=$/.test(field(parent, "operator")?.text ?? "")) {
    const [left, right] = [field(parent, "left"), field(parent, "right")];
    return [left, right].filter((one) => one !== null && one.id !== value.id) as Node[];
  }
  if (parent?.type === "match_expression" && field(parent, "value")?.id === value.id)
    return parts(field(parent, "body")).flatMap((arm) => patterns(field(arm, "pattern")));
  const isHandedBack = value.id === node.id && /^(?:block|return_expression|match_arm)$/.test(parent?.type ?? "");
  return isHandedBack ? [] : null;
}

function patterns(node: Node | null): Node[] {
  return parts(node).flatMap((one) => (/^(?:or|tuple)_pattern$/.test(one.type) ? patterns(one) : [one]));
}
