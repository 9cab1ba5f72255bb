import type { Random } from "../random.ts";

/**
 * A disk with two images. What programs see lies in memory; what a power cut leaves is what was synced, and of the rest
 * whatever the seed says: each name of a folder old or new by itself, each file old, new, or torn. No order is kept between
 * two writes that nothing synced, so that no file system at hand is taken for granted.
 */

export interface FileNode {
  readonly kind: "file";
  readonly id: number;
  bytes: Buffer;
  durable: Buffer;
  /** The shortest it was since it was synced: no cut leaves less. */
  shortest: number;
  mode: number;
  mtimeMs: number;
  /** The kernel dropped pages after a failed sync, and calls them clean: a later sync makes nothing durable. */
  forgotten: boolean;
}
export interface FolderNode {
  readonly kind: "folder";
  readonly id: number;
  names: Map<string, Node>;
  /** The same list until a name changes. */
  durable: ReadonlyMap<string, Node>;
  mtimeMs: number;
}
export interface LinkNode {
  readonly kind: "link";
  readonly id: number;
  readonly target: string;
  readonly mtimeMs: number;
}
export type Node = FileNode | FolderNode | LinkNode;

export const EMPTY = Buffer.alloc(0);

export interface Disk {
  readonly root: FolderNode;
  now(): number;
  /** The node at an absolute path; links are followed, the last one only when `follow`. */
  find(path: string, follow?: boolean): Node | null;
  createFile(path: string, mode: number): FileNode;
  createFolder(path: string): FolderNode;
  createLink(path: string, target: string): void;
  rename(from: string, to: string): void;
  /** Takes a name away; what had it stays for whoever holds it open. */
  remove(path: string): void;
  sync(node: Node): void;
  /** Makes everything durable, as an orderly shutdown does. */
  syncAll(): void;
  /** The power goes: memory is lost. Answers how much was. */
  cutPower(random: Random): number;
}

export class DiskError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path: string;
  constructor(code: string, syscall: string, path: string) {
    super(`${code}: ${syscall} '${path}'`);
    this.code = code;
    this.syscall = syscall;
    this.path = path;
  }
}

const BLOCK_BYTES = 512;

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== ".");

export function createDisk(now: () => number): Disk {
  let ids = 1;
  const folder = (): FolderNode => ({
    kind: "folder",
    id: (ids += 1),
    names: new Map(),
    durable: new Map(),
    mtimeMs: now(),
  });
  let root = folder();
  /** Folders that were found, by the path that led there: until a folder or a link goes, over which one might lead. */
  const found = new Map<string, FolderNode>();
  /** Before a name is put or taken: what is durable is another list from then on. */
  const change = (parent: FolderNode, name: string): Map<string, Node> => {
    const kind = parent.names.get(name)?.kind;
    if (kind === "folder" || kind === "link") found.clear();
    if (parent.names === parent.durable) parent.names = new Map(parent.names);
    parent.mtimeMs = now();
    return parent.names;
  };
  const folderAt = (path: string): Node | null => {
    const known = found.get(path);
    if (known !== undefined) return known;
    const node = find(path, true);
    if (node?.kind === "folder") found.set(path, node);
    return node;
  };
  const find = (path: string, follow: boolean): Node | null => {
    const cut = path.lastIndexOf("/");
    const name = path.slice(cut + 1);
    if (name === "" || name === ".") return walk(path, follow);
    const parent = folderAt(path.slice(0, cut));
    const node = parent?.kind === "folder" ? (parent.names.get(name) ?? null) : null;
    return node?.kind === "link" && follow ? walk(path, follow) : node;
  };
  const walk = (path: string, follow: boolean, depth = 0): Node | null => {
    let at: Node = root;
    const parts = partsOf(path);
    for (let index = 0; index < parts.length; index += 1) {
      if (at.kind !== "folder") return null;
      const next: Node | undefined = at.names.get(parts[index] as string);
      if (next === undefined) return null;
      at = next;
      if (next.kind !== "link" || (index === parts.length - 1 && !follow)) continue;
      if (depth > 8) throw new DiskError("ELOOP", "open", path);
      return walk([next.target, ...parts.slice(index + 1)].join("/"), follow, depth + 1);
    }
    return at;
  };
  const parentOf = (path: string, syscall: string): { parent: FolderNode; name: string } => {
    const cut = path.lastIndexOf("/");
    const parent = folderAt(path.slice(0, cut));
    if (parent === null) throw new DiskError("ENOENT", syscall, path);
    if (parent.kind !== "folder") throw new DiskError("ENOTDIR", syscall, path);
    return { parent, name: path.slice(cut + 1) };
  };
  const put = <T extends Node>(path: string, syscall: string, node: T): T => {
    const { parent, name } = parentOf(path, syscall);
    change(parent, name).set(name, node);
    return node;
  };
  const remove = (path: string): void => {
    const { parent, name } = parentOf(path, "unlink");
    change(parent, name).delete(name);
  };
  return {
    get root() {
      return root;
    },
    now,
    find: (path, follow = true) => find(path, follow),
    createFile: (path, mode) =>
      put(path, "open", {
        kind: "file",
        id: (ids += 1),
        bytes: EMPTY,
        durable: EMPTY,
        shortest: 0,
        mode,
        mtimeMs: now(),
        forgotten: false,
      }),
    createFolder: (path) => put(path, "mkdir", folder()),
    createLink: (path, target) =>
      void put(path, "symlink", { kind: "link", id: (ids += 1), target, mtimeMs: now() } as const),
    rename(from, to) {
      const node = find(from, false);
      if (node === null) throw new DiskError("ENOENT", "rename", from);
      put(to, "rename", node);
      remove(from);
    },
    remove,
    sync(node) {
      if (node.kind === "folder") node.durable = node.names;
      else if (node.kind === "file" && !node.forgotten) syncFile(node);
    },
    syncAll: () => syncBelow(root),
    cutPower(random) {
      const [survivor, lost] = afterCut(root, random);
      root = survivor;
      found.clear();
      return lost;
    },
  };
}

function syncFile(file: FileNode): void {
  file.durable = file.bytes;
  file.shortest = file.bytes.length;
}

function syncBelow(node: Node): void {
  if (node.kind === "file") syncFile(node);
  if (node.kind !== "folder") return;
  node.durable = node.names;
  for (const child of node.names.values()) syncBelow(child);
}

/** What is found when the power is back: all of it durable, since it was read from the disk. */
function afterCut(root: FolderNode, random: Random): [FolderNode, number] {
  let lost = 0;
  // All kept, all lost, or each for itself.
  const keep = random.pick([0, 0.5, 1]);
  const seen = new Map<Node, Node>();
  const survivorOf = (node: Node): Node => {
    const known = seen.get(node);
    if (known !== undefined) return known;
    if (node.kind === "link") return node;
    if (node.kind === "file") {
      const bytes = fileAfterCut(node, random, keep);
      lost += Number(!bytes.equals(node.bytes));
      const survivor: FileNode = { ...node, bytes, durable: bytes, shortest: bytes.length, forgotten: false };
      seen.set(node, survivor);
      return survivor;
    }
    const survivor: FolderNode = { ...node, names: new Map(), durable: new Map() };
    seen.set(node, survivor);
    for (const name of new Set([...node.durable.keys(), ...node.names.keys()])) {
      const [old, fresh] = [node.durable.get(name), node.names.get(name)];
      const left = old === fresh || !random.chance(keep) ? old : fresh;
      lost += Number(left !== fresh);
      if (left !== undefined) survivor.names.set(name, survivorOf(left));
    }
    survivor.durable = survivor.names;
    return survivor;
  };
  return [survivorOf(root) as FolderNode, lost];
}

function fileAfterCut(file: FileNode, random: Random, keep: number): Buffer {
  const { bytes, durable, forgotten } = file;
  if (bytes === durable || bytes.equals(durable)) return bytes;
  if (forgotten || !random.chance(keep)) return random.chance(0.3) ? torn(file, random) : durable;
  return bytes;
}

/** The new length with blocks of either image, or of nothing: metadata that came before the data. */
function torn({ durable, bytes, shortest }: FileNode, random: Random): Buffer {
  const length = random.chance(0.5) ? bytes.length : shortest + random.below(bytes.length - shortest + 1);
  const mixed = Buffer.alloc(length);
  durable.copy(mixed, 0, 0, Math.min(durable.length, length));
  for (let at = 0; at < length; at += BLOCK_BYTES)
    if (random.chance(0.5)) bytes.copy(mixed, at, at, Math.min(at + BLOCK_BYTES, length));
  return mixed;
}
