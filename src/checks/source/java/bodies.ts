import type { ChangedSource, SourceFile, TestWords, WrittenBody } from "../port.ts";
import { saysNotWritten } from "../not-written.ts";
import { allBelow, field, type Node, type Parse, parts, type Source, walk } from "../tree-sitter.ts";
import { type BodyOwner, createTypedBodies, unwrittenTypes } from "../typed-bodies.ts";
import { annotationsOf, membersOf, nameOf, valueOf } from "./members.ts";

const bodiesOf = createTypedBodies({ owners, isUnfinished, returned, constant, compared, branches });

export const writtenBodies = (parse: Parse, file: ChangedSource): WrittenBody[] => [
  ...unwrittenClasses(parse(file.path, file.head)),
  ...bodiesOf(parse, file, (node) => givenOf(node).length > 0),
];

/** What it inherits may be all the work, so only classes that extend no other. */
function unwrittenClasses(source: Source | null): WrittenBody[] {
  if (source === null) return [];
  const isOwn = (node: Node): boolean =>
    node.type === "class_declaration" && !modifiersOf(node).includes("abstract") && field(node, "superclass") === null;
  const types = allBelow(source.root, isOwn).map((node) => ({
    name: nameOf(node),
    node,
    methods: parts(field(node, "body")).flatMap((one) => {
      const body = one.type === "method_declaration" ? field(one, "body") : null;
      return body === null ? [] : [{ name: nameOf(one), body }];
    }),
  }));
  // An entry that nobody may set hands out its key and its value.
  const mostly = types.filter(
    ({ methods }) => 2 * methods.filter(({ body }) => isUnfinished(body)).length > methods.length,
  );
  return unwrittenTypes(source.path, mostly, { isUnfinished, isPlain });
}

/** Does nothing, says what it is, or only hands out what the object holds. */
function isPlain(name: string, body: Node): boolean {
  const [only, ...more] = parts(body);
  if (/^(?:toString|hashCode|equals)$/.test(name) || only === undefined) return true;
  const [value] = only.type === "return_statement" && more.length === 0 ? parts(only) : [];
  return value !== undefined && (/^(?:identifier|field_access)$/.test(value.type) || constant(value) !== null);
}

/** What tests call, and what is written down in them. */
export function testWords(parse: Parse, { path, text }: SourceFile): TestWords[] {
  const source = parse(path, text);
  if (source === null) return [];
  const [calls, constants] = [new Set<string>(), new Set<string>()];
  walk(source.root, (node) => {
    if (node.type === "method_invocation") calls.add(nameOf(node));
    const given = node.type === "argument_list" ? parts(node).map(constant) : [];
    if (given.length > 1 && given.every((one) => one !== null)) constants.add(given.join(","));
    if (node.type === "method_reference") calls.add(node.text.split("::").at(-1) ?? "");
    const said = constant(node);
    if (said !== null) constants.add(said);
  });
  return [{ path, calls: [...calls], constants: [...constants] }];
}

function owners(source: Source): BodyOwner[] {
  const isPromise = (node: Node): boolean => node.type === "method_declaration" && field(node, "body") === null;
  const promised = allBelow(source.root, isPromise).map((node): BodyOwner => {
    const name = nameOf(node);
    return { key: `promise ${name}`, name, node, body: null, isMember: true, given: [] };
  });
  const methods = membersOf(source).filter(({ node }) => node.type === "method_declaration");
  return [
    ...promised,
    ...methods.map(({ name, node, types }): BodyOwner => {
      const isStatic = modifiersOf(node).includes("static");
      return {
        key: name,
        name: nameOf(node),
        node,
        body: !isStatic && isOneOfMany(node, types.at(-1)) ? null : field(node, "body"),
        isMember: !isStatic,
        given: givenOf(node),
      };
    }),
  ];
}

const modifiersOf = (node: Node): string[] =>
  (node.namedChildren.find(({ type }) => type === "modifiers")?.children ?? []).map((one) => one.text);

/** Whether another type may answer under the same name, or asks for it. */
function isOneOfMany(node: Node, type: Node | undefined): boolean {
  if (type?.type !== "class_declaration" || annotationsOf(node).some(({ name }) => name === "Override")) return true;
  const isHeir = type.namedChildren.some(
    (one) => one.type === "superclass" || (one.type === "super_interfaces" && !saysNothingOf(one, nameOf(node))),
  );
  return isHeir || modifiersOf(type).includes("abstract");
}

/** Interfaces of Java that nearly any class may have, with all that they ask for: what else it has is its own. */
const COMMON = /^(?:java\.(?:lang|io|util)\.)?(?:Serializable|Cloneable|Comparable|Iterable|AutoCloseable|Closeable)$/;
const OF_COMMON = /^(?:compareTo|iterator|forEach|spliterator|close)$/;

const saysNothingOf = (interfaces: Node, method: string): boolean =>
  !OF_COMMON.test(method) &&
  parts(interfaces)
    .flatMap(parts)
    .every(({ text }) => COMMON.test(text.replace(/<.*/s, "").trim()));

const givenOf = (node: Node): string[] => parts(field(node, "parameters")).map(nameOf);

function isUnfinished(body: Node): boolean {
  const [only, ...more] = parts(body);
  if (only?.type !== "throw_statement" || more.length > 0) return false;
  const [thrown] = parts(only);
  const kind = thrown === undefined ? "" : (field(thrown, "type")?.text ?? "");
  return (
    (kind.endsWith("UnsupportedOperationException") && /\(\s*\)$/.test(only.text.replace(/;$/, ""))) ||
    saysNotWritten(only.text)
  );
}

function returned(body: Node): Node[] {
  const own = (node: Node): boolean => !/^(?:lambda_expression|class_body)$/.test(node.type);
  return allBelow(body, ({ type }) => type === "return_statement", own).flatMap((node) => parts(node));
}

function branches(value: Node): readonly Node[] | null {
  switch (value.type) {
    case "parenthesized_expression":
    case "cast_expression":
      return parts(value).slice(-1);
    case "ternary_expression":
      return [field(value, "consequence"), field(value, "alternative")].filter((one) => one !== null);
    case "switch_expression":
      return parts(field(value, "body")).flatMap((rule) => parts(rule).filter(({ type }) => type !== "switch_label"));
    case "expression_statement":
    case "yield_statement":
      return parts(value);
    case "throw_statement":
      return [];
    case "method_invocation": {
      const table = tableOf(value);
      const [, other] = parts(field(value, "arguments"));
      return table === null
        ? null
        : [...table.filter((_, at) => at % 2 === 1), ...(other === undefined ? [] : [other])];
    }
    default:
      return null;
  }
}

/** Keys and values in turn of what is looked up in: `ANSWERS.get(n)` where `ANSWERS = Map.of(1, "I", …)`. */
function tableOf(call: Node): readonly Node[] | null {
  if (!/^(?:get|getOrDefault|containsKey)$/.test(nameOf(call))) return null;
  const object = field(call, "object");
  const made = object?.type === "identifier" ? declared(object) : object;
  if (made?.type !== "method_invocation" || !/^Map\s*\.\s*of(?:Entries)?\b/.test(made.text)) return null;
  const given = parts(field(made, "arguments"));
  return nameOf(made) === "of" ? given : given.flatMap((entry) => parts(field(entry, "arguments")));
}

function declared(name: Node): Node | null {
  let root = name;
  while (root.parent !== null) root = root.parent;
  let found: Node | null = null;
  walk(root, (node) => {
    if (
      node.type === "field_declaration" &&
      node.namedChildren.some((one) => one.type === "variable_declarator" && nameOf(one) === name.text)
    )
      found = valueOf(node);
  });
  return found;
}

const LITERAL = /^(?:decimal_integer|hex_integer|decimal_floating_point|character|null)_literal$|^(?:true|false)$/;

function constant(value: Node): string | null {
  if (LITERAL.test(value.type)) return value.text.replace(/(?<=\d)[lLfFdD]$/, "");
  if (value.type === "string_literal") return value.text.replaceAll(/^"+|"+$/g, "");
  if (value.type === "unary_expression") return parts(value).every((one) => constant(one) !== null) ? value.text : null;
  if (value.type === "object_creation_expression")
    return /\(\s*\)$/.test(value.text) ? `${field(value, "type")?.text ?? ""}()` : null;
  if (value.type !== "method_invocation") return null;
  const isMaker = /^(?:List|Set|Map|Optional|Collections|Stream|Arrays)\.(?:of|empty\w*|asList)$/.test(
    `${field(value, "object")?.text ?? ""}.${nameOf(value)}`,
  );
  return isMaker && parts(field(value, "arguments")).every((one) => constant(one) !== null) ? value.text : null;
}

function compared(node: Node): readonly Node[] | null {
  const value = node.parent?.type === "parenthesized_expression" ? node.parent : node;
  const parent = value.parent;
  if (parent?.type === "binary_expression" && /^[!=]=$/.test(field(parent, "operator")?.text ?? ""))
    return [field(parent, "left"), field(parent, "right")].filter(
      (one) => one !== null && one.id !== value.id,
    ) as Node[];
  if (parent?.type === "switch_expression") return labelsOf(parent);
  if (parent?.type === "method_invocation" && nameOf(parent) === "equals") return parts(field(parent, "arguments"));
  const call = parent?.type === "argument_list" ? parent.parent : null;
  if (call?.type === "method_invocation") {
    const [first] = parts(parent);
    if (nameOf(call) === "equals")
      return [field(call, "object"), ...parts(parent)].filter(
        (one) => one !== null && one.id !== node.id && one.text !== "Objects",
      ) as Node[];
    const table = first?.id === node.id ? tableOf(call) : null;
    return table === null ? null : table.filter((_, at) => at % 2 === 0);
  }
  return parent?.type === "return_statement" ? [] : null;
}

const labelsOf = (node: Node): Node[] =>
  allBelow(node, ({ type }) => type === "switch_label").flatMap((label) => parts(label));
