import { expect, test } from "vitest";
import { dueRuns } from "../../../../src/engine/run/record/archive.ts";
import type { RunJournal } from "../../../../src/engine/run/record/journal.ts";
import { added, created, fold } from "../../../support/events.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CLOSED: RunEvent = { type: "run_closed", as: "partial", reason: "enough" };

const journalOf = (...events: RunEvent[]): RunJournal => {
  const state = fold([created(), added(1), ...events]);
  return { runId: state.runId, state } as RunJournal;
};

test("H3A-32 a run is due only when it is finished, not put away, and was untouched for longer than that", () => {
  const closed = journalOf(CLOSED);
  const after = (days: number): Date => new Date(Date.parse(closed.state.updatedAt) + days * DAY_MS);
  expect(dueRuns([closed], 90, after(90))).toEqual([]);
  expect(dueRuns([closed], 90, after(90.1))).toHaveLength(1);
  expect(dueRuns([journalOf(), journalOf(CLOSED, { type: "run_archived" })], 90, after(365))).toEqual([]);
});
