import { dirname } from "node:path";
import { BatonError, codedError } from "../errors.ts";
import { makeFolder } from "./atomic-file.ts";
import { FULL, isBusy, resultCode } from "./sqlite-codes.ts";

/** Held from `acquire` to `release`, or to the death of the process: the kernel frees it, whatever the process id. */
export interface LifeLock {
  release(): void;
}

/**
 * Takes an exclusive lock on a file through SQLite, the one locking that works alike on every platform we support
 * (design.md §7). Answers null when another living process holds it. Throws DISK_FULL, STATE_UNWRITABLE.
 */
export function acquireLifeLock(path: string): LifeLock | null {
  // Asked for when it is needed: commands that only read start without it.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  let database: InstanceType<typeof DatabaseSync> | null = null;
  try {
    makeFolder(dirname(path));
    const opened = new DatabaseSync(path, { timeout: 0 });
    database = opened;
    // Nothing is ever written to it, so it needs no journal beside it.
    opened.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return { release: () => opened.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    const code = resultCode(error);
    if (code === null) throw codedError(error, path);
    throw new BatonError(code === FULL ? "DISK_FULL" : "STATE_UNWRITABLE", `${path} could not be locked`, {
      details: { path },
      cause: error,
    });
  }
}
