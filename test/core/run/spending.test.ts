import { expect, test } from "vitest";
import { waitsForPerson } from "../../../src/core/run/next/next-effect.ts";
import { isSpent, leftOf } from "../../../src/core/run/spending.ts";
import type { EventOf, RunBudget } from "../../../src/schema/event.ts";
import { addUsage, UNKNOWN_USAGE } from "../../../src/schema/usage-sums.ts";
import type { Usage } from "../../../src/schema/usage.ts";
import { added, answered, created, featureId, fold, judged, lost, started, taskId } from "../../support/events.ts";
import { evolve, type RunEntry } from "../../../src/core/run/fold/evolve.ts";

const usage = (label: Usage["label"], tokens: number | null, cost: string | null): Usage => ({
  ...UNKNOWN_USAGE,
  label,
  tokens,
  cost,
});

const NONE: RunBudget = { hours: null, attempts: null, tokens: null, cost: null };

test("ONE-11 what attempts used is summed by who counted it, lost ones too", () => {
  const state = fold([
    created(),
    added(1),
    started(1),
    { ...lost(1), usage: usage("metered", 1000, "0.1") },
    started(1, 2),
    answered(1, 2, { usage: usage("metered", 20, "0.0000002") }),
    judged(1, 2, "failed"),
    started(1, 3),
    answered(1, 3, { usage: usage("reported", 7, "5") }),
    judged(1, 3, "failed"),
    started(1, 4),
    answered(1, 4, { usage: UNKNOWN_USAGE }),
  ]);
  expect(state.spending).toMatchObject({
    metered: { attempts: 2, tokens: 1020, cost: "0.1000002" },
    reported: { attempts: 1, tokens: 7, cost: "5" },
    unknown: { attempts: 1, tokens: 0, cost: "0" },
  });
});

test("ONE-11 a budget is what was metered or reported in tokens, and only what was metered in money", () => {
  const spent = (budget: RunBudget): ReturnType<typeof leftOf> =>
    leftOf(
      fold([
        created({ budget }),
        added(1),
        started(1),
        { ...lost(1), usage: usage("metered", 600, "0.3") },
        started(1, 2),
        { ...lost(1, 2), usage: usage("reported", 300, "9") },
      ]),
      [usage("metered", 50, "0.1")],
    );
  expect(spent(NONE)).toEqual({ tokens: null, cost: null });
  expect(spent({ ...NONE, tokens: 1000, cost: "0.5" })).toEqual({ tokens: 50, cost: "0.1" });
  expect(spent({ ...NONE, tokens: 900, cost: "0.4" })).toEqual({ tokens: 0, cost: "0" });
  expect(
    [
      { tokens: 1, cost: "0.1" },
      { tokens: 0, cost: null },
      { tokens: null, cost: "0" },
      { tokens: null, cost: null },
    ].map(isSpent),
  ).toEqual([false, true, true, false]);
});

test("two turns are metered together only when both are, and no cent is rounded away", () => {
  const sum = addUsage(usage("metered", 1, "0.1"), usage("metered", null, "0.2"));
  expect(sum).toMatchObject({ label: "metered", tokens: 1, cost: "0.3", requests: null });
  expect(addUsage(usage("metered", 1, null), UNKNOWN_USAGE)).toMatchObject({
    label: "reported",
    tokens: 1,
    cost: null,
  });
  expect(addUsage(UNKNOWN_USAGE, UNKNOWN_USAGE)).toEqual(UNKNOWN_USAGE);
});

test("a login that is refused and a budget that is spent are not held against a task; a provider that fails is", () => {
  const blocked = (code: EventOf<"attempt_lost">["code"]): unknown => {
    const turns = [1, 2, 3].flatMap((attempt) => [started(1, attempt), { ...lost(1, attempt), code }]);
    const task = fold([created(), added(1), ...turns]).tasks[taskId(1)];
    return task !== undefined && waitsForPerson(task);
  };
  expect(blocked("AGENT_UNAUTHORIZED")).toBe(false);
  expect(blocked("BUDGET_SPENT")).toBe(false);
  expect(blocked("PROVIDER_FAILED")).toBe(true);
});

test("ONE-12 a task's isolation is the lower of its agent's and its checks'", () => {
  const levels = (isolation: "I0" | "I1" | "I2" | null): unknown =>
    fold([created(), added(1), { ...started(1), isolation }, answered(1), judged(1, 1, "passed")]).levels[taskId(1)];
  expect(levels("I0")).toMatchObject({ isolation: "I0", agent: "I0", checks: "I1" });
  expect(levels("I2")).toMatchObject({ isolation: "I1", agent: "I2", checks: "I1" });
  expect(levels(null)).toMatchObject({ isolation: "I1", agent: null, checks: "I1" });
});

test("a journal of an earlier version, without usage, isolation and the newer limits, still folds", () => {
  const { hours, attempts } = created().run.budget;
  const { isolation: _, ...start } = started(1);
  const { usage: __, ...answer } = answered(1);
  const events = [created({ budget: { hours, attempts } as RunBudget }), added(1), start, answer];
  const state = events.reduce<ReturnType<typeof evolve> | null>(
    (before, event, at) =>
      evolve(before, { run_id: "r", position: at + 1, at: "2026-01-31T09:00:00.000Z", event } as RunEntry),
    null,
  );
  expect(state?.budget).toEqual({ hours, attempts, tokens: null, cost: null });
  expect(state?.spending.unknown.attempts).toBe(1);
  expect(state?.features[featureId(1)]?.assigned_to).toBe("coder");
});

test("the limit of attempts grows with each feature that is added to a run that stands, unless a person named one", () => {
  const budget = { ...NONE, attempts: 3 };
  const made = created();
  const begun = [
    { ...made, run: { ...made.run, budget } },
    added(1),
    { type: "record_committed", commit: "c".repeat(40), parent: null } as const,
  ];
  const set = (attempts: number, hours: number) =>
    ({ type: "budget_set", budget: { ...budget, attempts, hours }, by: "a@b.c" }) as const;
  const limit = (...events: Parameters<typeof fold>[0]): number | null => fold([...begun, ...events]).budget.attempts;
  expect(limit()).toBe(3);
  expect(limit(added(2), added(3))).toBe(9);
  expect(limit(set(3, 5), added(2))).toBe(6);
  expect(limit(set(7, 5), added(2))).toBe(7);
});
