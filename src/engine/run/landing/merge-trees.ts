import { HARNESS_FILES, INIT_SCRIPT } from "../../../core/own-files.ts";
import { isGenerated } from "../../../runs/init-script.ts";
import type { Git } from "../../../util/git/git.ts";
import { editTree, listTree, treeOf, type TreeEdit } from "../../../util/git/trees.ts";
import { openCommit } from "../open-commit.ts";

/** What both commits came to, or the paths in which they meet: none where they have no commit in common. */
type Merged =
  | {
      readonly tree: string;
      /** Where they met in what only the harness writes. The tree has the first one's copies, which the next commit renders anew. */
      readonly own: readonly string[];
    }
  | { readonly paths: readonly string[] };

/** git's exit code where it merged all but the paths that it names. */
const MET = 1;

/** The tree with what both commits changed since they parted. Nothing is checked out. */
export function mergeTrees(git: Git, one: string, other: string): Merged {
  const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", one, other];
  const [tree = "", ...met] = git.attempt(args, { also: MET })?.split("\0").filter(Boolean) ?? [];
  if (tree === "") return { paths: [] };
  const own = met.filter((path) => isOwn(git, path, [one, other]));
  const paths = met.filter((path) => !own.includes(path));
  return paths.length > 0 ? { paths } : { tree: editTree(git, tree, copiesOf(git, one, own)), own };
}

/** An init.sh is ours while both are as `init` writes it. */
const isOwn = (git: Git, path: string, commits: readonly string[]): boolean =>
  HARNESS_FILES.includes(path) ||
  (path === INIT_SCRIPT && commits.every((commit) => isGenerated(openCommit(git, commit).read(path) ?? "")));

function copiesOf(git: Git, commit: string, paths: readonly string[]): TreeEdit[] {
  const entries = paths.length === 0 ? [] : listTree(git, treeOf(git, commit));
  return paths.map((path) => ({ path, entry: entries.find((entry) => entry.path === path) ?? null }));
}
