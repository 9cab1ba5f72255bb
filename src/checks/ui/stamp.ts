import { crc32 } from "node:zlib";
import { jsonOrNull, objectOf } from "../../schema/json.ts";
import type { LookFile } from "./look.ts";

/** Of which look, commit and tree a file is. */
export interface Stamp {
  readonly nonce: string;
  readonly commit: string | null;
  readonly tree: string;
}

/**
 * A file that says in its own metadata of which look it is, so that it does by itself what `look.json` says of it: a text chunk of a
 * PNG, the first line of a log, the comment of a HAR. Other formats have no place for it and stay as they are.
 */
export function stamped({ name, content }: LookFile, stamp: Stamp): LookFile {
  if (typeof content !== "string") return { name, content: name.endsWith(".png") ? inPng(content, stamp) : content };
  if (name.endsWith(".jsonl")) return { name, content: inFirstLine(content, stamp) };
  return { name, content: name.endsWith(".har") ? inHar(content, stamp) : content };
}

const wordsOf = ({ nonce, commit, tree }: Stamp): string => `proofbaton nonce=${nonce} commit=${commit} tree=${tree}`;

/** Signature and header (IHDR), which come first in every PNG (PNG specification, 5.6). */
const HEADER_BYTES = 8 + 25;

function inPng(png: Buffer, stamp: Stamp): Buffer {
  const body = Buffer.from(`tEXtComment\0${wordsOf(stamp)}`, "latin1");
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, HEADER_BYTES), chunk, png.subarray(HEADER_BYTES)]);
}

function inFirstLine(text: string, stamp: Stamp): string {
  const [first = "", ...rest] = text.split("\n");
  return [JSON.stringify({ ...objectOf(jsonOrNull(first)), ...stamp }), ...rest].join("\n");
}

/** Whether a text is a whole HAR: what was cut off while it was written says nothing of what a page asked for. */
export const isHar = (text: string): boolean => Array.isArray(objectOf(objectOf(jsonOrNull(text))["log"])["entries"]);

/** HAR 1.2 has a comment at its root. A torn one is left as it is, and never made a whole one without requests. */
function inHar(text: string, stamp: Stamp): string {
  if (!isHar(text)) return text;
  const har = objectOf(jsonOrNull(text));
  return `${JSON.stringify({ ...har, log: { ...objectOf(har["log"]), comment: wordsOf(stamp) } })}\n`;
}
