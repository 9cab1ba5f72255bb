import { z } from "zod";
import { InputClassification } from "./classification.ts";
import { Tiebreaker } from "./governor-enums.ts";
import { Name } from "./primitives.ts";

// Who looks at a candidate where agents review (HRM §3.5, §3.6; design.md §6).

/** Ratios are texts: events hold no floats. */
const Share = z.string().regex(/^[01]\.\d{4}$/);

/** A vote of independent reviewers: each is a process of its own, and is told nothing of the others. */
export const Vote = z.strictObject({
  /** In the order in which they are asked; `NAME#2` is a second process of the same agent. */
  voters: z.array(Name).min(2),
  /** The share of all voters that decides. */
  threshold: Share,
  tiebreaker: Tiebreaker,
});
export type Vote = z.infer<typeof Vote>;

/** What a voter said. `lost`: nothing usable came of it, however often it was asked. */
export const Ballot = z.strictObject({
  voter: Name,
  by: Name.nullable(),
  outcome: z.enum(["passed", "failed", "lost"]),
  reasons: z.array(z.string()),
});
export type Ballot = z.infer<typeof Ballot>;

/** What is known when it is decided how many look; all of it stands in the event. */
export const ReviewFacts = z.strictObject({
  classification: InputClassification.extend({ uncertainty: Share, confidence: Share }),
  /** Whether what the change does can not be taken back. */
  irreversible: z.boolean(),
  most_agents: z.number().int().positive(),
  threshold: Share,
  tiebreaker: Tiebreaker,
});
export type ReviewFacts = z.infer<typeof ReviewFacts>;

export const ReviewArm = z.strictObject({
  is: z.enum(["one", "vote"]),
  why: Name,
  /** Null: one reviewer decides. */
  vote: Vote.nullable(),
  facts: ReviewFacts,
});
export type ReviewArm = z.infer<typeof ReviewArm>;
