import { join, relative } from "node:path";
import { BatonError } from "../../../errors.ts";
import { JOURNAL_FILE, lastEntry } from "../../../runs/journal-file.ts";
import { marksIn } from "../../../runs/marks.ts";
import type { Head } from "../../../schema/journal.ts";
import { ASIDE } from "../../../store/sqlite-errors.ts";
import { knownWorkspace } from "../../../store/workspace.ts";
import { runDirectory, type Project } from "../project.ts";

/**
 * J2, before anything is made of a run: the journal has what this machine saw of it here, and what its published copy ends
 * with. A copy of the repository goes its own way, so marks of where it was copied from say nothing of it. Throws JOURNAL_CUT,
 * STATE_FILE_CORRUPT.
 */
export function requireUncut(project: Project, runId: string, stateDirectory: string): void {
  const workspace = knownWorkspace(project.places.commonDirectory);
  const mark = workspace === null ? null : marksIn(stateDirectory)(runId, workspace);
  if (mark !== null) refuseCut(project, runId, mark, "this machine saw");
  const path = join(runDirectory(project, runId), JOURNAL_FILE);
  const name = relative(project.root, path);
  const end = lastEntry(path);
  // One of another history is written anew; one that is ahead has what the database lost.
  if (end !== null && end.position > project.store.head(runId).position) refuseCut(project, runId, end, `${name} has`);
}

function refuseCut({ store }: Project, runId: string, seen: Head, who: string): void {
  const head = store.head(runId);
  const isBehind = head.position < seen.position;
  const [there] = isBehind ? [] : head.position === seen.position ? [head] : store.read(runId, seen.position - 1);
  if (there?.hash === seen.hash) return;
  const what = isBehind
    ? `entry ${seen.position}, the database ends at ${head.position}`
    : `another entry ${seen.position} than the database has`;
  throw new BatonError("JOURNAL_CUT", `${who} ${what}`, {
    details: { expected: seen.hash, actual: there?.hash ?? null },
    hint: `Restore a newer copy of ${join(".git", "baton", "journal.db")}. ${ASIDE}`,
  });
}
