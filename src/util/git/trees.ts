import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../../errors.ts";
import { PARTIAL, type Git, type GitCall } from "./git.ts";
import { writeEditedTree, writeObject } from "./own-objects.ts";

/** One file of a tree. `mode` is git's: 100644, 100755, 120000 (link), 160000 (submodule). */
export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

/** The mode of a submodule. */
export const SUBMODULE = "160000";

/** How one path differs between two trees; a side is null where the path does not exist. */
export interface TreeChange {
  readonly path: string;
  readonly base: { readonly mode: string; readonly oid: string } | null;
  readonly head: { readonly mode: string; readonly oid: string } | null;
}

/** An edit of a tree: the entry that a path shall have, or null to remove it. */
export interface TreeEdit {
  readonly path: string;
  readonly entry: { readonly mode: string; readonly oid: string } | null;
}

/** The commit that a revision names. Throws NO_COMMITS, REVISION_UNKNOWN. */
export function resolveCommit(git: Git, revision: string): string {
  const commitOf = (name: string): string | null =>
    git.attempt(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  const oid = commitOf(revision);
  if (oid === null && revision.startsWith("HEAD") && commitOf("HEAD") === null)
    throw new BatonError("NO_COMMITS", "there is no commit here yet");
  if (oid !== null) return oid;
  const said = `${JSON.stringify(revision)} names no commit here`;
  if (git(["rev-parse", "--is-shallow-repository"]) === "true") throw new BatonError("REVISION_UNKNOWN", said, SHALLOW);
  const child = /^(?<child>.+?)(?:~1?|\^1?)$/.exec(revision)?.groups?.["child"];
  if (child === undefined || commitOf(child) === null) throw new BatonError("REVISION_UNKNOWN", said);
  throw new BatonError("REVISION_UNKNOWN", `${child} is the first commit: nothing is there to compare it with`, FIRST);
}

const SHALLOW = {
  hint: "This clone is shallow: `git fetch --unshallow` brings the rest; in CI check out with a depth of 0 (`fetch-depth: 0`).",
};

const FIRST = { hint: "Commit a change on top of it, then run `baton prove` again." };

/** What a ref such as `refs/heads/main` names; null where there is none. Mostly a file of its own, which needs no git to be read. */
export function readRef(git: Git, ref: string): string | null {
  return readLoose(join(git.directory, ref)) ?? git.attempt(["rev-parse", "--verify", "--quiet", ref]);
}

function readLoose(path: string): string | null {
  try {
    return /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?=\n?$)/.exec(readFileSync(path, "latin1"))?.[0] ?? null;
  } catch {
    return null;
  }
}

export function treeOf(git: Git, commit: string): string {
  return git(["rev-parse", "--verify", `${commit}^{tree}`]);
}

export function listTree(git: Git, tree: string, call: GitCall = {}): TreeEntry[] {
  return records(git.raw(["ls-tree", "-r", "-z", "--full-tree", tree], call)).map((record) => {
    const [meta, path] = splitOnce(record, "\t");
    const [mode = "", , oid = ""] = meta.split(" ");
    return { path, mode, oid };
  });
}

/** The objects of these paths in a commit, by path; those that it does not have are left out. */
export function objectsAt(git: Git, commit: string, paths: readonly string[]): Map<string, string> {
  const listed = records(git.raw(["ls-tree", "-z", "--full-tree", commit, "--", ...paths]));
  return new Map(
    listed.map((record) => {
      const [meta, path] = splitOnce(record, "\t");
      return [path, meta.split(" ")[2] ?? ""];
    }),
  );
}

/** The name that git gives to content; `like`: the name of any object of the repository, as long as theirs. */
export function blobName(content: Buffer, like: string): string {
  return hash(
    like.length === 40 ? "sha1" : "sha256",
    Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]),
  );
}

export function diffTrees(git: Git, base: string, head: string): TreeChange[] {
  const fields = records(git.raw(["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", base, head]));
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = "", newMode = "", oldOid = "", newOid = ""] = (fields[at] ?? "").slice(1).split(" ");
    const side = (mode: string, oid: string) => (mode === "000000" ? null : { mode, oid });
    changes.push({ path: fields[at + 1] ?? "", base: side(oldMode, oldOid), head: side(newMode, newOid) });
  }
  return changes;
}

/** Lines added and removed for each path, renames followed; binary files count 0 and are marked. */
export function countLines(git: Git, base: string, head: string): { path: string; lines: number; binary: boolean }[] {
  const fields = records(git.raw(["diff-tree", "-r", "-z", "--numstat", "-M", base, head]));
  const counts: { path: string; lines: number; binary: boolean }[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const [added = "", removed = "", path = ""] = (fields[at] ?? "").split("\t");
    const binary = added === "-";
    const renamed = path === "";
    counts.push({
      path: renamed ? (fields[at + 2] ?? "") : path,
      lines: binary ? 0 : Number(added) + Number(removed),
      binary,
    });
    if (renamed) at += 2;
  }
  return counts;
}

/** The text of many blobs in one call of git. */
export function readBlobs(git: Git, oids: readonly string[]): Map<string, Buffer> {
  const wanted = [...new Set(oids)];
  const blobs = new Map<string, Buffer>();
  if (wanted.length === 0) return blobs;
  const output = git.raw(["cat-file", "--batch"], { input: `${wanted.join("\n")}\n` });
  for (let at = 0; at < output.length;) {
    const lineEnd = output.indexOf(10, at);
    const [oid = "", kind, size] = output.toString("utf8", at, lineEnd).split(" ");
    const start = lineEnd + 1;
    if (kind === "missing" || size === undefined) {
      const message = `object ${oid} is missing from the repository`;
      throw new BatonError("GIT_FAILED", message, git.isPartial ? PARTIAL : {});
    }
    blobs.set(oid, output.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return blobs;
}

export function writeBlob(git: Git, content: string | Buffer): string {
  return git.ownObjects === null
    ? git(["hash-object", "-w", "--stdin", "--no-filters"], { input: content })
    : writeObject(git.ownObjects, "blob", Buffer.from(content));
}

/** Makes the files of a work tree those of a tree; what git does not know there stays. */
export function resetTo(git: Git, tree: string, call: GitCall & { readonly index: string }): void {
  const readTree = ["read-tree", "--reset", "-u", tree];
  rmSync(`${call.index}.lock`, { force: true });
  if (git.attempt(readTree, call) !== null) return;
  // An index that a power cut tore, or of a repository with other object names: every file is written anew.
  rmSync(call.index, { force: true });
  git(readTree, call);
}

/** The tree that results from edits of another; nothing is checked out. */
export function editTree(git: Git, tree: string, edits: readonly TreeEdit[]): string {
  if (edits.length === 0) return tree;
  return git.once(hash("sha256", JSON.stringify([tree, edits])), () => {
    const own = git.ownObjects === null ? null : writeEditedTree(git, git.ownObjects, tree, edits);
    return own ?? makeTree(git, tree, edits);
  });
}

function makeTree(git: Git, tree: string, edits: readonly TreeEdit[]): string {
  const folder = mkdtempSync(join(git.directory, "index-"));
  const call = { index: join(folder, "index") };
  try {
    git(["read-tree", tree], call);
    editIndex(git, call, edits, tree);
    return git(["write-tree"], call);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives paths other entries in an index, or none; what lies in a work tree is not looked at. `like`: any object's name, as long as theirs. */
export function editIndex(
  git: Git,
  call: GitCall & { readonly index: string },
  edits: readonly TreeEdit[],
  like: string,
): void {
  if (edits.length === 0) return;
  const blank = "0".repeat(like.length);
  const lines = edits.map(({ path, entry }) => `${entry?.mode ?? "0"} ${entry?.oid ?? blank}\t${path}\0`);
  git(["update-index", "-z", "--index-info"], { ...call, input: lines.join("") });
}

/** The entries of an index. */
export function listIndex(git: Git, call: GitCall & { readonly index: string }): TreeEntry[] {
  return records(git.raw(["ls-files", "-z", "--stage"], call)).map((record) => {
    const [meta, path] = splitOnce(record, "\t");
    const [mode = "", oid = ""] = meta.split(" ");
    return { path, mode, oid };
  });
}

function records(output: Buffer): string[] {
  const text = output.toString("utf8");
  return text === "" ? [] : text.replace(/\0$/, "").split("\0");
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
