import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** SHA-256 of a file's bytes; null: there is none. */
export const hashOfFile = (path: string): string | null =>
  existsSync(path) ? hash("sha256", readFileSync(path)) : null;
