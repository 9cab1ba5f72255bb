import fc from "fast-check";
import { expect, test } from "vitest";
import { evolve } from "../../../src/core/run/evolve.ts";
import { refusalOf } from "../../../src/core/run/guard.ts";
import { canMove, EDGES } from "../../../src/core/run/lifecycle.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import type { Lifecycle } from "../../../src/schema/task.ts";
import {
  added,
  answered,
  committed,
  created,
  entriesOf,
  fold,
  judged,
  lost,
  notProven,
  proven,
  resumed,
  started,
  validated,
  validating,
  wholeLife,
} from "../../support/events.ts";

const PLAN = [created(), added(1), added(2)];
const refusalAfter = (events: readonly RunEvent[], next: RunEvent): string | null =>
  refusalOf(fold([...PLAN, ...events]), next)?.code ?? null;
const retried: RunEvent = { type: "task_retried", task_id: "T001", reason: "go on" };

test("a whole life passes the guard", () => {
  const { refused } = guarded(wholeLife());
  expect(refused).toEqual([]);
});

const ESCALATED = [...notProven(1), ...notProven(1, 2)];

test.each<[string, readonly RunEvent[], RunEvent, string | null]>([
  ["validated before it was implemented", [started(1)], validating(1), "TASK_TRANSITION_ILLEGAL"],
  ["judged before it was answered", [started(1)], judged(1, 1, "passed"), "TASK_TRANSITION_ILLEGAL"],
  ["committed before it was validated", proven(1).slice(0, 6), committed(1), "TASK_TRANSITION_ILLEGAL"],
  ["begun again while it is worked on", [started(1)], started(1, 2), "TASK_TRANSITION_ILLEGAL"],
  ["begun again when it is complete", proven(1), started(1, 2), "TASK_TRANSITION_ILLEGAL"],
  ["begun after escalation without guidance", ESCALATED, started(1, 3), "TASK_TRANSITION_ILLEGAL"],
  ["begun after escalation with guidance", [...ESCALATED, retried], started(1, 3), null],
  ["begun with a number that is left out", [], started(1, 2), "ATTEMPT_FENCED"],
  ["answered by an attempt that is over", [started(1), lost(1), started(1, 2)], answered(1, 1), "ATTEMPT_FENCED"],
  ["begun again after it was lost", [started(1), lost(1)], started(1, 2), null],
  ["begun though it is not in the plan", [], started(9), "TASK_UNKNOWN"],
  [
    "begun though it was skipped",
    [{ type: "task_skipped", task_id: "T001", reason: "no" }],
    started(1),
    "ATTEMPT_FENCED",
  ],
  ["begun in a closed run", [{ type: "run_closed", as: "partial", reason: "enough" }], started(1), "RUN_CLOSED"],
])("what happens to a task that is %s", (_, before, next, code) => {
  expect(refusalAfter(before, next)).toBe(code);
});

test("whatever is tried in whatever order, what the guard lets pass moves tasks along edges only", () => {
  fc.assert(
    fc.property(fc.array(anyAttempt, { maxLength: 80 }), (events) => {
      expect(guarded([...PLAN, resumed(), ...events]).moves.filter((move) => !ALLOWED.has(move))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

/** One judgement may fail a task and escalate it at once; a lost attempt begins again where it was. */
const ALLOWED = new Set(
  (Object.keys(EDGES) as Lifecycle[]).flatMap((from) => [
    ...EDGES[from].map((to) => `${from} → ${to}`),
    ...(canMove(from, "remediation_needed") ? [`${from} → escalation_required`] : []),
  ]),
);

const anyAttempt = fc
  .record({ n: fc.constantFrom(1, 2), k: fc.constantFrom(1, 1, 1, 2, 2, 3, 4) })
  .chain(({ n, k }) =>
    fc.constantFrom<RunEvent>(
      started(n, k),
      answered(n, k),
      judged(n, k, "passed"),
      judged(n, k, "failed"),
      judged(n, k, "person_needed"),
      lost(n, k),
      validating(n, k),
      validated(n, k, "passed"),
      validated(n, k, "failed"),
      committed(n),
    ),
  );

/** Folds what the guard lets pass. */
function guarded(events: readonly RunEvent[]): { refused: string[]; moves: string[] } {
  let state: RunState | null = null;
  const refused: string[] = [];
  const moves: string[] = [];
  for (const entry of entriesOf(events)) {
    const refusal = refusalOf(state, entry.event);
    if (refusal !== null) {
      refused.push(refusal.message);
      continue;
    }
    const before: Record<string, Lifecycle> = lifecyclesOf(state);
    state = evolve(state, entry);
    for (const [id, to] of Object.entries(lifecyclesOf(state))) {
      const from = before[id];
      if (from !== undefined && from !== to) moves.push(`${from} → ${to}`);
    }
  }
  return { refused, moves };
}

const lifecyclesOf = (state: RunState | null): Record<string, Lifecycle> =>
  Object.fromEntries(Object.entries(state?.tasks ?? {}).map(([id, { lifecycle }]) => [id, lifecycle]));
