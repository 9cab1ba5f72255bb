import { expect, test } from "vitest";
import { approve, compareQuestions } from "../../../../src/core/run/people/approvals.ts";
import type { RunState } from "../../../../src/core/run/state.ts";
import { waive } from "../../../../src/core/run/people/waive.ts";
import type { ReportedFinding } from "../../../../src/schema/event.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import { added, answered, created, fold, judged, proven, resumed, started } from "../../../support/events.ts";

test("a feature is meant by what only its id begins with, and never by what several begin with", () => {
  const plans = [1, 2].map((n) => added(n, { id: `feat_00${n}_sum` }, { feature_id: `feat_00${n}_sum` }));
  const asked: ReportedFinding = { code: "SCOPE", severity: "person", message: "m", approval: "0123456789ab" };
  const held = [resumed(), started(1), answered(1), judged(1, 1, "failed")].map((event) =>
    event.type === "implementation_judged" ? { ...event, outcome: "person_needed" as const, findings: [asked] } : event,
  );
  const state = fold([created(), ...plans, ...held]);
  const yes = (given: string): unknown => approve(state, given, { by: "grace", comment: "" });
  expect(yes("feat_001")).toEqual([expect.objectContaining({ feature_id: "feat_001_sum" })]);
  for (const given of ["feat_00", "feat_002", ""])
    expect(() => yes(given)).toThrow(expect.objectContaining({ code: "APPROVAL_UNKNOWN" }));
});

const PASSING: ReportedFinding = {
  code: "ALREADY_PASSING",
  severity: "person",
  message: "every selected test passed before the change",
  approval: "0123456789ab",
};

test("H3A-30 a yes to missing RED needs a reason, and is a waiver that every later report has", () => {
  const events = [created(), added(1), resumed(), started(1), answered(1)];
  const asked = judged(1, 1, "person_needed", { findings: [PASSING] });
  const held = fold([...events, asked]);
  expect(() => approve(held, "T001", { by: "Bob", comment: "" })).toThrow(
    expect.objectContaining({
      code: "WAIVER_NEEDED",
      hint: "baton approve 0123456789ab --as NAME --comment TEXT",
    }),
  );
  const yes = approve(held, "T001", { by: "Bob", comment: "it was there" });
  const accepted = judged(1, 1, "passed", { findings: [{ ...PASSING, severity: "info" }] });
  const state = fold([...events, asked, ...yes, accepted]);
  const waiver = { task_id: "T001", check: "tdd_compliance", by: "Bob", reason: "it was there" };
  expect(state.waivers).toEqual([expect.objectContaining(waiver)]);
  expect(state.gateEvents.map(({ word, note }) => `${word} ${note}`).slice(-2)).toEqual([
    "WAIVED T001 RED waived by Bob: it was there",
    expect.stringContaining("PASSED T001 GREEN proven, RED waived by Bob"),
  ]);
  expect(state.steps.at(-1)?.summary).toBe("TDD cycle holds: GREEN proven, RED waived by Bob");
});

test("a yes to missing RED holds for a later task that shows the very same, in the same name", () => {
  const accepted = (n: number) => judged(n, 1, "passed", { findings: [{ ...PASSING, severity: "info" }] });
  const asked = judged(1, 1, "person_needed", { findings: [PASSING] });
  const yes = { type: "approved", approval: "0123456789ab", task_id: "T001", feature_id: "feat_001_sum" } as const;
  const events = [
    created(),
    ...[1, 2].map((n) => added(n, { id: "feat_001_sum" }, { feature_id: "feat_001_sum" })),
    resumed(),
    started(1),
    answered(1),
    asked,
    { ...yes, by: "Bob", comment: "it was there" },
    started(2),
    answered(2),
    accepted(2),
  ];
  expect(fold(events).waivers.map(({ task_id: id, by, reason }) => [id, by, reason])).toEqual([
    ["T001", "Bob", "it was there"],
    ["T002", "Bob", "it was there"],
  ]);
});

test("the same waiver again changes nothing; another name or reason is another waiver", () => {
  const policy = { ...created().run.policy, checks: ["lint" as const] };
  const run = { ...created(), run: { ...created().run, policy } };
  const asked = { taskId: "T001", check: "lint", by: "Ann", reason: "ticket 12" };
  const once = fold([run, added(1), ...waive(fold([run, added(1)]), asked)]);
  expect(waive(once, asked)).toEqual([]);
  expect(waive(once, { ...asked, reason: "ticket 13" })).toHaveLength(1);
});

/** A release that is asked for: everything else of G3 holds, and `ada` did the work. */
function releasable(): RunState {
  const state = fold([created(), added(1), resumed(), { ...started(1), by: "ada" }, answered(1)]);
  state.verified = "a".repeat(40);
  state.production = {
    at: "2026-01-31T09:00:00Z",
    commit: state.verified,
    criteria: [],
    approval: "0123456789ab",
    approvedBy: null,
  };
  return state;
}

test("ENV-10 H3A-18 whoever made a task neither approves the release nor waives a part of it", () => {
  const yes = (by: string): unknown => approve(releasable(), "G3", { by, comment: "" });
  expect(() => yes("Ada")).toThrow(expect.objectContaining({ code: "APPROVER_IS_AUTHOR" }));
  expect(yes("grace")).toEqual([expect.objectContaining({ type: "production_approved", by: "grace" })]);
  const without = (by: string): unknown =>
    waive(releasable(), { taskId: "G3", check: "documentation", by, reason: "none needed" });
  expect(() => without("ada")).toThrow(expect.objectContaining({ code: "APPROVER_IS_AUTHOR" }));
  expect(without("grace")).toEqual([expect.objectContaining({ type: "production_waived", by: "grace" })]);
});

test("ENV-11 nobody says yes to the landing of their own work; what landed before is asked about no more", () => {
  const byAda = proven(1).map((event) => (event.type === "attempt_started" ? { ...event, by: "ada" } : event));
  const begin = [created({ land: "manual" }), added(1), added(2), resumed()];
  const landed = (to: string): RunEvent => ({ type: "landed", branch: "main", to: to.repeat(40) });
  const yes = (by: string, ...events: RunEvent[]): unknown => {
    try {
      return approve(fold([...begin, ...events]), "landing", { by, comment: "" });
    } catch (error) {
      return error;
    }
  };
  const refused = expect.objectContaining({
    code: "APPROVER_IS_AUTHOR",
    message: "ada made T001, and cannot approve it",
    hint: expect.stringContaining("move your branch yourself: baton land") as string,
  }) as unknown;
  const all = [...byAda, ...proven(2)];
  expect(yes("ada", ...all)).toEqual(refused);
  expect(yes("bob", ...all)).toEqual([{ type: "landing_approved", to: "2".repeat(40), by: "bob", comment: "" }]);
  // Only the second is still to land.
  expect(yes("ada", ...byAda, landed("1"), ...proven(2))).toEqual([expect.objectContaining({ by: "ada" })]);
  expect(yes("ada", ...proven(2), landed("2"), ...byAda)).toEqual(refused);
  // Nobody knows what a commit holds that is no task's.
  expect(yes("ada", ...byAda, landed("9"), ...proven(2))).toEqual(refused);
});

test("questions are listed by the number of their task, and what is about none comes last", () => {
  const ids = ["T010", null, "T004", "T001", "T1000", "T002"];
  const sorted = ids.map((task_id) => ({ task_id })).toSorted(compareQuestions);
  expect(sorted.map(({ task_id }) => task_id)).toEqual(["T001", "T002", "T004", "T010", "T1000", null]);
});
