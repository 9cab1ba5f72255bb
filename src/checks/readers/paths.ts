import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** Makes absolute paths relative to a tree, both seen through symbolic links; null for a path outside the tree. */
export function createTreePaths(treeDirectory: string): (path: string) => string | null {
  const folders = new Map<string, string>();
  const root = realFolder(treeDirectory, folders);
  const known = new Map<string, string | null>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const inside = relative(root, realPath(path, folders));
    const outside = inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
    const answer = outside || !isAbsolute(path) ? null : inside.split(sep).join("/");
    known.set(path, answer);
    return answer;
  };
}

/** A file that a test removed is placed by the nearest folder that is still there. Folders are asked for once: many files share one. */
function realPath(path: string, folders: Map<string, string>): string {
  if (path === dirname(path)) return path;
  const here = join(realFolder(dirname(path), folders), basename(path));
  return lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink() === true ? target(path, here) : here;
}

function realFolder(path: string, folders: Map<string, string>): string {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const real = target(path, null) ?? realPath(path, folders);
  folders.set(path, real);
  return real;
}

function target<T extends string | null>(path: string, otherwise: T): string | T {
  try {
    return realpathSync(path);
  } catch {
    return otherwise; // Removed, or a link to nowhere.
  }
}
