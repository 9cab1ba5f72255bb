import { expect, test } from "vitest";
import { openJournal } from "../../../../src/engine/run/record/journal.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import type { JournalEvent } from "../../../../src/schema/journal.ts";
import { createMemoryJournals, createMemoryStore } from "../../../../src/store/memory.ts";
import type { JournalStore } from "../../../../src/store/port.ts";
import { HASH, RUN_ID, wholeLife } from "../../../support/events.ts";

const clock = { now: () => new Date("2026-01-31T09:00:00Z") };
const budget = (hours: number): RunEvent => ({
  type: "budget_set",
  budget: { hours, attempts: null, tokens: null, cost: null },
});
const budgets = (count: number): RunEvent[] => Array.from({ length: count }, (_, at) => budget(at + 1));

/** A life, then so many events that a snapshot is kept. */
function snapshotted() {
  const journals = createMemoryJournals();
  const store = createMemoryStore(journals);
  const facts = { at: clock.now(), actor: "test" };
  store.append(RUN_ID, wholeLife() as unknown as JournalEvent[], 0, facts);
  const open = (from: JournalStore = store) => openJournal(from, RUN_ID, "test", clock);
  open().append(() => budgets(500));
  return { journals, store, open };
}

/** What the same journal folds to without any snapshot. */
function folded(journals: ReturnType<typeof createMemoryJournals>) {
  return openJournal(
    createMemoryStore({ ...createMemoryJournals(), entries: journals.entries }),
    RUN_ID,
    "test",
    clock,
  );
}

test("a run opened from its snapshot is the run folded from nothing, and reads its lists only when asked", () => {
  const { journals, store, open } = snapshotted();
  const read: string[] = [];
  const watched = {
    ...store,
    snapshotList: (id: string, name: string) => (read.push(name), store.snapshotList(id, name)),
  };
  const journal = open(watched);
  expect([journal.state.budget.hours, Object.keys(journal.state.tasks).length, read]).toEqual([500, 3, []]);
  expect(journal.state.steps).toEqual(folded(journals).state.steps);
  expect(read).toEqual(["steps"]);
  expect(structuredClone(journal.state)).toEqual(folded(journals).state);
});

test("who comes to rest keeps the present, so that who opens next reads no entry", () => {
  const { journals, store, open } = snapshotted();
  const journal = open();
  journal.append(() => budgets(3));
  journal.keep();
  const read: number[] = [];
  const watched = {
    ...store,
    read: (id: string, after: number) => [...store.read(id, after)].map((entry) => (read.push(entry.position), entry)),
  };
  expect(structuredClone(open(watched).state)).toEqual(folded(journals).state);
  expect(read).toEqual([]);
});

test("what is added to a list goes after what was kept, in the next snapshot too, and an erasure keeps it anew", () => {
  const { journals, open } = snapshotted();
  const journal = open();
  journal.append(() => [{ type: "erased", sha256: HASH, reason: "a key" }]);
  journal.append(() => [{ type: "corrected", corrects: "T001", agent: "executor", reason: "x", corrected_values: {} }]);
  journal.append(() => budgets(500));
  const kept = journals.stretches.get(RUN_ID) ?? [];
  expect(kept.filter(({ name }) => name === "steps").map(({ from }) => from > 0)).toEqual([false, true]);
  expect(kept.filter(({ name }) => name === "evidence").map(({ from }) => from)).toEqual([0]);
  expect(structuredClone(open().state)).toEqual(folded(journals).state);
});

test("a list that is not all there is folded anew: a snapshot can always be dropped", () => {
  const { journals, open } = snapshotted();
  const journal = open();
  journals.stretches.clear();
  expect(structuredClone(journal.state)).toEqual(folded(journals).state);
});

test("a process that knew less keeps its own after another's, and neither loses an entry", () => {
  const { journals, open } = snapshotted();
  const [one, other] = [open(), open()];
  one.append(() => [{ type: "corrected", corrects: "T001", agent: "executor", reason: "x", corrected_values: {} }]);
  one.append(() => budgets(500));
  other.sync();
  other.append(() => [{ type: "corrected", corrects: "T002", agent: "executor", reason: "y", corrected_values: {} }]);
  other.append(() => budgets(500));
  expect(structuredClone(open().state)).toEqual(folded(journals).state);
  expect(structuredClone(one.state).steps.length).toBe(folded(journals).state.steps.length - 1);
});
