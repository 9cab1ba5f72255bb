import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";

/** SHA-256 of a file's bytes; null: there is none, or something else in its place. */
export const hashOfFile = (path: string): string | null =>
  existsSync(path) && statSync(path).isFile() ? hash("sha256", readFileSync(path)) : null;
