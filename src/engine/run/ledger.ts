import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BundleFacts } from "../../core/handoff/render-bundle.ts";
import { reconcile, type Violation } from "../../core/ledger/reconcile.ts";
import { openBeats } from "../../store/beats.ts";
import { acquireLifeLock } from "../../util/life-lock.ts";
import { artifactsOf, damagedFiles, whileUnpublished } from "./publish.ts";
import type { RunJournal } from "./journal.ts";
import { runDirectory, type Project } from "./project.ts";

/** What an attempt is bound by where nothing else was said (decisions.md, Time). */
export const TIMES = { timeoutSeconds: 3600, heartbeatIntervalSeconds: 30 } as const;

/** The last signs of life of a run's attempts, with whole seconds. */
export function beatsOf(project: Project, runId: string): BundleFacts["beatOf"] {
  const path = join(project.truth, "beats.db");
  if (!existsSync(path)) return () => null;
  const beats = openBeats(path);
  try {
    const last = new Map(beats.last(runId).map((beat) => [beat.task_id, beat]));
    return (taskId, attempt) => {
      const beat = last.get(taskId);
      return beat?.attempt === attempt ? `${beat.at.slice(0, 19)}Z` : null;
    };
  } finally {
    beats.close();
  }
}

/** Holds the ledger of a run against everything that is known here; changes nothing (FCX-04). */
export function reconcileRun(project: Project, journal: RunJournal, now: Date): Violation[] {
  const damaged = whileUnpublished(project, () => {
    journal.sync();
    return damagedFiles(runDirectory(project, journal.runId), journal.state);
  });
  const evidence = new Set(artifactsOf(journal.state).map(({ path }) => path));
  return reconcile(journal.state, {
    now,
    driven: isDriven(project),
    beatOf: beatsOf(project, journal.runId),
    heartbeatIntervalSeconds: TIMES.heartbeatIntervalSeconds,
    damaged: damaged.filter((path) => evidence.has(path)),
  });
}

/** Whether a harness is at work here: its life lock cannot be had. */
function isDriven({ truth }: Project): boolean {
  const lock = acquireLifeLock(join(truth, "alive", "run.db"));
  lock?.release();
  return lock === null;
}
