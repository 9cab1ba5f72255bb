import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.ts";

rmSync("dist", { recursive: true, force: true });
await bundle();
// Of the packages with grammars only these files are needed: installing one compiles it for the machine.
mkdirSync("dist/grammars");
for (const name of ["tree-sitter-rust", "tree-sitter-java"]) {
  const from = createRequire(import.meta.url).resolve(`${name}/${name}.wasm`);
  cpSync(from, `dist/grammars/${name}.wasm`);
  cpSync(join(dirname(from), "LICENSE"), `dist/grammars/${name}.LICENSE`);
}
execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
