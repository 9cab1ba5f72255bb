import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packageRoot } from "../../util/package-root.ts";

/** A grammar of tree-sitter. The package carries the grammar alone, since the package it comes from compiles native code where it is installed. */
export function grammarPath(name: string): string {
  const shipped = join(packageRoot(), "dist", "grammars", `${name}.wasm`);
  return existsSync(shipped) ? shipped : createRequire(import.meta.url).resolve(`${name}/${name}.wasm`);
}
