import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { codedError } from "../errors.ts";

/**
 * Writes a file so that a reader sees the old or the new bytes, never a part: temporary file `<name>.tmp` beside it,
 * fsync, rename, fsync of the folder. Throws DISK_FULL, STATE_UNWRITABLE; the old file stays whole.
 */
export function writeFileAtomic(path: string, content: string | Buffer, mode = 0o644): void {
  const temporary = `${path}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(temporary, "w", mode);
    try {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw codedError(error, path);
  }
}

/** JSON as the documents have it on disk: two spaces, one final newline (decisions.md, On disk). */
export function writeJsonAtomic(path: string, value: unknown): void {
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
