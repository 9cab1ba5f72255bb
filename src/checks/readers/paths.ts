import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** Makes absolute paths relative to a tree, both seen through symbolic links; null for a path outside the tree. */
export function createTreePaths(treeDirectory: string): (path: string) => string | null {
  const root = realPath(treeDirectory);
  const known = new Map<string, string | null>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const inside = relative(root, realPath(path));
    const outside = inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
    const answer = outside || !isAbsolute(path) ? null : inside.split(sep).join("/");
    known.set(path, answer);
    return answer;
  };
}

/** A file that a test removed is placed by the nearest folder that is still there. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realPath(dirname(path)), basename(path));
  }
}
