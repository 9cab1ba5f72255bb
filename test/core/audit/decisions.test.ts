import { expect, test } from "vitest";
import { decisionsOf } from "../../../src/core/audit/decisions.ts";
import { reject } from "../../../src/core/run/people/approvals.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import type { ReportedFinding } from "../../../src/schema/event.ts";
import type { JournalEvent } from "../../../src/schema/journal.ts";
import { added, answered, created, fold, judged, NOTES_HASH, resumed, started } from "../../support/events.ts";

/** A task that waits for a person's answer about this. */
function asking(finding: ReportedFinding): RunState {
  const events = [created(), added(1), resumed(), started(1), answered(1)];
  const held = fold([...events, { ...judged(1, 1, "failed"), outcome: "person_needed", findings: [finding] }]);
  return held;
}

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
    { person: "human", author: "ann@x.org", textOf: (sha256) => (sha256 === NOTES_HASH ? "use the slash" : null) },
  ).map(({ kind, subject, by, reason: why }) => [kind, subject, by, why]);

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
    ["review_judged", "T001", "grace", "GATE-CODE-REVIEW passed"],
  ]);
  expect(decided(...review("human", "grace", "failed"))).toEqual([
    ["review_judged", "T001", "grace", "GATE-CODE-REVIEW failed: no input is checked; no test"],
  ]);
});

const byPerson = (...events: readonly JournalEvent[]): unknown[] =>
  decided(...events.map((event) => ["human", event] as const));

test("each decision says what it is about, who took it and why", () => {
  const UNNAMED = "unnamed (the run is of ann@x.org)";
  expect(
    byPerson(
      { type: "check_waived", task_id: "T002", check: "dod_checklist", by: "Ann", reason: "docs later" },
      { type: "production_waived", criterion: "ci", by: "Ann", reason: "no CI" },
      { type: "feature_moved", feature_id: "feat_003", to: "deferred", reason: "no price list" },
      { type: "task_retried", task_id: "T003", reason: "try again", by: "Cy" },
      { type: "note_added", task_id: "T004", text: NOTES_HASH, by: "Dan" },
      { type: "handoff_rejected", task_id: "T004", by: "executor", person: "Eve", reason: "which rounding?" },
      { type: "task_split", task_id: "T005", into: [], reason: "too large", person: "Flo" },
      { type: "task_skipped", task_id: "T006", reason: "older journals name nobody" },
      { type: "approved", approval: "490b834ebb2b", task_id: "T001", feature_id: "f", by: "Bob", comment: "fine" },
    ),
  ).toEqual([
    ["check_waived", "T002 dod_checklist", "Ann", "docs later"],
    ["production_waived", "G3 ci", "Ann", "no CI"],
    ["feature_moved", "feat_003", UNNAMED, "deferred: no price list"],
    ["task_retried", "T003", "Cy", "try again"],
    ["note_added", "T004", "Dan", "use the slash"],
    ["handoff_rejected", "T004", "Eve", "which rounding?"],
    ["task_split", "T005", "Flo", "too large"],
    ["task_skipped", "T006", UNNAMED, "older journals name nobody"],
    ["approved", "T001", "Bob", "fine"],
  ]);
});

test("a person's no is one of the decisions, with who said it and why, whichever event it makes", () => {
  const said = { by: "Zoe", comment: "the price list: 7" };
  const answers = [
    asking({ code: "AGENT_BLOCKED", severity: "person", message: "which?", approval: "0123456789ab" }),
    asking({ code: "FIREWALL_INJECTION", severity: "person", message: "odd", approval: "0123456789ab" }),
    asking({ code: "TESTS_EXTENDED", severity: "person", message: "more", approval: "0123456789ab" }),
  ].map((state) => reject(state, "T001", said).event as unknown as JournalEvent);
  expect(answers.map(({ type }) => type)).toEqual(["attempt_lost", "attempt_lost", "implementation_judged"]);
  expect(byPerson(...answers)).toEqual([
    ["answer_discarded", "T001", "Zoe", "the price list: 7"],
    ["rejected", "T001", "Zoe", "the price list: 7"],
    ["rejected", "T001", "Zoe", "the price list: 7"],
  ]);
  const decidedBy = (comment: string) => ({ decided: { by: "Zoe", comment } });
  expect(
    byPerson(
      {
        type: "validation_judged",
        task_id: "T001",
        attempt: 1,
        remediation: "PERSON_REJECTED: …",
        ...decidedBy("not so"),
      },
      { type: "landing_left", to: "1".repeat(40), reason: "Zoe said no: not today", ...decidedBy("not today") },
      { type: "landing_left", to: "1".repeat(40), reason: "main has moved on its own" },
      { type: "production_checked", commit: "1".repeat(40) },
    ),
  ).toEqual([
    ["rejected", "T001", "Zoe", "not so"],
    ["rejected", "landing of 111111111111", "Zoe", "not today"],
  ]);
});

test("words of a test or of an agent that read like a person's no are nobody's decision", () => {
  const said = "Zoe rejected it: and so it failed";
  expect(
    byPerson(
      {
        type: "implementation_judged",
        task_id: "T001",
        attempt: 1,
        findings: [{ code: "TEST_FAILED", message: said }],
      },
      { type: "validation_judged", task_id: "T001", attempt: 1, remediation: said },
      { type: "landing_left", to: "1".repeat(40), reason: "Zoe said no: the branch is gone" },
    ),
  ).toEqual([]);
});

test("a person's no of an older journal is known by its code, and its words are quoted whole", () => {
  const said = "Zoe rejected it: not so";
  expect(
    byPerson(
      {
        type: "implementation_judged",
        task_id: "T001",
        attempt: 1,
        findings: [{ code: "PERSON_REJECTED", severity: "error", message: said }],
      },
      { type: "validation_judged", task_id: "T001", attempt: 1, remediation: `PERSON_REJECTED: ${said}` },
    ),
  ).toEqual([
    ["rejected", "T001", "unnamed (the run is of ann@x.org)", said],
    ["rejected", "T001", "unnamed (the run is of ann@x.org)", said],
  ]);
});

test("what a person decides as a flag of run is theirs, though the run wrote it", () => {
  const limits = { type: "budget_set", budget: {} };
  const yes = { type: "approved", approval: "490b834ebb2b", task_id: "T001", feature_id: "f", by: "Bob", comment: "" };
  expect(decided(["baton", { ...limits, by: "Bob" }], ["baton", limits], ["baton", yes])).toEqual([
    ["budget_set", "the run's limits", "Bob", ""],
    ["approved", "T001", "Bob", ""],
  ]);
});

test("what a program reviewed, and a review that brought no answer, is nobody's decision", () => {
  expect(decided(...review("reviewer", "reviewer", "passed"))).toEqual([]);
  expect(decided(...review("human", "grace", "lost"))).toEqual([]);
  expect(
    decided(...review("human", "grace", "passed"), ...review("reviewer", "other", "passed", "GATE-X")),
  ).toHaveLength(1);
});

test("a decision and the text that goes with it are one decision; a later note is another", () => {
  const note = { type: "note_added", task_id: "T001", text: NOTES_HASH, by: "Cy" };
  const rows = (later: string): unknown[] =>
    decisionsOf(
      [
        ["2026-01-31T09:00:00.123Z", { type: "task_retried", task_id: "T001", reason: "use the slash", by: "Cy" }],
        ["2026-01-31T09:00:00.123Z", note],
        [later, note],
      ].map(([at, event], index) => ({
        entry: {
          run_id: "run",
          position: index + 1,
          at: at as string,
          actor: "human",
          version: 1,
          previous_hash: "",
          event: event as JournalEvent,
        },
      })),
      { person: "human", author: "ann@x.org", textOf: () => "use the slash" },
    ).map(({ kind }) => kind);
  expect(rows("2026-01-31T09:00:00.124Z")).toEqual(["task_retried", "note_added"]);
});

test("ENV-11 a judgement that came while an agent worked that runs as the user says so; others say nothing", () => {
  const began = (n: number, isolation: "I1" | "I2" | null): readonly [string, JournalEvent] => [
    "baton",
    { ...started(n), isolation } as unknown as JournalEvent,
  ];
  const yes = (task: string): readonly [string, JournalEvent] => [
    "human",
    { type: "approved", approval: "x", task_id: task, feature_id: "f", by: "Bob", comment: "" },
  ];
  const reviewed = (type: string, gate: string, isolation?: "I1" | null): readonly [string, JournalEvent] => [
    "baton",
    {
      type,
      task_id: "T002",
      attempt: 1,
      gate,
      round: 1,
      agent: "claude",
      ...(isolation === undefined ? {} : { isolation }),
    },
  ];
  const rows = decisionsOf(
    [
      yes("before"),
      began(1, "I1"),
      began(2, "I2"),
      began(3, null),
      yes("during"),
      [
        "human",
        { type: "attempt_lost", task_id: "T001", attempt: 1, code: "ATTEMPT_RELEASED", decided: { by: "Bob" } },
      ],
      yes("after"),
      reviewed("review_started", "GATE-CODE-REVIEW", "I1"),
      reviewed("review_started", "GATE-VISUAL-QA", null),
      yes("beside a review"),
      reviewed("review_judged", "GATE-CODE-REVIEW"),
      yes("after it"),
    ].map(([actor, event], index) => ({
      entry: {
        run_id: "run",
        position: index + 1,
        at: "2026-01-31T09:00:00.123Z",
        actor: actor as string,
        version: 1,
        previous_hash: "",
        event: event as JournalEvent,
      },
    })),
    { person: "human", author: "ann@x.org", textOf: () => null },
  );
  expect(rows.map(({ subject, during }) => [subject, during])).toEqual([
    ["before", undefined],
    ["during", ["T001/1"]],
    // A person who ends an attempt judges nothing.
    ["T001", undefined],
    ["after", undefined],
    ["beside a review", ["T002/1 GATE-CODE-REVIEW"]],
    ["after it", undefined],
  ]);
});
