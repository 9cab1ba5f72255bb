import { basename, dirname, extname } from "node:path/posix";
import type { SourceFile } from "../../../schema/source.ts";

/** A file of base, and whether what stands in it are tests. */
export interface UserFile extends SourceFile {
  readonly isTest: boolean;
}

/** What is changed and the tests of base lean on, though it is none, with the tests that name it. */
export interface LeanedOn {
  readonly path: string;
  readonly tests: readonly string[];
}

/**
 * Of changed files, as base has them, those that only tests use to say what is right: texts that they compare with, and code
 * beside the product that compares for them. What the product itself names is its own.
 */
export function leanedOn(changed: readonly SourceFile[], users: readonly UserFile[]): LeanedOn[] {
  return changed.flatMap((file): LeanedOn[] => {
    const uses = useOf(file);
    if (uses === null) return [];
    const using = users.filter((user) => user.path !== file.path && uses(user));
    const tests = using.filter(({ isTest }) => isTest).map(({ path }) => path);
    return tests.length > 0 && tests.length === using.length ? [{ path: file.path, tests }] : [];
  });
}

/** Words of which whoever uses one of these files says at least one. */
export const wordsOf = (changed: readonly SourceFile[]): string[] => [
  ...new Set(
    changed.flatMap((file) =>
      useOf(file) === null ? [] : CODE.test(file.path) ? [stemOf(file.path)] : namesOf(file.path),
    ),
  ),
];

/** Whether what stands in a file can be the product's own use of another: words about it are none. */
export const isUser = (path: string): boolean => CODE.test(path) || /\.(?:html|sql|sh)$/.test(path);

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go|rs|java|kt)$/;
/** What is written for people, and kept true by tests, is said anew with what it is about; not where it is what tests expect. */
const PROSE =
  /^(?!(?:.*\/)?(?:testdata|goldens?|expected|fixtures|snapshots?|examples?)\/).*(?:\.(?:md|mdx|rst|adoc)|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG)[^/]*)$/;
/** What a module that helps tests is called, in a folder or a file of its own. */
const HELPER =
  /(?:^|[/_.-])(?:testing|test[-_]?(?:utils?|helpers?|support|kit|lib|tools?)|asserts?|assertions?|checks?|checkers?|expect(?:ations?)?|matchers?|golden)(?=[/_.-]|$)/i;
/** In Java by the end of its name, in Go by that of its package: `MoneyAsserts`, `carttest`. */
const HELPER_NAME =
  /[a-z](?:Asserts?|Assertions?|Checks?|Checker|Matchers?|Expectations?|Test(?:ing|Utils?|Helpers?|Support|Kit|Data))\.(?:java|kt)$|\wtest\/[^/]+\.go$/;
const ASSERTS =
  /^\s*(?:import\s+)?"testing"$|(?:from|require\()\s*["'](?:node:)?(?:assert|test|vitest|chai|expect|@jest\/globals)(?:\/\w+)?["']|^\s*(?:import|from)\s+(?:pytest|unittest)\b|^import\s+(?:static\s+)?(?:org\.junit|org\.assertj|org\.hamcrest)\b/m;

/** How a file is used: null where it is no yardstick, prose or code that only might help tests. */
function useOf({ path, text }: SourceFile): ((user: UserFile) => boolean) | null {
  if (PROSE.test(path)) return null;
  if (!CODE.test(path)) return (user) => says(user.text, path);
  if (!HELPER.test(path) && !HELPER_NAME.test(path) && !ASSERTS.test(text)) return null;
  const stem = stemOf(path);
  if (path.endsWith(".java") || path.endsWith(".kt")) return (user) => new RegExp(`\\b${stem}\\b`).test(user.text);
  const isBeside = (user: UserFile): boolean =>
    path.endsWith(".go") && user.isTest && dirname(user.path) === dirname(path);
  const word = `\\b${RegExp.escape(stem)}\\b`;
  // That a crate has a module is no use of it.
  const loads = new RegExp(`^.*(?:\\b(?:import|from|require|use)\\b.*${word}|"[^"\n]*${word}"$|${word}::)`, "m");
  return (user) => isBeside(user) || loads.test(user.text);
}

/** What it is imported by, without ending: of a Go file its package, of an entry its folder. */
function stemOf(path: string): string {
  const stem = basename(path, extname(path));
  const folder = basename(dirname(path));
  return path.endsWith(".go") || stem === "index" || stem === "__init__" || stem === "mod" ? folder : stem;
}

const namesOf = (path: string): string[] => [basename(path), basename(dirname(path))].filter((name) => name !== ".");

/** By its name, or where that is put together, by its folder and its ending, each in a string. */
function says(text: string, path: string): boolean {
  if (text.includes(basename(path))) return true;
  const [folder, ending] = [basename(dirname(path)), extname(path)];
  if (folder === "." || ending === "") return false;
  const quoted = (word: string, before: string, after: string): boolean =>
    new RegExp(`${before}${RegExp.escape(word)}${after}`).test(text);
  return quoted(folder, "[\"'`/]", "[\"'`/]") && quoted(ending, "", "[\"'`]");
}
