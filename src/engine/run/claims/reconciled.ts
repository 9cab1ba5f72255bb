import { join } from "node:path";
import { reconcile, type Violation } from "../../../core/ledger/reconcile.ts";
import { BatonError } from "../../../errors.ts";
import type { RunOptions, Turn } from "../context.ts";
import { beatsOf } from "./gone.ts";
import { reconcileRun } from "./ledger.ts";
import { runDirectory } from "../project.ts";
import { artifactsOf } from "../record/artifacts.ts";
import { hashOfFile } from "../../../util/hash-file.ts";

/**
 * The ledger must add up before a task closes (FCX-04): its gates, counts, workers and dependencies, and the published
 * evidence of that very task. Nothing is mended here. Throws the code of the first violation, all of them in the details.
 */
export function requireReconciled(turn: Turn, taskId: string): void {
  const { project, journal, publisher, harness, options } = turn;
  journal.sync();
  const { state } = journal;
  const pending = publisher.pending();
  const directory = runDirectory(project, journal.runId);
  const own = artifactsOf(state).filter(({ task_id: id, path, erased }) => {
    return id === taskId && erased === undefined && !pending.has(path);
  });
  const violations = reconcile(state, {
    now: options.now(),
    isAlive: (one) => one === harness,
    configured: options.bounds,
    beatOf: beatsOf(project, journal.runId),
    damaged: own.filter(({ path, sha256 }) => hashOfFile(join(directory, path)) !== sha256).map(({ path }) => path),
    unpublished: [],
  });
  // Who works at another task and fell silent is lost by the clock; what closes here does not stand on it.
  refuse(
    journal.runId,
    `${taskId} closes`,
    violations.filter(({ rule, subject }) => rule !== "heartbeat" || subject === taskId),
  );
}

/** The same before a session gives anything out (Fresh Context, Crash Recovery 2). Who died or fell silent is lost next, and no fault. */
export function requireSessionReconciled({ project, journal, options }: Turn): void {
  const violations = reconcile(journal.state, {
    now: options.now(),
    isAlive: () => true,
    configured: options.bounds,
    beatOf: beatsOf(project, journal.runId),
    damaged: [],
    unpublished: [],
  });
  refuse(
    journal.runId,
    "the session starts",
    violations.filter(({ rule }) => rule !== "heartbeat"),
  );
}

/** The same for the whole run, with every piece of its evidence, before it is called complete. */
export function requireWholeReconciled({
  project,
  journal,
  publisher,
  options,
}: Pick<Turn, "project" | "journal" | "publisher"> & { readonly options: Pick<RunOptions, "now"> }): void {
  publisher.publish();
  refuse(journal.runId, "the run is complete", reconcileRun(project, journal, options.now()));
}

function refuse(runId: string, what: string, violations: readonly Violation[]): void {
  const [first] = violations;
  if (first === undefined) return;
  const rest = violations.length - 1;
  const more = rest === 0 ? "" : `, and ${rest} more`;
  const message = `the ledger does not add up before ${what}: ${first.subject ?? "run"}: ${first.message}${more}`;
  throw new BatonError(first.code, message, {
    details: { violations },
    hint: `See each with \`baton ledger reconcile\`; \`baton repair --run ${runId}\` writes published files again, then: baton resume`,
  });
}
