import { field, type Node, normalised, parts, type Source } from "../tree-sitter.ts";

/** A method or constructor with a body, or a field with a value, under a name that base and head share. */
export interface Member {
  /** `Cart.Line.total(int,String)`. */
  readonly name: string;
  readonly node: Node;
  /** The types around it, from the outside. */
  readonly types: readonly Node[];
}

const TYPES = /^(?:class|record|interface|enum)_declaration$/;

/** Every member of every type of a file. */
export function membersOf({ root }: Source): Member[] {
  const members: Member[] = [];
  const visit = (container: Node, types: readonly Node[]): void => {
    for (const node of parts(container)) {
      const body = field(node, "body");
      if (TYPES.test(node.type) && body !== null) visit(body, [...types, node]);
      else if (node.type === "enum_body_declarations") visit(node, types);
      else if (isTarget(node, body))
        members.push({ name: [...types.map(nameOf), signatureOf(node)].join("."), node, types });
    }
  };
  visit(root, []);
  return members;
}

export const nameOf = (node: Node): string => field(node, "name")?.text ?? "";

function isTarget(node: Node, body: Node | null): boolean {
  if (/^(?:method|constructor|compact_constructor)_declaration$/.test(node.type)) return body !== null;
  return node.type === "field_declaration" && valueOf(node) !== null;
}

/** The value of a field that is declared alone. */
export function valueOf(node: Node): Node | null {
  const [declarator, more] = node.namedChildren.filter((child) => child.type === "variable_declarator");
  return declarator === undefined || more !== undefined ? null : field(declarator, "value");
}

export function signatureOf(node: Node): string {
  if (node.type === "field_declaration") {
    const declarator = node.namedChildren.find((child) => child.type === "variable_declarator");
    return declarator === undefined ? "" : nameOf(declarator);
  }
  const types = parts(field(node, "parameters")).map((one) => {
    const type = field(one, "type") ?? one.namedChildren.find((child) => child.type !== "modifiers");
    return type === undefined ? "" : normalised(type).replaceAll(" ", "");
  });
  return `${nameOf(node)}(${types.join(",")})`;
}

/** The names of a declaration's annotations, without packages, each with its text. */
export function annotationsOf(node: Node): { readonly name: string; readonly node: Node }[] {
  const modifiers = node.namedChildren.find((child) => child.type === "modifiers");
  return parts(modifiers ?? null)
    .filter((child) => child.type.endsWith("annotation"))
    .map((child) => ({ name: nameOf(child).split(".").at(-1) ?? "", node: child }));
}

const TEST = /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)$/;
export const isTest = ({ node }: Pick<Member, "node">): boolean =>
  annotationsOf(node).some(({ name }) => TEST.test(name)) ||
  isOfTestedClass(node) ||
  (node.type === "method_declaration" && nameOf(node).startsWith("test") && isOfJUnit3(node.parent?.parent ?? null));

/** TestNG: of a class that is annotated itself every public method is a test, but for what stands around tests. */
const isOfTestedClass = (node: Node): boolean =>
  node.type === "method_declaration" &&
  /^(?:@[\w.]+(?:\([^)]*\))?\s+)*public\s+void\b/.test(node.text) &&
  !annotationsOf(node).some(({ name }) => /^(?:Before|After)(?:Suite|Test|Class|Groups|Method)$/.test(name)) &&
  annotationsOf(node.parent?.parent ?? node).some(({ name }) => name === "Test");

/** Whether a class has its tests by their names. */
export const isOfJUnit3 = (type: Node | null): boolean =>
  type?.type === "class_declaration" && /\bTestCase$/.test(field(type, "superclass")?.text ?? "");

/** The names of what an instance of a type holds, by the type's body. */
export function heldBy(body: Node | null): string[] {
  const components = parts(body?.parent?.type === "record_declaration" ? field(body.parent, "parameters") : null);
  const fields = parts(body).filter((one) => one.type === "field_declaration" && !/\bstatic\b/.test(one.text));
  const declared = fields.flatMap(parts).filter(({ type }) => type === "variable_declarator");
  return [...components, ...declared].map(nameOf);
}
