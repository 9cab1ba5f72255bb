import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathsIn } from "../list-folder.ts";
import type { RepositoryPlaces } from "./discover.ts";

/** The tops of all work trees of a repository, the main one first; some may be gone. */
export function workTreesOf({ commonDirectory }: Pick<RepositoryPlaces, "commonDirectory">): string[] {
  const main = commonDirectory.endsWith("/.git") ? [dirname(commonDirectory)] : [];
  const linked = pathsIn(join(commonDirectory, "worktrees")).flatMap((folder) => {
    const pointer = join(folder, "gitdir");
    return existsSync(pointer) ? [dirname(readFileSync(pointer, "utf8").trim())] : [];
  });
  return [...main, ...linked];
}
