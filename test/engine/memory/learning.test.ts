import { afterEach, expect, test } from "vitest";
import { createMemoryBus } from "../../../src/engine/memory/bus.ts";
import { createFeedbackLoop, type FeedbackLoop } from "../../../src/engine/memory/learning.ts";
import { createPatternStore } from "../../../src/engine/memory/pattern-store.ts";
import { openMemory } from "../../../src/engine/memory/open.ts";
import type { Pattern } from "../../../src/schema/pattern.ts";
import type { MemoryStores } from "../../../src/store/bus/port.ts";

const opened: MemoryStores[] = [];
afterEach(() => {
  for (const stores of opened.splice(0)) stores.close();
});
const coded = (code: string): unknown => expect.objectContaining({ code });
const NOW = new Date("2026-01-31T09:00:00Z");

function openLearning(creationThreshold = 3): { stores: MemoryStores; feedback: FeedbackLoop; matched: string[] } {
  const stores = openMemory(null, { now: () => NOW });
  opened.push(stores);
  const matched: string[] = [];
  const bus = createMemoryBus(stores, { redact: (text) => text });
  const feedback = createFeedbackLoop(stores, bus, {
    sessionId: "run-1",
    now: () => NOW,
    creationThreshold,
    matchThreshold: 0.7,
    onPatternMatched: ({ id }) => matched.push(id),
  });
  return { stores, feedback, matched };
}

const SIGNAL = { stack: "node", files: "source", size: "small", priority: "high", failure: "none" };
const ROUTING = { agent: "coder", strategy: "verification" };
const proven = { success: true, result: "proven" };
const failed = { success: false, result: "not_proven", codes: ["TEST_FAILED"] };

const given: Pattern = {
  id: "given",
  pattern_type: "preference",
  input_signature: SIGNAL,
  recommended_action: ROUTING,
  confidence: 0.9,
  evidence_ids: [],
  created_at: "2026-01-31T09:00:00Z",
  last_matched_at: null,
  match_count: 0,
};

test("HRM-15 patterns are added, searched, strengthened, weakened and protected; none is ever trimmed", () => {
  const { stores, feedback } = openLearning();
  const patterns = createPatternStore(stores);
  expect(patterns.addPattern(given)).toBe("given");
  expect(patterns.getPattern("given")?.confidence).toBeCloseTo(0.9);
  expect(patterns.getPattern("none")).toBeNull();
  patterns.strengthen("given", feedback.recordOutcome(SIGNAL, ROUTING, proven));
  const strong = patterns.getPattern("given")?.confidence ?? 0;
  expect(strong).toBeGreaterThan(0.9);
  patterns.weaken("given", "it failed");
  expect(patterns.getPattern("given")?.confidence).toBeLessThan(strong);
  expect(patterns.search(SIGNAL)).toMatchObject([
    { pattern_id: "given", recommended_strategy: "verification", evidence_count: 1 },
  ]);
  patterns.protect("given");
  expect(() => stores.retire("pattern", "given", "enough")).toThrow(coded("PATTERN_PROTECTED"));
  patterns.protect("given", false);
  expect(patterns.getPattern("given")?.protected).toBe(false);
  expect(() => patterns.weaken("none", "why")).toThrow(coded("PATTERN_UNKNOWN"));
  for (let at = 0; at < 100; at += 1) patterns.weaken("given", `failure ${at}`);
  expect(patterns.search(SIGNAL)).toHaveLength(1);
});

test("HRM-15 a pattern rests on episodes that are there, when it is added and when it is strengthened", () => {
  const { stores } = openLearning();
  const patterns = createPatternStore(stores);
  const missing = expect.objectContaining({ code: "MEMORY_EVIDENCE_MISSING", name: "LearningError" }) as unknown;
  expect(() => patterns.addPattern({ ...given, evidence_ids: ["e1"] })).toThrow(missing as Error);
  patterns.addPattern(given);
  expect(() => patterns.strengthen("given", "e1")).toThrow(missing as Error);
  expect(patterns.getPattern("given")).toMatchObject({ evidence_ids: [], uses: 1 });
});

test("a retired pattern matches nothing and stays readable", () => {
  const { stores } = openLearning();
  const patterns = createPatternStore(stores);
  patterns.addPattern(given);
  stores.retire("pattern", "given", "enough");
  expect(patterns.search(SIGNAL)).toEqual([]);
  expect(patterns.getPattern("given")?.retired).toBe(true);
});

test("HRM-16 HRM-25 three successes become a pattern, and later outcomes move it; nothing is learned twice", () => {
  const { stores, feedback, matched } = openLearning();
  const record = (outcome: typeof proven | typeof failed): string => feedback.recordOutcome(SIGNAL, ROUTING, outcome);
  const evidence = [record(proven), record(proven)];
  expect(feedback.analyzeSession()).toMatchObject({ outcomes_recorded: 2, patterns_created: [] });
  evidence.push(record(proven));
  const analysis = feedback.analyzeSession();
  const [id = ""] = analysis.patterns_created;
  expect(analysis).toMatchObject({ session_id: "run-1", turn_count: 3, outcomes_recorded: 1 });
  expect(stores.patterns.get(id)).toMatchObject({
    evidence_ids: evidence,
    confidence: 0.8,
    recommended_action: ROUTING,
  });
  expect(feedback.getPatternsForSignal(SIGNAL)).toMatchObject([{ pattern_id: id, match_confidence: 0.8 }]);
  expect(matched).toEqual([id]);
  expect(stores.patterns.get(id)).toMatchObject({ match_count: 1, last_matched_at: "2026-01-31T09:00:00Z" });
  record(proven);
  expect(feedback.analyzeSession()).toMatchObject({ patterns_strengthened: [id], patterns_created: [] });
  record(failed);
  expect(feedback.analyzeSession()).toMatchObject({
    patterns_weakened: [id],
    insights: ["4 of 5 attempts were proven"],
  });
  expect(stores.patterns.get(id)?.confidence).toBeCloseTo(5 / 7);
  expect(feedback.analyzeSession()).toMatchObject({ outcomes_recorded: 0, patterns_strengthened: [] });
  expect(stores.patterns.all()).toHaveLength(1);
  const reflections = stores.episodic.query({ entryType: "reflection", tags: ["analysis", "session:run-1"] });
  expect(reflections.map(({ content }) => content)).toMatchObject([
    { patterns_created: [id], patterns_weakened: [] },
    { patterns_strengthened: [id], turn_count: 4 },
    { patterns_weakened: [id], insights: ["4 of 5 attempts were proven"] },
  ]);
});

test("HRM-15 HRM-16 what was retired is not learned again: further successes report nothing new and offer nothing", () => {
  const { stores, feedback } = openLearning();
  for (let at = 0; at < 3; at += 1) feedback.recordOutcome(SIGNAL, ROUTING, proven);
  const [id = ""] = feedback.analyzeSession().patterns_created;
  stores.retire("pattern", id, "no longer so");
  stores.retire("synthesis", `synthesis_${id}`, "no longer so");
  feedback.recordOutcome(SIGNAL, ROUTING, proven);
  expect(feedback.analyzeSession()).toMatchObject({
    outcomes_recorded: 1,
    patterns_created: [],
    patterns_strengthened: [],
  });
  expect(stores.patterns.get(id)).toMatchObject({ retired: true, evidence_ids: { length: 3 } });
  expect(stores.search(["source", "small"], { target: "synthesis" })).toEqual([]);
  expect(stores.synthesis.search()).toEqual([]);
});

test("what was learned is a conclusion too, with its evidence chain, if the write gate lets it", () => {
  const { stores, feedback } = openLearning();
  for (let at = 0; at < 3; at += 1) feedback.recordOutcome(SIGNAL, ROUTING, proven);
  feedback.analyzeSession();
  const [conclusion] = stores.synthesis.search();
  expect(stores.synthesis.getEvidenceChain(conclusion?.id ?? "")).toHaveLength(3);
  const doubtful = { ...SIGNAL, stack: "go", size: "large" };
  for (let at = 0; at < 6; at += 1) feedback.recordOutcome(doubtful, ROUTING, failed);
  for (let at = 0; at < 3; at += 1) feedback.recordOutcome(doubtful, ROUTING, proven);
  expect(feedback.analyzeSession().patterns_created).toHaveLength(1);
  expect(stores.synthesis.search()).toHaveLength(1);
  expect(stores.episodic.query({ tags: ["redirected", "synthesis"] })).toHaveLength(1);
});

test("HRM-17 patterns that differ in one fact of five become a general one beside them, with the evidence of both", () => {
  const { stores, feedback } = openLearning();
  for (const priority of ["high", "low"])
    for (let at = 0; at < 3; at += 1) feedback.recordOutcome({ ...SIGNAL, priority }, ROUTING, proven);
  const { patterns_created: made } = feedback.analyzeSession();
  const general = stores.patterns.get(made[2] ?? "");
  expect(made).toHaveLength(3);
  expect(general?.input_signature).toEqual({ stack: "node", files: "source", size: "small", failure: "none" });
  expect(general?.evidence_ids).toHaveLength(6);
  expect(feedback.getPatternsForSignal({ ...SIGNAL, priority: "critical" })[0]).toMatchObject({
    pattern_id: general?.id,
  });
});

test("the threshold is configuration", () => {
  const { feedback } = openLearning(1);
  feedback.recordOutcome(SIGNAL, ROUTING, proven);
  expect(feedback.analyzeSession().patterns_created).toHaveLength(1);
});
