import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/schema/event.ts";
import { answered } from "../support/events.ts";
import { checkHistory } from "./contention/check-history.ts";
import type { KeptEntry, Operation } from "./contention/history.ts";
import { eventOf } from "./contention/run.ts";
import { syncSites } from "./sites.ts";
import { judgeSoak } from "./soak/judge.ts";
import type { Sample, Turn } from "./soak/samples.ts";

/** Runs a part as a person would; the whole of it: `npm run reliability -- <part>`. */
function reliability(...args: string[]): { code: number | null; stdout: string } {
  const main = join(import.meta.dirname, "main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
  return { code: status, stdout: stdout + stderr };
}

const HOLDS = { code: 0, stdout: expect.stringContaining(" 0 violations") as string };

describe("a small part of every proof, and every seed that once failed", () => {
  test("FCX-07 the engine loses and repeats nothing over a disk that drops, tears and fails", () =>
    expect(reliability("disk", "--count", "40")).toEqual(HOLDS));

  test("FCX-05 random commands of two orchestrators do what a simple model says", () =>
    expect(reliability("model", "--count", "60")).toEqual(HOLDS));

  test("FCX-05 eight processes, killed and stopped, hold no file together and lose no acknowledgement", () =>
    expect(reliability("contention", "--count", "600")).toEqual(HOLDS));

  test("bent input makes no reader throw, hang or grow", () =>
    expect(reliability("fuzz", "--count", "60")).toEqual(HOLDS));

  test.each(["archive.ts", "erase.ts", "journal-file.ts:67"])("without the syncs of %s something turns red", (only) =>
    expect(reliability("fsync", "--only", only, "--count", "60")).toEqual(HOLDS),
  );
});

test("each call that syncs is found in the source, those of helpers at their callers", () => {
  const places = syncSites().map(({ place }) => place.replace(/:\d+$/, ""));
  expect(places.filter((place) => place === "src/util/atomic-file.ts")).toHaveLength(4);
  expect(new Set(places)).toContain("src/store/blobs.ts");
});

test("a part that nobody knows is refused, with those there are", () => {
  expect(reliability("nothing")).toEqual({ code: 2, stdout: expect.stringContaining("contention") as string });
});

describe("the checker of histories", () => {
  const operation = (marker: string, changes: Partial<Operation> = {}): Operation => ({
    marker,
    kind: "claim",
    from: 10,
    to: 20,
    position: null,
    refused: null,
    ...changes,
  });
  const entries = (...events: RunEvent[]): KeptEntry[] => events.map((event, at) => ({ position: at + 1, event }));
  const claim = (task: number, marker: string): RunEvent => eventOf("claim", `T${task}`, 1, marker);
  // Tasks 1 and 33 meet: the second may change all of the first one's folder.
  const honest = entries(claim(1, "a"), eventOf("expire", "T1", 1, "b"), claim(33, "c"));
  const told = [
    operation("a", { position: 1 }),
    operation("b", { position: 2, kind: "expire", from: 21, to: 30 }),
    operation("c", { position: 3, from: 25, to: 40 }),
  ];

  test("accepts what happened", () => expect(checkHistory(honest, told)).toEqual([]));

  test.each<[string, KeptEntry[], Operation[], RegExp]>([
    ["a lost acknowledgement", honest.slice(0, 2), told, /c was acknowledged at 3 and is at no place/],
    ["an entry twice", [...honest, { position: 4, event: claim(40, "c") }], told, /c was done 2 times/],
    ["an entry of nobody", [...honest, { position: 4, event: claim(40, "d") }], told, /d was never begun/],
    [
      "an entry that was refused",
      honest,
      [...told.slice(0, 2), operation("c", { refused: "LOCK_CONFLICT" })],
      /c was refused/,
    ],
    ["two holders of a file", entries(claim(1, "a"), claim(33, "c")), [operation("a"), operation("c")], /task 1 holds/],
    [
      "an order against time",
      honest,
      [operation("a", { position: 1, from: 90, to: 99 }), ...told.slice(1)],
      /a began after b was done/,
    ],
    [
      "an answer of an attempt that is over",
      [...honest, { position: 4, event: { ...answered(1), task_id: "T1" } }],
      told,
      /attempt_answered of attempt 1 of task 1, which is not open/,
    ],
    [
      "a hole in the positions",
      honest.map((entry) => ({ ...entry, position: entry.position + 1 })),
      [],
      /position 2 stands at 1/,
    ],
  ])("rejects %s", (_, kept, operations, problem) => {
    expect(checkHistory(kept, operations).join("\n")).toMatch(problem);
  });
});

describe("the judge of a soak", () => {
  const MB = 2 ** 20;
  /** Two hundred looks, a turn each; the heap breathes by a tenth. */
  const samples = (change: (at: number) => Partial<Sample> = () => ({})): Sample[] =>
    Array.from({ length: 200 }, (_, at) => {
      const one = { rssBytes: (180 + 18 * Math.sin(at / 3)) * MB, descriptors: 20 + (at % 7), children: at % 2 };
      const held = { run: one, mcp: one, wait: one };
      return { seconds: at * 2, turns: at, held, databaseBytes: at * 10_000, walBytes: 4 * MB, ...change(at) };
    });
  const turns = (change: (at: number) => Partial<Turn> = () => ({})): Turn[] =>
    Array.from({ length: 200 }, (_, at) => ({ descriptors: 30, children: 1, temporary: 0, clones: 1, ...change(at) }));
  const held = (at: number, of: Partial<Sample["held"]["run"]>): Partial<Sample> => {
    const [sample] = samples();
    const before = samples()[at]?.held ?? sample?.held;
    return before === undefined ? {} : { held: { ...before, mcp: { ...before.mcp, ...of } } };
  };

  test("accepts a heap that breathes, and what comes and goes within a turn", () =>
    expect(judgeSoak(samples(), turns()).problems).toEqual([]));

  test.each<[string, Sample[], Turn[], RegExp]>([
    ["a megabyte kept with every turn", samples((at) => held(at, { rssBytes: (180 + at) * MB })), turns(), /^mcp: RSS/],
    ["a descriptor kept with every turn", samples(), turns((at) => ({ descriptors: 30 + at })), /^run: descriptors/],
    [
      "a child that stays",
      samples((at) => held(at, { children: at > 100 ? 1 : 0 })),
      turns(),
      /^mcp: never below 1 ch/,
    ],
    ["a temporary folder left once", samples(), turns((at) => ({ temporary: at < 150 ? 0 : 1 })), /^run: temporary/],
    ["a clone left once", samples(), turns((at) => ({ clones: at < 150 ? 1 : 2 })), /^run: clones/],
    ["a log that nobody lets start over", samples((at) => ({ walBytes: at * MB })), turns(), /write-ahead/],
    ["a harness that did nothing", samples().slice(0, 9), turns(), /too little/],
    ["descriptors that nobody could read", samples(), turns(() => ({ descriptors: NaN })), /^run: descriptors/],
    ["phases that nobody could read", samples(), turns(() => ({ children: NaN })), /^run: children/],
  ])("rejects %s", (_, seen, phases, problem) => {
    expect(judgeSoak(seen, phases).problems.join("\n")).toMatch(problem);
  });
});
