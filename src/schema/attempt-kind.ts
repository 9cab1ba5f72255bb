import { z } from "zod";
import { ReportedFinding } from "./finding.ts";
import { Commit, Count, Hash, Id, Positive } from "./primitives.ts";
import { IsolationLevel } from "./proof.ts";

// What kind an attempt is (design.md §6), what came of those that are not a build by themselves, and the events that say so.

/**
 * `best_of`: several build alone, and the checks choose. `spike` and `reviewer_first`: what is left is no candidate; what was said goes
 * into the next packet as quoted data.
 */
const AttemptKind = z.enum(["build", "reviewer_first", "spike", "best_of"]);
export type AttemptKind = z.infer<typeof AttemptKind>;

/** Kinds that look before somebody builds. */
const PreludeKind = z.enum(["reviewer_first", "spike"]);
export type PreludeKind = z.infer<typeof PreludeKind>;

/** What a kind is decided from besides what stands in its `attempt_routed`; null: no limit, or nothing known. Costs in US dollars. */
export const KindFacts = z.strictObject({
  uncertainty: z.string(),
  /** Attempts that failed since a person spoke, and how many may before one is asked. */
  failed: Count,
  limit: Count,
  manual: z.boolean(),
  /** What of this kind was done for the task already. */
  looked: z.array(PreludeKind),
  /** A person has said how to go on: nobody else is asked. */
  guided: z.boolean(),
  /** Beyond this attempt, and one for each other open task. */
  attempts_spare: Count.nullable(),
  seconds_left: Count.nullable(),
  seconds_an_attempt: Count.nullable(),
  tokens_left: Count.nullable(),
  tokens_an_attempt: Count.nullable(),
  cost_left: z.string().nullable(),
  cost_an_attempt: z.string().nullable(),
  /** So many attempts the budgets allow, with this one; null: any number. */
  affordable: Count.nullable(),
});
export type KindFacts = z.infer<typeof KindFacts>;

export const KindArm = z.strictObject({
  is: AttemptKind,
  why: Id,
  /** Builds of a `best_of`; else 1. */
  n: z.number().int().positive(),
  /** Which of them this one is. */
  build: z.number().int().positive(),
  /** `proven`: the first proven one ends it. */
  until: z.enum(["proven", "all"]),
  /** The learned pattern that decided; null: the rules did. */
  pattern: Id.nullable(),
  explored: z.boolean(),
  facts: KindFacts,
});
export type KindArm = z.infer<typeof KindArm>;

/** One build of several, as it was judged: what the checks choose by. */
const Build = z.strictObject({
  attempt: Positive,
  agent: Id,
  outcome: z.enum(["passed", "person_needed", "failed", "lost"]),
  /** Null: nothing was left that could be judged. */
  candidate: Commit.nullable(),
  base_commit: Commit.nullable(),
  level: z.string(),
  errors: Count,
  warnings: Count,
  lines: Count,
  files: Count,
});
export type Build = z.infer<typeof Build>;

/** The same with what its judgement begins from, and which of the builds it was. */
const HeldBuild = Build.extend({
  owner: Id,
  isolation: IsolationLevel.nullable(),
  findings: z.array(ReportedFinding),
  build: z.number().int().positive().optional(),
  taken: z.literal(true).optional(),
});

/** Builds of one `best_of` so far. */
export const Contest = z.strictObject({
  n: z.number().int().positive(),
  until: KindArm.shape.until,
  builds: z.array(HeldBuild),
  /** Those under way. `taken`: by whoever took the task, whom nobody routed; it is the last of them. */
  under: z
    .array(
      z.strictObject({
        attempt: Positive,
        build: z.number().int().positive(),
        agent: Id,
        taken: z.literal(true).optional(),
      }),
    )
    .default([]),
  /** Of the attempt before it: each of its builds is told the same. */
  findings: z.array(ReportedFinding),
});
export type Contest = z.infer<typeof Contest>;

/** What somebody said who looked before. */
export const Prelude = z.strictObject({
  kind: PreludeKind,
  attempt: Positive,
  agent: Id,
  /** A text of the harness about it; null: it was lost, or nothing of it may be passed on. */
  said: Hash.nullable(),
});
export type Prelude = z.infer<typeof Prelude>;

/** The checks chose: that candidate is judged once more, as the attempt's own. */
export const BuildChosen = z.strictObject({
  type: z.literal("build_chosen"),
  task_id: Id,
  /** The newest of its attempts. */
  attempt: Positive,
  /** Null: none left anything that could be judged. */
  chosen: Positive.nullable(),
  why: Id,
  /** `budget`: no further one could be paid. `taken`: somebody took the task, and built the last one. */
  ended: z.enum(["all", "proven", "budget", "lost", "taken"]),
  builds: z.array(Build),
});

/** What a prelude said is there for the next packet; its tree is kept and is no candidate. */
export const AttemptNoted = z.strictObject({
  type: z.literal("attempt_noted"),
  task_id: Id,
  attempt: Positive,
});
