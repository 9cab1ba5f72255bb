const IMPORTS =
  /\b(?:from|import|require)\b\s*\(?\s*["']([^"'\n]+)["']|^\s*(?:from\s+([\w.]+)\s+import\b|import\s+(?:static\s+)?([\w.]+)|use\s+([\w:]+))/gm;

/**
 * Whether a test moved with its code, from the texts of its file before and after: code that it loaded is gone, and what it
 * loads now and did not before is code of the change, and no double of the tests' own.
 */
export function movedWithCode(before: string, after: string, code: MovedCode): boolean {
  const [gone, come] = [new Set(code.gone.map(lastWord)), new Set(code.come.map(lastWord))];
  const loaded = loadedBy(before);
  const fresh = [...loadedBy(after)].filter((name) => !loaded.has(name));
  return [...loaded].some((name) => gone.has(name)) && fresh.every((name) => come.has(name));
}

/** Whether a test that sees the code of its own package without loading it (Go, Java) went with it to another folder. */
export function movedBeside(before: string, after: string, code: MovedCode): boolean {
  if (packageOf(before) === null || packageOf(before) === packageOf(after)) return false;
  const left = code.gone.filter((path) => packageOf(path) === packageOf(before)).map(lastWord);
  return code.come.some((path) => packageOf(path) === packageOf(after) && left.includes(lastWord(path)));
}

const packageOf = (path: string): string | null =>
  /\.(?:go|java)$/.test(path) ? path.replace(/\/src\/(?:main|test)\/java\//, "/").replace(/[^/]*$/, "") : null;

/** Paths of the implementation that a change takes away, and that it brings. */
export interface MovedCode {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** By the last word of each name: where a file lies is left out. */
function loadedBy(text: string): Set<string> {
  const names = [...text.matchAll(IMPORTS)].map(([, ...found]) => found.find((name) => name !== undefined) ?? "");
  return new Set(names.map(lastWord));
}

/** `text` of `../src/text.js`, of `shop.text` and of `crate::text`. */
const lastWord = (name: string): string =>
  (name.includes("/") ? name.split("/").at(-1)?.split(".")[0] : name.split(/[.:]/).at(-1)) ?? name;
