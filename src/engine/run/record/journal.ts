import { isDeepStrictEqual } from "node:util";
import { evolve, type RunEntry } from "../../../core/run/fold/evolve.ts";
import { refusalOf } from "../../../core/run/guard/guard.ts";
import { sameButCase } from "../../../core/run/guard/same-but-case.ts";
import type { RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { RunEvent } from "../../../schema/event.ts";
import type { CheckedEntry, Head, JournalEvent, StoredEntry } from "../../../schema/journal.ts";
import type { JournalStore } from "../../../store/port.ts";
import { redactDeep } from "../../../util/redact.ts";
import { redactShapes } from "../../../util/secret-shapes.ts";
import { GENESIS, readSealed } from "../../../util/chain.ts";
import { createSnapshotKeeper, type SnapshotKeeper } from "./snapshot.ts";

/** Raised when evolve or the state's shape changes: older snapshots are folded anew. */
const FOLD_VERSION = 49;
/** A snapshot is kept after so many new entries, so that opening never folds more. */
const SNAPSHOT_EVERY = 500;
const TRIES = 50;

/** One run's journal and what it folds to. The one way to write (design.md §3): decide from the state, append, fold. */
export interface RunJournal {
  readonly runId: string;
  /** The present state; changed in place by `sync` and `append`. */
  readonly state: RunState;
  readonly head: Head;
  /** Reads what other processes have appended. Answers whether there was anything. */
  sync(): boolean;
  /**
   * Appends what `decide` answers for the newest state; asked again when somebody else was first. Nothing decided,
   * nothing written. Throws what the guard refuses: TASK_TRANSITION_ILLEGAL, ATTEMPT_FENCED, RUN_CLOSED, …
   */
  append(decide: (state: RunState) => readonly RunEvent[]): void;
  /** Keeps a snapshot of the present: who opens next has nothing to fold. For whoever comes to rest. */
  keep(): void;
  /** Whether a kept state was none that the journal folds to. It was let go, and the journal folded from nothing. */
  readonly refolded: boolean;
}

export interface Clock {
  readonly now: () => Date;
}

/**
 * Opens a run that is there, from its snapshot: the entries behind that are not looked at again. `whole` checks and folds all
 * of them, and takes no snapshot that says otherwise; one that `isKnown` was looked at. Throws RUN_UNKNOWN, JOURNAL_BROKEN.
 */
export function openJournal(
  store: JournalStore,
  runId: string,
  actor: string,
  clock: Clock,
  { whole = false, isKnown = false }: { readonly whole?: boolean; readonly isKnown?: boolean } = {},
): RunJournal {
  const snapshots = snapshotsOf(store, runId, isKnown);
  const isFalse = whole && !isSnapshotTrue(store, runId);
  const kept = isFalse ? null : snapshots.open();
  let state = kept?.state ?? null;
  let head: Head = kept?.head ?? GENESIS;
  let snapshotAt = head.position;
  const take = (entries: Iterable<CheckedEntry>): void => {
    for (const { entry, position, hash } of entries) {
      state = evolve(state, entry as unknown as RunEntry);
      head = { position, hash };
    }
  };
  const sync = (): boolean => {
    const before = head.position;
    take(store.read(runId, before));
    return head.position > before;
  };
  sync();
  if (state === null) throw new BatonError("RUN_UNKNOWN", `no run ${runId} in this journal`);
  const present = (): RunState => state as RunState;
  const keep = (): void => {
    if (head.position === snapshotAt) return;
    snapshots.save(present(), head);
    snapshotAt = head.position;
  };
  return {
    runId,
    get state() {
      return present();
    },
    get head() {
      return head;
    },
    sync,
    append(decide) {
      for (let tries = 1; ; tries += 1) {
        const events = decide(present());
        if (events.length === 0) return;
        refuseIllegal(present(), events);
        try {
          // Folded from the stored bytes, as whoever reads them will.
          take(appendTo(store, runId, events, head.position, { at: clock.now(), actor }).map(readSealed));
          break;
        } catch (error) {
          if (!(error instanceof BatonError) || error.code !== "POSITION_CONFLICT" || tries === TRIES) throw error;
          sync();
        }
      }
      if (head.position - snapshotAt >= SNAPSHOT_EVERY) keep();
    },
    keep,
    get refolded() {
      return isFalse || snapshots.edited;
    },
  };
}

const snapshotsOf = (store: JournalStore, runId: string, isKnown = false): SnapshotKeeper =>
  createSnapshotKeeper(store, runId, {
    version: FOLD_VERSION,
    isKnown,
    refold: (position) => fold(store, runId, position),
  });

/** The state after so many entries, from nothing. Throws RUN_UNKNOWN. */
function fold(store: JournalStore, runId: string, position: number): RunState {
  let state: RunState | null = null;
  for (const { entry, position: at } of store.read(runId, 0)) {
    if (at > position) break;
    state = evolve(state, entry as unknown as RunEntry);
  }
  if (state === null) throw new BatonError("RUN_UNKNOWN", `no run ${runId} in this journal`);
  return state;
}

/**
 * Whether the kept state is what the journal folds to, from nothing up to it; also where none is kept. The whole chain is
 * checked on the way. Throws RUN_UNKNOWN, JOURNAL_BROKEN.
 */
export function isSnapshotTrue(store: JournalStore, runId: string): boolean {
  const snapshots = snapshotsOf(store, runId);
  const kept = snapshots.open();
  let isSame = !snapshots.edited;
  let state: RunState | null = null;
  for (const { entry, position } of store.read(runId, 0)) {
    state = evolve(state, entry as unknown as RunEntry);
    if (position === kept?.head.position) isSame &&= isDeepStrictEqual(asKept(kept.state), asKept(state));
  }
  if (state === null) throw new BatonError("RUN_UNKNOWN", `no run ${runId} in this journal`);
  return isSame && !snapshots.edited;
}

/** So many entries are checked before anybody notices. */
const SHORT = 500;

/** Checks every entry of a journal where they are few. A long one is for whoever drives, vouches or verifies. Throws JOURNAL_BROKEN. */
export function checkChainIfShort(store: JournalStore, runId: string): void {
  if (store.head(runId).position > SHORT) return;
  for (const _ of store.read(runId, 0));
}

/** As a state comes back from where it was kept. */
const asKept = (state: RunState): unknown => JSON.parse(JSON.stringify(state));

/** Begins a run: all of its first events or none. Throws ALREADY_INITIALIZED through the guard. */
export function createJournal(
  store: JournalStore,
  runId: string,
  events: readonly RunEvent[],
  actor: string,
  clock: Clock,
): RunJournal {
  const [created] = events;
  if (created === undefined || refusalOf(null, created) !== null)
    throw new BatonError("RUN_UNKNOWN", "a run begins with its creation");
  appendTo(store, runId, events, 0, { at: clock.now(), actor });
  return openJournal(store, runId, actor, clock);
}

function appendTo(
  store: JournalStore,
  runId: string,
  events: readonly RunEvent[],
  position: number,
  facts: { at: Date; actor: string },
): readonly StoredEntry[] {
  // The last sink, for what no caller knew to hold a secret. What is known by its value is redacted where it comes in.
  const clean = events.map((event) => redactDeep(event, redactShapes, EXEMPT));
  return store.append(runId, clean as unknown as readonly JournalEvent[], position, facts);
}

/** What is looked up, compared or run again as it is written: names of files and tests, commands. */
const EXEMPT: ReadonlySet<string> = new Set([
  "test_command",
  "known_red",
  "red",
  "red_file",
  "implementation_file",
  "path",
  "files",
  "files_changed",
  "artifacts",
  "specification",
]);

/** Events of one append are judged against the state before them: at most one of them moves a task. */
export function refuseIllegal(state: RunState, events: readonly RunEvent[]): void {
  for (const event of events) {
    const refusal = refusalOf(state, event);
    if (refusal === null) continue;
    const { code, message, hint } = refusal;
    throw new BatonError(code, message, hint === undefined ? {} : { hint });
  }
  const twins = sameButCase(state, events);
  if (twins !== null) throw new BatonError("ARTIFACT_REFUSED", `${twins[0]} and ${twins[1]} differ only by case`);
}
