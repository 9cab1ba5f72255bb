import { closeSync, writeSync } from "node:fs";
import { openUnlinked } from "./unlinked.ts";

/** So much is held back before it is written: one system call a line would cost more than the line. */
const HELD_CHARACTERS = 32_768;

/** Lines appended to a file that only its owner reads, written in chunks: for what may lose its end in a kill. */
export interface LineFile {
  add(line: string): void;
  flush(): void;
  close(): void;
}

export function openLineFile(path: string): LineFile {
  const file = openUnlinked(path, "append", 0o600);
  let held: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length === 0) return;
    writeSync(file, held.join(""));
    held = [];
    length = 0;
  };
  return {
    add(line) {
      held.push(line, "\n");
      length += line.length + 1;
      if (length >= HELD_CHARACTERS) flush();
    },
    flush,
    close() {
      flush();
      closeSync(file);
    },
  };
}
