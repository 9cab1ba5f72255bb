import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchLiveness } from "../../src/agents/liveness.ts";

let directory = "";
beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() + 60_000 });
  directory = mkdtempSync(join(tmpdir(), "baton-liveness-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

function watch() {
  const seen = { beats: 0, stalls: 0 };
  const liveness = watchLiveness({
    directory,
    everyMs: 1000,
    stallMs: 3000,
    now: () => new Date(),
    onBeat: () => (seen.beats += 1),
    onStall: () => (seen.stalls += 1),
  });
  return { seen, liveness };
}

test("an agent that does nothing keeps its heartbeat and stalls", () => {
  const { seen } = watch();
  vi.advanceTimersByTime(2999);
  expect(seen).toEqual({ beats: 3, stalls: 0 });
  vi.advanceTimersByTime(1);
  expect(seen.stalls).toBe(1);
});

test("output is work", () => {
  const { seen, liveness } = watch();
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1000);
    liveness.work();
  }
  expect(seen).toEqual({ beats: 11, stalls: 0 });
});

test("a changed file is work, one among dependencies is not", () => {
  const { seen } = watch();
  const future = () => new Date(Date.now() + 500);
  const touch = (path: string): void => {
    mkdirSync(join(directory, "src"), { recursive: true });
    mkdirSync(join(directory, "node_modules"), { recursive: true });
    writeFileSync(join(directory, path), String(Math.random()));
    utimesSync(join(directory, path), future(), future());
  };
  vi.advanceTimersByTime(1500);
  touch("src/a.ts");
  vi.advanceTimersByTime(2000);
  expect(seen.stalls).toBe(0);
  touch("node_modules/b.js");
  vi.advanceTimersByTime(4000);
  expect(seen.stalls).toBeGreaterThan(0);
});
