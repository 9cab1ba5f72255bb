import { watch } from "node:fs";

/** Where the kernel tells nothing (no watches are left), it is looked so often. */
const LOOK_EVERY_MS = 5000;

/**
 * Calls `onFile` with the name of a file of the folder that changed, null where the kernel does not say which; where it
 * tells nothing at all, `onTick` by a timer. Answers how to end it.
 */
export function watchFolder(folder: string, onFile: (name: string | null) => void, onTick: () => void): () => void {
  const lookEvery = (): (() => void) => {
    const timer = setInterval(onTick, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  };
  try {
    const watcher = watch(folder, (_event, file) => onFile(file));
    let end = (): void => watcher.close();
    watcher.on("error", () => {
      watcher.close();
      end = lookEvery();
    });
    return () => end();
  } catch {
    return lookEvery();
  }
}
