import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { marksFolder } from "../../../runs/marks.ts";
import { knownWorkspace } from "../../../store/workspace.ts";
import type { Project } from "../project.ts";

/** A file that changed a moment ago can change again under the same times. */
const SETTLED_MS = 2000;

/**
 * What was found in order needs no second look while nobody has written the database: its file has the inode, the size and
 * the times that it had then, as git knows a file of its index. Kept beside the marks of this machine, for who only reads.
 */
export interface Untouched {
  has(runId: string): boolean;
  keep(runId: string): void;
}

export function openUntouched({ truth, places }: Project, stateDirectory: string): Untouched {
  const before = looksOf(truth);
  const workspace = before === null ? null : knownWorkspace(places.commonDirectory);
  const folder = workspace === null ? null : marksFolder(stateDirectory, workspace);
  const path = (runId: string): string => join(folder ?? "", `${runId}.untouched`);
  return {
    has(runId) {
      if (folder === null) return false;
      try {
        return readFileSync(path(runId), "latin1") === before?.text;
      } catch {
        return false;
      }
    },
    keep(runId) {
      if (folder === null || before === null || Date.now() - before.changedMs < SETTLED_MS) return;
      try {
        if (looksOf(truth)?.text === before.text) writeFileSync(path(runId), before.text);
      } catch {
        // Nothing is lost: the next command looks again.
      }
    },
  };
}

/** Null where the newest entries are not in the file itself: somebody is writing, or was killed while he did. */
function looksOf(truth: string): { readonly text: string; readonly changedMs: number } | null {
  const stat = (name: string) => statSync(join(truth, name), { bigint: true, throwIfNoEntry: false });
  const file = stat("journal.db");
  if (file === undefined || (stat("journal.db-wal")?.size ?? 0n) > 0n) return null;
  const { dev, ino, size, mtimeNs, ctimeNs } = file;
  return { text: [dev, ino, size, mtimeNs, ctimeNs].join(" "), changedMs: Number(ctimeNs / 1_000_000n) };
}
