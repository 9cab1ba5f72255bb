import { dirname, join } from "node:path";
import type { TreeReader } from "./tree-reader.ts";

/** Whether a loop of a Go file has a variable of its own for each row: from Go 1.22 on, by what its module says. */
export function ownsRows(tree: TreeReader, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, "go.mod");
    if (tree.paths.has(manifest)) {
      const [, minor] = /^go\s+1\.(\d+)/m.exec(tree.read(manifest) ?? "") ?? [];
      return Number(minor ?? 0) >= 22;
    }
    if (folder === ".") return false;
  }
}
