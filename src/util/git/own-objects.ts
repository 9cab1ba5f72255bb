import { hash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dirname as folderOf } from "node:path/posix";
import { deflateSync } from "node:zlib";
import { coding } from "../../errors.ts";
import type { Git } from "./git.ts";
import type { TreeEdit, TreeEntry } from "./trees.ts";

/** Where a git directory of ours has objects of its own, beside the user's. */
export interface OwnObjects {
  readonly directory: string;
  readonly algorithm: "sha1" | "sha256";
}

/**
 * Objects that a proof makes for its runs, written as git writes loose ones: each look at a change has a tree of its own, and starting
 * git five times takes longer than many a suite. They may be lost with the power; what must not is written by git itself.
 */
export function writeObject({ directory, algorithm }: OwnObjects, kind: "blob" | "tree", content: Buffer): string {
  const whole = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
  const name = hash(algorithm, whole);
  const path = join(directory, name.slice(0, 2), name.slice(2));
  if (existsSync(path)) return name;
  coding(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = join(directory, `tmp_obj_${randomBytes(6).toString("hex")}`);
    try {
      writeFileSync(temporary, deflateSync(whole, { level: 1 }), { mode: 0o444 });
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
  return name;
}

const FOLDER = "040000";
/** So many folders are asked for by name. */
const MOST_FOLDERS = 200;

/**
 * The tree that results from edits of another; only what lies on the way to them is read and written. Null: those are too many folders to
 * ask for by name.
 */
export function writeEditedTree(
  git: Git,
  objects: OwnObjects,
  tree: string,
  edits: readonly TreeEdit[],
): string | null {
  const folders = new Set(edits.flatMap(({ path }) => foldersAbove(path)));
  if (folders.size > MOST_FOLDERS) return null;
  const root: Folder = new Map();
  const onTheWay = new Set([...folders].map(asBytes));
  for (const { path, mode, oid } of listFolders(git, tree, [...folders].toSorted()))
    if (mode !== FOLDER || !onTheWay.has(path)) place(root, path, { mode, oid });
  for (const { path, entry } of edits)
    if (entry === null) remove(root, asBytes(path).split("/"));
    else place(root, asBytes(path), entry);
  return writeFolder(root, objects);
}

/** One character for each byte: names that are no UTF-8 stay as they are, and sort as git sorts them. */
const asBytes = (path: string): string => Buffer.from(path).toString("latin1");

type Folder = Map<string, Folder | Leaf>;
type Leaf = Pick<TreeEntry, "mode" | "oid">;

function foldersAbove(path: string): string[] {
  const above = folderOf(path);
  return above === "." ? [] : [above, ...foldersAbove(above)];
}

/** What lies in the root, in these folders and on the way to them. */
function listFolders(git: Git, tree: string, folders: readonly string[]): TreeEntry[] {
  const list = (paths: readonly string[]): TreeEntry[] =>
    git
      .raw(["ls-tree", "-t", "-z", "--full-tree", tree, ...paths])
      .toString("latin1")
      .split("\0")
      .flatMap((record) => {
        const [, mode = "", oid = "", path = ""] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(record) ?? [];
        return path === "" ? [] : [{ mode, oid, path }];
      });
  return [...list([]), ...(folders.length === 0 ? [] : list(["--", ...folders.map((folder) => `${folder}/`)]))];
}

/** A file takes the place of a folder, and a folder that of a file, as in git's index. */
function place(root: Folder, path: string, leaf: Leaf): void {
  let folder = root;
  const names = path.split("/");
  for (const name of names.slice(0, -1)) {
    const known = folder.get(name);
    const next: Folder = known instanceof Map ? known : new Map();
    folder.set(name, next);
    folder = next;
  }
  folder.set(names.at(-1) ?? "", leaf);
}

function remove(folder: Folder, [name = "", ...below]: readonly string[]): void {
  const known = folder.get(name);
  if (known instanceof Map) {
    if (below.length > 0) remove(known, below);
  } else if (below.length === 0 && known?.mode !== FOLDER) folder.delete(name);
}

/** Git sorts as if a folder's name ended with a slash, and has none that is empty. */
function writeFolder(folder: Folder, objects: OwnObjects): string {
  const rows = [...folder]
    .filter(([, entry]) => !isEmpty(entry))
    .map(([name, entry]) =>
      entry instanceof Map ? { name, mode: FOLDER, oid: writeFolder(entry, objects) } : { name, ...entry },
    )
    .map((row) => ({ ...row, place: row.mode === FOLDER ? `${row.name}/` : row.name }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1));
  const content = rows.flatMap(({ mode, name, oid }) => [
    Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`, "latin1"),
    Buffer.from(oid, "hex"),
  ]);
  return writeObject(objects, "tree", Buffer.concat(content));
}

const isEmpty = (entry: Folder | Leaf): boolean => entry instanceof Map && [...entry.values()].every(isEmpty);
