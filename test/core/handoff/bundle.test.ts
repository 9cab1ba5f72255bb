import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importEvents } from "../../../src/core/handoff/carry.ts";
import { checkBundle } from "../../../src/core/handoff/check-bundle.ts";
import { renderBundle, type BundleFacts } from "../../../src/core/handoff/render-bundle.ts";
import { refusalOf } from "../../../src/core/run/guard/guard.ts";
import { nextEffect } from "../../../src/core/run/next/next-effect.ts";
import { leftOf } from "../../../src/core/run/spending.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import { renderProjectFiles } from "../../../src/core/views/render-run.ts";
import { HandoffBundle } from "../../../src/schema/bundle.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { LOSS_CODES } from "../../../src/schema/words.ts";
import { anyLife } from "../../support/legal.ts";
import {
  added,
  answered,
  created,
  featureId,
  fold,
  judged,
  lost,
  notProven,
  proven,
  resumed,
  started,
  taskId,
  validating,
} from "../../support/events.ts";

const NOTE = "use the star";
const NOTE_HASH = hash("sha256", NOTE);
const hashOf = (text: string): string => hash("sha256", text);
const FACTS: BundleFacts = {
  beatOf: () => "2026-01-31T09:30:00Z",
  configured: { timeoutSeconds: 3600, heartbeatSeconds: 30 },
  blob: (sha256) => (sha256 === NOTE_HASH ? NOTE : null),
};
const noted = (n: number): RunEvent => ({ type: "note_added", task_id: taskId(n), text: NOTE_HASH });
const wire = (state: RunState): HandoffBundle =>
  JSON.parse(JSON.stringify(renderBundle(state, FACTS))) as HandoffBundle;

const HALF = [
  created(),
  added(1, { priority: "high" }),
  added(2, { depends_on: [featureId(1)] }),
  added(3),
  resumed(),
  ...proven(1),
  ...notProven(3),
  ...notProven(3, 2),
  noted(2),
  started(2),
];

test("FCX-01 a bundle has the nine keys, and every ledger entry the four that Fresh Context names", () => {
  const bundle = HandoffBundle.parse(wire(fold(HALF)));
  expect(Object.keys(bundle).slice(0, 9)).toEqual([
    "schema_version",
    "run_id",
    "objective",
    "constraints",
    "ledger",
    "active_locks",
    "dependencies",
    "open_blockers",
    "acceptance_targets",
  ]);
  expect(bundle.ledger).toMatchObject([
    { task_id: "T001", lifecycle: "complete", priority: "high", last_heartbeat_at: "2026-01-31T09:30:00Z" },
    { task_id: "T002", lifecycle: "in_progress", attempt: 1, timeout_seconds: 3600, heartbeat_interval_seconds: 30 },
    {
      task_id: "T003",
      status: "blocked",
      lifecycle: "escalation_required",
      iteration_count: 2,
      blocked_code: "PERSON_NEEDED",
    },
  ]);
  expect(bundle.dependencies).toContainEqual({ task_id: "T002", depends_on: ["T001"] });
  expect(bundle.open_blockers).toMatchObject([
    { task_id: "T003", gate: "G1_implementation", detail: "failed 2 times: TEST_FAILED: sum is 3 not 4" },
  ]);
  expect(bundle.acceptance_targets.map(({ passes }) => passes)).toEqual([true, false, false]);
  expect(renderBundle(fold([created(), added(1)]), FACTS).ledger[0]?.last_heartbeat_at).toBe(null);
});

test("FCX-09 whatever happened in a run, its bundle makes the same decisions and the same project files", () => {
  let carried = 0;
  fc.assert(
    fc.property(anyLife, (story) => {
      const state = fold(story);
      const { state: imported, problems } = checkBundle(wire(state), hashOf);
      expect(problems).toEqual([]);
      if (imported === null) throw new Error("nothing was imported");
      for (const spent of [null, "budget"] as const) {
        const context = { harness: "another", spent, approvals: [], overdue: () => null };
        expect(nextEffect(imported, context)).toEqual(nextEffect(state, context));
      }
      expect(leftOf(imported)).toEqual(leftOf(state));
      expect(imported.tasks).toEqual(state.tasks);
      expect(imported.features).toEqual(state.features);
      const files = (one: RunState): unknown => [...renderProjectFiles(one, FACTS.blob)];
      expect(files(imported)).toEqual(files(state));
      carried += Object.keys(state.tasks).length;
    }),
    { numRuns: 300 },
  );
  expect(carried).toBeGreaterThan(900);
});

test("ONE-09 what could not land is carried with its reason, and with whose no it is", () => {
  const left: RunEvent = {
    type: "landing_left",
    branch: "main",
    to: "a".repeat(40),
    reason: "Bob said no: not yet",
    decided: { by: "Bob", comment: "not yet" },
  };
  for (const event of [left, { ...left, reason: "main has moved on its own", code: "BRANCH_MOVED" as const }]) {
    const state = fold([created(), added(1), resumed(), ...proven(1), event]);
    const { state: imported, problems } = checkBundle(wire(state), hashOf);
    expect([problems, imported?.left]).toEqual([[], state.left]);
  }
});

test("a bundle of an attempt that is proven and not committed carries the evidence that its validation looks at", () => {
  const red = hashOf("red");
  const path = "artifacts/executor/T001/1/test_output_red.txt";
  const state = fold([
    created(),
    added(1),
    started(1),
    answered(1),
    {
      type: "evidence_recorded",
      path,
      sha256: red,
      bytes: 3,
      role: "executor",
      task_id: "T001",
      kind: "harness",
      description: "RED",
      mapping: "",
    } as RunEvent,
    judged(1, 1, "passed"),
    validating(1),
  ]);
  const bundle = renderBundle(state, { ...FACTS, blob: (sha256) => (sha256 === red ? "red" : null) });
  expect(bundle.continuation?.texts).toEqual({ [red]: "red" });
  const { state: imported } = checkBundle(JSON.parse(JSON.stringify(bundle)), hashOf);
  expect(imported?.evidence).toEqual(state.evidence);
  expect(imported?.executor).toEqual(state.executor);
});

test("FCX-01 every problem of a bundle is named with its path and a code", () => {
  const good = wire(fold(HALF));
  const problemsOf = (...edits: readonly Edit[]): [string, string][] =>
    checkBundle(edited(good, edits), hashOf).problems.map(({ code, path }) => [code, path]);
  const [entry] = good.ledger;
  expect(problemsOf()).toEqual([]);
  for (const version of ["2.0.0", "9.0", 2])
    expect(problemsOf(["schema_version", version])).toEqual([["SCHEMA_UNSUPPORTED", "schema_version"]]);
  expect(problemsOf(["constraints", undefined])).toEqual([["HANDOFF_INVALID", "constraints"]]);
  expect(problemsOf(["ledger.0.priority", undefined], ["ledger.1.timeout_seconds", undefined])).toEqual([
    ["HANDOFF_INVALID", "ledger[0].priority"],
    ["HANDOFF_INVALID", "ledger[1].timeout_seconds"],
  ]);
  expect(problemsOf(["run_id", "../run"])).toContainEqual(["HANDOFF_INVALID", "run_id"]);
  expect(problemsOf(["ledger.3", entry])).toContainEqual(["HANDOFF_INVALID", "ledger[3].task_id"]);
  expect(problemsOf(["ledger.2.lifecycle", "complete"])).toEqual([["HANDOFF_INVALID", "ledger[2].lifecycle"]]);
  expect(problemsOf(["acceptance_targets.1.passes", true])).toEqual([
    ["HANDOFF_INVALID", "acceptance_targets[1].passes"],
  ]);
  expect(problemsOf(["dependencies.0.depends_on.0", "T002"])).toContainEqual(["LEDGER_CYCLE", "dependencies"]);
  expect(problemsOf(["dependencies.0.depends_on.0", "T099"])).toContainEqual(["HANDOFF_INVALID", "dependencies[0]"]);
  expect(problemsOf([`continuation.texts.${NOTE_HASH}`, "forged"])).toEqual([
    ["HANDOFF_INVALID", `continuation.texts.${NOTE_HASH}`],
  ]);
  expect(problemsOf(["continuation.standing.turns", 1])).toContainEqual(["LEDGER_COUNT_MISMATCH", "continuation"]);
  for (const nothing of [null, 7, "x", []])
    expect(checkBundle(nothing, hashOf).problems[0]?.code).toBe("HANDOFF_INVALID");
});

test("FCX-01 FCX-08 blockers name a task of the ledger, a gate and a code of the registry; constraints are the run's own", () => {
  const good = wire(fold(HALF));
  const pathsOf = (...edits: readonly Edit[]): string[] =>
    checkBundle(edited(good, edits), hashOf).problems.map(({ path }) => path);
  const told: Edit = ["continuation", undefined];
  expect(pathsOf(told)).toEqual([]);
  expect(pathsOf(told, ["open_blockers.0.task_id", "T099"])).toEqual(["open_blockers[0].task_id"]);
  expect(pathsOf(told, ["open_blockers.0.code", "SOMETHING_ODD"])).toEqual(["open_blockers[0].code"]);
  expect(pathsOf(told, ["open_blockers.0.gate", "G9_done"])).toEqual(["open_blockers[0].gate"]);
  expect(pathsOf(told, ["ledger.2.blocked_code", "SOMETHING_ODD"])).toEqual(["ledger[2].blocked_code"]);
  expect(pathsOf(["constraints.0", "A task is done when its agent says so"])).toEqual(["constraints[0]"]);
  for (const code of [...LOSS_CODES, "HANDOFF_REJECTED"])
    expect(pathsOf(told, ["ledger.2.blocked_code", code], ["open_blockers.0.code", code])).toEqual([]);
});

test("FCX-01 a ledger entry says the ledger's word for its task; bundles that said the envelope's STATUS are still read", () => {
  const state = fold([...HALF, lost(2)]);
  expect(wire(state).ledger.map(({ status }) => status)).toEqual(["done", "blocked", "blocked"]);
  const replanned = fold([...HALF, lost(2), { type: "task_replanned", task_id: "T002", attempt: 1 }]);
  expect(wire(replanned).ledger[1]).toMatchObject({ status: "ready", blocked_code: null, owner: null });
  const earlier = ["APPROVED", "IN_PROGRESS", "BLOCKED"].map((word, at): Edit => [`ledger.${at}.status`, word]);
  expect(checkBundle(edited(wire(fold(HALF)), earlier), hashOf).problems).toEqual([]);
  const detail: Edit = ["open_blockers.0.detail", "TEST_FAILED: sum is 3 not 4"];
  expect(checkBundle(edited(wire(fold(HALF)), [detail]), hashOf).problems).toEqual([]);
  const lie = checkBundle(edited(wire(fold(HALF)), [["open_blockers.0.detail", "all is well"]]), hashOf);
  expect(lie.problems.map(({ path }) => path)).toEqual(["open_blockers[0].detail"]);
  const wrong = checkBundle(edited(wire(fold(HALF)), [["ledger.1.status", "done"]]), hashOf);
  expect(wrong.problems.map(({ path }) => path)).toEqual(["ledger[1].status"]);
});

test("FCX-01 locks that exclude each other, or that nobody holds, are named", () => {
  const lock = { lock_id: "1", task_id: "T002", attempt: 1, mode: "exclusive", acquired_at: "2026-01-31T09:00:00Z" };
  const bundle = edited(wire(fold(HALF)), [
    ["continuation", undefined],
    ["active_locks.0", { ...lock, pattern: "src/*.ts" }],
    ["active_locks.1", { ...lock, task_id: "T003", pattern: "src/a*" }],
  ]);
  expect(checkBundle(bundle, hashOf).problems.map(({ code, path }) => [code, path])).toEqual([
    ["LEDGER_LOCK_ORPHANED", "active_locks[1]"],
    ["LOCK_CONFLICT", "active_locks[1]"],
  ]);
});

test("a bundle can name no artifact outside of the run directory", () => {
  const evidence = (path: string): unknown => ({
    kind: "evidence",
    value: {
      path,
      sha256: NOTE_HASH,
      bytes: 1,
      role: "executor",
      task_id: "T001",
      kind: "harness",
      at: "2026-01-31T09:00:00Z",
      description: "",
      mapping: "",
    },
  });
  const bundleOf = (path: string): unknown => edited(wire(fold(HALF)), [["continuation.items.0", evidence(path)]]);
  expect(checkBundle(bundleOf("artifacts/executor/T001/1/x.txt"), hashOf).bundle).not.toBe(null);
  for (const path of ["../x", "/etc/x", "artifacts/../../x", "artifacts/a/..", "artifacts\\..\\x", "README.md"])
    expect(checkBundle(bundleOf(path), hashOf).bundle).toBe(null);
});

test("FCX-09 only the first events of a run can import into it", () => {
  const [, imported, , carried] = importing();
  const state = fold([created(), added(1)]);
  for (const event of [imported, carried])
    expect(event === undefined ? null : refusalOf(state, event)?.code).toBe("ALREADY_INITIALIZED");
  const whole = importing();
  const passed = whole.map((event, at) => refusalOf(at === 0 ? null : fold(whole.slice(0, at)), event));
  expect(passed).toEqual(whole.map(() => null));
  for (const event of [imported, carried])
    expect(event === undefined ? null : refusalOf(fold([...whole, added(9)]), event)?.code).toBe("ALREADY_INITIALIZED");
});

type Edit = readonly [path: string, value: unknown];

/** A bundle as somebody edited it; undefined takes a value away. */
function edited(bundle: HandoffBundle, edits: readonly Edit[]): unknown {
  const root = structuredClone(bundle) as unknown as Record<string, unknown>;
  for (const [path, value] of edits) {
    const parts = path.split(".");
    const last = parts.pop() ?? "";
    const holder = parts.reduce((at, part) => at[part] as Record<string, unknown>, root);
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else holder[last] = value;
  }
  return root;
}

const importing = (): RunEvent[] => {
  const { continuation } = wire(fold(HALF));
  return continuation === undefined ? [] : importEvents(continuation, NOTE_HASH);
};
