import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { freshContext, governTurn } from "../src/core/governor/turn.ts";
import { createMemoryBus } from "../src/engine/memory/bus.ts";
import { createFeedbackLoop } from "../src/engine/memory/learning.ts";
import { openMemory } from "../src/engine/memory/open.ts";
import { GovernorConfig } from "../src/schema/governor-config.ts";
import { createState } from "./places.ts";
import { rowOf, type Row } from "./row.ts";

const [FEW, MANY] = [1000, 10_000];
/** Outcomes of so many kinds of tasks: some of them become patterns. */
const KINDS = 40;
const TEXTS = [
  "Add rate limiting to the login endpoint in src/api/login.ts",
  "Something is broken, fix it somehow",
  "Implement pagination for GET /orders with cursor and limit, default 20, max 100",
];

/**
 * What a governor that decides, remembers and learns for long keeps in memory: each turn goes on from the context of the one before,
 * asks for patterns, writes an episode with its outcome, and learns from it now and then.
 */
export function heapRow(): Row {
  const config = GovernorConfig.parse({});
  const now = (): Date => new Date();
  const stores = openMemory(createState(), { now });
  const learning = createFeedbackLoop(stores, createMemoryBus(stores, { redact: (text) => text }), {
    sessionId: "bench",
    now,
    creationThreshold: config.pattern_creation_threshold,
    matchThreshold: config.pattern_match_threshold,
  });
  let context = freshContext("bench", config);
  const turn = (number: number): void => {
    const signal = { kind: `kind ${number % KINDS}`, stakes: "low" };
    const text = `${TEXTS[number % TEXTS.length]} (${number})`;
    const timestamp = "2026-01-31T09:00:00Z";
    const input = { text, timestamp, context, source: "user", priority: 0, metadata: { signal } } as const;
    context = governTurn(input, { config, now: () => timestamp, newId: () => "c", learning }).context;
    learning.recordOutcome(signal, { strategy: "quick_answer", agent: "a" }, { success: number % 3 > 0 });
    if (number % 100 === 99) learning.analyzeSession();
  };
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heapAfter = (from: number, to: number): number => {
    // One commit for many: this is about what stays in memory, not about the disk.
    for (let at = from; at < to; at += 100)
      stores.together(() => {
        for (let number = at; number < at + 100; number += 1) turn(number);
      });
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const [baseline, value] = [heapAfter(0, FEW), heapAfter(FEW, MANY)];
  stores.close();
  const name = `heap after ${MANY} turns that decide, remember and learn, against after ${FEW}`;
  return rowOf({ name, unit: "MiB", value, baseline, atMost: 1.1 });
}
