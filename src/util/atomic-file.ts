import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { codedError } from "../errors.ts";
import { openNew, unlinkedBelow } from "./unlinked.ts";

export interface AtomicOptions {
  readonly mode?: number;
  /** Where the bytes are gathered first; must lie in the same folder. See `apart`. */
  readonly temporary?: string;
}

/** A name of its own beside a file that several processes may write at once. */
export const apart = (path: string): string => `${path}.${randomBytes(6).toString("hex")}.tmp`;

type Content = string | Buffer | Iterable<string | Buffer>;

/**
 * Writes a file so that a reader sees the old or the new bytes, never a part: temporary file `<name>.tmp` beside it,
 * fsync, rename, fsync of the folder. Throws DISK_FULL, STATE_UNWRITABLE; the old file stays whole.
 */
export function writeFileAtomic(path: string, content: Content, options: AtomicOptions = {}): void {
  const { mode = 0o644, temporary = `${path}.tmp` } = options;
  try {
    writeTemporary(temporary, content, mode);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    discard(temporary);
    throw codedError(error, path);
  }
}

/**
 * Several files below `root`, each written like one, in their order; a folder is synced once for all that lie in it. None is
 * written through a symbolic link.
 */
export function writeFilesAtomic(
  root: string,
  files: Iterable<{ readonly path: string; readonly content: Content }>,
): void {
  const requireUnlinked = unlinkedBelow(root);
  const paths: string[] = [];
  let writing = "";
  try {
    for (const { path, content } of files) {
      writing = path;
      requireUnlinked(dirname(path));
      paths.push(path);
      writeTemporary(`${path}.tmp`, content, 0o644);
    }
    for (const path of paths) {
      writing = path;
      renameSync(`${path}.tmp`, path);
    }
    for (const folder of new Set(paths.map((path) => dirname(path)))) syncFolder(folder);
  } catch (error) {
    for (const path of paths) discard(`${path}.tmp`);
    throw codedError(error, writing);
  }
}

function writeTemporary(path: string, content: Content, mode: number): void {
  makeFolder(dirname(path));
  const file = openTemporary(path, mode);
  try {
    writeParts(file, typeof content === "string" || Buffer.isBuffer(content) ? [content] : content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What is found there was left by a writer that was killed, or is a link that somebody put there: never written through. */
function openTemporary(path: string, mode: number): number {
  try {
    return openNew(path, mode);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  unlinkSync(path);
  return openNew(path, mode);
}

/** Replaces a file that need not outlive a power cut, by way of `<name>.tmp` beside it. */
export function replaceFile(path: string, content: string): void {
  const file = openTemporary(`${path}.tmp`, 0o644);
  try {
    writeAll(file, content);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.tmp`, path);
}

/** JSON as the documents have it on disk: two spaces, one final newline (decisions.md, On disk). */
export function writeJsonAtomic(path: string, value: unknown, options: AtomicOptions = {}): void {
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, options);
}

/** Writes all of it: one call may take only a part. */
export function writeAll(file: number, content: string | Buffer): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

/**
 * Small parts are written together: a call costs as much as some kilobytes do. In one place for every file: whoever makes
 * parts writes none meanwhile, and a place of its own for each file would be most of what is collected as garbage.
 */
const GATHERED = Buffer.allocUnsafeSlow(64 * 1024);

function writeParts(file: number, parts: Iterable<string | Buffer>): void {
  let length = 0;
  const flush = (): void => {
    writeAll(file, GATHERED.subarray(0, length));
    length = 0;
  };
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    if (length + bytes.length > GATHERED.length) flush();
    if (bytes.length > GATHERED.length) writeAll(file, bytes);
    else length += bytes.copy(GATHERED, length);
  }
  flush();
}

/** Half a file is of no use. Where it cannot be removed, either, what struck first is what to tell. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Thrown by what failed before.
  }
}

/** Makes a folder, and those above it, that are still there after a power cut. Throws DISK_FULL, STATE_UNWRITABLE. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  // One by one: of what goes wrong deep inside, `recursive` only says that something is not there.
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process was first.
    if (!existsSync(path)) throw codedError(error, path);
  }
  try {
    syncFolder(dirname(path));
  } catch (error) {
    // Whoever finds a folder takes it for durable. One that somebody uses already stays.
    removeEmpty(path);
    throw codedError(error, path);
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or gone: then another process has made it, too.
  }
}

/** Makes what was created, renamed or removed in a folder durable. */
export function syncFolder(folder: string): void {
  syncPath(folder);
}

/** Makes a file's bytes, or a folder's names, durable, whoever wrote them. */
export function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
