import { createHash } from "node:crypto";
import { chmodSync, constants, copyFileSync, existsSync, lstatSync, readFileSync, rmSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, writeFileAtomic } from "../atomic-file.ts";
import type { Git } from "./git.ts";
import type { TreeEdit } from "./trees.ts";

/** A file whose content Git LFS keeps: the tree has a pointer to it. */
export interface LfsFile {
  readonly path: string;
  /** SHA-256 of the content. */
  readonly oid: string;
}

const POINTER = [
  "^version https://git-lfs\\.github\\.com/spec/v1$",
  "^oid sha256:[0-9a-f]\\{64\\}$",
  "^size [0-9]\\+$",
];
/** More than any pointer has. */
const POINTER_LIMIT_BYTES = 1024;
const NOTHING_FOUND = 1;

/** The pointers of a tree; none where nobody ever fetched content of Git LFS into the repository. */
export function lfsFilesOf(git: Git, tree: string): LfsFile[] {
  if (git.lfs === null) return [];
  const patterns = POINTER.flatMap((pattern) => ["-e", pattern]);
  const found = git.attempt(["grep", "-z", "-I", "--full-name", "--all-match", ...patterns, tree], {
    also: NOTHING_FOUND,
  });
  return (found ?? "").split("\n").flatMap((line) => {
    const [name = "", text = ""] = line.split("\0");
    const oid = /^oid sha256:([0-9a-f]{64})$/.exec(text)?.[1];
    return oid === undefined ? [] : [{ path: name.slice(tree.length + 1), oid }];
  });
}

const objectOf = (store: string, oid: string): string => join(store, oid.slice(0, 2), oid.slice(2, 4), oid);

/** Those whose content was never fetched. */
export const unfetchedIn = (git: Git, files: readonly LfsFile[]): LfsFile[] =>
  files.filter(({ oid }) => !existsSync(objectOf(git.lfs ?? "", oid)));

/** Puts contents in the place of their pointers, as far as the user's repository has them. Answers the paths. */
export function fillIn({ lfs }: Git, files: readonly LfsFile[], workTree: string): string[] {
  return files.flatMap(({ path, oid }) => {
    const [place, object] = [join(workTree, path), objectOf(lfs ?? "", oid)];
    const before = fileAt(place);
    if (before === null || before.size > POINTER_LIMIT_BYTES || !existsSync(object)) return [];
    rmSync(place);
    copy(object, place, before.mode);
    return [path];
  });
}

/**
 * Points at the contents that a work tree has in the place of pointers: what is as it was keeps its pointer, anything else becomes
 * an object of the user's repository, as `git lfs` would make it.
 */
export function pointAt(git: Git, files: readonly LfsFile[], workTree: string): TreeEdit[] {
  return files.flatMap(({ path }) => {
    const place = join(workTree, path);
    const stats = fileAt(place);
    if (stats === null) return [];
    const content = readFileSync(place);
    if (content.length <= POINTER_LIMIT_BYTES && content.toString("latin1").startsWith("version https://git-lfs"))
      return [];
    const oid = createHash("sha256").update(content).digest("hex");
    const object = objectOf(git.lfs ?? "", oid);
    if (!existsSync(object)) keep(object, content);
    const text = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
    const mode = (stats.mode & 0o100) === 0 ? "100644" : "100755";
    return [{ path, entry: { mode, oid: git(["hash-object", "-w", "--stdin"], { input: text }) } }];
  });
}

function keep(object: string, content: Buffer): void {
  makeFolder(dirname(object));
  writeFileAtomic(object, content, { temporary: `${object}.${process.pid}` });
}

/** Shares the blocks where the file system can: contents are large. */
function copy(from: string, to: string, mode: number): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, mode & 0o777);
}

function fileAt(path: string): Stats | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats : null;
}
