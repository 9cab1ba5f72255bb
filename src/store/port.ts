import type { CheckedEntry, Head, JournalEvent, StoredEntry } from "../schema/journal.ts";

/** State folded up to a position. It makes opening fast and can always be dropped (design.md §3). */
export interface Snapshot<Text = string> extends Head {
  /** The version of what folded it; another version folds anew. */
  readonly version: number;
  readonly state: Text;
}

/** Entries of a list that only grows, kept beside the snapshots: read apart, and never kept twice. */
export interface SnapshotStretch<Text = string> {
  readonly name: string;
  /** How many come before. */
  readonly from: number;
  readonly version: number;
  /** A JSON list. */
  readonly entries: Text;
}

/** When, and on whose behalf, events are appended. */
export interface AppendFacts {
  readonly at: Date;
  readonly actor: string;
}

/**
 * Where journals are kept. Positions of a run are dense from 1 and given at commit. What was acknowledged is durable.
 * Every method throws STORE_POISONED once the disk has refused to keep something.
 */
export interface JournalStore {
  /** Ids of all runs, sorted. */
  runs(): readonly string[];
  /** Position 0 and the genesis hash when the run has no entries. */
  head(runId: string): Head;
  /** The entries after a position, each checked against the one before. Throws JOURNAL_BROKEN, SCHEMA_UNSUPPORTED. */
  read(runId: string, afterPosition: number): Iterable<CheckedEntry>;
  /** The way to write: all of the events or none. Throws POSITION_CONFLICT, EVENT_INVALID, LOCK_CONFLICT, DISK_FULL. */
  append(
    runId: string,
    events: readonly JournalEvent[],
    expectedPosition: number,
    facts: AppendFacts,
  ): readonly StoredEntry[];
  /**
   * Takes over a whole journal as it is, every hash unchanged; each entry is checked against the one before. All of it or
   * nothing. Throws POSITION_CONFLICT when the run has entries, JOURNAL_BROKEN, SCHEMA_UNSUPPORTED.
   */
  load(runId: string, entries: readonly StoredEntry[]): void;
  /** The newest snapshot whose position and hash the journal really has, else null; its text as UTF-8. */
  snapshot(runId: string): Snapshot<Uint8Array> | null;
  /**
   * Keeps a snapshot; one of an older position than the kept one of the same version is let go. A stretch takes the place of
   * every one of its name that begins where it does, or later.
   */
  saveSnapshot(runId: string, snapshot: Snapshot, stretches?: readonly SnapshotStretch[]): void;
  /** The stretches of a list, by where they begin, their texts as UTF-8. */
  snapshotList(runId: string, name: string): readonly SnapshotStretch<Uint8Array>[];
  close(): void;
}
