import fc from "fast-check";
import { expect, test } from "vitest";
import { decideReview } from "../../../src/core/governor/reasoning/decide-review.ts";
import { tallyVotes, type Ballots } from "../../../src/core/governor/reasoning/tally-votes.ts";
import { ReviewArm, type ReviewFacts } from "../../../src/schema/review-arm.ts";

const FACTS: ReviewFacts = {
  classification: {
    complexity: "simple",
    conflict: "none",
    stakes: "high",
    horizon: "near",
    domain: ["deletion"],
    uncertainty: "0.6500",
    confidence: "0.9500",
  },
  irreversible: true,
  most_agents: 5,
  threshold: "0.6000",
  tiebreaker: "escalate",
};
const read = (changes: Partial<ReviewFacts["classification"]>): ReviewFacts => ({
  ...FACTS,
  classification: { ...FACTS.classification, ...changes },
});

test.each<[string, ReviewFacts, "one" | "vote", RegExp]>([
  [
    "all three conditions",
    FACTS,
    "vote",
    /cannot be taken back, and asking reviewers 0\.59 against asking a person 0\.52/,
  ],
  ["stakes that are not high", read({ stakes: "medium" }), "one", /stakes are medium/],
  ["what can be taken back", { ...FACTS, irreversible: false }, "one", /can be taken back/],
  ["a request that is clear", read({ uncertainty: "0.3000" }), "one", /clear enough/],
  [
    "reviewers far ahead of a person",
    read({ uncertainty: "0.5500" }),
    "one",
    /reviewers 0\.60 against asking a person 0\.4/,
  ],
  ["too few agents that may be started", { ...FACTS, most_agents: 2 }, "one", /denied .*at most 2/],
])("HRM-07 a vote needs high stakes, candidates about as good, and nothing to take back: %s", (_, facts, is, why) => {
  const decided = decideReview(["cheap", "strong"], "strong", facts);
  expect(decided.is).toBe(is);
  expect(decided.why).toMatch(why);
  expect(ReviewArm.parse(decided)).toEqual(decideReview(["cheap", "strong"], "strong", structuredClone(facts)));
});

test("HRM-13 what decides a vote is configured", () => {
  const { vote } = decideReview(["a", "b"], "b", { ...FACTS, threshold: "0.9000", tiebreaker: "abstain" });
  expect(vote).toMatchObject({ threshold: "0.9000", tiebreaker: "abstain" });
});

test("HRM-13 voters are all agents in turn from the strongest on, each process named once", () => {
  const voters = (...agents: [string, ...string[]]) => decideReview(agents, agents[0], FACTS).vote?.voters;
  expect(voters("one")).toEqual(["one#1", "one#2", "one#3"]);
  expect(voters("cheap", "strong")).toEqual(["strong#1", "cheap", "strong#2"]);
  expect(voters("a", "b", "c", "d")).toEqual(["d", "c", "b"]);
});

const ballots = (changes: Partial<Ballots>): Ballots => ({
  votes: [],
  voters: 3,
  threshold: 0.6,
  tiebreaker: "escalate",
  ...changes,
});

test.each<[Partial<Ballots>, string]>([
  [{ votes: [] }, "open"],
  [{ votes: ["yes"] }, "open"],
  [{ votes: ["yes", "yes"] }, "decided yes"],
  [{ votes: ["yes", "no"] }, "open"],
  [{ votes: ["yes", "no", "no"] }, "decided no"],
  [{ votes: ["yes", null] }, "open"],
  [{ votes: [null, null] }, "escalated nobody voted"],
  [{ votes: ["yes", "no", null] }, "escalated yes: 1, no: 1"],
  [{ votes: ["no", "yes", null], tiebreaker: "first" }, "decided no"],
  [{ votes: ["no", "yes", null], tiebreaker: "abstain" }, "abstained"],
  [{ votes: [null, null, null], tiebreaker: "first" }, "escalated nobody voted"],
  // Another could still draw level below a majority.
  [{ votes: ["yes", "yes"], voters: 5, threshold: 0.4 }, "open"],
])("HRM-13 %j comes to %s", (changes, expected) => {
  const tally = tallyVotes(ballots(changes));
  expect(
    [tally.kind, ...("vote" in tally ? [tally.vote] : []), ...("said" in tally ? [tally.said] : [])].join(" "),
  ).toBe(expected);
});

test("property: what is decided early is what all votes would come to", () => {
  const vote = fc.constantFrom("yes", "no", null);
  fc.assert(
    fc.property(
      fc.array(vote, { minLength: 2, maxLength: 7 }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom("first", "abstain", "escalate"),
      (all, threshold, tiebreaker) => {
        const given = { voters: all.length, threshold: threshold / 20, tiebreaker } as const;
        const cameTo = (votes: typeof all) => {
          const tally = tallyVotes({ ...given, votes });
          return "vote" in tally ? `${tally.kind} ${tally.vote}` : tally.kind;
        };
        const last = cameTo(all);
        const early = all.map((_, asked) => cameTo(all.slice(0, asked))).filter((one) => one !== "open");
        expect(new Set([...early, last])).toEqual(new Set([last]));
        expect(last).not.toBe("open");
      },
    ),
  );
});
