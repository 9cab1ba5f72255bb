import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { build } from "esbuild";

/** Small modules that every command needs are bundled, since resolving them costs more than parsing them (design.md §10). */
const LOADED_LAZILY = [
  "@babel/parser",
  "yaml",
  "unified",
  "remark-parse",
  "mdast-util-to-string",
  "saxes",
  "shell-quote",
  "picomatch",
];

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: { "cli/main": "src/cli/main.ts", index: "src/index.ts", "schema/index": "src/schema/index.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  external: LOADED_LAZILY,
  sourcemap: true,
  logLevel: "warning",
});
execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
