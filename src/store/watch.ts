import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** The kernel may leave a change untold (network file systems, overflow); then this is how long it goes unseen. */
const LOOK_EVERY_MS = 5000;

/**
 * Calls back whenever the journal may have changed, in whatever process: the kernel tells of writes to SQLite's file and
 * its log, and a slow timer catches what it did not tell. Answers how to end it.
 */
export function watchJournal(database: string, onChange: () => void): () => void {
  const name = basename(database);
  const watcher = watch(dirname(database), (_event, file) => {
    if (file === null || file === name || file === `${name}-wal`) onChange();
  });
  // A watcher that fails leaves the timer.
  watcher.on("error", () => watcher.close());
  const timer = setInterval(onChange, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    watcher.close();
  };
}
