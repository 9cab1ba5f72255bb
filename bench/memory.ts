import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { wordsOf } from "../src/core/memory/relevance.ts";
import { createMemoryBus } from "../src/engine/memory/bus.ts";
import { createPatternStore } from "../src/engine/memory/pattern-store.ts";
import { openMemory } from "../src/engine/memory/open.ts";
import type { MemoryStores } from "../src/store/bus/port.ts";
import { openLineFile } from "../src/util/line-file.ts";
import { createRedactor } from "../src/util/redact.ts";
import { createTracer } from "../src/util/tracer.ts";
import { createState } from "./places.ts";
import { bestOfBoth, rowOf, type Row, type RowGroup } from "./row.ts";

const ROUNDS = 7;
const ENTRIES = 10_000;
const PATTERNS = 10_000;
const SPANS = 20_000;
const now = (): Date => new Date();

/** What memory, learned patterns and traces cost. */
export const memoryRows: RowGroup = { write: writeRow, search: searchRow, pattern: patternRow, trace: traceRow };

/** A gated write: redacted, judged, recorded with its numbers, versioned, indexed, in one durable commit. */
async function writeRow(): Promise<Row> {
  const count = 50;
  const stores = openMemory(createState(), { now });
  const bus = createMemoryBus(stores, { redact: (text) => text });
  const signals = {
    progress_delta: 0,
    conflict_level: "none",
    source_quality: 1,
    alignment_score: 1,
    blast_radius: "minimal",
  } as const;
  const bare = new DatabaseSync(join(createState(), "bare.db"));
  bare.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entry (text TEXT)");
  const insert = bare.prepare("INSERT INTO entry (text) VALUES (?)");
  const best = await bestOfBoth(
    ROUNDS,
    () => {
      for (let at = 0; at < count; at += 1) bus.writeToShared(`key ${at}`, "x".repeat(200), "bench", signals);
    },
    () => {
      for (let at = 0; at < count; at += 1) insert.run("x".repeat(200));
    },
  );
  stores.close();
  return rowOf({
    name: "50 gated writes to shared memory, against 50 bare SQLite FULL commits",
    unit: "ms",
    ...best,
    atMost: 3,
  });
}

const WORDS = "invoice rounding customer schedule parser retry cache token session upload".split(" ");

function filled(): MemoryStores {
  const stores = openMemory(createState(), { now });
  stores.together(() => {
    for (let at = 0; at < ENTRIES; at += 1) {
      const word = (step: number): string => WORDS[(at * step + step) % WORDS.length] ?? "";
      stores.shared.set(`fact-${at}`, `The ${word(1)} of the ${word(3)} number ${at} keeps its ${word(7)}.`, "bench");
    }
  });
  return stores;
}

function searchRow(): Row {
  const stores = filled();
  const words = wordsOf("Round each invoice of the customer, and retry the upload of the session");
  const value = processorTime(() => stores.search(words));
  stores.close();
  return rowOf({
    name: `processor time of a search over ${ENTRIES} entries, against the 50 ms allowed`,
    unit: "ms",
    value,
    baseline: 50,
    atMost: 1,
  });
}

function patternRow(): Row {
  const stores = openMemory(createState(), { now });
  const patterns = createPatternStore(stores);
  const seen = { problem_id: null, entry_type: "observation", content: {}, tags: [] } as const;
  stores.together(() => {
    const evidence = stores.episodic.append({ ...seen, tags: [] });
    for (let at = 0; at < PATTERNS; at += 1)
      patterns.addPattern({
        id: `pattern-${at}`,
        pattern_type: "strategy",
        input_signature: {
          stack: "node",
          files: `kind-${at % 40}`,
          size: "small",
          area: `area-${at}`,
          failure: "none",
        },
        recommended_action: { strategy: "verification", agent: `agent-${at % 7}` },
        confidence: 0.8,
        evidence_ids: [evidence],
        created_at: "2026-01-31T09:00:00Z",
        last_matched_at: null,
        match_count: 0,
      });
  });
  const signal = { stack: "node", files: "kind-7", size: "small", area: "area-47", failure: "none" };
  if (patterns.search(signal)[0]?.pattern_id !== "pattern-47") throw new Error("the pattern was not found");
  const value = processorTime(() => patterns.search(signal));
  stores.close();
  return rowOf({
    name: `processor time of a query over ${PATTERNS} patterns, against the 20 ms allowed`,
    unit: "ms",
    value,
    baseline: 20,
    atMost: 1,
  });
}

/** Milliseconds of processor time, the best of several rounds: other programs on the machine are no cost of ours. */
function processorTime(work: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** A span with its two lines in a file. */
function traceRow(): Row {
  const file = openLineFile(join(createState(), "trace.jsonl"));
  const tracer = createTracer([(event) => file.add(JSON.stringify(event))], { redact: createRedactor(process.env) });
  const spans = (): void => {
    for (let at = 0; at < SPANS; at += 1) tracer.span("focus", "step", "Bench", { metadata: { at } }).end();
  };
  const value = (processorTime(spans) * 1000) / SPANS;
  file.close();
  return rowOf({
    name: "processor time of a span written to a trace file, against the 20 µs allowed",
    unit: "µs",
    value,
    baseline: 20,
    atMost: 1,
  });
}
