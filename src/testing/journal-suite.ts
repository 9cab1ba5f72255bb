import type { JournalEvent, StoredEntry } from "../schema/journal.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { JournalStore } from "../store/port.ts";
import { GENESIS } from "../util/chain.ts";

/** The part of a test runner that the suite needs; vitest, jest and others fit. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => void) => unknown;
  readonly expect: (actual: unknown) => {
    toBe(expected: unknown): void;
    toEqual(expected: unknown): void;
    toMatchObject(expected: object): void;
  };
}

/** One place that keeps journals; every store opened on it sees the same. */
export interface JournalPlace {
  open(): JournalStore;
  remove(): void;
}

const RUN = "20260131-090000-suite";
const OTHER = "20260131-090001-other";
const FACTS = { at: new Date("2026-01-31T09:00:00.123Z"), actor: "suite" };
const noted = (number: number): JournalEvent => ({ type: "noted", number, text: "ü \u0000 \u{1f600}" });
const notes = (from: number, count: number): JournalEvent[] =>
  Array.from({ length: count }, (_, at) => noted(from + at));
const events = (store: JournalStore, after = 0, run = RUN): JournalEvent[] =>
  Array.from(store.read(run, after), ({ entry }) => entry.event);

/** What every journal store must do, whatever keeps it (design.md §3). */
export function describeJournalStore(runner: TestRunner, name: string, createPlace: () => JournalPlace): void {
  const { describe, it } = runner;
  const inPlace = (title: string, body: (open: () => JournalStore) => void): void => {
    it(title, () => {
      const place = createPlace();
      const opened: JournalStore[] = [];
      try {
        body(() => {
          const store = place.open();
          opened.push(store);
          return store;
        });
      } finally {
        for (const store of opened) store.close();
        place.remove();
      }
    });
  };
  describe(name, () => {
    appending(runner, inPlace);
    refusing(runner, inPlace);
    sharing(runner, inPlace);
    loading(runner, inPlace);
    snapshots(runner, inPlace);
  });
}

type InPlace = (title: string, body: (open: () => JournalStore) => void) => void;

function appending({ expect }: TestRunner, inPlace: InPlace): void {
  inPlace("starts empty, at the genesis hash", (open) => {
    const store = open();
    expect(store.runs()).toEqual([]);
    expect(store.head(RUN)).toEqual(GENESIS);
    expect(events(store)).toEqual([]);
    expect(store.snapshot(RUN)).toBe(null);
  });

  inPlace("gives dense positions from 1 and keeps the order", (open) => {
    const store = open();
    const appended = [...store.append(RUN, notes(1, 2), 0, FACTS), ...store.append(RUN, notes(3, 3), 2, FACTS)];
    expect(appended.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
    expect(events(store)).toEqual(notes(1, 5));
    expect(Array.from(store.read(RUN, 0), ({ position, line, hash }) => ({ position, line, hash }))).toEqual(appended);
    expect(store.head(RUN)).toEqual({ position: 5, hash: appended.at(-1)?.hash });
  });

  inPlace("records when and by whom", (open) => {
    const store = open();
    store.append(RUN, [noted(1)], 0, FACTS);
    const [first] = store.read(RUN, 0);
    expect(first?.entry).toMatchObject({ run_id: RUN, at: "2026-01-31T09:00:00.123Z", actor: "suite" });
  });

  inPlace("reads what follows a position, in any number", (open) => {
    const store = open();
    store.append(RUN, notes(1, 2500), 0, FACTS);
    expect(events(store)).toEqual(notes(1, 2500));
    expect(events(store, 2498)).toEqual(notes(2499, 2));
    expect(events(store, 2500)).toEqual([]);
    expect(events(store, 9999)).toEqual([]);
  });

  inPlace("keeps runs apart and lists them in order", (open) => {
    const store = open();
    store.append(OTHER, notes(7, 1), 0, FACTS);
    store.append(RUN, notes(1, 2), 0, FACTS);
    expect(store.runs()).toEqual([RUN, OTHER]);
    expect(events(store, 0, OTHER)).toEqual([noted(7)]);
    expect(store.head(RUN).position).toBe(2);
  });
}

function refusing({ expect }: TestRunner, inPlace: InPlace): void {
  inPlace("refuses an append that expects another position, and says which", (open) => {
    const store = open();
    store.append(RUN, notes(1, 2), 0, FACTS);
    for (const expected of [0, 1, 3]) {
      const conflict = { code: "POSITION_CONFLICT", details: { expected, actual: 2 } };
      expect(thrownBy(() => store.append(RUN, [noted(3)], expected, FACTS))).toMatchObject(conflict);
    }
    expect(events(store)).toEqual(notes(1, 2));
  });

  inPlace("appends all events or none", (open) => {
    const store = open();
    store.append(RUN, [noted(1)], 0, FACTS);
    const broken = [noted(2), { type: "noted", number: 0.5 }, noted(3)];
    expect(thrownBy(() => store.append(RUN, broken, 1, FACTS))).toMatchObject({ code: "EVENT_INVALID" });
    expect(events(store)).toEqual([noted(1)]);
    store.append(RUN, [noted(2)], 1, FACTS);
    expect(events(store)).toEqual(notes(1, 2));
  });

  inPlace("appends nothing when there is nothing, but still sees a conflict", (open) => {
    const store = open();
    expect(store.append(RUN, [], 0, FACTS)).toEqual([]);
    expect(store.runs()).toEqual([]);
    expect(thrownBy(() => store.append(RUN, [], 1, FACTS))).toMatchObject({ code: "POSITION_CONFLICT" });
  });
}

function sharing({ expect }: TestRunner, inPlace: InPlace): void {
  inPlace("has everything when opened again", (open) => {
    const first = open();
    const appended = first.append(RUN, notes(1, 3), 0, FACTS);
    first.close();
    const second = open();
    expect(second.head(RUN).hash).toBe(appended.at(-1)?.hash);
    expect(events(second)).toEqual(notes(1, 3));
  });

  inPlace("lets two handles take turns, each seeing what the other wrote", (open) => {
    const [one, two] = [open(), open()];
    for (let position = 0; position < 20; position += 2) {
      one.append(RUN, [noted(position + 1)], position, FACTS);
      expect(two.head(RUN)).toEqual(one.head(RUN));
      expect(thrownBy(() => two.append(RUN, [noted(0)], position, FACTS))).toMatchObject({ code: "POSITION_CONFLICT" });
      two.append(RUN, [noted(position + 2)], position + 1, FACTS);
    }
    expect(events(one)).toEqual(notes(1, 20));
    expect(events(two)).toEqual(notes(1, 20));
  });

  inPlace("can be appended to while it is being read", (open) => {
    const store = open();
    store.append(RUN, notes(1, 1500), 0, FACTS);
    let [read, position] = [0, 1500];
    for (const entry of store.read(RUN, 0)) {
      read = entry.position;
      if (read % 500 === 0) position = store.append(RUN, [noted(0)], position, FACTS).at(-1)?.position ?? 0;
    }
    expect(read >= 1500).toBe(true);
    expect(store.head(RUN).position).toBe(position);
  });
}

function loading({ expect }: TestRunner, inPlace: InPlace): void {
  const stored = (store: JournalStore): StoredEntry[] =>
    Array.from(store.read(RUN, 0), ({ position, line, hash }) => ({ position, line, hash }));
  const elsewhere = (): StoredEntry[] => {
    const store = createMemoryStore();
    store.append(RUN, notes(1, 3), 0, FACTS);
    return stored(store);
  };

  inPlace("takes over a whole journal with its hashes, and goes on from it", (open) => {
    const store = open();
    const entries = elsewhere();
    store.load(RUN, entries);
    expect(stored(store)).toEqual(entries);
    expect(store.append(RUN, [noted(4)], 3, FACTS)).toMatchObject([{ position: 4 }]);
    expect(events(open())).toEqual(notes(1, 4));
  });

  inPlace("takes over nothing where a run is, and nothing of a journal that does not hold", (open) => {
    const store = open();
    const entries = elsewhere();
    const [first, second, third] = entries;
    const cut = [first, third].filter((entry) => entry !== undefined);
    const bent = [first, second, third].flatMap((entry) =>
      entry === undefined ? [] : [entry === second ? { ...entry, line: entry.line.replace("noted", "notes") } : entry],
    );
    for (const broken of [cut, bent])
      expect(thrownBy(() => store.load(RUN, broken))).toMatchObject({ code: "JOURNAL_BROKEN" });
    expect(thrownBy(() => store.load(OTHER, entries))).toMatchObject({ code: "JOURNAL_BROKEN" });
    expect(store.runs()).toEqual([]);
    store.append(RUN, notes(7, 1), 0, FACTS);
    expect(thrownBy(() => store.load(RUN, entries))).toMatchObject({ code: "POSITION_CONFLICT" });
    expect(events(store)).toEqual(notes(7, 1));
  });
}

function snapshots({ expect }: TestRunner, inPlace: InPlace): void {
  const state = "{}";
  /** What is kept as text is read as its bytes. */
  const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("utf8");

  inPlace("keeps the newest snapshot beside a journal that stays the same", (open) => {
    const store = open();
    const [first, second] = store.append(RUN, notes(1, 2), 0, FACTS);
    const before = [...store.read(RUN, 0)];
    const newest = { position: 2, hash: second?.hash ?? "", version: 1, state };
    store.saveSnapshot(RUN, newest);
    store.saveSnapshot(RUN, { ...newest, position: 1, hash: first?.hash ?? "" });
    const kept = open().snapshot(RUN);
    expect({ ...kept, state: textOf(kept?.state) }).toEqual(newest);
    expect(store.snapshot(OTHER)).toBe(null);
    expect([...store.read(RUN, 0)]).toEqual(before);
    store.saveSnapshot(RUN, { ...newest, position: 1, hash: first?.hash ?? "", version: 2 });
    expect(store.snapshot(RUN)).toMatchObject({ position: 1, version: 2 });
  });

  inPlace(
    "keeps lists beside it, where a stretch takes the place of those that begin where it does or later",
    (open) => {
      const store = open();
      const [entry] = store.append(RUN, [noted(1)], 0, FACTS);
      const newest = { position: 1, hash: entry?.hash ?? "", version: 1, state };
      const stretch = (from: number, entries: string, name = "steps") => ({ name, from, version: 1, entries });
      const kept = (from: JournalStore, name: string) =>
        from.snapshotList(RUN, name).map((one) => ({ ...one, entries: textOf(one.entries) }));
      store.saveSnapshot(RUN, newest, [stretch(0, "[1]"), stretch(0, "[7]", "others")]);
      store.saveSnapshot(RUN, newest, [stretch(1, "[2]")]);
      store.saveSnapshot(RUN, newest, [stretch(2, "[3]")]);
      expect(kept(open(), "steps")).toEqual([stretch(0, "[1]"), stretch(1, "[2]"), stretch(2, "[3]")]);
      store.saveSnapshot(RUN, newest, [stretch(1, "[2,3,4]")]);
      expect(kept(store, "steps")).toEqual([stretch(0, "[1]"), stretch(1, "[2,3,4]")]);
      expect(kept(store, "others")).toEqual([stretch(0, "[7]", "others")]);
      expect(store.snapshotList(OTHER, "steps")).toEqual([]);
      store.saveSnapshot(RUN, { ...newest, position: 0 }, [stretch(0, "[]")]);
      expect(store.snapshotList(RUN, "steps").length).toBe(2);
    },
  );

  inPlace("drops a snapshot of another history", (open) => {
    const store = open();
    const [entry] = store.append(RUN, [noted(1)], 0, FACTS);
    store.saveSnapshot(RUN, { position: 1, hash: "f".repeat(64), version: 1, state });
    expect(store.snapshot(RUN)).toBe(null);
    store.saveSnapshot(RUN, { position: 2, hash: entry?.hash ?? "", version: 1, state });
    expect(store.snapshot(RUN)).toBe(null);
    expect(events(store)).toEqual([noted(1)]);
  });
}

/** What was thrown, or null. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}
