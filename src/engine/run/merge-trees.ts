import type { Git } from "../../util/git/git.ts";

/** The tree with what both commits changed since they parted, or the paths in which they meet: none where they have no commit in common. Nothing is checked out. */
export function mergeTrees(git: Git, one: string, other: string): { tree: string } | { paths: string[] } {
  const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z"];
  const clean = git.attempt([...args, one, other]);
  if (clean !== null) return { tree: clean.split("\0")[0] ?? "" };
  const base = git.attempt(["merge-base", one, other])?.trim();
  if (base === undefined) return { paths: [] };
  const named = (to: string): string[] => git(["diff-tree", "-r", "-z", "--name-only", base, to]).split("\0");
  const changed = new Set(named(one));
  return { paths: named(other).filter((path) => path !== "" && changed.has(path)) };
}
