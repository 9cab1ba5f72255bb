import { join } from "node:path";
import { BatonError } from "../../../errors.ts";
import { JOURNAL_FILE, lastEntry } from "../../../runs/journal-file.ts";
import type { Problem } from "../../../runs/problem.ts";
import { isSnapshotTrue } from "./journal.ts";
import { runDirectory, type Project } from "../project.ts";
import { requireUncut } from "./uncut.ts";

const DATABASE = "journal.db";

/**
 * What does not hold of a run's journal in the database: its chain from the first entry to the last, what was seen of it, the
 * state kept of it, and what its published copy, which holds by itself, ends with.
 */
export function journalProblems(project: Project, runId: string, stateDirectory: string): Problem[] {
  const { store } = project;
  try {
    requireUncut(project, runId, stateDirectory);
    if (!isSnapshotTrue(store, runId))
      throw new BatonError("SNAPSHOT_DIFFERS", "the kept state is not what the journal folds to");
    const end = lastEntry(join(runDirectory(project, runId), JOURNAL_FILE));
    const [there] = end === null ? [] : store.read(runId, end.position - 1);
    if (end !== null && there?.hash !== end.hash)
      throw new BatonError("JOURNAL_BROKEN", `${JOURNAL_FILE} has another entry ${end.position} than the database`, {
        details: { expected: there?.hash ?? null, actual: end.hash },
      });
    return [];
  } catch (error) {
    if (!(error instanceof BatonError) || !OF_JOURNAL.has(error.code)) throw error;
    const { code, message, details, hint } = error;
    const [expected, actual] = [wordOf(details["expected"]), wordOf(details["actual"])];
    const problem = { code, path: DATABASE, expected, actual, message };
    return [code === "SNAPSHOT_DIFFERS" ? problem : { ...problem, next: hint }];
  }
}

const OF_JOURNAL: ReadonlySet<string> = new Set(["JOURNAL_BROKEN", "JOURNAL_CUT", "SNAPSHOT_DIFFERS"]);

const wordOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
