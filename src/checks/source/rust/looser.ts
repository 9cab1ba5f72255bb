import type { Equality } from "../looser.ts";
import { field, type Node, parts, type Source, walk } from "../tree-sitter.ts";
import { attributeArguments, attributePath } from "./items.ts";

/** The structs of a file whose equality is derived, of all their fields, or written beside them. */
export function equalitiesOf({ root }: Source): Equality<Node>[] {
  const structs = new Map<string, { node: Node; held: ReadonlySet<string>; derived: boolean }>();
  const written = new Map<string, Node>();
  walk(root, (node) => {
    const type = field(node, node.type === "impl_item" ? "type" : "name")?.text ?? "";
    if (node.type === "struct_item") structs.set(type, { node, held: fieldsOf(node), derived: derivesEquality(node) });
    if (node.type !== "impl_item" || !/(?:^|::)PartialEq\b/.test(field(node, "trait")?.text ?? "")) return;
    const method = parts(field(node, "body")).find((one) => field(one, "name")?.text === "eq");
    if (method !== undefined) written.set(type.replace(/<.*$/s, ""), method);
  });
  return [...structs].flatMap(([type, { node, held, derived }]): Equality<Node>[] => {
    const own = written.get(type);
    if (own !== undefined) return [{ type, node: own, text: "", compared: comparedBy(own), held }];
    return derived ? [{ type, node, text: "", compared: held, held }] : [];
  });
}

export function derivesEquality(struct: Node): boolean {
  for (let node = struct.previousNamedSibling; node !== null; node = node.previousNamedSibling) {
    if (node.type.endsWith("comment")) continue;
    if (node.type !== "attribute_item") return false;
    if (attributePath(node) === "derive" && /\bPartialEq\b/.test(attributeArguments(node))) return true;
  }
  return false;
}

export function fieldsOf(struct: Node): ReadonlySet<string> {
  const body = field(struct, "body");
  const named = parts(body).filter(({ type }) => type === "field_declaration");
  if (body?.type !== "ordered_field_declaration_list")
    return new Set(named.map((one) => field(one, "name")?.text ?? ""));
  return new Set(body.childrenForFieldName("type").map((_, at) => String(at)));
}

function comparedBy(method: Node): ReadonlySet<string> | null {
  const parameter = parts(field(method, "parameters")).find(({ type }) => type === "parameter");
  const other = parameter === undefined ? null : field(parameter, "pattern");
  const body = field(method, "body");
  if (other?.type !== "identifier" || body === null) return null;
  const compared = new Set<string>();
  let isWhole = false;
  walk(body, (node) => {
    if (node.type !== "identifier" || node.text !== other.text) return;
    if (node.parent?.type === "field_expression") compared.add(field(node.parent, "field")?.text ?? "");
    else isWhole = true;
  });
  return isWhole ? null : compared;
}
