import fc from "fast-check";
import { expect, test } from "vitest";
import { decideArms, MOST_MEMORY_ITEMS } from "../../../src/core/governor/reasoning/decide-arms.ts";
import { stepAfter, type FailedFacts } from "../../../src/core/governor/reasoning/step-after.ts";
import { Stakes, Strategy } from "../../../src/schema/governor-enums.ts";
import { AttemptArms } from "../../../src/schema/governor-events.ts";

const AGENTS = ["cheap", "strong"];
const arms = (stakes: Stakes, strategy: Strategy = "quick_answer", failure = "none") =>
  decideArms({ stakes, strategy, failure, agents: AGENTS });

test("stakes say how much proof, who reviews, and beside whom; low ones never less than what a change needs", () => {
  expect(arms("high")).toMatchObject({ proof: { is: "flip" }, reviewer: { is: "strong" }, lane: { is: "alone" } });
  expect(arms("medium")).toMatchObject({
    proof: { is: "required" },
    reviewer: { is: "strong" },
    lane: { is: "shared" },
  });
  expect(arms("low")).toMatchObject({ proof: { is: "required" }, reviewer: { is: "cheap" } });
});

test("a simple request gets little of memory, an unclear one and one that failed all that there is", () => {
  const items = (strategy: Strategy, failure?: string): number => arms("low", strategy, failure).memory_items.is;
  expect([items("quick_answer"), items("decomposition"), items("exploration")]).toEqual([3, 5, MOST_MEMORY_ITEMS]);
  expect(items("quick_answer", "TEST_FAILED")).toBe(MOST_MEMORY_ITEMS);
});

test("property: every arm has a reason, names one of the crew, and is the same for the same facts", () => {
  const facts = fc.record({
    stakes: fc.constantFrom(...Stakes.options),
    strategy: fc.constantFrom(...Strategy.options),
    failure: fc.constantFrom("none", "TEST_FAILED"),
    agents: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(facts, (given) => {
      const decided = decideArms(given);
      expect(AttemptArms.parse(decided)).toEqual(decideArms(structuredClone(given)));
      expect(given.agents).toContain(decided.reviewer.is);
      expect(decided.memory_items.is).toBeLessThanOrEqual(MOST_MEMORY_ITEMS);
    }),
  );
});

const failed = (changes: Partial<FailedFacts> = {}): FailedFacts => ({
  failure: "TEST_FAILED",
  isTooLarge: false,
  isTampered: false,
  stakes: "medium",
  steps: ["one", "two", "three"],
  isPart: false,
  ...changes,
});

test("after a failure comes another attempt, unless the task was too large or the proof was bent where much can be lost", () => {
  expect(stepAfter(failed())).toBeNull();
  expect(stepAfter(failed({ isTooLarge: true }))).toMatchObject({ kind: "split", parts: ["one; two", "three"] });
  expect(stepAfter(failed({ isTampered: true, stakes: "high" }))).toMatchObject({ kind: "ask" });
  expect(stepAfter(failed({ isTampered: true }))).toBeNull();
});

test("a part is not split again, nor what has but one step", () => {
  expect(stepAfter(failed({ isTooLarge: true, isPart: true }))).toBeNull();
  expect(stepAfter(failed({ isTooLarge: true, steps: ["one"] }))).toBeNull();
});
