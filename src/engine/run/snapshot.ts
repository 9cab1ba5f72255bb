import type { RunState } from "../../core/run/state.ts";
import type { Head } from "../../schema/journal.ts";
import type { JournalStore, SnapshotStretch } from "../../store/port.ts";
import { pack, unpack, type Packed } from "./packed.ts";

/** Lists that only grow, and that most commands never look at: read when they are, so that opening a long run is fast. */
const LISTS = ["steps", "planner", "executor", "validator", "gateEvents", "evidence", "handoffs", "progress"] as const;
type ListName = (typeof LISTS)[number];

/** Most of the rest. */
const RECORDS = ["tasks", "features"] as const;

/** How many entries of each list belong to the rest. */
type Counts = Readonly<Record<ListName, number>>;

export interface SnapshotKeeper {
  /** The state as it was kept, with the head it belongs to; null where there is none of this version. */
  open(): { readonly state: RunState; readonly head: Head } | null;
  /** Keeps a state; of its lists only what was added since. */
  save(state: RunState, head: Head): void;
}

/** Snapshots of one run. `refold` folds its journal from nothing up to a position, for what a snapshot lacks. */
export function createSnapshotKeeper(
  store: JournalStore,
  runId: string,
  version: number,
  refold: (position: number) => RunState,
): SnapshotKeeper {
  /** The lists as they were last kept or read: another list, after an erasure, is kept anew. */
  const kept = new Map<ListName, { readonly list: readonly unknown[] | null; readonly count: number }>();

  const read = (name: ListName, count: number, position: number): unknown[] => {
    const list: unknown[] = [];
    for (const { from, entries, version: folded } of store.snapshotList(runId, name)) {
      if (folded !== version || from > list.length) break;
      // A process that knew less may have kept its own after those of another: the later stretch has them, too.
      list.length = from;
      for (const entry of JSON.parse(entries) as unknown[]) list.push(entry);
    }
    return list.length < count ? refold(position)[name] : list.slice(0, count);
  };

  const readLater = (state: RunState, name: ListName, count: number, position: number): void => {
    const settle = (list: unknown): void =>
      void Object.defineProperty(state, name, { value: list, writable: true, enumerable: true, configurable: true });
    Object.defineProperty(state, name, {
      enumerable: true,
      configurable: true,
      get() {
        const list = read(name, count, position);
        kept.set(name, { list, count });
        settle(list);
        return list;
      },
      set: settle,
    });
  };

  return {
    open() {
      const found = store.snapshot(runId);
      if (found === null || found.version !== version) return null;
      const { counts, ...rest } = JSON.parse(found.state) as Record<string, unknown> & { readonly counts: Counts };
      for (const name of RECORDS) rest[name] = unpack(rest[name] as Packed<object>);
      const state = rest as unknown as RunState;
      for (const name of LISTS) {
        kept.set(name, { list: null, count: counts[name] });
        readLater(state, name, counts[name], found.position);
      }
      return { state, head: { position: found.position, hash: found.hash } };
    },
    save(state, head) {
      const stretches: SnapshotStretch[] = [];
      const counts: Record<string, number> = {};
      const rest: Record<string, unknown> = { ...withoutLists(state) };
      for (const name of RECORDS) rest[name] = pack<object>(state[name]);
      for (const name of LISTS) {
        const before = kept.get(name);
        if (before !== undefined && isUnread(state, name)) {
          counts[name] = before.count;
          continue;
        }
        const list: readonly unknown[] = state[name];
        const from = before?.list === list ? before.count : 0;
        counts[name] = list.length;
        if (from < list.length || from === 0)
          stretches.push({ name, from, version, entries: JSON.stringify(list.slice(from)) });
        kept.set(name, { list, count: list.length });
      }
      store.saveSnapshot(runId, { ...head, version, state: JSON.stringify({ ...rest, counts }) }, stretches);
    },
  };
}

const isUnread = (state: RunState, name: ListName): boolean =>
  Object.getOwnPropertyDescriptor(state, name)?.get !== undefined;

/** Taken name by name: what is not read yet must not be read for this. */
function withoutLists(state: RunState): Partial<RunState> {
  const names = Object.keys(state).filter((name) => !(LISTS as readonly string[]).includes(name));
  return Object.fromEntries(names.map((name) => [name, state[name as keyof RunState]]));
}
