import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Git } from "../util/git/git.ts";
import { contentsIn, fillIn, lfsFilesOf, pointAt } from "../util/git/lfs.ts";
import { checkOutSubmodule, submodulesOf } from "../util/git/submodules.ts";
import { editIndex, listIndex, listTree, SUBMODULE, type TreeEdit, type TreeEntry } from "../util/git/trees.ts";
import { createGitAt, keepAttributes } from "../util/git/git.ts";

const DEPTH = "50";
/** A commit's name in a repository of that object format. */
const SHA256_LENGTH = 64;
/** Written by agents for the harness; never part of a tree. */
const ARTIFACTS = "artifacts";
/** Whom an agent commits as, if it does. */
const IDENTITY = "[user]\n\tname = agent\n\temail = agent@localhost\n";

/** A disposable clone that an agent works in (design.md §8): shallow, no remotes, no object shared with the user's. */
export interface Workspace {
  readonly directory: string;
  /**
   * The tree of what the agent left, made without reading anything of the clone's own git configuration. Submodules stay as the commit
   * has them, and `artifacts/`, where agents lay what is no part of their work.
   */
  takeTree(): { readonly tree: string; readonly nestedRepositories: string[] };
  remove(): void;
}

export function createWorkspace(git: Git, directory: string, commit: string): Workspace {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const clone = createGitAt(join(directory, ".git"));
  const inClone = { workTree: directory };
  const format = commit.length === SHA256_LENGTH ? "sha256" : "sha1";
  clone(["init", "--quiet", "--initial-branch=work", `--object-format=${format}`, directory]);
  keepAttributes(join(directory, ".git"));
  // Of older commits a partial clone lacks files.
  const depth = git.isPartial ? "1" : DEPTH;
  clone(["fetch", "--quiet", "--depth", depth, "--no-tags", `file://${git.directory}`, commit], inClone);
  clone(["checkout", "--quiet", "-B", "work", "FETCH_HEAD"], inClone);
  appendFileSync(join(directory, ".git", "config"), IDENTITY);
  rmSync(join(directory, ".git", "FETCH_HEAD"), { force: true });
  for (const submodule of submodulesOf(git, commit))
    checkOutSubmodule(git, submodule, { workTree: directory, indexes: join(directory, ".git") });
  // Contents in the place of pointers are no changes to whoever asks git here.
  const filled = fillIn(git, lfsFilesOf(git, commit), directory).map((path) => `${path}\0`);
  clone(["update-index", "-z", "--skip-worktree", "--stdin"], { ...inClone, input: filled.join("") });
  return openWorkspace(git, directory, commit);
}

/** A clone that is there already, made from `commit`. */
export function openWorkspace(git: Git, directory: string, commit: string): Workspace {
  return {
    directory,
    takeTree() {
      const index = join(git.directory, `index-${process.pid}`);
      const call = { index, workTree: directory };
      const before = listTree(git, commit);
      // Never git's to add: it would keep each content a second time.
      const contents = contentsIn(lfsFilesOf(git, commit), directory);
      const left = [
        ARTIFACTS,
        ...contents.map(({ path }) => path),
        ...pathsOf(before.filter(({ mode }) => mode === SUBMODULE)),
      ];
      const isLeft = ({ mode, path }: TreeEntry): boolean =>
        mode === SUBMODULE || left.some((place) => path === place || path.startsWith(`${place}/`));
      const kept = before.filter(isLeft);
      try {
        git(["read-tree", commit], call);
        // Of a submodule that an index has, git asks the git in its folder, which an agent may have written.
        editIndex(git, call, without(kept), commit);
        writeFileSync(`${index}-left`, [...CACHES, ...left.map(asIgnored)].join(""));
        git(["-c", `core.excludesFile=${index}-left`, "add", "--all", "--", "."], call);
        const added = listIndex(git, call).filter(isLeft);
        const pointers = pointAt(git, contents, directory);
        const back = kept.map((entry) => ({ path: entry.path, entry }));
        editIndex(git, call, [...without(added), ...back, ...pointers], commit);
        const known = new Set(pathsOf(kept));
        const nested = added.filter(({ mode, path }) => mode === SUBMODULE && !known.has(path));
        return { tree: git(["write-tree"], call), nestedRepositories: pathsOf(nested) };
      } finally {
        for (const path of [index, `${index}-left`]) rmSync(path, { force: true });
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** What Python and its tools leave behind wherever they run: nobody's work, also where no `.gitignore` says so. */
const CACHES = ["__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"].map((name) => `${name}/\n`);

const pathsOf = (entries: readonly TreeEntry[]): string[] => entries.map(({ path }) => path);
const without = (entries: readonly TreeEntry[]): TreeEdit[] => entries.map(({ path }) => ({ path, entry: null }));

/** A line of an exclude file that means this path alone. A pathspec would not do: git refuses to leave out what is ignored anyway. */
const asIgnored = (path: string): string => `/${path.replaceAll(/[\\*?[ ]/g, "\\$&")}\n`;
