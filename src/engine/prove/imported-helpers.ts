import { posix } from "node:path";
import type { SourceFile } from "../../schema/source.ts";

/** How a language's files name others that may assert for them, as paths without an ending. */
interface Loading {
  readonly files: RegExp;
  readonly named: (file: SourceFile, paths: ReadonlySet<string>) => string[];
  readonly endings: readonly string[];
}

const RELATIVE = /\b(?:from|import|require)\b\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;
const PYTHON = /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import\b[ \t]*\(?([\w, \t]*)|import[ \t]+([\w.]+))/gm;

const OF_JAVA_TESTS = /(?:^|\/)(?:test\w*|src\/\w*[tT]est)\/.*\.java$/;

const folderOf = (path: string): string => posix.dirname(path);

function foldersAbove(path: string): string[] {
  const folder = folderOf(path);
  return folder === path || folder === "." ? [folder] : [folder, ...foldersAbove(folder)];
}

/** What gives fixtures to tests below it helps them, though a change of it is judged as one of how tests run. */
export const givesFixtures = (path: string): boolean => posix.basename(path) === "conftest.py";

const LOADINGS: readonly Loading[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    named: ({ path, text }) =>
      [...text.matchAll(RELATIVE)]
        .map(([, to = ""]) => posix.join(folderOf(path), to))
        .flatMap((name) => [name, name.replace(/\.([cm]?)js(x?)$/, ".$1ts$2")]),
    endings: ["", ".ts", ".js", ".tsx", ".jsx", ".mts", ".mjs", ".cjs", "/index.ts", "/index.js"],
  },
  {
    files: /\.py$/,
    named: ({ path, text }) => [
      ...foldersAbove(path).map((folder) => posix.join(folder, "conftest")),
      ...[...text.matchAll(PYTHON)].flatMap(([, dots = "", module = "", names = "", plain = ""]) => {
        const to = (module || plain).replaceAll(".", "/");
        const up = posix.join(folderOf(path), ...Array.from({ length: Math.max(0, dots.length - 1) }, () => ".."));
        const within = names.split(",").map((name) => posix.join(to, name.trim().split(/\s/)[0] ?? ""));
        const places = dots === "" ? ["", folderOf(path)] : [up];
        return places.flatMap((place) => [to, ...within].map((name) => posix.join(place, name)));
      }),
    ],
    endings: [".py"],
  },
  {
    // All files of a package see each other.
    files: /_test\.go$/,
    named: ({ path }, paths) =>
      [...paths].filter((other) => other.endsWith("_test.go") && folderOf(other) === folderOf(path)),
    endings: [""],
  },
  {
    // A class is seen by its name, from its own package or by an import of either kind.
    files: /\.java$/,
    named: ({ text }, paths) => {
      const types = new Set(text.match(/\b[A-Z]\w*/g));
      return [...paths].filter((path) => OF_JAVA_TESTS.test(path) && types.has(posix.basename(path, ".java")));
    },
    endings: [""],
  },
  {
    files: /\.rs$/,
    named: ({ path, text }) =>
      [...text.matchAll(/^\s*(?:pub\s+)?mod\s+(\w+)\s*;/gm)].map(([, name = ""]) => posix.join(folderOf(path), name)),
    endings: [".rs", "/mod.rs"],
  },
];

/** Files of a tree that some of its files load, or see beside them, without these themselves. */
export function importedHelpers(files: readonly SourceFile[], paths: ReadonlySet<string>): string[] {
  const own = new Set(files.map(({ path }) => path));
  const found = files.flatMap((file) => {
    const loading = LOADINGS.find((one) => one.files.test(file.path));
    const named = loading?.named(file, paths) ?? [];
    return named.flatMap(
      (name) => loading?.endings.map((ending) => name + ending).find((path) => paths.has(path)) ?? [],
    );
  });
  return [...new Set(found)].filter((path) => !own.has(path));
}
