import fc from "fast-check";
import { expect, test } from "vitest";
import { findCycles } from "../../../src/core/ledger/cycles.ts";
import { reconcile, reconcileState, type LedgerFacts } from "../../../src/core/ledger/reconcile.ts";
import { refusalOf } from "../../../src/core/run/guard/guard.ts";
import { wordsOf } from "../../../src/core/run/guard/lifecycle.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import {
  added,
  answered,
  created,
  evidence,
  featureId,
  fold,
  judged,
  lost,
  notProven,
  proven,
  resumed,
  started,
  taskId,
  taskPlan,
  validated,
  validating,
  wholeLife,
} from "../../support/events.ts";
import { anyLife } from "../../support/legal.ts";

const FACTS: LedgerFacts = {
  now: new Date("2026-01-31T09:10:00Z"),
  isAlive: () => true,
  beatOf: () => "2026-01-31T09:09:50Z",
  configured: { timeoutSeconds: 3600, heartbeatSeconds: 30 },
  damaged: [],
  unpublished: [],
};
const HALF = [created(), added(1), added(2, { depends_on: [featureId(1)] }), resumed(), ...proven(1), started(2)];
const found = (state: RunState, facts: Partial<LedgerFacts> = {}): unknown[] =>
  reconcile(state, { ...FACTS, ...facts }).map(({ rule, code, subject }) => [rule, code, subject]);
const bent = (bend: (state: RunState) => void, events: readonly RunEvent[] = HALF): unknown[] => {
  const state = fold(events);
  bend(state);
  return found(state);
};
const task = (state: RunState, n: number): RunState["tasks"][string] =>
  state.tasks[taskId(n)] ?? expect.unreachable(`no task ${n}`);

test("FCX-04 no history that a run can have violates a rule, at none of its moments", () => {
  const retried = (n: number): RunEvent => ({ type: "task_retried", task_id: taskId(n), reason: "again" });
  const into = [4, 5].map((n) => taskPlan(n, { feature_id: featureId(1) }));
  const held = judged(1, 1, "person_needed");
  const plan = [created(), added(1), added(2), resumed()];
  const stories: RunEvent[][] = [
    wholeLife(),
    [...plan, ...notProven(1), ...notProven(1, 2), retried(1), ...proven(1, 3)],
    [...plan, started(1), lost(1), started(1, 2), lost(1, 2), started(1, 3), lost(1, 3), retried(1), ...proven(1, 4)],
    [...plan, started(1), answered(1), held, retried(1), ...proven(1, 2)],
    [
      ...plan,
      started(1),
      answered(1),
      judged(1, 1, "passed"),
      validating(1),
      validated(1, 1, "failed"),
      ...proven(1, 2),
    ],
    [
      ...plan,
      started(1),
      answered(1),
      judged(1, 1, "passed"),
      { type: "handoff_rejected", task_id: "T001", by: "validator", reason: "r" },
      retried(1),
      ...proven(1, 2),
    ],
    [...plan, { type: "handoff_rejected", task_id: "T001", by: "executor", reason: "r" }, retried(1), ...proven(1)],
    [...plan, { type: "task_split", task_id: "T001", into, reason: "large" }, ...proven(4), ...proven(5)],
    [
      ...plan,
      { type: "task_split", task_id: "T001", into, reason: "large" },
      ...proven(4),
      { type: "task_skipped", task_id: "T005", reason: "not needed" },
      retried(5),
      ...proven(5),
    ],
    [
      ...plan,
      ...proven(1),
      {
        type: "feature_regressed",
        feature_id: featureId(1),
        commit: "1".repeat(40),
        reason: "r",
        task: into[0] ?? taskPlan(4),
      },
      ...proven(4),
    ],
  ];
  for (const story of stories)
    for (let length = 1; length <= story.length; length += 1)
      expect(found(fold(story.slice(0, length)), { now: new Date("2026-01-31T09:09:55Z") })).toEqual([]);
});

test("FCX-04 nor does anything that guard and plan let pass, in any order", () => {
  let seen = 0;
  fc.assert(
    fc.property(anyLife, (story) => {
      const state = fold(story);
      expect(reconcileState(state)).toEqual([]);
      seen += state.turns;
    }),
    { numRuns: 300 },
  );
  expect(seen).toBeGreaterThan(300);
});

test("FCX-04 a status that its gate, attempt or STATUS contradicts is named", () => {
  const wrong = (n: number): unknown[] => ["status", "LEDGER_STATUS_MISMATCH", taskId(n)];
  expect(bent((state) => Object.assign(task(state, 2), { gate: "G2_passed" }))).toEqual([wrong(2)]);
  expect(bent((state) => Object.assign(task(state, 2), { phase: "validated" }))).toEqual([wrong(2)]);
  expect(bent((state) => Object.assign(task(state, 1), { envelope: "READY_FOR_QA" }))).toEqual([wrong(1)]);
  expect(bent((state) => Object.assign(task(state, 2), { envelope: "APPROVED" }))).toEqual([wrong(2)]);
});

test("FCX-04 ENV-11 a task that is complete without a gate that was asked for is named", () => {
  const open = (state: RunState): void => {
    const gate = { gate: "GATE-CODE-REVIEW", state: "open" };
    state.run = { ...state.run, registry: "1".repeat(64) };
    Object.assign(task(state, 1), { review: { candidate: "1".repeat(40), gates: [gate] } });
  };
  expect(bent(open)).toEqual([["status", "LEDGER_STATUS_MISMATCH", taskId(1)]]);
});

test("FCX-04 BLOCKED without a code is named, unless the task is ready for its next attempt", () => {
  const wrong = (n: number): unknown[] => ["status", "LEDGER_STATUS_MISMATCH", taskId(n)];
  expect(bent((state) => Object.assign(task(state, 2), { envelope: "BLOCKED" }))).toEqual([wrong(2)]);
  const escalated = [...HALF.slice(0, -1), ...notProven(2), ...notProven(2, 2)];
  expect(bent(() => {}, escalated)).toEqual([]);
  expect(bent((state) => Object.assign(task(state, 2), { blocked: null }), escalated)).toEqual([wrong(2)]);
  const released = [...HALF, lost(2), { type: "task_replanned", task_id: taskId(2), attempt: 1 } satisfies RunEvent];
  expect(wordsOf(task(fold(released), 2))).toMatchObject({ ledger: "ready", envelope: "BLOCKED" });
  expect(bent(() => {}, released)).toEqual([]);
});

test("FCX-04 FCX-05 a lock that nobody has, and two at work that exclude each other, are named", () => {
  const both = [created(), added(1), added(2), resumed(), started(1)];
  const working = (state: RunState, n: number): void =>
    void Object.assign(task(state, n), { ...task(state, 1), plan: task(state, n).plan });
  const counted = (state: RunState): void => {
    working(state, 2);
    state.turns = 2;
  };
  expect(bent(counted, both)).toEqual([["locks", "LOCK_CONFLICT", "T002"]]);
  const apart = (state: RunState): void => {
    counted(state);
    task(state, 1).plan.files = ["src/**"];
    task(state, 2).plan.files = ["lib/**"];
  };
  expect(bent(apart, both)).toEqual([]);
  const aside = (to: "deferred" | "open"): RunEvent => ({
    type: "feature_moved",
    feature_id: featureId(1),
    to,
    reason: "r",
  });
  expect(refusalOf(fold([...both, aside("deferred"), started(2)]), aside("open"))?.code).toBe("LOCK_CONFLICT");
  expect(refusalOf(fold([...both, aside("deferred")]), aside("open"))).toBe(null);
  const halves = [4, 5].map((n) => taskPlan(n, { feature_id: featureId(1) }));
  const split: RunEvent = { type: "task_split", task_id: taskId(1), into: halves, reason: "large" };
  const within = [created(), added(1), resumed(), split, aside("deferred"), started(4), started(5)];
  expect(refusalOf(fold(within), aside("open"))?.code).toBe("LOCK_CONFLICT");
  const nobodys = bent((state) => void Object.assign(task(state, 1), { owner: null }), both);
  expect(nobodys).toContainEqual(["locks", "LEDGER_LOCK_ORPHANED", "T001"]);
});

test("FCX-04 a feature that passes without its tasks, or does not with them, is named", () => {
  const passes = (n: number, value: boolean) => (state: RunState) => {
    const feature = state.features[featureId(n)];
    if (feature !== undefined) feature.passes = value;
  };
  const wrong = (n: number): unknown[] => ["features", "LEDGER_STATUS_MISMATCH", featureId(n)];
  expect(bent(passes(2, true))).toEqual([wrong(2)]);
  expect(bent(passes(1, false))).toEqual([wrong(1)]);
});

test("FCX-04 an attempt that nobody drives, that is silent or over its time is named; a person's own is not", () => {
  const state = fold(HALF);
  expect(found(state)).toEqual([]);
  expect(found(state, { isAlive: (harness) => harness === "harness-2" })).toEqual([
    ["worker", "LEDGER_WORKER_MISSING", "T002"],
  ]);
  expect(found(state, { beatOf: () => "2026-01-31T09:08:29Z" })).toEqual([["heartbeat", "TASK_TIMEOUT", "T002"]]);
  expect(found(state, { now: new Date("2026-01-31T10:00:01Z") })).toEqual([["heartbeat", "TASK_TIMEOUT", "T002"]]);
  expect(bent((one) => Object.assign(task(one, 2), { owner: null }))).toEqual([
    ["locks", "LEDGER_LOCK_ORPHANED", "T002"],
    ["worker", "LEDGER_WORKER_MISSING", "T002"],
  ]);
  const humans = fold([...HALF.slice(0, -1), { ...started(2), harness: "human" }]);
  expect(found(humans, { isAlive: () => false, now: new Date("2026-02-01T09:00:00Z") })).toEqual([]);
});

test("FCX-04 results and evidence of what was never given out are named", () => {
  const stranger = fold([created(), added(1), evidence(1, 1, "test_output.txt")]);
  expect(found(stranger)).toEqual([["results", "LEDGER_RESULT_UNASSIGNED", "T001"]]);
  expect(
    bent((state) => void state.executor.push(...state.executor.map((cycle) => ({ ...cycle, task_id: "T009" })))),
  ).toEqual([["results", "LEDGER_RESULT_UNASSIGNED", "T009"]]);
});

test("FCX-04 counts that do not add up are named", () => {
  const wrong = (subject: string | null): unknown[] => ["counts", "LEDGER_COUNT_MISMATCH", subject];
  expect(bent((state) => (state.turns += 1))).toEqual([wrong(null)]);
  expect(bent((state) => (state.spending.metered.attempts = 9))).toEqual([wrong(null)]);
  expect(bent((state) => Object.assign(task(state, 2), { lost: 2 }))).toEqual([wrong("T002")]);
  const failedTwice = [created(), added(1), ...notProven(1), ...notProven(1, 2)];
  const unescalated = (state: RunState): unknown => Object.assign(task(state, 1), { lifecycle: "remediation_needed" });
  expect(bent(unescalated, failedTwice)).toEqual([wrong("T001")]);
});

test("FCX-04 dependencies on what is not there, and circles, are named", () => {
  const depend = (n: number, on: string[]) => (state: RunState) => {
    const feature = state.features[featureId(n)];
    if (feature !== undefined) feature.depends_on = on;
  };
  expect(bent(depend(1, ["feat_009"]))).toEqual([["dependencies", "LEDGER_DEPENDENCY_UNKNOWN", "feat_001"]]);
  expect(bent(depend(1, ["feat_002"]))).toEqual([["dependencies", "LEDGER_CYCLE", "feat_001"]]);
  expect(bent((state) => (task(state, 1).plan.depends_on = ["T001"]))).toEqual([
    ["dependencies", "LEDGER_CYCLE", "T001"],
  ]);
});

test("FCX-04 evidence that is not in the run directory as recorded is named", () => {
  expect(found(fold(HALF), { damaged: ["artifacts/x"] })).toEqual([
    ["evidence", "LEDGER_EVIDENCE_UNPUBLISHED", "artifacts/x"],
  ]);
});

test("evidence whose file a cut session had still to write is no damage, and comes after what is", () => {
  expect(found(fold(HALF), { damaged: ["artifacts/x"], unpublished: ["artifacts/y"] })).toEqual([
    ["evidence", "LEDGER_EVIDENCE_UNPUBLISHED", "artifacts/x"],
    ["evidence", "SESSION_CUT_OFF", "artifacts/y"],
  ]);
});

test("a graph has circles exactly when no order of its names fits, and each circle found is one", () => {
  const names = ["a", "b", "c", "d", "e"];
  const graph = fc.tuple(...names.map(() => fc.subarray([...names, "unknown"])));
  fc.assert(
    fc.property(graph, (needed) => {
      const edges = new Map(names.map((name, at) => [name, needed[at] ?? []]));
      const cycles = findCycles(edges);
      for (const cycle of cycles)
        for (const [at, name] of cycle.entries()) expect(edges.get(name)).toContain(cycle[(at + 1) % cycle.length]);
      const done = new Set<string>();
      for (let before = -1; before !== done.size;) {
        before = done.size;
        for (const [name, all] of edges) if (all.every((one) => done.has(one) || !edges.has(one))) done.add(name);
      }
      expect(cycles.length === 0).toBe(done.size === names.length);
    }),
  );
});
