import { expect, test } from "vitest";
import { BUILT_IN } from "../../../../src/core/gate/registry.ts";
import { gatesFor } from "../../../../src/core/gate/required.ts";
import { changesUi } from "../../../../src/core/gate/ui-files.ts";
import { ownsGate } from "../../../../src/core/envelope/roles.ts";
import { refusalOf } from "../../../../src/core/run/guard/guard.ts";
import { reviewStep } from "../../../../src/core/run/people/review.ts";
import type { RunState, TaskState } from "../../../../src/core/run/state.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import {
  added,
  answered,
  checkedWith,
  created,
  fold,
  HASH,
  judged,
  resumed,
  reviewJudged,
  reviewStarted,
  started,
  validated,
  validating,
} from "../../../support/events.ts";

const QA = { gate: "GATE-VISUAL-QA", state: "open" } as const;
const REVIEW = { gate: "GATE-CODE-REVIEW", state: "open" } as const;
const READY: RunEvent = {
  type: "status_set",
  task_id: "T001",
  attempt: 1,
  status: "READY_FOR_REVIEW",
  envelope: "artifacts/x",
};
const CHECKED: readonly RunEvent[] = [
  created({ registry: HASH }),
  added(1),
  resumed(),
  { ...started(1), by: "ada" },
  answered(1),
  judged(1, 1, "passed"),
  validating(1),
  { type: "status_set", task_id: "T001", attempt: 1, status: "QA_IN_PROGRESS", envelope: "artifacts/x" },
  checkedWith(1),
];
const round = (
  gate: typeof QA | typeof REVIEW,
  outcome: "passed" | "failed" | "lost",
  n = 1,
  changes = {},
): RunEvent[] => [
  reviewStarted(1, 1, { ...gate, round: n - 1 }),
  reviewJudged(1, 1, { ...gate, round: n }, outcome, changes),
];
const stateAfter = (...events: readonly RunEvent[]): RunState => fold([...CHECKED, ...events]);
const taskOf = (state: RunState): TaskState => state.tasks["T001"] as TaskState;
const stepAfter = (...events: readonly RunEvent[]): unknown => {
  const step = reviewStep(taskOf(stateAfter(...events)), "harness-1");
  return "gates" in step ? `${step.kind} ${step.gates.map(({ gate }) => gate).join()}` : step;
};
const PASSED_QA = [...round(QA, "passed"), READY];

test.each<[string, readonly RunEvent[], unknown]>([
  ["QA first", [], "ask GATE-VISUAL-QA"],
  ["then the status", round(QA, "passed"), { kind: "to_review" }],
  ["then the reviewer", PASSED_QA, "ask GATE-CODE-REVIEW"],
  ["then the approval", [...PASSED_QA, ...round(REVIEW, "passed")], { kind: "conclude", outcome: "passed" }],
  ["nobody after a no", round(QA, "failed"), { kind: "conclude", outcome: "failed" }],
  ["the same again after a loss", round(QA, "lost"), "ask GATE-VISUAL-QA"],
  ["a person after three losses", [1, 2, 3].flatMap((n) => round(QA, "lost", n)), { kind: "wait" }],
])("the orchestrator asks: %s", (_, events, step) => {
  expect(stepAfter(...events)).toEqual(step);
});

test("a reviewer that crashes counts, and a harness that died does not: it is asked again and again", () => {
  const lost = (detail: string) => [1, 2, 3].flatMap((n) => round(QA, "lost", n, { code: "ATTEMPT_LOST", detail }));
  expect(stepAfter(...lost("the agent crashed"))).toEqual({ kind: "wait" });
  expect(stepAfter(...lost("the harness died"))).toBe("ask GATE-VISUAL-QA");
});

test("who was at work when another harness takes over is lost; a person stays", () => {
  const begun = stateAfter(reviewStarted(1, 1, { ...QA, round: 0 }));
  expect(reviewStep(taskOf(begun), "harness-2")).toMatchObject({ kind: "lose" });
  const persons = stateAfter({ ...reviewStarted(1, 1, { ...QA, round: 0 }), harness: "human", by: null });
  expect(reviewStep(taskOf(persons), "harness-2")).toEqual({ kind: "wait" });
});

const judgedQa = reviewJudged(1, 1, { ...QA, round: 1 }, "passed");
const askedQa = reviewStarted(1, 1, { ...QA, round: 0 });

test.each<[string, readonly RunEvent[], RunEvent, string | null]>([
  ["a review by its author, however written", [], { ...askedQa, by: " ADA " }, "REVIEWER_IS_AUTHOR"],
  ["an answer by its author", [askedQa], { ...judgedQa, by: "ada" }, "REVIEWER_IS_AUTHOR"],
  ["an answer about another candidate", [askedQa], { ...judgedQa, candidate: "2".repeat(40) }, "CANDIDATE_CHANGED"],
  ["an answer of a round that is over", [askedQa], { ...judgedQa, round: 2 }, "ATTEMPT_FENCED"],
  ["a gate that is not needed", [], { ...askedQa, gate: "GATE-X" }, "TASK_TRANSITION_ILLEGAL"],
  ["approval before QA", [], validated(1, 1, "passed"), "TASK_TRANSITION_ILLEGAL"],
  ["approval before the review", PASSED_QA, validated(1, 1, "passed"), "TASK_TRANSITION_ILLEGAL"],
  [
    "approval without READY_FOR_REVIEW",
    [...round(QA, "passed"), ...round(REVIEW, "passed")],
    validated(1, 1, "passed"),
    "TASK_TRANSITION_ILLEGAL",
  ],
  ["STATUS READY_FOR_REVIEW twice", PASSED_QA, READY, null],
  ["STATUS back to QA_IN_PROGRESS", PASSED_QA, { ...READY, status: "QA_IN_PROGRESS" }, "TASK_TRANSITION_ILLEGAL"],
  ["STATUS QA_IN_PROGRESS to APPROVED", [], { ...READY, status: "APPROVED" }, "TASK_TRANSITION_ILLEGAL"],
  ["STATUS APPROVED without an approval", PASSED_QA, { ...READY, status: "APPROVED" }, "TASK_TRANSITION_ILLEGAL"],
  ["STATUS BLOCKED", PASSED_QA, { ...READY, status: "BLOCKED" }, null],
  ["approval after all of it", [...PASSED_QA, ...round(REVIEW, "passed")], validated(1, 1, "passed"), null],
  [
    "a waiver by the author",
    [1, 2, 3].flatMap((n) => round(QA, "lost", n)),
    { type: "approved", approval: "aaaaaaaaaaaa", task_id: "T001", feature_id: "feat_001", by: "Ada", comment: "" },
    "APPROVER_IS_AUTHOR",
  ],
  [
    "a check waived by the author",
    [],
    { type: "check_waived", task_id: "T001", check: "coverage", by: "Ada", reason: "late" },
    "APPROVER_IS_AUTHOR",
  ],
  [
    "a check waived by another",
    [],
    { type: "check_waived", task_id: "T001", check: "coverage", by: "Grace", reason: "late" },
    null,
  ],
])("ENV-09 ENV-10 the guard on %s", (_, events, next, code) => {
  expect(refusalOf(stateAfter(...events), next)?.code ?? null).toBe(code);
});

test("the author of an attempt that failed does not review the next one either", () => {
  const again = [
    validated(1, 1, "failed"),
    { ...started(1, 2), by: "bob" },
    answered(1, 2),
    judged(1, 2, "passed"),
    validating(1, 2),
    checkedWith(1, 2),
  ];
  const state = stateAfter(...again);
  for (const by of ["ada", "bob"])
    expect(refusalOf(state, { ...reviewStarted(1, 2, { ...QA, round: 0 }), by })?.code).toBe("REVIEWER_IS_AUTHOR");
  expect(refusalOf(state, { ...reviewStarted(1, 2, { ...QA, round: 0 }), by: "carol" })).toBeNull();
});

test.each([
  [["src/sum.ts"], false],
  [["src/Cart.tsx"], true],
  [["src/Cart.test.tsx"], false],
  [["app/templates/cart.txt"], true],
  [["styles/main.scss", "src/sum.ts"], true],
  [["public/app.js"], true],
  [["apps/shop/static/cart.mjs"], true],
  [["src/static.ts"], false],
  [["web/handlers.go"], false],
])("the QA gates of a change of %j: %s", (paths, isUi) => {
  const change = { patterns: BUILT_IN.uiFiles, changed: paths, isStarted: true };
  const { required, absent } = gatesFor(BUILT_IN, { paths, isUi: changesUi(change, []) });
  expect(required.includes("GATE-VISUAL-QA") && required.includes("GATE-A11Y-BASELINE")).toBe(isUi);
  expect(absent).toHaveLength(isUi ? 0 : 2);
  expect(required.at(-1)).toBe("GATE-CODE-REVIEW");
});

test("a program that is called like a reviewer still builds: it cannot claim the gate of one", () => {
  expect(ownsGate("code-reviewer", "executor", "GATE-CODE-REVIEW", BUILT_IN)).toBe(false);
  expect(ownsGate("Code_Reviewer", "validator", "GATE-CODE-REVIEW", BUILT_IN)).toBe(true);
});
