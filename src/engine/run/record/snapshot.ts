import { createHash } from "node:crypto";
import type { RunState } from "../../../core/run/state.ts";
import type { Head } from "../../../schema/journal.ts";
import type { JournalStore, SnapshotStretch } from "../../../store/port.ts";
import { pack, unpack, type Packed } from "./packed.ts";

/** Lists that only grow, and that most commands never look at: read when they are, so that opening a long run is fast. */
const LISTS = ["steps", "planner", "executor", "validator", "gateEvents", "evidence", "handoffs", "progress"] as const;
type ListName = (typeof LISTS)[number];

/** Most of the rest. */
const RECORDS = ["tasks", "features"] as const;

/** How many entries of each list belong to the rest. */
type Counts = Readonly<Record<ListName, number>>;

export interface SnapshotKeeper {
  /** The state as it was kept, with the head it belongs to; null where there is none of this version, or it was edited. */
  open(): { readonly state: RunState; readonly head: Head } | null;
  /** Whether something that was read here is not what was kept. */
  readonly edited: boolean;
  /** Keeps a state; of its lists only what was added since. */
  save(state: RunState, head: Head): void;
}

export interface SnapshotOptions {
  readonly version: number;
  /** It was looked at, and nobody has written it since. */
  readonly isKnown: boolean;
  /** Folds the journal from nothing up to a position, for what a snapshot lacks. */
  readonly refold: (position: number) => RunState;
}

/** Snapshots of one run. */
export function createSnapshotKeeper(
  store: JournalStore,
  runId: string,
  { version, isKnown, refold }: SnapshotOptions,
): SnapshotKeeper {
  /** The lists as they were last kept or read: another list, after an erasure, is kept anew. */
  const kept = new Map<ListName, { readonly list: readonly unknown[] | null; readonly count: number }>();
  const seals = createSeals(isKnown, runId, version);

  const read = (name: ListName, count: number, position: number): unknown[] => {
    const list: unknown[] = [];
    for (const { from, entries, version: folded } of store.snapshotList(runId, name)) {
      if (folded !== version || from > list.length) break;
      const whole = seals.open(entries, name, from);
      if (whole === null) break;
      // A process that knew less may have kept its own after those of another: the later stretch has them, too.
      list.length = from;
      for (const entry of JSON.parse(whole) as unknown[]) list.push(entry);
    }
    return list.length < count ? refold(position)[name] : list.slice(0, count);
  };

  return {
    get edited() {
      return seals.edited;
    },
    open() {
      const found = store.snapshot(runId);
      if (found === null || found.version !== version) return null;
      const whole = seals.open(found.state, found.position, found.hash);
      if (whole === null) return null;
      const { counts, ...rest } = JSON.parse(whole) as Record<string, unknown> & { readonly counts: Counts };
      for (const name of RECORDS) rest[name] = unpack(rest[name] as Packed);
      const state = rest as unknown as RunState;
      for (const name of LISTS) {
        const count = counts[name];
        kept.set(name, { list: null, count });
        readLater(state, name, () => {
          const list = read(name, count, found.position);
          kept.set(name, { list, count });
          return list;
        });
      }
      return { state, head: { position: found.position, hash: found.hash } };
    },
    save(state, head) {
      const stretches: SnapshotStretch[] = [];
      const counts: Record<string, number> = {};
      const rest: Record<string, unknown> = { ...withoutLists(state) };
      for (const name of RECORDS) rest[name] = pack(state[name]);
      for (const name of LISTS) {
        const before = kept.get(name);
        if (before !== undefined && isUnread(state, name)) {
          counts[name] = before.count;
          continue;
        }
        const list: readonly unknown[] = state[name];
        const from = before?.list === list ? before.count : 0;
        counts[name] = list.length;
        if (from < list.length || from === 0) {
          const entries = seals.seal(JSON.stringify(list.slice(from)), name, from);
          stretches.push({ name, from, version, entries });
        }
        kept.set(name, { list, count: list.length });
      }
      const text = seals.seal(JSON.stringify({ ...rest, counts }), head.position, head.hash);
      store.saveSnapshot(runId, { ...head, version, state: text }, stretches);
    },
  };
}

/** A list that is read when it is first asked for, unless another takes its place before. */
function readLater(state: RunState, name: ListName, read: () => unknown[]): void {
  const settle = (list: unknown): void =>
    void Object.defineProperty(state, name, { value: list, writable: true, enumerable: true, configurable: true });
  Object.defineProperty(state, name, {
    enumerable: true,
    configurable: true,
    get() {
      const list = read();
      settle(list);
      return list;
    },
    set: settle,
  });
}

/** What a text belongs to: moved elsewhere, it holds no more. */
type Bound = readonly (string | number)[];

const DIGEST_LENGTH = 64;

/** Keeps a text after its digest, so that an edit in the database is seen when it is read. Whoever edits both is found by folding anew. */
function createSeals(isKnown: boolean, ...run: Bound) {
  let edited = false;
  const digestOf = (text: string | Uint8Array, of: Bound): string =>
    createHash("sha256")
      .update(`${[...run, ...of].join("\n")}\n`)
      .update(text)
      .digest("hex");
  return {
    get edited() {
      return edited;
    },
    seal: (text: string, ...of: Bound): string => digestOf(text, of) + text,
    /** Takes bytes, which are hashed as they are: making a string of them first takes longer than all the rest. */
    open(sealed: Uint8Array, ...of: Bound): string | null {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const text = bytes.subarray(DIGEST_LENGTH);
      if (isKnown || bytes.toString("latin1", 0, DIGEST_LENGTH) === digestOf(text, of)) return text.toString("utf8");
      edited = true;
      return null;
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
