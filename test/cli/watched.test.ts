import { expect, test } from "vitest";
import { fittingFeatures, renderFeatures } from "../../src/cli/render/features.ts";
import { watcherOf } from "../../src/cli/render/watched.ts";
import type { Surroundings } from "../../src/cli/surroundings.ts";
import { added, created, fold, started } from "../support/events.ts";

const plan = Array.from({ length: 30 }, (_, at) => added(at + 1));

test("where there is no room for every feature those at work are shown, and how many of which kind are not", () => {
  const state = fold([created(), ...plan, started(20)]);
  const lines = fittingFeatures(state, 5, true);
  expect(lines).toHaveLength(5);
  expect(lines.slice(0, 4).map((line) => /feat_\d+/.exec(line)?.[0])).toEqual([
    "feat_001",
    "feat_002",
    "feat_003",
    "feat_020",
  ]);
  expect(lines[3]).toMatch(/… in progress/);
  expect(lines[4]).toBe("  … 26 more: 26 not started");
  expect(fittingFeatures(state, 30, true)).toHaveLength(30);
  expect(fittingFeatures(state, 0, true)).toEqual(["  … 30 more: 1 in progress, 29 not started"]);
});

test("what was begun is in progress while somebody is at work on the run, and interrupted else", () => {
  const state = fold([created(), ...plan, started(20)]);
  const shown = (isDriven: boolean): string => renderFeatures(state, Object.values(state.features), isDriven)[19] ?? "";
  expect([shown(true), shown(false)]).toEqual([
    expect.stringContaining("… in progress feat_020"),
    expect.stringContaining("‖ interrupted feat_020"),
  ]);
});

test("a status that is higher than the screen keeps its head and what to type", () => {
  let drawn = "";
  const stream = { isTTY: true, rows: 10, write: (text: string) => (drawn = text) } as unknown as NodeJS.WriteStream;
  const watcher = watcherOf(stream, { json: false, redact: (text: string) => text } as Surroundings);
  expect(watcher.rows()).toBe(4);
  const text = ["Run 1", ...Array.from({ length: 40 }, (_, at) => `  ? T${at}`), "Next: baton approve"].join("\n");
  watcher.show({ data: {}, exitCode: 0, text }, []);
  const lines = drawn.split("\r\n");
  expect(lines.length).toBeLessThanOrEqual(10);
  expect([lines[0], lines[6]]).toEqual([
    expect.stringContaining("Run 1"),
    expect.stringContaining("Next: baton approve"),
  ]);
});
