import { field, type Node, parts, type Source } from "../tree-sitter.ts";

/** `Other` for the file's own structures and enumerations: what they show of their data becomes other data. */
export function ownKinds({ root }: Source): string {
  const speaking = new Set(root.namedChildren.map(comparedBy));
  let attributes: Node[] = [];
  const made: string[] = [];
  for (const node of root.namedChildren) {
    if (node.type === "attribute_item") attributes.push(node);
    else if (!node.type.endsWith("comment")) {
      if (!attributes.some(({ text }) => /\b(?:cfg|repr)\b/.test(text))) made.push(...kindOf(node, speaking));
      attributes = [];
    }
  }
  return made.join("\n    ");
}

/** The type that an `impl PartialEq` is of: what says itself what it equals stands for its data. */
const comparedBy = (node: Node): string =>
  node.type === "impl_item" && /(?:^|::)PartialEq\b/.test(field(node, "trait")?.text ?? "")
    ? (field(node, "type")?.text ?? "")
    : "";

function kindOf(node: Node, speaking: ReadonlySet<string>): string[] {
  const [name, body] = [field(node, "name")?.text ?? "", field(node, "body")];
  if (body === null || field(node, "type_parameters") !== null) return [];
  const work =
    node.type === "struct_item"
      ? fieldsOf(body, speaking.has(name))
      : node.type === "enum_item"
        ? variantsOf(name, body)
        : "";
  if (work === "") return [];
  return [`impl Other for super::${name} { fn other(&mut self, leaves: &mut u32) { ${work} } }`];
}

/** What only its own code may see may be more than data. */
function fieldsOf(body: Node, speaks: boolean): string {
  if (body.type === "field_declaration_list") {
    const shown = parts(body).filter(
      (one) => one.type === "field_declaration" && !isHidden(one) && (speaks || isShown(one)),
    );
    return shown.map((one) => changed(`self.${field(one, "name")?.text ?? ""}`)).join(" ");
  }
  let [at, isOpen] = [0, speaks];
  const work: string[] = [];
  for (const part of parts(body)) {
    if (part.type === "visibility_modifier") isOpen = true;
    else if (part.type !== "attribute_item") {
      if (isOpen) work.push(changed(`self.${at}`));
      [at, isOpen] = [at + 1, speaks];
    }
  }
  return work.join(" ");
}

const isShown = (one: Node): boolean => one.namedChildren.some(({ type }) => type === "visibility_modifier");
function isHidden({ previousNamedSibling: before }: Node): boolean {
  return before?.type === "attribute_item" && (/\bcfg\b/.test(before.text) || isHidden(before));
}
const changed = (place: string): string => `(&&kind(&${place})).other(&mut ${place}, leaves);`;

function variantsOf(name: string, body: Node): string {
  const variants = parts(body).filter((one) => one.type === "enum_variant" && !isHidden(one));
  const plain = variants.filter((one) => field(one, "body") === null).map((one) => field(one, "name")?.text ?? "");
  const turned = plain.length < 2 ? [] : plain.map((one, at) => [one, plain[(at + 1) % plain.length] ?? one] as const);
  const arms = [
    ...turned.map(([one, other]) => `super::${name}::${one} => { *leaves += 1; *self = super::${name}::${other}; }`),
    ...variants.flatMap((one) => armOf(name, one)),
  ];
  return arms.length === 0 ? "" : `match self { ${arms.join(" ")} _ => {} }`;
}

/** What a variant holds: given by its places, or by its names. */
function armOf(name: string, variant: Node): string[] {
  const body = field(variant, "body");
  if (body === null) return [];
  const isNamed = body.type === "field_declaration_list";
  const held = parts(body).filter(({ type }) => !/^(?:attribute_item|visibility_modifier)$/.test(type));
  const names = held.map((one, at) => (isNamed ? (field(one, "name")?.text ?? "") : `baton_${at}`));
  const pattern = isNamed ? `{ ${names.join(", ")} }` : `(${names.join(", ")})`;
  const work = names.map((one) => `(&&kind(&*${one})).other(${one}, leaves);`).join(" ");
  return [`super::${name}::${field(variant, "name")?.text ?? ""} ${pattern} => { ${work} }`];
}
