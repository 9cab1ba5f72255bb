import { basename, dirname, extname } from "node:path/posix";
import type { SourceFile } from "../../../schema/source.ts";

const OF_FOLDER = new Set(["index", "mod", "__init__", "lib", "main"]);

/**
 * Files of code that others name by their own names or, where they are a folder's, by that; in Go and Java also those beside them, which
 * nobody has to name. More than are loaded.
 */
export function namedFiles(paths: readonly string[], by: readonly SourceFile[]): string[] {
  const words = new Set(by.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
  const own = new Set(by.map(({ path }) => path));
  const folders = new Set(by.filter(({ path }) => /\.(?:go|java)$/.test(path)).map(({ path }) => dirname(path)));
  return paths.filter((path) => {
    if (own.has(path)) return false;
    const name = basename(path, extname(path));
    const isNamed = OF_FOLDER.has(name) || path.endsWith(".go") ? words.has(basename(dirname(path))) : words.has(name);
    return isNamed || folders.has(dirname(path));
  });
}
