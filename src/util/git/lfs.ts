import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";
import { apart, makeFolder, syncFolder, syncPath } from "../atomic-file.ts";
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

/** Those that have a content in a work tree; where there is a pointer, a link or nothing, git's own look at it is right. */
export function contentsIn<T extends Pick<LfsFile, "path">>(files: readonly T[], workTree: string): T[] {
  return files.filter(({ path }) => {
    const place = join(workTree, path);
    const stats = fileAt(place);
    if (stats === null || stats.size > POINTER_LIMIT_BYTES) return stats !== null;
    return !readFileSync(place, "latin1").startsWith("version https://git-lfs");
  });
}

/** Points at contents of a work tree. What is not kept yet becomes an object of the user's repository, as `git lfs` would make it. */
export function pointAt(git: Git, contents: readonly Pick<LfsFile, "path">[], workTree: string): TreeEdit[] {
  return contents.map(({ path }) => {
    const place = join(workTree, path);
    const { mode, size } = statSync(place);
    const oid = digestOf(place);
    const object = objectOf(git.lfs ?? "", oid);
    if (!existsSync(object)) keep(object, place);
    const text = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`;
    const pointer = git(["hash-object", "-w", "--stdin"], { input: text });
    return { path, entry: { mode: (mode & 0o100) === 0 ? "100644" : "100755", oid: pointer } };
  });
}

/** In pieces: contents may be larger than memory. */
function digestOf(path: string): string {
  const [file, hash, piece] = [openSync(path, "r"), createHash("sha256"), Buffer.alloc(PIECE_BYTES)];
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}
const PIECE_BYTES = 2 ** 20;

function keep(object: string, place: string): void {
  makeFolder(dirname(object));
  const beside = apart(object);
  copy(place, beside, 0o644);
  syncPath(beside);
  renameSync(beside, object);
  syncFolder(dirname(object));
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
