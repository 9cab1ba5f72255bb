import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Head, JournalEvent } from "../../src/schema/journal.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";

const RUN = "run";
const WRITERS = 8;
const EACH = 40;

type Acknowledged = Head & { readonly event: JournalEvent };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-processes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a writer; `go` lets it begin, `onAcknowledged` may kill it. */
function startWriter(path: string, name: string, onAcknowledged: (count: number, kill: () => void) => void) {
  const script = join(import.meta.dirname, "support", "writer.ts");
  const child = spawn(process.execPath, [script, path, RUN, name, String(EACH)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const acknowledged: Acknowledged[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface(child.stdout).on("line", (line) => {
    if (line === "ready") return ready.resolve();
    acknowledged.push(JSON.parse(line) as Acknowledged);
    onAcknowledged(acknowledged.length, () => child.kill("SIGKILL"));
  });
  const ended = once(child, "close");
  return { acknowledged, ready: ready.promise, go: () => child.stdin.end(), ended };
}

async function runWriters(kill: ReadonlySet<number>): Promise<Acknowledged[][]> {
  const path = join(folder, "journal.db");
  const writers = Array.from({ length: WRITERS }, (_, at) =>
    startWriter(path, `writer-${at}`, (count, end) => {
      if (kill.has(at) && count === EACH / 2) end();
    }),
  );
  await Promise.all(writers.map(({ ready }) => ready));
  for (const { go } of writers) go();
  const ends = await Promise.all(writers.map(({ ended }) => ended));
  expect(ends.map(([status]) => status === 0)).toEqual(writers.map((_, at) => !kill.has(at)));
  return writers.map(({ acknowledged }) => acknowledged);
}

function expectAllKept(acknowledged: readonly Acknowledged[][]): number {
  const store = openSqliteStore(join(folder, "journal.db"));
  const entries = [...store.read(RUN, 0)];
  store.close();
  const kept = entries.map(({ position, hash, entry }) => ({ position, hash, event: entry.event }));
  for (const { position, hash, event } of acknowledged.flat()) {
    expect(kept[position - 1]).toEqual({ position, hash, event });
  }
  const distinct = new Set(kept.map(({ event }) => JSON.stringify(event)));
  expect(distinct.size).toBe(kept.length);
  return kept.length;
}

test("eight processes that append at once lose nothing and share one chain", async () => {
  const acknowledged = await runWriters(new Set());
  expect(acknowledged.map(({ length }) => length)).toEqual(Array.from({ length: WRITERS }, () => EACH));
  expect(expectAllKept(acknowledged)).toBe(WRITERS * EACH);
});

test("writers killed in the middle lose nothing acknowledged and stop no other", async () => {
  const killed = new Set([2, 5]);
  const acknowledged = await runWriters(killed);
  const others = acknowledged.filter((_, at) => !killed.has(at));
  expect(others.every(({ length }) => length === EACH)).toBe(true);
  // The last event of a killed writer may be kept without anybody having heard of it.
  const heard = acknowledged.flat().length;
  const kept = expectAllKept(acknowledged);
  expect(kept - heard).toBeGreaterThanOrEqual(0);
  expect(kept - heard).toBeLessThanOrEqual(killed.size);
});
