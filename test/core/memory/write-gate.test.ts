import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate, outcomeOf } from "../../../src/core/memory/write-gate.ts";
import { BlastRadius, ConflictLevel } from "../../../src/schema/governor-enums.ts";
import { MemoryTarget, type WriteRequest, type WriteSignals } from "../../../src/schema/memory.ts";

const GOOD: WriteSignals = {
  progress_delta: 1,
  conflict_level: "none",
  source_quality: 1,
  alignment_score: 1,
  blast_radius: "minimal",
};
const ask = (
  signals: Partial<WriteSignals>,
  target: MemoryTarget = "shared_reference",
  evidence = ["e1"],
): WriteRequest => ({
  target,
  key: "key",
  source: "ada",
  signals: { ...GOOD, ...signals },
  evidence_ids: evidence,
});
const decided = (request: WriteRequest): [string, string] => {
  const decision = evaluate(request);
  return [outcomeOf(decision, request), decision.target];
};

test.each<[string, WriteRequest, string, string]>([
  ["medium conflict", ask({ conflict_level: "medium" }), "redirected", "working_set"],
  [
    "high conflict before poor quality",
    ask({ conflict_level: "high", source_quality: 0 }),
    "redirected",
    "working_set",
  ],
  ["low conflict", ask({ conflict_level: "low" }), "approved", "shared_reference"],
  [
    "a poor source, however far it reaches",
    ask({ source_quality: 0.59, blast_radius: "severe" }),
    "redirected",
    "episodic",
  ],
  ["a severe reach below 0.9", ask({ source_quality: 0.89, blast_radius: "severe" }), "denied", "shared_reference"],
  ["a severe reach at 0.9", ask({ source_quality: 0.9, blast_radius: "severe" }), "approved", "shared_reference"],
  ["a moderate reach below 0.7", ask({ source_quality: 0.69, blast_radius: "moderate" }), "denied", "shared_reference"],
  ["a moderate reach at 0.7", ask({ source_quality: 0.7, blast_radius: "moderate" }), "approved", "shared_reference"],
  ["a fact out of line", ask({ alignment_score: 0 }), "approved", "shared_reference"],
  ["a conclusion out of line", ask({ alignment_score: 0.49 }, "synthesis"), "denied", "synthesis"],
  ["a conclusion without evidence", ask({}, "synthesis", []), "denied", "synthesis"],
  ["a conclusion with evidence", ask({ alignment_score: 0.5 }, "synthesis"), "approved", "synthesis"],
  ["a working set", ask({ conflict_level: "high", source_quality: 0 }, "working_set"), "approved", "working_set"],
  ["an episode", ask({ source_quality: 0 }, "episodic"), "approved", "episodic"],
])("HRM-19 the write gate: %s", (_name, request, outcome, target) => {
  expect(decided(request)).toEqual([outcome, target]);
});

test("a decision says the numbers it was made of", () => {
  expect(evaluate(ask({ source_quality: 0.8, blast_radius: "severe" })).reason).toBe(
    "source quality 0.8 < 0.9 for a severe blast radius",
  );
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyRequest = fc.record({
  target: fc.constantFrom(...MemoryTarget.options),
  key: fc.constant("key"),
  source: fc.constant("ada"),
  signals: fc.record({
    progress_delta: fc.double({ noNaN: true }),
    conflict_level: fc.constantFrom(...ConflictLevel.options),
    source_quality: share,
    alignment_score: share,
    blast_radius: fc.constantFrom(...BlastRadius.options),
  }),
  evidence_ids: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
});

test("no write ever reaches synthesis without evidence, and none is let further than it asked", () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      const { approved, target } = evaluate(request);
      const unfounded = approved && target === "synthesis" && request.evidence_ids.length === 0;
      expect(unfounded).toBe(false);
      expect(["working_set", "episodic", request.target]).toContain(target);
    }),
  );
});
