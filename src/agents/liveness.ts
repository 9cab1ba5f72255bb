import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface LivenessOptions {
  /** The agent's clone: a file that changes there is work. */
  readonly directory: string;
  readonly everyMs: number;
  /** Without output and without a changed file for so long, the attempt has stalled. */
  readonly stallMs: number;
  readonly now: () => Date;
  readonly onBeat: (workedAt: Date) => void;
  readonly onStall: () => void;
}

export interface Liveness {
  /** The agent said something. */
  work(): void;
  stop(): void;
}

/** Beats while an agent works, and tells when it no longer does: being alive is not progress (design.md §7, Liveness). */
export function watchLiveness(options: LivenessOptions): Liveness {
  const { directory, everyMs, stallMs, now, onBeat, onStall } = options;
  let workedAt = now();
  const look = (): void => {
    if (now().getTime() - workedAt.getTime() >= everyMs && changedSince(directory, workedAt)) workedAt = now();
    onBeat(workedAt);
    if (now().getTime() - workedAt.getTime() >= stallMs) onStall();
  };
  onBeat(workedAt);
  const timer = setInterval(look, everyMs).unref();
  return {
    work() {
      workedAt = now();
    },
    stop: () => clearInterval(timer),
  };
}

/** Folders that hold no work of the agent's own, or too much to look through. */
const LEFT_OUT = new Set([".git", "node_modules", ".venv", "__pycache__", "target"]);
const ENTRIES_LIMIT = 20_000;

function changedSince(directory: string, since: Date): boolean {
  const folders = [directory];
  for (let seen = 0; seen < ENTRIES_LIMIT;) {
    const folder = folders.pop();
    if (folder === undefined) return false;
    const entries = entriesOf(folder);
    seen += entries.length + 1;
    for (const { path, isFolder } of entries) {
      if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since.getTime()) return true;
      if (isFolder) folders.push(path);
    }
  }
  return false;
}

function entriesOf(folder: string): { path: string; isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !LEFT_OUT.has(name))
      .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }));
  } catch {
    return []; // Removed by the agent while we looked.
  }
}
