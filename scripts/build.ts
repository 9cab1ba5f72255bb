import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";

/** Small modules that every command needs are bundled, since resolving them costs more than parsing them (design.md §10). */
const LOADED_LAZILY = [
  "@babel/parser",
  "yaml",
  "@cucumber/gherkin",
  "unified",
  "remark-parse",
  "mdast-util-to-string",
  "saxes",
  "shell-quote",
  "picomatch",
  "web-tree-sitter",
  // Optional: whoever wants a model installs them.
  "ai",
  "@ai-sdk/anthropic",
  "@ai-sdk/openai",
  "@ai-sdk/google",
];

/** zod carries its messages in fifty languages, which no bundler may drop by itself; we speak one. */
const oneLanguage: Plugin = {
  name: "one-language",
  setup(bundler) {
    bundler.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

/** What the everyday commands need is one file of its own: the others share what they have in common. */
const everydayApart: Plugin = {
  name: "everyday-apart",
  setup(bundler) {
    bundler.onResolve({ filter: /\/everyday\.ts$/ }, () => ({ path: "./everyday.js", external: true }));
  },
};

/**
 * An import of a part of Node makes all that it exports, streams and web cryptography among it, which takes longer than
 * `baton status` reads. Here a part is loaded when something of it is first used, and that is kept.
 */
const builtinsOnDemand: Plugin = {
  name: "builtins-on-demand",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "builtin" }));
    bundler.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = Object.create(new Proxy({}, {
        get: (_, name, part) => (part[name] = process.getBuiltinModule(${JSON.stringify(path)})[name]),
      }));`,
    }));
  },
};

rmSync("dist", { recursive: true, force: true });
const options: BuildOptions = {
  outdir: "dist",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node24",
  external: LOADED_LAZILY,
  // Names stay: a stack in a report must be readable without the maps.
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  logLevel: "warning",
};
await build({
  ...options,
  entryPoints: { "cli/everyday": "src/cli/everyday.ts" },
  plugins: [oneLanguage, builtinsOnDemand],
});
await build({
  ...options,
  entryPoints: { "cli/main": "src/cli/main.ts", index: "src/index.ts", "schema/index": "src/schema/index.ts" },
  splitting: true,
  plugins: [oneLanguage, builtinsOnDemand, everydayApart],
});
// Of the packages with grammars only these files are needed: installing one compiles it for the machine.
mkdirSync("dist/grammars");
for (const name of ["tree-sitter-rust"]) {
  const from = createRequire(import.meta.url).resolve(`${name}/${name}.wasm`);
  cpSync(from, `dist/grammars/${name}.wasm`);
  cpSync(join(dirname(from), "LICENSE"), `dist/grammars/${name}.LICENSE`);
}
execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
