import { z } from "zod";
import { Mutation } from "./mutation.ts";

/** Stryker over some lines of one tree. */
export const StrykerPlan = z.strictObject({
  directory: z.string(),
  /** The project's own configuration, relative to `directory`. */
  config: z.string().min(1),
  /** `src/a.js:3-7`, relative to `directory`: what of it is mutated. */
  ranges: z.array(z.string()).min(1),
  timeout_seconds: z.number().int().positive(),
});
export type StrykerPlan = z.infer<typeof StrykerPlan>;

/** What it said. `mutation` null: nothing was measured, and `problem` says why. Paths relative to the tree. */
export const MutationRun = z.strictObject({
  command: z.string(),
  /** Of Stryker. */
  version: z.string().optional(),
  mutation: Mutation.nullable(),
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  durationMs: z.number().nonnegative(),
});
export type MutationRun = z.infer<typeof MutationRun>;
