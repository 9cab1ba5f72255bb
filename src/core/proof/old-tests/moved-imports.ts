import { applyEdits } from "../../../schema/edits.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { importOf } from "../looks/borrowed.ts";

/** Where the code of a change lies. */
export interface CodePlaces {
  /** Files that head no longer has. */
  readonly gone: readonly string[];
  /** Files that head adds or edits. */
  readonly code: readonly string[];
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
const FROM_MODULE =
  /^(?:import[ \t]+\{(?<names>[^}]*)\}[ \t]*from[ \t]*["'](?<module>[^"'\n]+)["'];?|(?:const|var|let)[ \t]+\{(?<taken>[^}]*)\}[ \t]*=[ \t]*require\(["'](?<required>[^"'\n]+)["']\);?|from[ \t]+(?<package>\S+)[ \t]+import[ \t]+(?<listed>\([^)]*\)|[^\n(]+))/gm;

/**
 * A test file of base that takes from where head's does what it took from code that is gone: only names that head's takes from code, for
 * a helper of the tests may answer anything.
 */
export function withMovedImports({ path, text }: SourceFile, head: string, places: CodePlaces): string {
  const edits = [...text.matchAll(FROM_MODULE)].flatMap((match) => {
    const { names, module } = readImport(match);
    if (!liesIn(path, module, places.gone)) return [];
    const come = names.map((name) => importOf(path, head, name));
    const isMoved = come.every((one) => one !== null && liesIn(path, moduleOf(one), places.code));
    if (!isMoved || names.length === 0) return [];
    return [{ start: match.index, end: match.index + match[0].length, text: [...new Set(come)].join("\n") }];
  });
  return applyEdits(text, edits);
}

function readImport({ groups = {} }: RegExpExecArray): { readonly names: string[]; readonly module: string } {
  const list = groups["names"] ?? groups["taken"] ?? groups["listed"] ?? "";
  const said = list.replaceAll(/[()]|#[^\n]*|\/\/[^\n]*/g, "").split(",");
  // What is a type alone is none when the code runs.
  const names = said.map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("type "));
  const own = names.map((one) => one.split(/\s+as\s+|\s*:\s*/).at(-1) ?? one);
  return { names: own, module: groups["module"] ?? groups["required"] ?? groups["package"] ?? "" };
}

function moduleOf(statement: string): string {
  const [match] = [...statement.matchAll(FROM_MODULE)];
  return match === undefined ? "" : readImport(match).module;
}

/** By its path from the test where it says one, else by how it ends: `@/money/format`, `shop.money`. */
function liesIn(test: string, module: string, paths: readonly string[]): boolean {
  if (!SCRIPT.test(test)) {
    const place = `/${module.replaceAll(".", "/")}`;
    return /^\w/.test(module) && paths.some((path) => `/${stemOf(path)}`.endsWith(place));
  }
  const stem = stemOf(module);
  if (stem.startsWith(".")) return paths.some((path) => stemOf(path) === joined(test, stem));
  return /^[@~#]/.test(stem) && paths.some((path) => stemOf(path).endsWith(stem.replace(/^[^/]*/, "")));
}

const stemOf = (path: string): string =>
  path.replace(/\.(?:[cm]?[jt]sx?|pyi?)$/, "").replace(/\/(?:index|__init__)$/, "");

/** `../src/text` of `test/a.test.ts` as a path of the repository. */
function joined(test: string, place: string): string {
  const parts = test.split("/").slice(0, -1);
  for (const part of place.split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return parts.join("/");
}
