import type { CheckedEntry, StoredEntry } from "../../../src/schema/journal.ts";
import { BatonError } from "../../../src/errors.ts";
import type { JournalStore } from "../../../src/store/port.ts";
import { createMemoryStore, type MemoryJournals } from "../../../src/store/memory.ts";
import { checkEntry, GENESIS } from "../../../src/util/chain.ts";
import type { Random } from "../random.ts";
import { DiskError } from "./disk.ts";
import type { Kernel } from "./file-calls.ts";

/** What one process heard of its appends. */
export interface Acknowledged {
  readonly runId: string;
  readonly entries: readonly StoredEntry[];
}

/**
 * SQLite's contract under WAL and `synchronous=FULL`: what `append` answered is durable, what it did not is there whole or
 * not at all, and once a sync failed nothing is written any more by this connection. The journals outlive every cut.
 */
export function openSimulatedStore(
  journals: MemoryJournals,
  {
    kernel,
    random,
    acknowledged,
    onAppend,
  }: {
    readonly kernel: Kernel;
    readonly random: Random;
    readonly acknowledged: Acknowledged[];
    /** Other processes come in between reading and writing. */
    readonly onAppend: () => void;
  },
): JournalStore {
  const kept = createMemoryStore(journals);
  let poison: BatonError | null = null;
  const healthy = (): void => {
    if (poison !== null) throw new BatonError("STORE_POISONED", poison.message, { cause: poison });
  };
  const commit = <T>(what: string, work: () => T): T => {
    healthy();
    try {
      kernel.strike(`before ${what}`, "journal.db");
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      // Nobody can say whether the bytes arrived.
      if (random.chance(0.5)) work();
      poison = new BatonError(error.code === "ENOSPC" ? "DISK_FULL" : "STORE_POISONED", error.message, {
        cause: error,
      });
      throw poison;
    }
    const result = work();
    // Durable, and the process may die before it hears of it; no disk error can come here any more.
    kernel.strike(`after ${what}`, "");
    return result;
  };
  return {
    runs: () => (healthy(), kept.runs()),
    head: (runId) => (healthy(), kept.head(runId)),
    read: (runId, after) => (healthy(), readChecked(journals.entries.get(runId) ?? [], runId, after)),
    append(runId, events, expected, facts) {
      onAppend();
      const entries = commit("commit", () => kept.append(runId, events, expected, facts));
      acknowledged.push({ runId, entries });
      return entries;
    },
    load: (runId, entries) => commit("commit", () => kept.load(runId, entries)),
    snapshot: (runId) => (healthy(), kept.snapshot(runId)),
    saveSnapshot: (runId, snapshot, stretches) =>
      commit("snapshot", () => kept.saveSnapshot(runId, snapshot, stretches)),
    snapshotList: (runId, name) => (healthy(), kept.snapshotList(runId, name)),
    close: () => {},
  };
}

const CHECKED = new WeakMap<StoredEntry, CheckedEntry>();

/** As a store reads; what lies in memory cannot change, so each entry is checked against the one before it once. */
function* readChecked(entries: readonly StoredEntry[], runId: string, after: number): Generator<CheckedEntry> {
  for (let at = after; at < entries.length; at += 1) {
    const stored = entries[at] as StoredEntry;
    let checked = CHECKED.get(stored);
    if (checked === undefined) {
      checked = frozen(checkEntry(stored, entries[at - 1] ?? GENESIS, runId));
      CHECKED.set(stored, checked);
    }
    yield checked;
  }
}

/** Whoever changed what was read, changed it for every other reader. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) frozen(each);
  }
  return value;
}
