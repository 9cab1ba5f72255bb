import { posix } from "node:path";
import type { SourceFile } from "../../schema/source.ts";

const RELATIVE = /\b(?:from|import|require)\b\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;
const ENDINGS = ["", ".ts", ".js", ".tsx", ".jsx", ".mts", ".mjs", ".cjs", "/index.ts", "/index.js"];

/** Files of a tree that some of its JavaScript or TypeScript files load by a relative path, without these themselves. */
export function importedHelpers(files: readonly SourceFile[], paths: ReadonlySet<string>): string[] {
  const own = new Set(files.map(({ path }) => path));
  const named = files
    .filter(({ path }) => /\.[cm]?[jt]sx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(RELATIVE)].map(([, to = ""]) => posix.join(posix.dirname(path), to)),
    );
  const found = named.flatMap((name) => {
    const stems = [name, name.replace(/\.([cm]?)js(x?)$/, ".$1ts$2")];
    return stems.flatMap((stem) => ENDINGS.map((ending) => stem + ending)).find((path) => paths.has(path)) ?? [];
  });
  return [...new Set(found)].filter((path) => !own.has(path));
}
