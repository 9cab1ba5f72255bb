import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replayJournal, type Replay } from "../../../../src/engine/run/record/replay.ts";
import { readJournalFile } from "../../../../src/runs/journal-file.ts";
import type { CheckedEntry, JournalEvent } from "../../../../src/schema/journal.ts";
import { createMemoryStore } from "../../../../src/store/memory.ts";
import { baton } from "../../../support/cli.ts";
import { createCalculator, type Calculator } from "../../../support/calculator.ts";

let calculator: Calculator;
let entries: readonly CheckedEntry[] = [];
beforeAll(async () => {
  // The first feature is built at once; the second fails twice and waits for a person.
  calculator = await createCalculator("[ $FEATURE = 001 ] && work; envelope", undefined, "--no-checks");
  await calculator.cli("note", "T001", "mind the sign");
  await calculator.cli("run", "--agent", calculator.agent);
  ({ entries } = readJournalFile(join(directory(), "journal.jsonl")));
});
afterAll(() => calculator.remove());

const directory = (): string => join(calculator.repository.directory, "runs", calculator.runId);

/** A journal whose chain holds, with other events: nothing but a replay can see that they are wrong. */
function sealed(change: (events: readonly CheckedEntry[]) => readonly CheckedEntry[]): CheckedEntry[] {
  const store = createMemoryStore();
  for (const [position, { entry }] of change(entries).entries())
    store.append(entry.run_id, [entry.event], position, { at: new Date(entry.at), actor: entry.actor });
  return [...store.read(entries[0]?.entry.run_id ?? "", 0)];
}

const at = (type: string): number => entries.findIndex(({ entry }) => entry.event.type === type);
const withEvent = (one: CheckedEntry, event: JournalEvent): CheckedEntry => ({
  ...one,
  entry: { ...one.entry, event },
});
const replaced = (index: number, change: (event: JournalEvent) => JournalEvent): CheckedEntry[] =>
  sealed((all) => all.map((one, n) => (n === index ? withEvent(one, change(one.entry.event)) : one)));
const difference = (all: readonly CheckedEntry[]): Replay["difference"] => replayJournal(all, () => null).difference;

test("FCX-09 replaying a run comes to every decision and every published byte again, with the texts and in a copy", async () => {
  const { cli, outside } = calculator;
  const { code, json } = await cli("replay");
  expect([code, json.data["difference"], json.data["unchecked"]]).toEqual([0, null, []]);
  expect(json.data["entries"]).toBe(entries.length);
  const events = entries.map(({ entry }) => entry.event.type);
  const decided = [
    "task_selected",
    "attempt_routed",
    "attempt_started",
    "implementation_judged",
    "validation_started",
    "validation_checked",
    "review_started",
    "validation_judged",
    "task_committed",
  ];
  expect(json.data["decisions"]).toBe(events.filter((type) => decided.includes(type) || type === "landing").length);
  expect(json.data["hashes"]).toBeGreaterThan(11 * events.filter((type) => type === "published").length);
  const copy = join(outside, "copy");
  cpSync(directory(), copy, { recursive: true });
  const copied = await cli("replay", copy);
  expect([copied.code, copied.json.data["difference"]]).toEqual([0, null]);
  writeFileSync(join(copy, "state.json"), "{}\n");
  const edited = await baton(["replay", copy], { cwd: outside });
  expect(edited.stdout).toMatch(
    / are as recorded\n {2}whether the files are still what was published, says: baton verify\n/,
  );
  expect(copied.json.data["unchecked"]).toEqual([]);
  // Where a person's note is not at hand, what shows it is said to be unchecked, never taken as right.
  rmSync(join(copy, "texts"), { recursive: true });
  const { json: lacking } = await cli("replay", copy);
  const unchecked = lacking.data["unchecked"] as { path: string }[];
  expect(new Set(unchecked.map(({ path }) => path))).toEqual(new Set(["state/CURRENT_TASK.json"]));
});

describe("FCX-09 the first difference is named", () => {
  test("another task than the state asks for", () => {
    const index = at("attempt_started");
    const all = replaced(index, (event) => ({ ...event, task_id: "T002" }));
    expect(difference(all)).toEqual({
      position: index + 1,
      kind: "decision",
      path: null,
      recorded: "dispatch T002",
      replayed: "dispatch T001",
    });
  });

  test("other bytes than were published", () => {
    const index = at("published");
    const all = replaced(index, (event) => ({
      ...event,
      files: { ...(event["files"] as object), "state/ROADMAP.md": "ab".repeat(32) },
    }));
    expect(difference(all)).toMatchObject({ position: index + 1, kind: "bytes", path: "state/ROADMAP.md" });
  });

  test("a published file that was left out though it changed", () => {
    const index = entries.findLastIndex(({ entry }) => entry.event.type === "published");
    const all = replaced(index, (event) => {
      const { "README.md": _, ...files } = event["files"] as Record<string, string>;
      return { ...event, files };
    });
    expect(difference(all)).toMatchObject({ position: index + 1, kind: "bytes", path: "README.md" });
  });

  test("a report that did not grow to the cited bytes", () => {
    const index = entries.findIndex(({ entry }) => entry.event["path"] === "executor_report.json");
    const all = replaced(index, (event) => ({ ...event, sha256: "ab".repeat(32) }));
    expect(difference(all)).toMatchObject({ position: index + 1, kind: "bytes", path: "executor_report.json" });
  });

  test("an event that the guard refuses, and one that is none of ours", () => {
    const index = at("attempt_answered");
    const twice = sealed((all) => [...all.slice(0, index + 1), ...all.slice(index)]);
    expect(difference(twice)).toMatchObject({ position: index + 2, kind: "guard" });
    const strange = replaced(index, (event) => ({ ...event, kept: 7 }));
    expect(difference(strange)).toMatchObject({ position: index + 1, kind: "event" });
  });
});

test("FCX-09 what was rendered before somebody else appended is found at the state it was rendered at", () => {
  const index = entries.findLastIndex(({ entry }) => entry.event.type === "published");
  const last = entries[index];
  if (last === undefined) throw new Error("nothing was published");
  const pause: JournalEvent = { type: "run_paused", how: "pause" };
  const between = sealed((all) => [
    ...all.slice(0, index),
    { ...last, entry: { ...last.entry, actor: "human", event: pause } },
    last,
  ]);
  expect(difference(between)).toBeNull();
});

test("a damaged journal is no journal to replay", async () => {
  const { cli, outside } = calculator;
  const copy = join(outside, "damaged");
  cpSync(directory(), copy, { recursive: true });
  const path = join(copy, "journal.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace('"actor":"baton"', '"actor":"other"'));
  const { code, json } = await cli("replay", copy);
  expect([code, json.error?.code]).toEqual([11, "JOURNAL_BROKEN"]);
});
