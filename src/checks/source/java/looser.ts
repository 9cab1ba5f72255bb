import type { Equality } from "../looser.ts";
import { heldName } from "../looser.ts";
import { field, type Node, parts, type Source, walk } from "../tree-sitter.ts";
import { heldBy, nameOf } from "./members.ts";

/** The types of a file that say themselves when two of them are equal; a record says it of all its components. */
export function equalitiesOf({ root }: Source): Equality<Node>[] {
  const found: Equality<Node>[] = [];
  const visit = (container: Node, around: string): void => {
    for (const node of parts(container)) {
      const body = field(node, "body");
      if (body === null || !/^(?:class|record|enum)_declaration$/.test(node.type)) continue;
      const type = `${around}.${nameOf(node)}`;
      const held = new Set(heldBy(body));
      const own = parts(body).find(isEquality);
      const parent = `${around}.${field(node, "superclass")?.text.replace(/^extends\s+/, "") ?? ""}`;
      if (own !== undefined)
        found.push({ type, parent, node: own, text: own.text, compared: comparedBy(own, held), held });
      else if (node.type === "record_declaration") found.push({ type, node, text: "", compared: held, held });
      visit(body, type);
    }
  };
  visit(root, "");
  return found;
}

const isEquality = (node: Node): boolean =>
  node.type === "method_declaration" && nameOf(node) === "equals" && parts(field(node, "parameters")).length === 1;

/** The other object goes by the parameter's name, and by those that it is cast to. */
function comparedBy(method: Node, held: ReadonlySet<string>): ReadonlySet<string> | null {
  const [parameter] = parts(field(method, "parameters"));
  const body = field(method, "body");
  if (parameter === undefined || body === null) return null;
  const other = new Set([nameOf(parameter)]);
  const compared = new Set<string>();
  let isWhole = false;
  walk(body, (node) => {
    if (node.type === "instanceof_expression" && other.has(field(node, "left")?.text ?? ""))
      for (const name of [field(node, "name")?.text, ...parts(field(node, "pattern")).map(({ text }) => text)])
        if (name !== undefined) other.add(name);
    if (node.type === "variable_declarator" && isCast(field(node, "value"), other)) other.add(nameOf(node));
  });
  walk(body, (node) => {
    if (node.type !== "identifier" || !other.has(node.text) || node.parent === null) return;
    const value = asCast(node);
    const parent = value.parent ?? node.parent;
    const isObject = field(parent, "object")?.equals(value) === true;
    if (parent.type === "field_access" && isObject) compared.add(field(parent, "field")?.text ?? "");
    else if (parent.type === "method_invocation" && isObject) compared.add(heldName(nameOf(parent), held));
    else isWhole ||= !KNOWN.test(parent.type);
  });
  return isWhole ? null : compared;
}

/** `this == other`, a cast, a question for its type, and where it gets its name. */
const KNOWN = /^(?:binary_expression|cast_expression|instanceof_expression|variable_declarator|\w*pattern\w*)$/;

/** `((Money) other)` is the other as well. */
function asCast(node: Node): Node {
  const { parent } = node;
  const isCasting = parent?.type === "cast_expression" && parent.parent?.type === "parenthesized_expression";
  return isCasting ? (parent.parent ?? node) : node;
}

const isCast = (value: Node | null, other: ReadonlySet<string>): boolean =>
  value?.type === "cast_expression" && other.has(field(value, "value")?.text ?? "");
