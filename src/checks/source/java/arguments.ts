import { allBelow, field, type Node, parts } from "../tree-sitter.ts";
import { nameOf } from "./members.ts";

const OF_TWO = /^assert(?:Equals|Same|ArrayEquals|IterableEquals|LinesMatch|NotEquals|NotSame)$/;
const OF_ONE = /^assert(?:True|False|Null|NotNull)$/;
/** What a reader is told, and nothing is compared with. */
const TELLS =
  /^(?:fail|as|describedAs|withFailMessage|overridingErrorMessage|withRepresentation|print|println|printf|trace|debug|info|warn|error)$/;
const NAMES = /^dynamic(?:Test|Container)$/;
/** Annotations that say how a test is called or sorted. */
const LABELS =
  /^(?:DisplayName|DisplayNameGeneration|Tag|Tags|Order|Category|Description|Issue|Timeout|SuppressWarnings)$/;

/** What an assertion by its name compares, and by how much it may differ, without its message: JUnit 4 has that first. */
export function compared(call: Node): readonly Node[] {
  const [name, args] = [nameOf(call), parts(field(call, "arguments"))];
  const [first, , third] = args;
  if (OF_ONE.test(name)) {
    const isSecond = args.length > 1 && (tellsFirst(call) || first?.type === "string_literal");
    return isSecond ? args.slice(1, 2) : args.slice(0, 1);
  }
  if (name === "assertThat" || name === "that") return args.slice(-2);
  if (!OF_TWO.test(name) || args.length < 3) return args;
  if (tellsFirst(call) && first !== undefined && isText(first)) return args.slice(1);
  return args.slice(0, third === undefined || isText(third) ? 2 : 3);
}

/** What stands beside what is asserted: messages, names, what is printed. */
export function messagesIn(node: Node): readonly Node[] {
  if (node.type === "assert_statement") return parts(node).slice(1);
  if (node.type === "annotation") return LABELS.test(lastOf(nameOf(node))) ? parts(field(node, "arguments")) : [];
  if (node.type === "element_value_pair") return field(node, "key")?.text === "name" ? [node] : [];
  const args = parts(field(node, "arguments"));
  if (node.type === "object_creation_expression")
    return /^Assertion(?:Failed)?Error$/.test(lastOf(field(node, "type")?.text ?? "")) ? args : [];
  if (node.type !== "method_invocation") return [];
  const name = nameOf(node);
  if (TELLS.test(name)) return args;
  if (NAMES.test(name)) return args.slice(0, 1);
  if (name === "assertAll") return args.slice(0, 1).filter(({ type }) => type === "string_literal");
  if (/^assert(?:Throws(?:Exactly)?|InstanceOf)$/.test(name))
    return args.length < 3 ? [] : args.filter((one, at) => at !== 1 && isText(one)).slice(0, 1);
  if (!OF_ONE.test(name) && !OF_TWO.test(name) && name !== "assertThat") return [];
  const kept = new Set(compared(node).map(({ id }) => id));
  return args.filter(({ id }) => !kept.has(id));
}

const lastOf = (name: string): string => name.split(".").at(-1) ?? "";

/** A text that is written out or put together, or a function that makes one. */
function isText(node: Node): boolean {
  if (node.type === "string_literal" || node.type === "lambda_expression") return true;
  if (node.type === "method_invocation") return /^(?:format|formatted)$/.test(nameOf(node));
  return node.type === "binary_expression" && parts(node).some(isText);
}

const firsts = new WeakMap<object, boolean>();

/** By what the file imports. */
function tellsFirst(call: Node): boolean {
  const known = firsts.get(call.tree);
  if (known !== undefined) return known;
  const tells = parts(call.tree.rootNode).some(
    ({ type, text }) => type === "import_declaration" && /\b(?:org\.junit\.Assert|junit\.framework)\b/.test(text),
  );
  firsts.set(call.tree, tells);
  return tells;
}

/** The statements or the value that a function hands back, without those of functions inside of it. */
export function returnsOf(node: Node): readonly Node[] {
  const body = field(node, "body");
  if (body === null) return [];
  if (body.type !== "block") return [body];
  return allBelow(
    body,
    ({ type }) => type === "return_statement",
    ({ type }) => !/^(?:lambda_expression|class_body)$/.test(type),
  ).flatMap((node) => parts(node));
}
