import { expect, test } from "vitest";
import { decisionsOf } from "../../../src/core/audit/decisions.ts";
import type { JournalEvent } from "../../../src/schema/journal.ts";

const decided = (...events: readonly (readonly [string, JournalEvent])[]): unknown[] =>
  decisionsOf(
    events.map(([actor, event], at) => ({
      entry: {
        run_id: "run",
        position: at + 1,
        at: "2026-01-31T09:00:00.123Z",
        actor,
        version: 1,
        previous_hash: "",
        event,
      },
    })),
    "human",
  ).map(({ kind, by, reason }) => [kind, by, reason]);

const review = (agent: string, by: string, outcome: string, gate = "GATE-CODE-REVIEW"): [string, JournalEvent][] => {
  const asked = { task_id: "T001", attempt: 1, gate, round: 1 };
  return [
    ["orchestrator", { type: "review_started", ...asked, agent, by: null }],
    [
      "orchestrator",
      {
        type: "review_judged",
        ...asked,
        by,
        outcome,
        reasons: outcome === "failed" ? ["no input is checked", "no test"] : [],
      },
    ],
  ];
};

test("H3A-22 a person's review is one of the decisions that persons took, with its gate and reasons", () => {
  expect(decided(...review("human", "grace", "passed"))).toEqual([
    ["review_judged", "grace", "GATE-CODE-REVIEW passed"],
  ]);
  expect(decided(...review("human", "grace", "failed"))).toEqual([
    ["review_judged", "grace", "GATE-CODE-REVIEW failed: no input is checked; no test"],
  ]);
});

test("what a program reviewed, and a review that brought no answer, is nobody's decision", () => {
  expect(decided(...review("reviewer", "reviewer", "passed"))).toEqual([]);
  expect(decided(...review("human", "grace", "lost"))).toEqual([]);
  expect(
    decided(...review("human", "grace", "passed"), ...review("reviewer", "other", "passed", "GATE-X")),
  ).toHaveLength(1);
});
