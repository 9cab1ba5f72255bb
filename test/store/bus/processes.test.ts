import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openMemoryStores } from "../../../src/store/bus/open.ts";

const WRITERS = 4;
const EACH = 25;

test("HRM-18 processes that write at the same time lose nothing of each other's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-memory-"));
  const path = join(folder, "memory.db");
  const stores = openMemoryStores({
    path,
    fileLocking: true,
    ttlHours: 2,
    now: () => new Date(),
    confidence: { strengthen: (c) => c, weaken: (c) => c },
    piecesOf: (text) => [text],
  });
  stores.patterns.insert({
    id: "pattern",
    pattern_type: "strategy",
    input_signature: { stack: "node" },
    recommended_action: {},
    confidence: 0.5,
    evidence_ids: [],
    created_at: "2026-01-31T09:00:00Z",
    last_matched_at: null,
    match_count: 0,
    successes: 0,
    uses: 0,
    doubts: [],
    protected: false,
    retired: false,
  });
  expect(stores.patterns.all()[0]?.uses).toBe(0);
  const script = join(import.meta.dirname, "..", "support", "memory-writer.ts");
  const writers = Array.from({ length: WRITERS }, (_, at) =>
    spawn(process.execPath, [script, path, `writer-${at}`, String(EACH)], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  await Promise.all(writers.map(async ({ stdout }) => once(stdout, "data")));
  const ended = writers.map(async (writer) => once(writer, "close"));
  for (const { stdin } of writers) stdin.end();
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual(writers.map(() => 0));
  expect(stores.shared.listVersions("counter")).toHaveLength(WRITERS * EACH);
  expect(new Set(stores.working.get("T001")?.open_questions).size).toBe(WRITERS * EACH);
  // What is held in memory is read anew after another process wrote.
  expect(stores.patterns.all()[0]?.uses).toBe(WRITERS * EACH);
  stores.close();
  rmSync(folder, { recursive: true, force: true });
});
