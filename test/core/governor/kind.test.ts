import fc from "fast-check";
import { expect, test } from "vitest";
import { decideKind, type KindQuestion } from "../../../src/core/governor/reasoning/decide-kind.ts";
import { routeKind } from "../../../src/core/governor/reasoning/route-kind.ts";
import { KindArm, type AttemptKind, type Contest, type KindFacts } from "../../../src/schema/attempt-kind.ts";
import { Stakes } from "../../../src/schema/governor-enums.ts";

const FACTS: KindFacts = {
  uncertainty: "0.3500",
  failed: 0,
  limit: 2,
  manual: false,
  looked: [],
  guided: false,
  attempts_spare: null,
  seconds_left: null,
  seconds_an_attempt: null,
  tokens_left: null,
  tokens_an_attempt: null,
  cost_left: null,
  cost_an_attempt: null,
  affordable: null,
};
const asked = (facts: Partial<KindFacts> = {}, changes: Partial<KindQuestion> = {}): KindQuestion => ({
  stakes: "medium",
  failure: (facts.failed ?? 0) > 0 ? "TEST_FAILED" : "none",
  learned: [],
  contest: null,
  ...changes,
  facts: { ...FACTS, ...facts },
});
const kind = (facts: Partial<KindFacts> = {}, changes: Partial<KindQuestion> = {}): KindArm =>
  decideKind(asked(facts, changes));
const pattern = (is: AttemptKind, evidence_count = 3) => ({
  pattern_id: `p-${is}`,
  match_confidence: "0.8000",
  evidence_count,
  agent: "cheap",
  kind: is,
});
const UNCLEAR = { uncertainty: "0.8000" };
const HIGH = { stakes: "high" } as const;
const LOW = { stakes: "low" } as const;

test("a plain build, unless much can be lost, the request is unclear, or a person would be asked next", () => {
  expect(kind()).toMatchObject({ is: "build", n: 1, build: 1 });
  expect(kind({}, HIGH).is).toBe("reviewer_first");
  expect(kind(UNCLEAR).is).toBe("spike");
  expect(kind({ failed: 1 })).toMatchObject({ is: "best_of", n: 2, until: "proven" });
  expect(kind({ failed: 1 }, HIGH)).toMatchObject({ is: "best_of", n: 3, until: "all" });
  expect(kind({ failed: 1, limit: 3 }).is).toBe("build");
  expect(kind({ failed: 1 }, LOW).is).toBe("build");
  expect(kind({ failed: 1, ...UNCLEAR }, LOW).is).toBe("best_of");
});

test("nobody looks twice, nor after a person spoke, nor where a person verifies", () => {
  expect(kind({ looked: ["reviewer_first"] }, HIGH).is).toBe("build");
  expect(kind({ ...UNCLEAR, looked: ["spike"] }).is).toBe("build");
  expect(kind({ ...UNCLEAR, guided: true }).is).toBe("build");
  expect(kind({ ...UNCLEAR, failed: 1, manual: true }, HIGH).is).toBe("build");
});

test("budgets bound how many are built; who looks first leaves enough for every build that may follow", () => {
  expect(kind({ failed: 1, affordable: 2 }, HIGH)).toMatchObject({ is: "best_of", n: 2 });
  const poor = kind({ failed: 1, affordable: 1 }, HIGH);
  expect(poor).toMatchObject({ is: "build", n: 1 });
  expect(poor.why).toContain("the budgets allow 1: too few for best_of");
  expect(kind({ affordable: 2 }, HIGH).is).toBe("build");
  expect(kind({ affordable: 3 }, HIGH).is).toBe("reviewer_first");
  expect(kind({ ...UNCLEAR, affordable: 0 }).is).toBe("build");
});

test("what came to proof three times decides, the cheapest of it first; never less care where much can be lost", () => {
  expect(kind(UNCLEAR, { learned: [pattern("build")] })).toMatchObject({ is: "build", pattern: "p-build" });
  expect(kind({}, { learned: [pattern("spike")] })).toMatchObject({ is: "spike", pattern: "p-spike" });
  expect(kind({}, { learned: [pattern("spike"), pattern("build")] }).is).toBe("build");
  expect(kind({}, { ...HIGH, learned: [pattern("build")] }).is).toBe("reviewer_first");
  expect(kind({ failed: 1 }, { learned: [pattern("build")] }).is).toBe("build");
  // It has its place on the last attempt alone.
  expect(kind({}, { learned: [pattern("best_of")] })).toMatchObject({ is: "build", pattern: null });
  const older = { ...pattern("build"), kind: "something" };
  expect(kind(UNCLEAR, { learned: [older] }).is).toBe("spike");
});

test("a plain build is tried in the place of a dearer kind now and then, at low stakes alone", () => {
  const learned = [pattern("spike", 5)];
  expect(kind({}, { ...LOW, learned })).toMatchObject({ is: "build", explored: true, pattern: "p-spike" });
  expect(kind({}, { ...LOW, learned: [pattern("spike", 6)] })).toMatchObject({ is: "spike", explored: false });
  expect(kind({}, { learned })).toMatchObject({ is: "spike", explored: false });
});

test("the cheapest tries out, the reviewer looks, and each further build goes to the next stronger agent", () => {
  const agents = ["one", "two", "three"] as [string, ...string[]];
  const route = { agent: "two", step: "first", reason: "r", pattern: "p", explored: true, tries: 2 } as const;
  const given = { agents, reviewer: "three", before: { agent: "one", tries: 2 }, contest: null };
  const routed = (arm: KindArm, built: string[] = []) => {
    const builds = built.map((agent, at) => ({ ...BUILD, attempt: at + 1, agent }));
    return routeKind(route, { ...given, kind: arm, contest: built.length === 0 ? null : { builds, under: [] } });
  };
  expect(routed(kind(UNCLEAR))).toMatchObject({ agent: "one", step: "first", tries: 0, pattern: null });
  expect(routed(kind({}, HIGH))).toMatchObject({ agent: "three", tries: 0 });
  expect(routed(kind())).toEqual(route);
  const several = (build: number): KindArm => ({ ...kind({ failed: 1 }, HIGH), build });
  expect(routed(several(1))).toEqual(route);
  expect(routed(several(2), ["one"])).toMatchObject({ agent: "two", step: "stronger", tries: 2 });
  expect(routed(several(3), ["one", "two"]).agent).toBe("three");
  expect(routed(several(3), ["three", "three"])).toMatchObject({ agent: "three", step: "again" });
});

const BUILD = {
  outcome: "failed",
  candidate: null,
  base_commit: null,
  level: "",
  errors: 0,
  warnings: 0,
  lines: 0,
  files: 0,
  owner: "agent",
  isolation: null,
  findings: [],
} as const satisfies Partial<Contest["builds"][number]>;

test("property: whatever the facts, one kind with a reason, the same each time, within the budgets", () => {
  const facts = fc.record({
    uncertainty: fc.constantFrom("0.0000", "0.7000", "0.7001", "1.0000"),
    failed: fc.nat(4),
    limit: fc.integer({ min: 1, max: 3 }),
    manual: fc.boolean(),
    guided: fc.boolean(),
    looked: fc.subarray(["spike", "reviewer_first"] as const),
    affordable: fc.option(fc.nat(5)),
  });
  const kinds = fc.subarray(["build", "spike", "reviewer_first", "best_of"] as const);
  fc.assert(
    fc.property(facts, fc.constantFrom(...Stakes.options), kinds, (given, stakes, learned) => {
      const question = asked(given, { stakes, learned: learned.map((one) => pattern(one)) });
      const decided = decideKind(question);
      expect(KindArm.parse(decided)).toEqual(decideKind(structuredClone(question)));
      expect(decided.is === "build" || decided.n <= (given.affordable ?? decided.n)).toBe(true);
      expect(decided.is === "best_of" || decided.n * decided.build === 1).toBe(true);
    }),
  );
});
