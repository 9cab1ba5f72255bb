import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CONFIG_NAMES } from "../engine/prove/context.ts";
import type { TreeReader } from "../engine/prove/tree-reader.ts";
import type { RunFacts } from "../schema/run-facts.ts";
import { askGit } from "./ask-git.ts";

const SHOWN = 3;

/** What a work tree has beside its last commit, as a warning; null: nothing, or nobody can say. What is ignored counts for nothing. */
export function uncommitted(repository: string): string | null {
  const names = changedBeside(repository);
  return names === null ? null : `only the commit was judged, not what is changed beside it: ${names}`;
}

/** The same for whoever works on a run, in a clone of the commit. */
export function notGiven(repository: string): string | null {
  const names = changedBeside(repository);
  return names === null ? null : `not in the last commit, so agents do not get it: ${names}`;
}

/** Where a run lands, to who has something else checked out there; null: it is what they have, or the run lands nowhere by itself. */
export function landsElsewhere(repository: string, { branch, land }: RunFacts): string | null {
  const head = askGit(repository, "rev-parse", "--abbrev-ref", "HEAD")?.trim() ?? branch;
  if (land !== "auto" || head === branch) return null;
  const commit = askGit(repository, "rev-parse", "--short", "HEAD")?.trim() ?? "";
  const here = head === "HEAD" ? `the detached commit ${commit}` : head;
  return `what is proven lands on ${branch}; this work tree is on ${here}, and stays there`;
}

function changedBeside(repository: string): string | null {
  const entries = askGit(repository, "status", "--porcelain", "-z", "--no-renames") ?? "";
  const paths = entries.split("\0").flatMap((entry) => entry.slice(3) || []);
  if (paths.length === 0) return null;
  const names = paths.slice(0, SHOWN).map((path) => (path.length > 60 ? basename(path) : path));
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
  return `${names.join(", ")}${more}`;
}

/** Submodules that this clone has not fetched, as a warning: tests that need them fail here. Null: none. No git of theirs is asked. */
export function unfetched(repository: string): string | null {
  const file = join(repository, ".gitmodules");
  const listed = existsSync(file)
    ? (askGit(repository, "config", "--file", file, "-z", "--get-regexp", String.raw`\.path$`) ?? "")
    : "";
  const all = listed.split("\0").flatMap((entry) => entry.split("\n")[1] ?? []);
  const paths = all.filter((path) => existsSync(join(repository, path)) && !existsSync(join(repository, path, ".git")));
  if (paths.length === 0) return null;
  return `not fetched here, and empty for the tests: ${paths.join(", ")}; git submodule update --init --recursive`;
}

/** Files of the configuration that are another one in the work tree than in the commit, as warnings. */
export function configBeside(root: string | null, tree: TreeReader): string[] {
  if (root === null) return [];
  return CONFIG_NAMES.filter((name) => {
    const path = join(root, name);
    return (existsSync(path) ? readFileSync(path, "utf8") : null) !== tree.read(name);
  }).map((name) => `${name} is not as committed; only the committed one counts`);
}
