import { SaxesParser } from "saxes";

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Element[];
}

export const inside = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

/** Every element of that name, at whatever depth. */
export const everywhere = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...everywhere(child, name)]);

/**
 * The outermost element, if it has that name; null for what is no well-formed XML. A document type is refused, or passed over where
 * `isTyped`; one that declares anything is refused in any case.
 */
export function parseXml(text: string, root: string, isTyped = false): Element | null {
  const top: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: false });
  // Ends there: behind a first error the parser falls over its own state.
  const refuse = (): never => {
    throw new SyntaxError("no well-formed XML, or a document type");
  };
  parser.on("error", refuse);
  parser.on("doctype", (type) => (isTyped && !type.includes("[") ? undefined : refuse()));
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (more: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += more;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => void open.pop());
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  return top.children.find(({ name }) => name === root) ?? null;
}
