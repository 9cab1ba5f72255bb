import { basename, dirname } from "node:path";
import { watchFolder } from "../util/watch-folder.ts";

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
  const onFile = (file: string | null): void => {
    if (file !== null && file !== name && file !== `${name}-wal`) return;
    lookAfter(0);
    onChange();
  };
  const end = watchFolder(dirname(database), onFile, onChange);
  return () => {
    clearTimeout(timer);
    end();
  };
}
