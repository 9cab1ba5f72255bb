import { z } from "zod";
import { GovernorKind } from "./governor-events.ts";
import { LandMode } from "./landing-event.ts";
import { Commit, Count, Hash, Id, Texts } from "./primitives.ts";
import { Check } from "./reports.ts";
import { Cost } from "./usage.ts";

/** Limits of a whole run (decisions.md, Changing the plan); null is no limit of that kind. */
export const RunBudget = z.strictObject({
  hours: Count.nullable(),
  attempts: Count.nullable(),
  /** Of all kinds together; runs of earlier versions have neither this nor the cost. */
  tokens: Count.nullable().default(null),
  /** US dollars; only what is metered is counted. */
  cost: Cost.nullable().default(null),
});
export type RunBudget = z.infer<typeof RunBudget>;

/** What `init` settles once for a run. */
export const RunFacts = z.strictObject({
  h3a_version: z.literal("1.0.0"),
  workspace: Id,
  brief: Id,
  project: Id,
  /** The hash is also that of the blob which keeps its text. */
  spec: z.strictObject({ name: z.string(), sha256: Hash }),
  /** The branch checked out at init, where proven commits land. */
  branch: Id,
  base_commit: Commit.nullable(),
  /** `git var GIT_AUTHOR_IDENT` at init. */
  author: z.strictObject({ name: z.string(), email: z.string() }),
  repo: z.string(),
  /** Without credentials; empty where there is none. */
  remote: z.string(),
  /** Whether the work tree had uncommitted changes. */
  dirty: z.boolean(),
  /** Which of the ten checks gate this run, hashed as a control file (decisions.md, Gates and criteria). */
  policy: z.strictObject({
    checks: z.array(Check),
    max_iterations: z.number().int().positive(),
    /** R5 and R7, where every G1 asks for them; the held-out tests lie in a blob each, which `manifest` names. */
    proof: z
      .strictObject({
        flip: z.boolean(),
        held_out: z.strictObject({ manifest: Hash, files: Count }).nullable(),
      })
      .optional(),
    /** Per cent, as configured at init; absent in older journals. */
    thresholds: z.strictObject({ coverage: z.string(), mutation: z.string() }).optional(),
  }),
  land: LandMode,
  /** Whether the committed configuration said so, and goes on saying it; else `--land` did. Absent in older journals. */
  land_configured: z.boolean().optional(),
  budget: RunBudget,
  /** Digest of the gates and roles, a control file as policy is. Absent in runs whose changes nobody reviews. */
  registry: Hash.optional(),
  /** Where growing files of the run directory are cut; runs of earlier versions do not say, and are never cut. */
  seal_bytes: z.number().int().positive().optional(),
  /** What `init` saw of the repository and of the spec, a fact each; absent in older journals. */
  research: Texts.optional(),
  /** Who says which task is next; absent in older journals, which were `fixed`. */
  governor: GovernorKind.optional(),
  /** The dual-agent run that it goes on from, and its files with their hashes (an artifact). */
  continues: z.strictObject({ run_id: Id, manifest: Hash }).optional(),
});
export type RunFacts = z.infer<typeof RunFacts>;
