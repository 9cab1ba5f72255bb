import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";

/** Bytes as they are kept: text, which is redacted; what is none cannot be, and stays as it is. */
export const asContent = (bytes: Buffer): string | Buffer =>
  isUtf8(bytes) && !bytes.includes(0) ? bytes.toString("utf8") : bytes;

/** The same of a file. */
export const readContent = (path: string): string | Buffer => asContent(readFileSync(path));
