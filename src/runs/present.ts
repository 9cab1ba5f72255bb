import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";

/** A file as it lies in a run directory: its hash, or why it has none. */
export type PresentFile = { readonly sha256: string } | { readonly sha256: null; readonly reason: string };

const CHUNK_BYTES = 2 ** 20;

/** Every file below a folder by its path relative to it, sorted; links are never followed. */
export function presentIn(directory: string): ReadonlyMap<string, PresentFile> {
  const files = new Map<string, PresentFile>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) {
        files.set(path, entry.isSymbolicLink() ? without("a symbolic link") : readPresent(join(directory, path)));
        continue;
      }
      try {
        walk(path);
      } catch (error) {
        files.set(path, without(reasonOf(error)));
      }
    }
  };
  walk("");
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function readPresent(path: string): PresentFile {
  try {
    // Not blocking: opening a pipe would wait for whoever writes into it.
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      return stats.isFile() ? { sha256: hashOf(file, stats.size) } : without("not a regular file");
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return without(reasonOf(error));
  }
}

/** `size` is what to expect; a file that grows meanwhile is read in more pieces. */
function hashOf(file: number, size: number): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(Math.min(size + 1, CHUNK_BYTES));
  for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
    hash.update(chunk.subarray(0, length));
  return hash.digest("hex");
}

const without = (reason: string): PresentFile => ({ sha256: null, reason });

function reasonOf(error: unknown): string {
  if (!(error instanceof Error && "code" in error)) throw error;
  return `unreadable (${String(error.code)})`;
}
