import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { textsOf as textsOfItems } from "../../../core/handoff/carry.ts";
import { textPath } from "../../../core/run/notes.ts";
import { evolve, type RunEntry } from "../../../core/run/fold/evolve.ts";
import { refusalOf } from "../../../core/run/guard/guard.ts";
import type { RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import { JOURNAL_FILE, readJournalFile } from "../../../runs/journal-file.ts";
import { presentIn } from "../../../runs/present.ts";
import { recordedIn } from "../../../runs/recorded.ts";
import { RunEvent } from "../../../schema/event.ts";
import type { CheckedEntry } from "../../../schema/journal.ts";
import { isRunId } from "../../../schema/run-id.ts";
import { isArtifact } from "../record/artifacts.ts";
import { arrivedHeldOut, refuseKnown, requireCommits, type Arrival } from "./handoff.ts";
import type { HeldOutHere } from "../checks/held-out.ts";
import { openJournal } from "../record/journal.ts";
import { holdTip } from "../landing/land.ts";
import { excludeFromStatus } from "../isolation/exclude.ts";
import { exclusively, ownRunDirectory, type Project } from "../project.ts";
import { createPublisher } from "../record/publish.ts";

export interface Adopted {
  readonly runId: string;
  readonly entries: number;
  /** As it was left. */
  readonly state: RunState;
  /** Texts that the journal names and the directory does not have: by hash, with what each is. */
  readonly missing: readonly MissingText[];
  /** Null: the run has no held-out tests. They are in no published file. */
  readonly heldOut: HeldOutHere | null;
}

export interface MissingText {
  readonly sha256: string;
  readonly what: string;
}

/**
 * Goes on with a run from its copied directory, which has been verified, and this repository alone (decisions.md, Places):
 * its entries with their hashes, its texts from the published files. Throws JOURNAL_BROKEN, SCHEMA_UNSUPPORTED,
 * ALREADY_INITIALIZED, BRANCH_MISSING, OBJECT_MISSING, HELD_OUT_MISMATCH, STATE_UNWRITABLE; then nothing is written.
 */
export async function adoptRun(project: Project, directory: string, options: Arrival): Promise<Adopted> {
  const { entries, problems } = readJournalFile(join(directory, JOURNAL_FILE));
  const [problem] = problems;
  if (problem !== undefined) throw new BatonError(problem.code, `${directory}: ${problem.message}`);
  const events = entries.map(eventOf);
  const runId = entries[0]?.entry.run_id ?? "";
  if (!isRunId(runId) || events[0]?.type !== "run_created")
    throw new BatonError("JOURNAL_BROKEN", `${directory} holds no run from its creation on`);
  refusePaths(events);
  refuseIllegal(entries, events);
  const state = fold(entries, events);
  const files = filesByHash(directory);
  const named = textsNamed(events);
  const kept = recordedContents(entries);
  const missing = [...named].filter(([sha256]) => !files.has(sha256)).map(([sha256, what]) => ({ sha256, what }));
  return exclusively(project, async () => {
    refuseKnown(project, runId, options);
    ownRunDirectory(project, runId);
    requireCommits(project, state);
    const heldOut = arrivedHeldOut(project, state, options);
    const adopted = { runId, entries: entries.length, state, missing, heldOut };
    if (options.dryRun) return adopted;
    excludeFromStatus(project, "/runs/");
    for (const sha256 of new Set([...named.keys(), ...kept])) keep(project, directory, files.get(sha256), sha256);
    project.store.load(runId, entries);
    const journal = openJournal(project.store, runId, "baton", options);
    holdTip({ project, journal });
    // Records the workspace that the run goes on in, and writes every file from here.
    createPublisher(project, journal, options.stateDirectory).repair();
    return adopted;
  });
}

export function eventOf({ entry, position }: CheckedEntry): RunEvent {
  const { data, error } = RunEvent.safeParse(entry.event);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const what = `${entry.event.type}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
  throw new BatonError("SCHEMA_UNSUPPORTED", `entry ${position} is none that can be gone on with: ${what}`);
}

/** A journal from elsewhere names the files that will be written here. */
function refusePaths(events: readonly RunEvent[]): void {
  const isOutside = (path: string): boolean =>
    path.startsWith("/") ||
    /[\\\0]/.test(path) ||
    path.split("/").some((part) => part === "" || part === "." || part === "..");
  const paths = events.flatMap((event) => {
    if (event.type === "evidence_recorded") return [event.path];
    return event.type === "published" ? Object.keys(event.files) : [];
  });
  const outside = paths.find(isOutside);
  if (outside !== undefined)
    throw new BatonError("JOURNAL_BROKEN", `a file it names lies outside of the run directory: ${outside}`);
}

/** A whole chain says that nothing was changed since, and not that a harness wrote it: what no harness could have written is refused. */
function refuseIllegal(entries: readonly CheckedEntry[], events: readonly RunEvent[]): void {
  let state: RunState | null = null;
  for (const [at, { entry, position }] of entries.entries()) {
    const event = events[at];
    if (event === undefined) return;
    const refused = refusalOf(state, event);
    if (refused !== null)
      throw new BatonError(
        "JOURNAL_BROKEN",
        `entry ${position}, ${event.type}, cannot stand there: ${refused.message}`,
        {
          hint: "No harness wrote that: do not go on with it; `baton replay` says the same where the run was made.",
        },
      );
    state = evolve(state, { ...entry, event });
  }
}

export function fold(entries: readonly CheckedEntry[], events: readonly RunEvent[]): RunState {
  let state: RunState | null = null;
  for (const [at, { entry }] of entries.entries()) {
    const event = events[at];
    if (event !== undefined) state = evolve(state, { ...entry, event } satisfies RunEntry);
  }
  if (state === null) throw new BatonError("JOURNAL_BROKEN", "the journal is empty");
  return state;
}

function filesByHash(directory: string): ReadonlyMap<string, string> {
  return new Map([...presentIn(directory)].flatMap(([path, { sha256 }]) => (sha256 === null ? [] : [[sha256, path]])));
}

/** All that lies in a run directory as it was given: whatever names it, no later rendering makes it again. */
function recordedContents(entries: readonly CheckedEntry[]): string[] {
  return [...recordedIn(entries).files].flatMap(([path, { sha256, erased }]) =>
    erased === null && (isArtifact(path) || path === textPath(sha256)) ? [sha256] : [],
  );
}

/** Every text that the events name and that was not erased, with what it is. */
function textsNamed(events: readonly RunEvent[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const event of events) {
    if (event.type === "erased") named.delete(event.sha256);
    else for (const [sha256, what] of textsOf(event)) named.set(sha256, what);
  }
  return named;
}

function textsOf(event: RunEvent): (readonly [sha256: string, what: string])[] {
  if (event.type === "run_created") return [[event.run.spec.sha256, "the spec"]];
  if (event.type === "spec_amended") return [[event.spec.sha256, "the amended spec"]];
  if (event.type === "note_added") return [[event.text, `a note for ${event.task_id}`]];
  if (event.type === "attempt_started")
    return [[event.packet, `the packet of ${event.task_id}, attempt ${event.attempt}`]];
  if (event.type === "attempt_answered") {
    const { answer, notes, said = null, task_id: id } = event;
    return [
      ...(answer === null ? [] : [[answer, `an answer to ${id}`] as const]),
      ...(notes === null ? [] : [[notes, `progress notes of ${id}`] as const]),
      ...(said === null ? [] : [[said, `what an attempt at ${id} said`] as const]),
    ];
  }
  if (event.type === "implementation_judged")
    return event.printed === undefined ? [] : [[event.printed, `what the tests of ${event.task_id} printed`]];
  if (event.type === "evidence_recorded")
    return event.path.startsWith("artifacts/") ? [[event.sha256, event.path]] : [];
  if (event.type === "state_carried")
    return textsOfItems(event.items).map((sha256) => [sha256, "a text of the bundle"] as const);
  return [];
}

function keep({ blobs }: Project, directory: string, path: string | undefined, sha256: string): void {
  if (path === undefined) return;
  const bytes = readFileSync(join(directory, path));
  if (hash("sha256", bytes) !== sha256)
    throw new BatonError("ARTIFACT_CHANGED", `${path} changed while it was being read`);
  blobs.put(bytes);
}
