import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { attemptOf } from "../../../core/run/beside.ts";
import { textPath } from "../../../core/run/notes.ts";
import { BatonError } from "../../../errors.ts";
import type { RunEvent } from "../../../schema/event.ts";
import { syncFolder } from "../../../util/atomic-file.ts";
import { artifactsOf } from "./artifacts.ts";
import { openJournal, type Clock, type RunJournal } from "./journal.ts";
import { atHome, runDirectory, type Project } from "../project.ts";
import { publishRest, whileUnpublished } from "./publish.ts";
import { requireUncut } from "./uncut.ts";
import { isFinished, type RunState } from "../../../core/run/state.ts";
import { unlinkedBelow } from "../../../util/unlinked.ts";

export interface Erasure {
  readonly sha256: string;
  /** Every run that names it, and where its content was published. */
  readonly runs: readonly { readonly run_id: string; readonly paths: readonly string[] }[];
}

/**
 * Erases content from the record of every run here that names it (design.md §3): the event first, then the blob, then the
 * published copies, so that a kill in between leaves what asking again finishes. The chain and the hash stay. Throws
 * EVIDENCE_UNKNOWN, EVIDENCE_NEEDED.
 */
export function eraseEvidence(
  project: Project,
  sha256: string,
  reason: string,
  how: {
    readonly stateDirectory: string;
    readonly dryRun: boolean;
    readonly actor: string;
    /** Who asks for it, in the record of that run. */
    readonly by: (state: RunState) => string;
    readonly clock: Clock;
  },
): Erasure {
  const naming = project.store.runs().flatMap((runId) => {
    const events = eventsNaming(project, runId, sha256);
    if (events.length === 0) return [];
    const journal = openJournal(project.store, runId, how.actor, how.clock);
    return [{ events, journal, home: atHome(project, runId), paths: pathsOf(journal, sha256) }];
  });
  if (naming.length === 0) throw new BatonError("EVIDENCE_UNKNOWN", `no run here names ${sha256}`);
  for (const { events, journal, home } of naming) {
    requireUncut(home, journal.runId, how.stateDirectory);
    refuseNeeded(journal, events, sha256);
  }
  const erasure = {
    sha256,
    runs: naming.map(({ journal, paths }) => ({ run_id: journal.runId, paths })),
  };
  for (const { journal, home, paths } of naming) requireOwnPlaces(home, journal.runId, [...paths, textPath(sha256)]);
  if (how.dryRun) return erasure;
  whileUnpublished(project, () => {
    for (const { journal, events } of naming)
      journal.append((state) =>
        events.at(-1)?.type === "erased" ? [] : [{ type: "erased", sha256, reason, by: how.by(state) }],
      );
    project.blobs.erase(sha256);
    for (const { journal, home, paths } of naming)
      // Its event takes a text out of what is published, also where a kill left the file.
      for (const path of new Set([...paths, textPath(sha256)]))
        removeForGood(join(runDirectory(home, journal.runId), path));
  });
  for (const { journal, home } of naming)
    if (existsSync(runDirectory(home, journal.runId))) publishRest(home, journal, how.stateDirectory);
  return erasure;
}

/** Events that name the content, and its erasures, in their order. */
function eventsNaming({ store }: Project, runId: string, sha256: string): RunEvent[] {
  return [...store.read(runId, 0)]
    .filter(({ line }) => line.includes(sha256))
    .map(({ entry }) => entry.event as unknown as RunEvent)
    .filter((event) => !isView(event) && JSON.stringify(event).includes(`"${sha256}"`));
}

/** What is rendered from the journal: nothing of it is kept that could be erased. */
const isView = (event: RunEvent): boolean =>
  event.type === "published" || (event.type === "evidence_recorded" && !event.path.startsWith("artifacts/"));

function refuseNeeded({ state, runId }: RunJournal, events: readonly RunEvent[], sha256: string): void {
  const refuse = (what: string): never => {
    throw new BatonError("EVIDENCE_NEEDED", `${sha256} is ${what} of run ${runId}`);
  };
  if (isFinished(state)) return;
  if (state.run.spec.sha256 === sha256) refuse("the spec");
  for (const event of events) {
    if (event.type !== "attempt_started" || event.packet !== sha256) continue;
    const task = state.tasks[event.task_id];
    if (attemptOf(task, event.attempt)?.phase === "working") refuse(`the open assignment of ${event.task_id}`);
  }
}

/** Nothing is removed through a link. Throws STATE_UNWRITABLE. */
function requireOwnPlaces(home: Project, runId: string, paths: readonly string[]): void {
  const requireUnlinked = unlinkedBelow(home.root);
  for (const path of paths) requireUnlinked(dirname(join(runDirectory(home, runId), path)));
}

/** Synced also where nothing is there any more: whoever removed it may have died before that. */
function removeForGood(path: string): void {
  if (!existsSync(dirname(path))) return;
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

function pathsOf({ state }: RunJournal, sha256: string): string[] {
  const artifacts = artifactsOf(state).filter((entry) => entry.sha256 === sha256);
  const text = textPath(sha256);
  return [...artifacts.map(({ path }) => path), ...(state.published[text] === undefined ? [] : [text])];
}
