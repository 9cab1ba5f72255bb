import { globSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
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
  // Optional too: whoever wants pages looked at.
  "playwright-core",
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

/** What the everyday commands need is one script of its own: the others share what they have in common. */
const apart = (everyday: string): Plugin => ({
  name: "apart",
  setup(bundler) {
    const isDynamic = (kind: string): boolean => kind === "dynamic-import";
    bundler.onResolve({ filter: /\/program\.ts$/ }, ({ kind }) =>
      isDynamic(kind) ? { path: "./program.js", external: true } : null,
    );
    bundler.onResolve({ filter: /\/everyday\.ts$/ }, ({ path, kind }) =>
      isDynamic(kind) ? { path, namespace: "everyday" } : null,
    );
    bundler.onLoad({ filter: /.*/, namespace: "everyday" }, () => ({
      resolveDir: "src/cli",
      contents: `
        import { getCompileCacheDir } from "node:module";
        import { join } from "node:path";
        import { withKeptCode } from "./kept-code.ts";
        const script = join(__dirname, ${JSON.stringify(everyday)});
        export const perform = (name, ...rest) =>
          withKeptCode(script, { folder: getCompileCacheDir() ?? null, purpose: name }, (all) => all.perform(name, ...rest));`,
    }));
  },
});

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

const options = {
  metafile: true,
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
} satisfies BuildOptions;

/** What every command starts with, and an everyday one needs: Node's loader of ES modules takes a tenth as long as Node itself. */
const commonJs = { format: "cjs", outExtension: { ".js": ".cjs" } } satisfies BuildOptions;

/** Writes what ships, but for the types, into `dist/`. */
export async function bundle(): Promise<void> {
  const everyday = await build({
    ...options,
    ...commonJs,
    entryPoints: { "cli/everyday": "src/cli/everyday.ts" },
    entryNames: "[dir]/[name]-[hash]",
    plugins: [builtinsOnDemand],
  });
  // One import of a schema, rules and all, takes the everyday commands half as long again (design.md §9).
  const packages = Object.keys(everyday.metafile.inputs).filter((path) => path.includes("node_modules/"));
  if (packages.length > 0)
    throw new Error(`the everyday commands import ${packages.join(", ")}: keep packages off their path`);
  const script = Object.keys(everyday.metafile.outputs).find((path) => path.endsWith(".cjs")) ?? "";
  await build({
    ...options,
    ...commonJs,
    entryPoints: { "cli/main": "src/cli/main.ts" },
    plugins: [builtinsOnDemand, apart(basename(script))],
  });
  const { metafile } = await build({
    ...options,
    entryPoints: { "cli/program": "src/cli/program.ts", index: "src/index.ts", "schema/index": "src/schema/index.ts" },
    splitting: true,
    plugins: [oneLanguage, builtinsOnDemand],
  });
  // A package that asks for parts of Node while it runs cannot be bundled: it would fail where a user first needs it.
  const scripts = Object.keys(metafile.outputs).filter((path) => path.endsWith(".js"));
  const broken = scripts.filter((path) => readFileSync(path, "utf8").includes("Dynamic require of"));
  if (broken.length > 0) throw new Error(`${broken.join(", ")} cannot run: name its packages in LOADED_LAZILY`);
}

/** The same, if any source is newer than what lies there. Tests run what ships: it starts three times as fast as the sources. */
export async function bundleIfStale(): Promise<void> {
  const root = join(import.meta.dirname, "..");
  const modified = (path: string): number => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ["package.json", "package-lock.json", "scripts/bundle.ts", ...globSync("src/**/*.ts", { cwd: root })];
  if (Math.max(...sources.map(modified)) >= modified("dist/cli/main.cjs")) await bundle();
}
