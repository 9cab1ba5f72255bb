import type { StoredEntry } from "../schema/journal.ts";
import { checkChain, GENESIS } from "../util/chain.ts";
import type { JournalStore, Snapshot, SnapshotStretch } from "./port.ts";
import { checkWhole, sealOnto } from "./seal.ts";

/** What several memory stores can share, as several processes share a database. */
export interface MemoryJournals {
  readonly entries: Map<string, StoredEntry[]>;
  readonly snapshots: Map<string, Snapshot>;
  readonly stretches: Map<string, SnapshotStretch[]>;
}

export const createMemoryJournals = (): MemoryJournals => ({
  entries: new Map(),
  snapshots: new Map(),
  stretches: new Map(),
});

/** A store that keeps nothing beyond the process: for tests and trials. */
export function createMemoryStore(journals: MemoryJournals = createMemoryJournals()): JournalStore {
  const entriesOf = (runId: string): readonly StoredEntry[] => journals.entries.get(runId) ?? [];
  const headOf = (runId: string, position: number): StoredEntry | typeof GENESIS =>
    entriesOf(runId)[position - 1] ?? GENESIS;
  const head = (runId: string): StoredEntry | typeof GENESIS => headOf(runId, entriesOf(runId).length);
  return {
    runs: () => [...journals.entries.keys()].toSorted(),
    head: (runId) => ({ position: head(runId).position, hash: head(runId).hash }),
    read: (runId, afterPosition) =>
      checkChain(entriesOf(runId).slice(afterPosition), runId, headOf(runId, afterPosition)),
    append(runId, events, expectedPosition, facts) {
      const sealed = sealOnto(head(runId), runId, events, expectedPosition, facts);
      if (sealed.length > 0) journals.entries.set(runId, [...entriesOf(runId), ...sealed]);
      return sealed;
    },
    load(runId, entries) {
      const whole = checkWhole(head(runId), runId, entries);
      if (whole.length > 0) journals.entries.set(runId, whole);
    },
    snapshot(runId) {
      const kept = journals.snapshots.get(runId);
      return kept !== undefined && entriesOf(runId)[kept.position - 1]?.hash === kept.hash
        ? { ...kept, state: Buffer.from(kept.state) }
        : null;
    },
    saveSnapshot(runId, snapshot, stretches = []) {
      const kept = journals.snapshots.get(runId);
      if (kept?.version === snapshot.version && kept.position > snapshot.position) return;
      journals.snapshots.set(runId, snapshot);
      const others = (journals.stretches.get(runId) ?? []).filter(
        (one) => !stretches.some(({ name, from }) => one.name === name && one.from >= from),
      );
      journals.stretches.set(runId, [...others, ...stretches]);
    },
    snapshotList: (runId, name) =>
      (journals.stretches.get(runId) ?? [])
        .filter((one) => one.name === name)
        .toSorted((one, other) => one.from - other.from)
        .map((one) => ({ ...one, entries: Buffer.from(one.entries) })),
    close: () => undefined,
  };
}
