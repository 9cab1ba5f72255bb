import { nextEffect } from "../src/core/run/next/next-effect.ts";
import { evolve } from "../src/core/run/fold/evolve.ts";
import type { RunState } from "../src/core/run/state.ts";
import { freshContext, governTurn } from "../src/core/governor/turn.ts";
import { GovernorConfig } from "../src/schema/governor-config.ts";
import type { RunEvent } from "../src/schema/event.ts";
import { planEvents } from "./events.ts";
import { heapRow } from "./heap.ts";
import { bestOfBoth, rowOf, type Row, type RowGroup } from "./row.ts";

const RUN = "20260131-090000-0d3c8f2e-6a14-4f0e-9a53-1f6a3f3f9f10";
const AT = "2026-01-31T09:00:00Z";
const TEXTS = [
  "Add rate limiting to the login endpoint in src/api/login.ts",
  "Delete all users from the production database",
  "Something is broken, fix it somehow",
  "Implement pagination for GET /orders with cursor and limit, default 20, max 100",
];

/** What deciding costs: a whole turn, the choice of the next task as a run grows, and what stays in memory. */
export const governorRows: RowGroup = { decide: turnsRow, choose: chooseRow, heap: heapRow };

function turnsRow(): Row {
  const config = GovernorConfig.parse({});
  const context = freshContext("bench", config);
  const decide = (number: number): void => {
    const text = `${TEXTS[number % TEXTS.length]} (${number})`;
    governTurn(
      { text, timestamp: AT, context, source: "user", priority: 0, metadata: null },
      { config, now: () => AT, newId: () => "c" },
    );
  };
  const count = 4000;
  for (let number = 0; number < 400; number += 1) decide(number);
  const started = performance.now();
  for (let number = 0; number < count; number += 1) decide(number);
  return rowOf({
    name: "governed decisions (classify, route, select, approve), against 1,000 a second",
    unit: "/s",
    value: (count * 1000) / (performance.now() - started),
    baseline: 1000,
    atLeast: 1,
  });
}

async function chooseRow(): Promise<Row> {
  const choose = (governor: "governed" | "fixed"): (() => void) => {
    const state = planned(10_000, governor);
    return () => {
      for (let times = 0; times < 5; times += 1)
        nextEffect(state, { harness: "bench", spent: null, overdue: () => null });
    };
  };
  const best = await bestOfBoth(7, choose("governed"), choose("fixed"));
  return rowOf({
    name: "choose the next of 10,000 ready tasks five times, governed against first in, first out",
    unit: "ms",
    ...best,
    atMost: 3,
  });
}

function planned(tasks: number, governor: "governed" | "fixed"): RunState {
  const fold = (state: RunState | null, event: RunEvent): RunState =>
    evolve(state, {
      run_id: RUN,
      position: 1,
      at: `${AT.slice(0, -1)}.000Z`,
      actor: "bench",
      version: 1,
      previous_hash: "",
      event,
    });
  const [created, ...rest] = planEvents(tasks);
  if (created === undefined) throw new Error("nothing was planned");
  return [...rest, { type: "governor_set", governor } as const].reduce(fold, fold(null, created));
}
