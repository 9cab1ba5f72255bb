import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { makeTemporary } from "../../util/temporary.ts";

const PREFIX = "bt-";

/** The temporary folders that a slot gives to what it runs. */
export interface Scratch {
  /** A new empty folder with a short path. */
  make(): string;
  /** Removes what was made, also by a harness that was killed. */
  clear(): void;
}

/**
 * Temporary folders lie in the system's own, not in the slot: a socket in it must have a path of at most 107 bytes, which
 * browsers and databases fail over. Their names stand in the slot, so that the next harness clears them after a kill.
 */
export function openScratch(slotDirectory: string): Scratch {
  const list = join(slotDirectory, "scratch");
  return {
    make() {
      const path = makeTemporary(PREFIX);
      appendFileSync(list, `${path}\n`);
      return path;
    },
    clear() {
      if (!existsSync(list)) return;
      const ours = readFileSync(list, "utf8")
        .split("\n")
        .filter((path) => basename(path).startsWith(PREFIX));
      for (const path of ours) rmSync(path, { recursive: true, force: true });
      rmSync(list);
    },
  };
}
