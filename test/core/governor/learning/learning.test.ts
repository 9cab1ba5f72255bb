import fc from "fast-check";
import { expect, test } from "vitest";
import { lessonsOf, strengthened, weakened } from "../../../../src/core/governor/learning/analysis.ts";
import { CONFIDENCE, confidenceOf, countsFor } from "../../../../src/core/governor/learning/confidence.ts";
import {
  findSimilar,
  generalizeBatch,
  merge,
  type PatternId,
} from "../../../../src/core/governor/learning/generalizer.ts";
import { canonical, matchPatterns, type Signature } from "../../../../src/core/governor/learning/match.ts";
import { createReasoningRouter, signatureOf } from "../../../../src/core/governor/reasoning/router.ts";
import type { Dict } from "../../../../src/schema/governor.ts";
import type { LearnedPattern, OutcomeRecord } from "../../../../src/schema/pattern.ts";
import { CONFIG, turnInput } from "../../../support/governor.ts";

const NOW = "2026-01-31T09:00:00Z";
const idOf: PatternId = ({ input_signature, recommended_action }) => canonical({ input_signature, recommended_action });

function pattern(id: string, signature: Record<string, string>, changes: Partial<LearnedPattern> = {}): LearnedPattern {
  return {
    id,
    pattern_type: "strategy",
    input_signature: signature,
    recommended_action: { strategy: "verification" },
    successes: 3,
    uses: 3,
    confidence: 0.8,
    evidence_ids: [`${id}-1`, `${id}-2`, `${id}-3`],
    created_at: NOW,
    last_matched_at: null,
    match_count: 0,
    doubts: [],
    protected: false,
    retired: false,
    ...changes,
  };
}

test("what was learned of plain requests decides no request that the rules see otherwise", () => {
  const plain = turnInput("Sort the results by date");
  const signature = signatureOf(createReasoningRouter({ config: CONFIG }).explain(plain));
  const learned = pattern(
    "p",
    {},
    { input_signature: signature, recommended_action: { strategy: "exploration" }, confidence: 1 },
  );
  const learning = { getPatternsForSignal: (signal: Dict) => matchPatterns([learned], signal as Signature) };
  const router = createReasoningRouter({ config: CONFIG, learning });
  expect(router.explain(plain).routing).toMatchObject({ strategy: "exploration", pattern_match: "p" });
  expect(
    router.explain(turnInput("Every request must log the body. It must not log the body.")).strategy.strategy,
  ).toBe("dialogue");
  expect(router.explain(turnInput("Drop the production database")).strategy.strategy).toBe("verification");
});

const outcome = (id: string, success: boolean, signal = { stack: "node" }): OutcomeRecord => ({
  id,
  signal,
  routing: { strategy: "verification" },
  outcome: { result: success ? "proven" : "not_proven", codes: success ? [] : ["TEST_FAILED"] },
  success,
  timestamp: NOW,
});

function learn(
  fresh: readonly OutcomeRecord[],
  patterns: readonly LearnedPattern[] = [],
  before: readonly OutcomeRecord[] = [],
  retired: readonly string[] = [],
) {
  const like = ({ signal }: OutcomeRecord): OutcomeRecord[] =>
    [...before, ...fresh].filter((one) => canonical(one.signal) === canonical(signal));
  const isKnown = (id: string): boolean => retired.includes(id) || patterns.some((one) => one.id === id);
  return lessonsOf({ fresh, like, patterns, isKnown, threshold: 3, idOf, now: NOW });
}

test("confidence is (successes + 1) / (uses + 2)", () => {
  expect(confidenceOf({ successes: 0, uses: 0 })).toBe(0.5);
  expect(confidenceOf({ successes: 3, uses: 3 })).toBe(0.8);
  expect(confidenceOf({ successes: 3, uses: 8 })).toBe(0.4);
});

test("a given confidence stands, and evidence moves it the right way from there", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.34, max: 0.99, noNaN: true }),
      fc.integer({ min: 1, max: 50 }),
      (confidence, uses) => {
        expect(confidenceOf(countsFor(confidence, uses))).toBeCloseTo(confidence);
        expect(CONFIDENCE.weaken(confidence, uses)).toBeLessThan(confidence);
        expect(CONFIDENCE.strengthen(confidence, uses)).toBeGreaterThan(confidence);
      },
    ),
  );
});

test("a match is the share of a pattern's facts that the signal has, times its confidence", () => {
  const whole = pattern("whole", { stack: "node", size: "small" });
  const half = pattern("half", { stack: "node", size: "large" });
  const none = pattern("none", { stack: "go" });
  const anything = pattern("anything", {});
  const found = matchPatterns([none, half, whole, anything], { stack: "node", size: "small", more: "x" });
  expect(found).toEqual([
    { pattern_id: "whole", match_confidence: 0.8, recommended_strategy: "verification", evidence_count: 3 },
    { pattern_id: "half", match_confidence: 0.4, recommended_strategy: "verification", evidence_count: 3 },
  ]);
});

test("HRM-15 a search answers the twenty best, of equal ones those that rest on more", () => {
  const many = Array.from({ length: 30 }, (_, at) => pattern(`p${at}`, { stack: "node" }));
  const rested = pattern("rested", { stack: "node" }, { evidence_ids: ["1", "2", "3", "4"] });
  const sure = pattern("sure", { stack: "node" }, { confidence: 0.9 });
  const found = matchPatterns([...many, rested, sure], { stack: "node" }).map(({ pattern_id: id }) => id);
  expect([found.length, ...found.slice(0, 2)]).toEqual([20, "sure", "rested"]);
});

test("three like successes make a pattern, with failures among them counted", () => {
  expect(learn([outcome("1", true), outcome("2", true), outcome("3", true, { stack: "go" })])).toEqual([]);
  const saying = canonical({ input_signature: { stack: "node" }, recommended_action: { strategy: "verification" } });
  expect(learn([outcome("3", true)], [], [outcome("1", true), outcome("2", true)], [saying])).toEqual([]);
  const [lesson] = learn([outcome("3", true)], [], [outcome("1", true), outcome("f", false), outcome("2", true)]);
  expect(lesson).toMatchObject({
    kind: "create",
    pattern: {
      input_signature: { stack: "node" },
      recommended_action: { strategy: "verification" },
      evidence_ids: ["1", "2", "3"],
      doubts: ["f: not_proven (TEST_FAILED)"],
      successes: 3,
      uses: 4,
      confidence: 4 / 6,
    },
  });
});

test("an outcome strengthens or weakens each pattern that asked for nothing else and recommends what was done", () => {
  const exact = pattern("exact", { stack: "node" });
  const other = pattern("other", { stack: "node" }, { recommended_action: { strategy: "dialogue" } });
  const elsewhere = pattern("elsewhere", { stack: "node", size: "small" });
  const all = [exact, other, elsewhere];
  expect(learn([outcome("9", true)], all)).toEqual([{ kind: "strengthen", pattern_id: "exact", evidence_id: "9" }]);
  expect(learn([outcome("9", false)], all)).toEqual([
    { kind: "weaken", pattern_id: "exact", reason: "9: not_proven (TEST_FAILED)" },
  ]);
});

test("the same evidence counts once", () => {
  const once = strengthened(pattern("p", { stack: "node" }), "new");
  expect(once).toMatchObject({ successes: 4, uses: 4, confidence: 5 / 6 });
  expect(strengthened(once, "new")).toEqual(once);
  const weak = weakened(once, "why");
  expect(weak.confidence).toBeLessThan(once.confidence);
  expect(weakened(weak, "why")).toEqual(weak);
});

const FACTS = { stack: "node", files: "source", size: "small", priority: "high", failure: "none" };

test("HRM-17 similar patterns with the same recommendation are merged, with the evidence of both", () => {
  const one = pattern("one", FACTS);
  const other = pattern(
    "other",
    { ...FACTS, priority: "low" },
    { evidence_ids: ["other-1", "one-1"], successes: 2, uses: 4 },
  );
  const apart = pattern("apart", { ...FACTS, priority: "low", size: "large", stack: "go" });
  const else_ = pattern("else", FACTS, { recommended_action: { strategy: "dialogue" } });
  expect(findSimilar([one, other, apart, else_]).map(([a, b]) => [a.id, b.id])).toEqual([["one", "other"]]);
  const merged = merge(one, other, idOf);
  expect(merged.input_signature).toEqual({ stack: "node", files: "source", size: "small", failure: "none" });
  expect(merged.evidence_ids.toSorted()).toEqual(["one-1", "one-2", "one-3", "other-1"]);
  expect(merged).toMatchObject({ successes: 4, uses: 6, confidence: 5 / 8 });
  const batch = generalizeBatch([one, apart, other, else_], idOf);
  expect(batch.map(({ id }) => id).toSorted()).toEqual([merged.id, "apart", "else"].toSorted());
});

test("HRM-17 what two patterns failed at together is one failure of what they have in common", () => {
  const failing = { doubts: ["f1: not_proven", "f2: lost"], uses: 5 };
  const one = pattern("one", FACTS, failing);
  const other = pattern("other", { ...FACTS, priority: "low" }, { doubts: ["f2: lost"], uses: 4 });
  expect(merge(one, other, idOf)).toMatchObject({
    successes: 6,
    uses: 8,
    confidence: 7 / 10,
    doubts: ["f1: not_proven", "f2: lost"],
  });
});

test("HRM-17 patterns of two types stay two, and what was protected stays so in what it is merged to", () => {
  const kept = pattern("kept", FACTS, { protected: true });
  const like = pattern("like", { ...FACTS, priority: "low" });
  expect([merge(kept, like, idOf).protected, merge(like, kept, idOf).protected]).toEqual([true, true]);
  expect(findSimilar([kept, { ...like, pattern_type: "preference" }])).toEqual([]);
  const same = pattern("same", FACTS);
  expect(findSimilar([kept, like, same]).map(([a, b, score]) => [a.id, b.id, score])).toEqual([
    ["kept", "same", 1],
    ["kept", "like", 0.8],
    ["like", "same", 0.8],
  ]);
});

test("merging loses no evidence, and leaves nothing that is similar", () => {
  const word = fc.constantFrom("a", "b");
  const signature = fc.record({ stack: word, files: word, size: word, priority: word, failure: word });
  fc.assert(
    fc.property(fc.array(signature, { maxLength: 12 }), (signatures) => {
      const patterns = signatures.map((one, at) => pattern(`p${at}`, one));
      const batch = generalizeBatch(patterns, idOf);
      const evidence = (list: readonly LearnedPattern[]): string[] => [
        ...new Set(list.flatMap(({ evidence_ids: ids }) => ids)),
      ];
      expect(evidence(batch).toSorted()).toEqual(evidence(patterns).toSorted());
      expect(findSimilar(batch)).toEqual([]);
    }),
  );
});
