import { existsSync } from "node:fs";
import { join } from "node:path";
import { overdue, type Bounds } from "../../../core/run/bounds.ts";
import type { RunState, TaskState } from "../../../core/run/state.ts";
import { reconcile, type Violation } from "../../../core/ledger/reconcile.ts";
import { artifactsOf } from "../record/artifacts.ts";
import { damagedFiles, whileUnpublished } from "../record/publish.ts";
import type { RunOptions, Turn } from "../context.ts";
import type { RunJournal } from "../record/journal.ts";
import { beatsOf, livingIn, signsIn } from "./gone.ts";
import { keptOf, lostIn } from "../record/kept.ts";
import { runDirectory, type Project } from "../project.ts";
import { configOf } from "../open-commit.ts";

/** What base's configuration binds an attempt by where its task says nothing else (decisions.md, Time). */
export function configuredBounds({ git }: Pick<Project, "git">, state: RunState): Bounds {
  const { liveness } = configOf({ git }, state);
  return { timeoutSeconds: liveness.timeout_seconds, heartbeatSeconds: liveness.heartbeat_interval_seconds };
}

/** Why a claim is over by the clock, for `nextEffect`; the beats are read only where one is open. */
export function overdueIn({ project, journal, options }: Pick<Turn, "project" | "journal"> & Overseer): Overdue {
  return (task) =>
    overdue(journal.state, task, {
      configured: options.bounds,
      beat: beatsOf(project, journal.runId)(task.plan.task_id, task.attempt),
      now: options.now(),
    });
}

type Overdue = (task: TaskState) => string | null;
interface Overseer {
  readonly options: Pick<RunOptions, "bounds" | "now">;
}

/** Holds the ledger of a run against everything that is known here; changes nothing (FCX-04). */
export function reconcileRun(project: Project, journal: RunJournal, now: Date): Violation[] {
  const damaged = whileUnpublished(project, () => {
    journal.sync();
    return damagedFiles(runDirectory(project, journal.runId), journal.state);
  });
  const directory = runDirectory(project, journal.runId);
  const { evidence: recorded, kept } = journal.state;
  const evidence = new Set(artifactsOf(journal.state).map(({ path }) => path));
  // By the newest `published` its file was never there; one that is there has other bytes.
  const published = new Set(recorded.slice(0, kept).map(({ path }) => path));
  const isPending = (path: string): boolean => !published.has(path) && !existsSync(join(directory, path));
  const bad = damaged.filter((path) => evidence.has(path));
  const lost = lostIn(project, keptOf(journal.state)).map(({ path }) => path);
  const signs = signsIn(project, journal, now, configuredBounds(project, journal.state));
  const living = livingIn(project);
  return reconcile(journal.state, {
    ...signs,
    damaged: [...new Set([...bad.filter((path) => !isPending(path)), ...lost])],
    // Whoever drives this run writes them when its turn ends.
    unpublished: living !== null && living === journal.state.harness ? [] : bad.filter(isPending),
  });
}
