import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { checkBundle } from "../../../src/core/handoff/check-bundle.ts";
import { renderBundle } from "../../../src/core/handoff/render-bundle.ts";
import { questionsIn } from "../../../src/core/run/people/approvals.ts";
import { nextVoter, reviewStep } from "../../../src/core/run/people/review.ts";
import type { GateReview, RunState, TaskState } from "../../../src/core/run/state.ts";
import type { EventOf, RunEvent } from "../../../src/schema/event.ts";
import type { Vote } from "../../../src/schema/review-arm.ts";
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
  validating,
} from "../../support/events.ts";

const GATE = "GATE-CODE-REVIEW";
const VOTE: Vote = { voters: ["opus#1", "haiku", "opus#2"], threshold: "0.6000", tiebreaker: "escalate" };
const asking = (vote: Vote): EventOf<"validation_checked"> => {
  const { asked, ...checked } = checkedWith(1);
  return { ...checked, asked: asked.filter(({ gate }) => gate === GATE).map((one) => ({ ...one, vote })) };
};
const status = (to: "QA_IN_PROGRESS" | "READY_FOR_REVIEW"): RunEvent => ({
  type: "status_set",
  task_id: "T001",
  attempt: 1,
  status: to,
  envelope: "artifacts/x",
});
const story = (vote: Vote, ...events: readonly RunEvent[]): RunEvent[] => [
  created({ registry: HASH }),
  added(1),
  resumed(),
  started(1),
  answered(1),
  judged(1, 1, "passed"),
  validating(1),
  status("QA_IN_PROGRESS"),
  asking(vote),
  status("READY_FOR_REVIEW"),
  ...events,
];
/** Rounds one after the other; `report` is what each rests on. */
type Outcomes = readonly ("passed" | "failed" | "lost")[];
const votes = (...outcomes: Outcomes): RunEvent[] =>
  outcomes.flatMap((outcome, at) => {
    const gate = { gate: GATE, state: "open", round: at } as const;
    const reports = outcome === "lost" ? [] : [`artifacts/report-${at + 1}.md`];
    const evidence = { screenshots: [], a11y: [], console: [], reports };
    return [reviewStarted(1, 1, gate), reviewJudged(1, 1, { ...gate, round: at + 1 }, outcome, { evidence })];
  });
const after = (vote: Vote, ...outcomes: Outcomes) => {
  const state = fold(story(vote, ...votes(...outcomes)));
  const task = state.tasks["T001"] as TaskState;
  return { state, task, gate: task.review?.gates[0] as GateReview };
};
const TIE = ["passed", "failed", "lost", "lost", "lost"] as const;

test("HRM-13 voters are asked in their order; whoever is lost is asked again, and after three has no vote", () => {
  const voter = (...outcomes: Outcomes): string | null => nextVoter(after(VOTE, ...outcomes).gate);
  expect(voter()).toBe("opus#1");
  expect(voter("lost", "lost")).toBe("opus#1");
  expect(voter("lost", "lost", "lost")).toBe("haiku");
  expect(voter("passed")).toBe("haiku");
  expect(voter("passed", "lost", "failed")).toBe("opus#2");
});

test("HRM-13 two of three decide, and what all of them looked at is what the gate rests on", () => {
  const { gate, task } = after(VOTE, "passed", "failed", "passed");
  expect(gate).toMatchObject({ state: "passed", reasons: [] });
  expect(gate.by).toBe("coder/reviewer/T001/1.1, coder/reviewer/T001/1.3");
  expect(gate.evidence.reports).toEqual([1, 2, 3].map((n) => `artifacts/report-${n}.md`));
  expect(reviewStep(task, "harness-1")).toEqual({ kind: "conclude", outcome: "passed" });
  expect(after(VOTE, "failed", "failed").gate).toMatchObject({
    state: "failed",
    reasons: [`${GATE}: the empty cart throws`, `${GATE}: the empty cart throws`],
  });
});

test("HRM-13 a tie is a person's, who is told what each said; a yes passes the gate, and is no waiver", () => {
  const { state, task, gate } = after(VOTE, ...TIE);
  expect([gate.state, task.blocked]).toEqual(["blocked", "VOTE_TIED"]);
  expect(reviewStep(task, "harness-1")).toEqual({ kind: "wait" });
  const [asked] = questionsIn(state);
  expect(asked).toMatchObject({ code: "VOTE_TIED" });
  expect(asked?.message).toBe(
    `${GATE}: opus#1 says yes; haiku says no: the empty cart throws; opus#2 could not be had: REVIEW_REJECTED: `,
  );
  const yes: RunEvent = {
    type: "approved",
    approval: asked?.approval ?? "",
    task_id: "T001",
    feature_id: "feat_001",
    by: "Grace",
    comment: "",
  };
  const passed = fold(story(VOTE, ...votes(...TIE), yes)).tasks["T001"];
  expect(passed?.blocked).toBeNull();
  expect(passed?.review?.gates[0]).toMatchObject({ state: "passed", by: "Grace" });
  expect(passed?.review?.gates[0]).not.toHaveProperty("waived");
});

test("HRM-13 the other tiebreakers: the vote given first, or none, which approves nothing", () => {
  expect(after({ ...VOTE, tiebreaker: "first" }, ...TIE).gate.state).toBe("passed");
  const { gate } = after({ ...VOTE, tiebreaker: "abstain" }, ...TIE);
  expect([gate.state, gate.reasons[0]]).toEqual(["failed", "the reviewers' vote decided nothing"]);
});

test("whom nobody could be had for is a lost review, and no tie", () => {
  const { task } = after(VOTE, "lost", "lost", "lost", "lost", "lost", "lost");
  expect(task.blocked).toBe("REVIEW_LOST");
});

test("FCX-02 a bundle carries a vote that is under way, with the votes that were given", () => {
  const { state } = after(VOTE, "passed", "failed");
  const facts = { beatOf: () => null, configured: { timeoutSeconds: 60, heartbeatSeconds: 30 }, blob: () => null };
  const bundle = JSON.parse(JSON.stringify(renderBundle(state, facts))) as unknown;
  const { state: imported, problems } = checkBundle(bundle, (text) => hash("sha256", text));
  expect(problems).toEqual([]);
  const gateOf = (one: RunState | null): GateReview | undefined => one?.tasks["T001"]?.review?.gates[0];
  expect(gateOf(imported)).toEqual(gateOf(state));
});
