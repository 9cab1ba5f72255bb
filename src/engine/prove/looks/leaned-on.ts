import type { PathRole } from "../../../core/proof/paths.ts";
import { isUser, leanedOn, wordsOf, type LeanedOn, type UserFile } from "../../../core/proof/looks/leaned-on.ts";
import type { SourceFile } from "../../../schema/source.ts";
import type { Subject } from "../subject.ts";

/** More changed files than these are hardly ever written by hand. */
const MOST_FILES = 200;

/** What the change edits or removes that is no test, and that tests of base alone use to say what is right. */
export function findLeanedOn(
  { git, base, changes }: Subject,
  roleOf: (path: string) => PathRole,
  testFiles: ReadonlySet<string>,
): LeanedOn[] {
  const edited = changes
    .filter(({ role, base: before }) => before !== null && (role === "implementation" || role === "documentation"))
    .slice(0, MOST_FILES);
  base.preload(edited.map(({ path }) => path));
  const files = edited.map(({ path }): SourceFile => ({ path, text: base.read(path) ?? "" }));
  const words = wordsOf(files).flatMap((word) => ["-e", word]);
  if (words.length === 0) return [];
  const named = git.attempt(["grep", "-l", "-z", "-F", "-I", ...words, base.tree]) ?? "";
  const isTest = (path: string): boolean => roleOf(path) === "test" || testFiles.has(path);
  const paths = named
    .split("\0")
    .map((line) => line.slice(line.indexOf(":") + 1))
    .filter((path) => isUser(path) || isTest(path));
  base.preload(paths);
  return leanedOn(
    files,
    paths.flatMap((path) => usersIn({ path, text: base.read(path) ?? "" }, isTest(path))),
  );
}

/** In Rust tests stand below the code that they test. */
function usersIn(file: SourceFile, isTest: boolean): UserFile[] {
  const cut = file.path.endsWith(".rs") ? file.text.search(/#\[cfg\((?:all\()?test\b/) : -1;
  if (cut < 0) return [{ ...file, isTest }];
  return [
    { ...file, text: file.text.slice(0, cut), isTest: false },
    { ...file, text: file.text.slice(cut), isTest: true },
  ];
}
