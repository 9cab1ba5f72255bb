import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Git } from "../util/git/git.ts";
import { checkOutSubmodule, submodulesOf } from "../util/git/submodules.ts";
import { listTree } from "../util/git/trees.ts";
import { createGitAt, keepAttributes } from "../util/git/git.ts";

const DEPTH = "50";
/** A commit's name in a repository of that object format. */
const SHA256_LENGTH = 64;
/** Written by agents for the harness; never part of a tree. */
const ARTIFACTS = "artifacts";
/** A submodule's mode in a tree. */
const SUBMODULE = "160000";
/** Whom an agent commits as, if it does. */
const IDENTITY = "[user]\n\tname = agent\n\temail = agent@localhost\n";

/** A disposable clone that an agent works in (design.md §8): shallow, no remotes, no object shared with the user's. */
export interface Workspace {
  readonly directory: string;
  /** The tree of what the agent left, made without reading anything of the clone's own git configuration. */
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
  clone(["fetch", "--quiet", "--depth", DEPTH, "--no-tags", `file://${git.directory}`, commit], inClone);
  clone(["checkout", "--quiet", "-B", "work", "FETCH_HEAD"], inClone);
  appendFileSync(join(directory, ".git", "config"), IDENTITY);
  rmSync(join(directory, ".git", "FETCH_HEAD"), { force: true });
  for (const submodule of submodulesOf(git, commit))
    checkOutSubmodule(git, submodule, { workTree: directory, indexes: join(directory, ".git") });
  return openWorkspace(git, directory, commit);
}

/** A clone that is there already, made from `commit`. */
export function openWorkspace(git: Git, directory: string, commit: string): Workspace {
  return {
    directory,
    takeTree() {
      const index = join(git.directory, `index-${process.pid}`);
      const call = { index, workTree: directory };
      try {
        const before = listTree(git, commit);
        // In a submodule's folder git would ask that folder's own git, which an agent may have written.
        const submodules = before.filter(({ mode }) => mode === SUBMODULE);
        const left = [ARTIFACTS, ...submodules.map(({ path }) => path)].map((path) => `:(exclude,literal)${path}`);
        git(["read-tree", commit], call);
        git(["add", "--all", "--", ".", ...left], call);
        const staged = git.raw(["ls-files", "-z", "--stage"], call).toString("utf8").split("\0");
        const nested = staged
          .filter((line) => line.startsWith(`${SUBMODULE} `))
          .map((line) => line.slice(line.indexOf("\t") + 1));
        const known = new Set(before.map(({ path }) => path));
        const added = nested.filter((path) => !known.has(path));
        if (added.length > 0) git(["update-index", "--force-remove", "--", ...added], call);
        return { tree: git(["write-tree"], call), nestedRepositories: added };
      } finally {
        rmSync(index, { force: true });
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
