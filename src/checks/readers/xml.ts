import { SaxesParser } from "saxes";
import { EvidenceRefused, textOf, unreadable } from "./evidence.ts";

export interface XmlHandlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, depth: number) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string, depth: number) => void;
}

const DEPTH_LIMIT = 64;
const ELEMENT_LIMIT = 5_000_000;

/**
 * Walks an XML report strictly: truncated or malformed text is refused. Coverage tools name a document type: its name is
 * let pass and never fetched, one with declarations of its own (entities) is refused.
 */
export function walkXml(source: Uint8Array, { open, text, close }: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  let elements = 0;
  parser.on("error", (error) => {
    throw unreadable(error.message);
  });
  parser.on("doctype", (text) => {
    if (text.includes("[")) throw unreadable("the report declares entities of its own");
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    elements += 1;
    if (depth > DEPTH_LIMIT) throw unreadable(`elements are nested deeper than ${DEPTH_LIMIT}`);
    if (elements > ELEMENT_LIMIT)
      throw new EvidenceRefused("EVIDENCE_TOO_LARGE", `more than ${ELEMENT_LIMIT} elements`);
    open(name, attributes, depth);
  });
  if (text !== undefined) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", ({ name }) => {
    close?.(name, depth);
    depth -= 1;
  });
  parser.write(textOf(source)).close();
}
