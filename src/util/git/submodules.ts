import { hash } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Git, GitCall } from "./git.ts";
import { listTree, resetTo, SUBMODULE } from "./trees.ts";

/** A submodule of a tree, whose files the user's repository has. */
export interface Submodule {
  readonly path: string;
  readonly commit: string;
}

/** The submodules of a tree and theirs, each after the one that it lies in. What was never fetched stays the empty folder it is. */
export function submodulesOf(git: Git, tree: string): Submodule[] {
  return git.modules.length === 0 ? [] : within(git, "", tree);
}

function within(git: Git, folder: string, tree: string): Submodule[] {
  const links = listTree(git, tree, folder === "" ? {} : readingModules(git)).filter(({ mode }) => mode === SUBMODULE);
  return links.flatMap(({ path, oid }) => {
    if (git.attempt(["cat-file", "-e", oid], readingModules(git)) === null) return [];
    const place = join(folder, path);
    return [{ path: place, commit: oid }, ...within(git, place, oid)];
  });
}

/** Leaves an empty folder where a tree names a submodule that is not here. */
export function emptyUnfetched(git: Git, tree: string, here: readonly Submodule[], workTree: string): void {
  const present = new Set(here.map(({ path }) => path));
  const absent = listTree(git, tree).filter(({ mode, path }) => mode === SUBMODULE && !present.has(path));
  for (const { path } of absent) {
    rmSync(join(workTree, path), { recursive: true, force: true });
    makeRealFolder(workTree, path);
  }
}

/** Where a submodule is checked out, and where the index of what it holds is kept. */
export const placeOf = (
  { path }: Submodule,
  { workTree, indexes }: Checkout,
): GitCall & { readonly index: string } => ({
  index: join(indexes, `submodule-${hash("sha256", path).slice(0, 16)}`),
  workTree: join(workTree, path),
});

interface Checkout {
  readonly workTree: string;
  readonly indexes: string;
}

/** Makes the files of a submodule exactly what its commit holds, whatever was left in its place. */
export function checkOutSubmodule(git: Git, submodule: Submodule, checkout: Checkout): void {
  const call = placeOf(submodule, checkout);
  makeRealFolder(checkout.workTree, submodule.path);
  rmSync(join(checkout.workTree, submodule.path, ".git"), { recursive: true, force: true });
  resetTo(git, submodule.commit, { ...call, ...readingModules(git) });
  git(["clean", "-ffdxq"], call);
}

/** A link in the way would lead git elsewhere. */
function makeRealFolder(root: string, path: string): void {
  let folder = root;
  for (const name of path.split("/")) {
    folder = join(folder, name);
    const present = lstatSync(folder, { throwIfNoEntry: false });
    if (present?.isDirectory() === true) continue;
    rmSync(folder, { force: true });
    mkdirSync(folder);
  }
}

/** Only to read: what is written beside would be left out where a submodule has it, too. */
const readingModules = (git: Git): Pick<GitCall, "env"> => ({
  env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: git.modules.map((path) => quoted(join(path, "objects"))).join(delimiter) },
});

const quoted = (path: string): string => (/[":\\]/.test(path) ? `"${path.replaceAll(/["\\]/g, "\\$&")}"` : path);
