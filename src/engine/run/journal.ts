import { evolve, type RunEntry } from "../../core/run/evolve.ts";
import { refusalOf } from "../../core/run/guard.ts";
import type { RunState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import type { RunEvent } from "../../schema/event.ts";
import type { Head, JournalEvent } from "../../schema/journal.ts";
import type { JournalStore } from "../../store/port.ts";
import { GENESIS } from "../../util/chain.ts";

/** Raised when evolve or the state's shape changes: older snapshots are folded anew. */
const FOLD_VERSION = 9;
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
}

export interface Clock {
  readonly now: () => Date;
}

/** Opens a run that is there. Throws RUN_UNKNOWN. */
export function openJournal(store: JournalStore, runId: string, actor: string, clock: Clock): RunJournal {
  const kept = store.snapshot(runId);
  const usable = kept !== null && kept.version === FOLD_VERSION ? kept : null;
  let state = usable === null ? null : (JSON.parse(usable.state) as RunState);
  let head: Head = usable === null ? GENESIS : { position: usable.position, hash: usable.hash };
  let snapshotAt = head.position;
  const sync = (): boolean => {
    const before = head.position;
    for (const { entry, position, hash } of store.read(runId, head.position)) {
      state = evolve(state, entry as unknown as RunEntry);
      head = { position, hash };
    }
    return head.position > before;
  };
  sync();
  if (state === null) throw new BatonError("RUN_UNKNOWN", `no run ${runId} in this journal`);
  const present = (): RunState => state as RunState;
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
          appendTo(store, runId, events, head.position, { at: clock.now(), actor });
          break;
        } catch (error) {
          if (!(error instanceof BatonError) || error.code !== "POSITION_CONFLICT" || tries === TRIES) throw error;
          sync();
        }
      }
      sync();
      if (head.position - snapshotAt >= SNAPSHOT_EVERY) {
        store.saveSnapshot(runId, { ...head, version: FOLD_VERSION, state: JSON.stringify(present()) });
        snapshotAt = head.position;
      }
    },
  };
}

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
): void {
  store.append(runId, events as unknown as readonly JournalEvent[], position, facts);
}

/** Events of one append are judged against the state before them: at most one of them moves a task. */
export function refuseIllegal(state: RunState, events: readonly RunEvent[]): void {
  for (const event of events) {
    const refusal = refusalOf(state, event);
    if (refusal !== null) throw new BatonError(refusal.code, refusal.message);
  }
}
