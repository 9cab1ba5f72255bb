import { renameSync } from "node:fs";
import { dirname } from "node:path";
import { archiveDirectory, ownRunDirectory, runDirectory, type Project } from "../project.ts";
import { BatonError, codedError } from "../../../errors.ts";
import { makeFolder, syncFolder } from "../../../util/atomic-file.ts";
import { unlinkedBelow } from "../../../util/unlinked.ts";
import { excludeFromStatus } from "../isolation/exclude.ts";
import type { RunJournal } from "./journal.ts";
import { publishRest, whileUnpublished } from "./publish.ts";
import { counted } from "../../../core/text/counted.ts";
import { isFinished } from "../../../core/run/state.ts";

/** Only run ids: a project may well have an `archive/` of its own. */
const EXCLUDED = `/archive/${"[0-9]".repeat(8)}-${"[0-9]".repeat(6)}-*/`;

/**
 * Puts a finished run away (H3A-23): the event, the last publishing, which leaves its files read-only, then the move. Each
 * step done before is done, so that asking again goes on where a kill struck. Answers where it lies. Throws RUN_UNFINISHED, and
 * STATE_UNWRITABLE where a symbolic link leads there or to the run: then nothing is written.
 */
export function archiveRun(
  project: Project,
  journal: RunJournal,
  { stateDirectory, by }: { readonly stateDirectory: string; readonly by: string },
): string {
  const { runId } = journal;
  const target = archiveDirectory(project, runId);
  unlinkedBelow(project.root)(target);
  ownRunDirectory(project, runId);
  journal.append(({ archived }) => (archived ? [] : [{ type: "run_archived", by }]));
  excludeFromStatus(project, EXCLUDED);
  publishRest(project, journal, stateDirectory);
  whileUnpublished(project, () => {
    const source = runDirectory(project, runId);
    if (source === target) return;
    try {
      makeFolder(dirname(target));
      renameSync(source, target);
      syncFolder(dirname(target));
      syncFolder(dirname(source));
    } catch (error) {
      throw codedError(error, target);
    }
  });
  return target;
}

export interface Due {
  readonly run_id: string;
  readonly brief: string;
  readonly updated_at: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Finished runs that nobody has touched for so many days: candidates, never more (H3A-32). */
export function dueRuns(journals: readonly RunJournal[], activeDays: number, now: Date): Due[] {
  return journals.flatMap(({ runId, state }) =>
    isFinished(state) && !state.archived && now.getTime() - Date.parse(state.updatedAt) > activeDays * DAY_MS
      ? [{ run_id: runId, brief: state.run.brief, updated_at: state.updatedAt }]
      : [],
  );
}

/** A run directory that is gone is written again first. Throws RUN_UNFINISHED, before anything is written. */
export function refuseUnfinished({ state, runId }: RunJournal): void {
  if (isFinished(state)) return;
  const features = Object.values(state.features);
  const proven = features.filter(({ passes }) => passes).length;
  throw new BatonError(
    "RUN_UNFINISHED",
    `run ${runId} is not finished: ${proven} of ${counted(features.length, "feature")} proven`,
  );
}
