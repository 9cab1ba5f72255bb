import { closeSync, fstatSync, openSync, readSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ProgressLine } from "../schema/progress-line.ts";
import { unlinkedBelow, writeUnlinked } from "../util/unlinked.ts";

/** Within a run directory. */
export const PROGRESS_FILE = "progress.ndjson";

/** So much of what was told before is read at the most: who looks wants the newest. */
const TAIL_BYTES = 64 * 1024;

/**
 * Keeps what a session tells, for whoever looks from elsewhere; begins anew with its first line. A help, never a
 * condition: what cannot be written is left out.
 */
export function progressWriter(directory: string): (line: ProgressLine) => void {
  const path = join(directory, PROGRESS_FILE);
  let state: "new" | "open" | "lost" = "new";
  return (line) => {
    if (state === "lost") return;
    try {
      // Another file, not a shorter one: whoever follows it sees that it begins anew.
      if (state === "new") {
        unlinkedBelow(dirname(dirname(directory)))(directory);
        rmSync(path, { force: true });
      }
      writeUnlinked(path, "append", `${JSON.stringify(line)}\n`);
      state = "open";
    } catch {
      state = "lost";
    }
  };
}

/** Answers, each time it is asked, the whole lines that came since; at first the newest. A file begun anew is read anew. */
export function progressReader(directory: string): () => ProgressLine[] {
  const path = join(directory, PROGRESS_FILE);
  let known = "";
  let offset = 0;
  return () => {
    const descriptor = open(path);
    if (descriptor === null) return [];
    try {
      const { ino, birthtimeMs, size } = fstatSync(descriptor);
      const from = known === `${ino} ${birthtimeMs}` ? offset : 0;
      known = `${ino} ${birthtimeMs}`;
      offset = Math.max(from, size - TAIL_BYTES);
      const bytes = Buffer.alloc(Math.max(0, size - offset));
      const read = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset));
      const lines = read.subarray(0, read.lastIndexOf("\n") + 1);
      const isCut = offset > from;
      offset += lines.length;
      return lines
        .toString("utf8")
        .split("\n")
        .slice(isCut ? 1 : 0)
        .flatMap(parse);
    } finally {
      closeSync(descriptor);
    }
  };
}

function open(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

/** Anybody can write there: what is no such line is nothing. */
function parse(text: string): ProgressLine[] {
  try {
    return [ProgressLine.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}
