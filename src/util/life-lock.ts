import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Held from `acquire` to `release`, or to the death of the process: the kernel frees it, whatever the process id. */
export interface LifeLock {
  release(): void;
}

/**
 * Takes an exclusive lock on a file through SQLite, the one locking that works alike on every platform we support
 * (design.md §7). Answers null when another living process holds it.
 */
export function acquireLifeLock(path: string): LifeLock | null {
  mkdirSync(dirname(path), { recursive: true });
  // Asked for when it is needed: commands that only read start without it.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (
      error instanceof Error &&
      "errcode" in error &&
      (error.errcode === SQLITE_BUSY || error.errcode === SQLITE_LOCKED)
    )
      return null;
    throw error;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
