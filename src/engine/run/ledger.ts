import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BundleFacts } from "../../core/handoff/render-bundle.ts";
import { overdue, type Bounds } from "../../core/run/bounds.ts";
import type { RunState, TaskState } from "../../core/run/state.ts";
import { reconcile, type Violation } from "../../core/ledger/reconcile.ts";
import { openBeats } from "../../store/beats.ts";
import { artifactsOf } from "./artifacts.ts";
import { damagedFiles, whileUnpublished } from "./publish.ts";
import type { RunOptions, Turn } from "./context.ts";
import type { RunJournal } from "./journal.ts";
import { keptOf, lostIn } from "./kept.ts";
import { leaseHolder } from "./lease.ts";
import { aliveIn, runDirectory, type Project } from "./project.ts";
import { configOf } from "./open-commit.ts";

/** What base's configuration binds an attempt by where its task says nothing else (decisions.md, Time). */
export function configuredBounds({ git }: Pick<Project, "git">, state: RunState): Bounds {
  const { liveness } = configOf({ git }, state);
  return { timeoutSeconds: liveness.timeout_seconds, heartbeatSeconds: liveness.heartbeat_interval_seconds };
}

/** The last signs of life of a run's attempts, with whole seconds. */
export function beatsOf(project: Project, runId: string): BundleFacts["beatOf"] {
  const path = join(project.truth, "beats.db");
  if (!existsSync(path)) return () => null;
  const beats = openBeats(path);
  try {
    const last = new Map(beats.last(runId).map(({ task_id: id, attempt, at }) => [`${id} ${attempt}`, at]));
    return (taskId, attempt) => {
      const at = last.get(`${taskId} ${attempt}`);
      return at === undefined ? null : `${at.slice(0, 19)}Z`;
    };
  } finally {
    beats.close();
  }
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
  const living = project.lease?.id ?? leaseHolder(aliveIn(project));
  return reconcile(journal.state, {
    now,
    isAlive: (harness) => harness === living,
    beatOf: beatsOf(project, journal.runId),
    configured: configuredBounds(project, journal.state),
    damaged: [...new Set([...bad.filter((path) => !isPending(path)), ...lost])],
    // Whoever drives this run writes them when its turn ends.
    unpublished: living !== null && living === journal.state.harness ? [] : bad.filter(isPending),
  });
}
