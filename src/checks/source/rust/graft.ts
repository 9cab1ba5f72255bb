import type { ChangedSource, SourceFile } from "../port.ts";
import { field, type Node, normalised, type Parse, parts, readBoth } from "../tree-sitter.ts";
import { isTestOnly } from "./items.ts";

/** Base's file with the items that only head has; what an `impl` has more stands in one of its own. Empty, its functions only fail. */
export function grafted(parse: Parse, file: ChangedSource, isEmpty = false): SourceFile[] {
  const written = (item: Item): string => (isEmpty ? emptied(item) : item.text);
  const both = readBoth(parse, file);
  if (both === null || both.base === null || file.base === null) return [];
  const known = new Map(itemsOf(both.base.root).map((item) => [item.key, item]));
  const added = itemsOf(both.head.root).flatMap((item): string[] => {
    const { key, node } = item;
    const before = known.get(key);
    if (before === undefined) return [written(item)];
    const [from, to] = [field(before.node, "body"), field(node, "body")];
    if (node.type !== "impl_item" || field(node, "trait") !== null || from === null || to === null) return [];
    const has = new Set(itemsOf(from).map((one) => one.key));
    const more = itemsOf(to).filter((one) => !has.has(one.key));
    return more.length === 0 ? [] : [`${key} {\n${more.map(written).join("\n")}\n}`];
  });
  return added.length === 0 ? [] : [{ path: file.path, text: `${file.base}\n${added.join("\n\n")}\n` }];
}

interface Item {
  readonly key: string;
  readonly node: Node;
  /** With its attributes. */
  readonly text: string;
}

/** A function whose body only fails, also each of an `impl`. */
function emptied({ node, text }: Item): string {
  if (node.type === "impl_item") {
    const body = field(node, "body");
    const head = node.text.slice(0, (body?.startIndex ?? node.endIndex) - node.startIndex);
    return body === null ? text : `${head}{\n${itemsOf(body).map(emptied).join("\n")}\n}`;
  }
  const body = node.type === "function_item" ? field(node, "body") : null;
  return body === null ? text : `${text.slice(0, text.length - body.text.length)}{ panic!("baton: new") }`;
}

/** What a container declares, but for what is compiled for tests alone. */
function itemsOf(container: Node): Item[] {
  let attributes: Node[] = [];
  return parts(container).flatMap((node): Item[] => {
    if (node.type === "attribute_item") {
      attributes.push(node);
      return [];
    }
    const own = attributes;
    attributes = [];
    const key = keyOf(node);
    if (key === "" || own.some(isTestOnly)) return [];
    return [{ key, node, text: [...own, node].map((one) => one.text).join("\n") }];
  });
}

function keyOf(node: Node): string {
  if (node.type === "use_declaration") return normalised(node);
  if (node.type === "impl_item") {
    const body = field(node, "body");
    return body === null ? "" : node.text.slice(0, body.startIndex - node.startIndex).trim();
  }
  const name = field(node, "name")?.text;
  return name === undefined || !node.type.endsWith("_item") ? "" : `${node.type} ${name}`;
}
