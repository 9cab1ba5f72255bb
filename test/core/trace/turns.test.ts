import { expect, test } from "vitest";
import { createTurnFold, type TurnRecord } from "../../../src/core/trace/turns.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { added, created, entriesOf, lost, proven, resumed, started } from "../../support/events.ts";

const START = [created(), added(1), added(2), resumed()];

function turnsOf(events: readonly RunEvent[]): TurnRecord[] {
  const fold = createTurnFold();
  for (const [at, { at: time, event }] of entriesOf(events).entries())
    fold.add({ position: at + 1, at: time, event: event as unknown as RunEvent });
  return fold.turns;
}

const lastOf = (turn: TurnRecord | undefined): unknown => [
  turn?.steps.at(-1)?.name,
  turn?.steps.at(-1)?.end === turn?.end,
];
const landings = (turn: TurnRecord | undefined): number =>
  turn?.steps.filter(({ name }) => name === "land").length ?? 0;

test("ONE-07 what later sessions land, lines of the record, is no part of the turn that proved last", () => {
  const done = proven(1);
  const commit = done.flatMap((event) => (event.type === "task_committed" ? [event.commit] : []))[0] ?? "";
  const land = (to: string): RunEvent[] => [
    { type: "landing", branch: "main", from: null, to },
    { type: "landed", branch: "main", to },
  ];
  const record: RunEvent[] = [
    { type: "record_committed", commit: "e".repeat(40), parent: commit },
    ...land("e".repeat(40)),
  ];
  const whole = [...START, ...done, ...land(commit)];
  const [own] = turnsOf(whole);
  expect([lastOf(own), landings(own), own?.outcome]).toEqual([["land", true], 1, "proven"]);
  const [after] = turnsOf([...whole, ...record, resumed(), started(2), lost(2), ...record]);
  expect([after?.end, landings(after)]).toEqual([own?.end, 1]);
  // What could not land in its session lands as itself later, or with the record at the session's end.
  const [left] = turnsOf([...START, ...done, ...record]);
  expect(landings(left)).toBe(1);
  const [cut] = turnsOf([...START, ...done, resumed(), ...land(commit), ...record]);
  expect(landings(cut)).toBe(1);
  const failed: RunEvent = { type: "landing_left", branch: "main", to: "e".repeat(40), reason: "no" };
  const [unlanded] = turnsOf([...START, ...done, failed, resumed(), failed]);
  expect(landings(unlanded)).toBe(1);
});

test("a turn that is under way when its run is closed is over", () => {
  const [turn] = turnsOf([...START, started(1), { type: "run_closed", as: "partial", reason: "enough" }]);
  expect([turn?.outcome, turn?.codes, lastOf(turn)]).toEqual(["lost", ["RUN_CLOSED"], ["agent", true]]);
  expect(turn?.end).not.toBe(turn?.start);
});
