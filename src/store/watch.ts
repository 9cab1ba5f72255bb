import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Where the kernel tells nothing (no watches are left), it is looked so often. */
const LOOK_EVERY_MS = 5000;

/**
 * The kernel tells of bytes written to SQLite's log, but a commit is seen only once they are on the disk: after the last
 * word it is looked again at these distances, longer in all than a disk takes.
 */
const LOOK_AFTER_MS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 4000];

/**
 * Calls back whenever the journal may have changed, in whatever process. While nobody writes, nothing wakes up: a journal
 * lies on a local file system, where the kernel tells of every write. Answers how to end it.
 */
export function watchJournal(database: string, onChange: () => void): () => void {
  const name = basename(database);
  let timer: NodeJS.Timeout | undefined;
  const lookAfter = (step: number): void => {
    clearTimeout(timer);
    const distance = LOOK_AFTER_MS[step];
    if (distance === undefined) return;
    timer = setTimeout(() => {
      lookAfter(step + 1);
      onChange();
    }, distance);
  };
  const watcher = watchFolder(dirname(database), onChange, (file) => {
    if (file !== null && file !== name && file !== `${name}-wal`) return;
    lookAfter(0);
    onChange();
  });
  return () => {
    clearTimeout(timer);
    watcher.end();
  };
}

/** The kernel's word, or where it gives none, a timer. */
function watchFolder(folder: string, onTick: () => void, onFile: (name: string | null) => void): { end: () => void } {
  const lookEvery = (): (() => void) => {
    const timer = setInterval(onTick, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  };
  try {
    const watcher = watch(folder, (_event, file) => onFile(file));
    const watching = { end: () => watcher.close() };
    watcher.on("error", () => {
      watcher.close();
      watching.end = lookEvery();
    });
    return watching;
  } catch {
    return { end: lookEvery() };
  }
}
