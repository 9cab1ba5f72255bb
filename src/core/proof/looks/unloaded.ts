import { basename, extname } from "node:path/posix";
import type { SourceFile } from "../../../schema/source.ts";

/** Whether a file loads others by their names. */
export const isScript = (path: string): boolean => /\.(?:[cm]?[jt]sx?|py|vue|svelte)$/.test(path);
/** A program begins there, a framework finds it by its place, or a person starts it. */
const FOUND =
  /(?:^|\/)(?:(?:index|main|cli|app|server|setup|manage|conftest|__init__|__main__|wsgi|asgi)\.\w+|[^/]*\.config\.\w+|(?:bin|scripts?|examples?|benchmarks?|bench|migrations|pages|routes|app|commands|plugins|tasks|tools|docs)\/.*)$/;

/** New files that are loaded by their name in JavaScript, TypeScript or Python, if by any. */
export const loadable = (added: readonly string[]): string[] =>
  added.filter((path) => isScript(path) && !path.endsWith(".d.ts") && !FOUND.test(path));

/**
 * Of new files of code those that no other code loads, but to hand them on: tests that ask them show nothing of whether the product does.
 * `code` is all of head's; what else names them (`package.json`) is among `others`.
 */
export function unloadedIn(
  added: readonly string[],
  code: readonly SourceFile[],
  others: readonly SourceFile[] = [],
): string[] {
  return loadable(added).filter((path) => {
    const loads = loadsOf(path);
    return (
      !code.some((user) => user.path !== path && loads(user)) &&
      !others.some(({ text }) => text.includes(basename(path)))
    );
  });
}

function loadsOf(path: string): (user: SourceFile) => boolean {
  const name = RegExp.escape(basename(path, extname(path)));
  if (!path.endsWith(".py")) {
    const loads = new RegExp(String.raw`^(?!\s*export\b).*["'\`](?:[^"'\`\n]*/)?${name}(?:\.\w+)?["'\`]`, "m");
    return ({ text }) => loads.test(text);
  }
  const listed = String.raw`from[ \t]+[\w.]+[ \t]+import\b[^\n]*(?:\([^)]*)?\b${name}\b`;
  const loads = new RegExp(
    String.raw`^[ \t]*(?:(?:from|import)[ \t]+[\w.]*\b${name}\b|${listed})|["'][\w.]*\b${name}[\w.:]*["']`,
    "m",
  );
  return (user) => !user.path.endsWith("__init__.py") && loads.test(user.text);
}
