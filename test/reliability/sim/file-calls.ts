import { constants } from "node:fs";
import { EMPTY, DiskError, type Disk, type FileNode, type Node } from "./disk.ts";

/** What the simulation decides at a call: it may throw, as a failing disk or a death at this point. */
export interface Kernel {
  /** Before a call that changes something, or opens a file. */
  strike(call: string, path: string): void;
  /** How many of so many bytes a write takes. */
  taken(length: number): number;
  /** Whether this sync is made; else it was taken out of the program. */
  isSynced(): boolean;
}

interface Open {
  readonly node: Node;
  readonly path: string;
  readonly append: boolean;
  position: number;
}

const FIRST = 1_000_000;

/** node:fs over a simulated disk, as far as the engine uses it. Paths are absolute. */
export function createFileCalls(disk: Disk, kernel: Kernel) {
  const open = new Map<number, Open>();
  let next = FIRST;
  const need = (path: string, syscall: string, follow = true): Node =>
    disk.find(path, follow) ?? fail("ENOENT", syscall, path);
  const needFile = (path: string, syscall: string): FileNode => {
    const node = need(path, syscall);
    return node.kind === "file" ? node : fail("EISDIR", syscall, path);
  };
  const handle = (fd: number): Open => open.get(fd) ?? fail("EBADF", "fd", String(fd));
  const openSync = (path: string, flags: string | number = "r", mode = 0o666): number => {
    const { write, create, truncate, append, exclusive, noFollow } = flagsOf(flags);
    kernel.strike(write ? "open for writing" : "open", path);
    let node = disk.find(path, !noFollow);
    if (node?.kind === "link") throw new DiskError("ELOOP", "open", path);
    if (node !== null && exclusive) throw new DiskError("EEXIST", "open", path);
    if (node === null) node = create ? disk.createFile(path, mode) : fail("ENOENT", "open", path);
    if (write && node.kind !== "file") throw new DiskError("EISDIR", "open", path);
    if (truncate && node.kind === "file") cut(node, 0);
    open.set(next, { node, path, append, position: 0 });
    return next++;
  };
  const writeSync = (fd: number, content: Buffer | string, offset = 0): number => {
    const file = handle(fd);
    if (file.node.kind !== "file") return fail("EBADF", "write", file.path);
    kernel.strike("write", file.path);
    const bytes = (typeof content === "string" ? Buffer.from(content) : content).subarray(offset);
    const taken = bytes.subarray(0, kernel.taken(bytes.length));
    const { bytes: before } = file.node;
    const at = file.append ? before.length : file.position;
    file.node.bytes = before.length === 0 && at === 0 ? Buffer.from(taken) : written(before, taken, at);
    file.node.mtimeMs = disk.now();
    file.position = at + taken.length;
    return taken.length;
  };
  const writeFileSync = (target: string | number, content: Buffer | string, options: Options = {}): void => {
    const isOpen = typeof target === "number";
    const fd = isOpen ? target : openSync(target, optionOf(options, "flag") ?? "w", 0o666);
    try {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    } finally {
      if (!isOpen) open.delete(fd);
    }
  };
  const read = (path: string): Buffer => {
    kernel.strike("open", path);
    return needFile(path, "open").bytes;
  };
  const text = (bytes: Buffer, options: Options): Buffer | string =>
    (typeof options === "string" ? options : optionOf(options, "encoding")) === undefined
      ? Buffer.from(bytes)
      : bytes.toString("utf8");
  return {
    /** Nobody has anything open any more. */
    closeAll: () => open.clear(),
    openCount: () => open.size,
    calls: {
      openSync,
      closeSync: (fd: number) => void open.delete(fd),
      writeSync,
      writeFileSync,
      appendFileSync: (path: string, content: string) => writeFileSync(path, content, { flag: "a" }),
      readFileSync: (path: string, options: Options = {}) => text(read(path), options),
      readSync(fd: number, into: Buffer, offset = 0, length = into.length - offset, position: number | null = null) {
        const file = handle(fd);
        if (file.node.kind !== "file") return fail("EISDIR", "read", file.path);
        const at = position ?? file.position;
        const count = file.node.bytes.copy(into, offset, at, Math.min(at + length, file.node.bytes.length));
        if (position === null) file.position += count;
        return count;
      },
      fsyncSync(fd: number) {
        const file = handle(fd);
        try {
          kernel.strike("fsync", file.path);
        } catch (error) {
          if (error instanceof DiskError && file.node.kind === "file") file.node.forgotten = true;
          throw error;
        }
        if (kernel.isSynced()) disk.sync(file.node);
      },
      renameSync(from: string, to: string) {
        kernel.strike("rename", to);
        disk.rename(from, to);
      },
      mkdirSync(path: string, options: { recursive?: boolean } = {}) {
        if (disk.find(path) !== null) return options.recursive === true ? undefined : fail("EEXIST", "mkdir", path);
        const missing = [path];
        for (let at = parentOf(path); options.recursive === true && disk.find(at) === null; at = parentOf(at))
          missing.unshift(at);
        for (const each of missing) {
          kernel.strike("mkdir", each);
          disk.createFolder(each);
        }
        return missing[0];
      },
      mkdtempSync(prefix: string) {
        for (let number = 0; ; number += 1) {
          const path = `${prefix}${number.toString(36).padStart(6, "0")}`;
          if (disk.find(path) !== null) continue;
          kernel.strike("mkdir", path);
          disk.createFolder(path);
          return path;
        }
      },
      rmSync(path: string, { recursive = false, force = false }: { recursive?: boolean; force?: boolean } = {}) {
        const node = disk.find(path, false);
        if (node === null) return force ? undefined : fail("ENOENT", "rm", path);
        if (node.kind === "folder" && !recursive) return fail("EISDIR", "rm", path);
        const removeBelow = (at: string, each: Node): void => {
          if (each.kind === "folder") for (const [name, child] of each.names) removeBelow(`${at}/${name}`, child);
          kernel.strike("unlink", at);
          disk.remove(at);
        };
        return removeBelow(path, node);
      },
      unlinkSync(path: string) {
        if (need(path, "unlink", false).kind === "folder") fail("EISDIR", "unlink", path);
        kernel.strike("unlink", path);
        disk.remove(path);
      },
      rmdirSync(path: string) {
        const node = need(path, "rmdir");
        if (node.kind !== "folder" || node.names.size > 0) throw new DiskError("ENOTEMPTY", "rmdir", path);
        kernel.strike("rmdir", path);
        disk.remove(path);
      },
      copyFileSync: (from: string, to: string) => writeFileSync(to, read(from)),
      symlinkSync(target: string, path: string) {
        kernel.strike("symlink", path);
        if (disk.find(path, false) !== null) throw new DiskError("EEXIST", "symlink", path);
        disk.createLink(path, target);
      },
      readlinkSync(path: string) {
        const node = need(path, "readlink", false);
        return node.kind === "link" ? node.target : fail("EINVAL", "readlink", path);
      },
      truncateSync(path: string, length: number) {
        const node = needFile(path, "truncate");
        kernel.strike("truncate", path);
        cut(node, length);
      },
      ftruncateSync(fd: number, length: number) {
        const { node, path } = handle(fd);
        kernel.strike("truncate", path);
        if (node.kind === "file") cut(node, length);
      },
      utimesSync(path: string, _accessed: Date, modified: Date) {
        const node = need(path, "utime");
        if (node.kind === "file") node.mtimeMs = modified.getTime();
      },
      chmodSync(path: string, mode: number) {
        const node = need(path, "chmod");
        kernel.strike("chmod", path);
        if (node.kind === "file") node.mode = mode;
      },
      existsSync: (path: string) => disk.find(path) !== null,
      realpathSync: (path: string) => (need(path, "realpath"), path),
      fstatSync: (fd: number) => statsOf(handle(fd).node),
      statSync: (path: string, options?: StatOptions) => statOf(disk.find(path), path, options),
      lstatSync: (path: string, options?: StatOptions) => statOf(disk.find(path, false), path, options),
      readdirSync: (path: string, options: { withFileTypes?: boolean; recursive?: boolean } = {}) =>
        list(need(path, "scandir"), path, options),
      globSync: (pattern: string, { cwd }: { cwd: string }) => {
        const matches = patternOf(pattern);
        const root = disk.find(cwd);
        return root === null ? [] : below(root, "").filter((path) => matches.test(path));
      },
    },
  };
}

/** The bytes of before, never changed where they are: a cut may bring them back. */
function written(before: Buffer, taken: Buffer, at: number): Buffer {
  const grown = Buffer.allocUnsafe(Math.max(before.length, at + taken.length));
  before.copy(grown);
  // What was cut off behind the writer's back is nothing but zeros.
  if (at > before.length) grown.fill(0, before.length, at);
  taken.copy(grown, at);
  return grown;
}

function cut(node: FileNode, length: number): void {
  node.bytes = length === 0 ? EMPTY : node.bytes.subarray(0, length);
  node.shortest = Math.min(node.shortest, node.bytes.length);
  // As it lies on the disk: what is written from here on is new to the kernel.
  if (node.bytes.equals(node.durable)) node.forgotten = false;
}

type Options = string | { readonly flag?: string; readonly encoding?: string };
interface StatOptions {
  readonly bigint?: boolean;
  readonly throwIfNoEntry?: boolean;
}

const fail = (code: string, syscall: string, path: string): never => {
  throw new DiskError(code, syscall, path);
};
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const optionOf = (options: Options, name: "flag" | "encoding"): string | undefined =>
  typeof options === "string" ? undefined : options[name];

const FLAGS = new Map<string | number, ReturnType<typeof readFlags>>();

function flagsOf(flags: string | number) {
  const known = FLAGS.get(flags) ?? readFlags(flags);
  FLAGS.set(flags, known);
  return known;
}

function readFlags(flags: string | number) {
  const has = (bit: number): boolean => typeof flags === "number" && (flags & bit) === bit;
  const text = typeof flags === "string" ? flags : "";
  const append = text.startsWith("a") || has(constants.O_APPEND);
  const truncate = (text.startsWith("w") && !text.includes("x")) || has(constants.O_TRUNC);
  const write = append || text.startsWith("w") || has(constants.O_WRONLY);
  return {
    write,
    append,
    truncate,
    create: text.startsWith("a") || text.startsWith("w") || has(constants.O_CREAT),
    exclusive: text.includes("x") || has(constants.O_EXCL),
    noFollow: has(constants.O_NOFOLLOW),
  };
}

function statOf(node: Node | null, path: string, { bigint = false, throwIfNoEntry = true }: StatOptions = {}) {
  if (node !== null) return statsOf(node, bigint);
  return throwIfNoEntry ? fail("ENOENT", "stat", path) : undefined;
}

function statsOf(node: Node, bigint = false) {
  return {
    ino: bigint ? BigInt(node.id) : node.id,
    dev: bigint ? 1n : 1,
    nlink: 1,
    size: node.kind === "file" ? node.bytes.length : 0,
    mode: node.kind === "file" ? node.mode : 0o755,
    mtimeMs: node.mtimeMs,
    ...TYPES[node.kind],
  };
}

function list(node: Node, path: string, { withFileTypes = false, recursive = false }): unknown[] {
  if (node.kind !== "folder") return fail("ENOTDIR", "scandir", path);
  return [...node.names].flatMap(([name, child]): unknown[] => {
    const own = withFileTypes ? { name, parentPath: path, ...TYPES[child.kind] } : name;
    return recursive && child.kind === "folder"
      ? [own, ...list(child, `${path}/${name}`, { withFileTypes, recursive })]
      : [own];
  });
}

const typed = (kind: Node["kind"]) => ({
  isFile: () => kind === "file",
  isDirectory: () => kind === "folder",
  isSymbolicLink: () => kind === "link",
});
const TYPES = { file: typed("file"), folder: typed("folder"), link: typed("link") };

function below(node: Node, path: string): string[] {
  if (node.kind !== "folder") return [];
  return [...node.names].flatMap(([name, child]) => {
    const own = path === "" ? name : `${path}/${name}`;
    return [own, ...below(child, own)];
  });
}

/** The few glob patterns that the engine looks for leftovers with. */
function patternOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(".", "\\.")
    .replaceAll("**/", "\u0000")
    .replaceAll("*", "[^/]*")
    .replaceAll("\u0000", "(?:.*/)?")
    .replaceAll("{", "(?:")
    .replaceAll("}", ")")
    .replaceAll(",", "|");
  return new RegExp(`^${source}$`);
}
