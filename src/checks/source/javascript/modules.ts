import { posix } from "node:path";

/** A file of the project as what it is loaded by, without its ending: `src/cart`, and `src` for `src/index.ts`. */
export function moduleOf(path: string): string {
  const module = posix.join(path, ".").replace(/\.[cm]?[jt]sx?$/, "");
  return posix.basename(module) === "index" ? posix.dirname(module) : module.replace(/\/$/, "");
}

/** What a relative specifier in a file names. */
export const moduleFrom = (path: string, specifier: string): string =>
  moduleOf(posix.join(posix.dirname(path), specifier));
