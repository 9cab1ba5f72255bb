import { expect, test } from "vitest";
import { routeAttempt, type RouteFacts } from "../../../src/core/governor/reasoning/route-attempt.ts";

const facts = (changes: Partial<RouteFacts> = {}): RouteFacts => ({
  agents: ["cheap", "strong"],
  stakes: "medium",
  before: null,
  failure: "none",
  maxIterations: 2,
  learned: [],
  ...changes,
});
const arm = (agent: string, match: string, evidence = 3) => ({
  pattern_id: `pattern_${agent}`,
  match_confidence: match,
  evidence_count: evidence,
  agent,
});

test("the cheapest agent comes first, and the strongest where much can be lost", () => {
  expect(routeAttempt(facts())).toMatchObject({ agent: "cheap", step: "first", tries: 1 });
  expect(routeAttempt(facts({ stakes: "high" }))).toMatchObject({ agent: "strong", reason: "stakes are high" });
  expect(routeAttempt(facts({ agents: ["one"] }))).toMatchObject({ agent: "one", reason: "the only agent" });
});

test("attempts are shared out between the agents, each with what the one before lacked", () => {
  const failed = { failure: "TEST_FAILED", before: { agent: "cheap", tries: 1 } };
  expect(routeAttempt(facts(failed))).toMatchObject({ agent: "strong", step: "stronger", tries: 1 });
  expect(routeAttempt(facts({ ...failed, maxIterations: 4 }))).toMatchObject({
    agent: "cheap",
    step: "again",
    tries: 2,
  });
  expect(routeAttempt(facts({ ...failed, before: { agent: "strong", tries: 1 } }))).toMatchObject({
    agent: "strong",
    step: "again",
  });
});

test("what says nothing about an agent moves nobody", () => {
  expect(routeAttempt(facts({ before: { agent: "cheap", tries: 1 } }))).toMatchObject({
    agent: "cheap",
    step: "again",
  });
});

test("HRM-16 a learned pattern comes before the rules; of two that are good enough the cheaper agent", () => {
  expect(routeAttempt(facts({ learned: [arm("strong", "0.8000")] }))).toMatchObject({
    agent: "strong",
    pattern: "pattern_strong",
  });
  const both = [arm("strong", "0.9000"), arm("cheap", "0.7500")];
  expect(routeAttempt(facts({ learned: both }))).toMatchObject({ agent: "cheap", pattern: "pattern_cheap" });
});

test("a pattern never leads to less care where much can be lost, nor back to an agent that failed", () => {
  const learned = [arm("cheap", "0.9000")];
  expect(routeAttempt(facts({ stakes: "high", learned }))).toMatchObject({ agent: "strong", pattern: null });
  const failed = { failure: "TEST_FAILED", before: { agent: "strong", tries: 1 } };
  expect(routeAttempt(facts({ ...failed, learned }))).toMatchObject({ agent: "strong", pattern: null });
});

test("a cheaper agent is explored at low stakes alone, every fifth success, and said so", () => {
  const learned = [arm("strong", "0.8000", 5)];
  expect(routeAttempt(facts({ stakes: "low", learned }))).toMatchObject({
    agent: "cheap",
    explored: true,
    pattern: "pattern_strong",
  });
  expect(routeAttempt(facts({ learned }))).toMatchObject({ agent: "strong", explored: false });
  expect(routeAttempt(facts({ stakes: "low", learned: [arm("strong", "0.8000", 4)] })).explored).toBe(false);
});

test("an agent that is not of the crew any more is forgotten, as is a pattern that names it", () => {
  const gone = facts({ before: { agent: "gone", tries: 2 }, failure: "TEST_FAILED", learned: [arm("gone", "1.0000")] });
  expect(routeAttempt(gone)).toMatchObject({ agent: "cheap", step: "first", pattern: null });
});
