import { z } from "zod";
import { AccessibilityCommand, CoverageCommand, MutationCommand } from "./check-settings.ts";
import { Accessibility } from "./accessibility.ts";
import { Coverage } from "./coverage.ts";
import { Mutation } from "./mutation.ts";

/** A command of the project's own that measures what a whole tree comes to. */
export const CommandPlan = z.strictObject({
  command: z.discriminatedUnion("check", [CoverageCommand, MutationCommand, AccessibilityCommand]),
  timeout_seconds: z.number().int().positive(),
});
export type CommandPlan = z.infer<typeof CommandPlan>;

/** What it said; all null: nothing was measured, and `problem` says why. Paths as it wrote them, relative to the tree where they were absolute. */
export const CommandRun = z.strictObject({
  command: z.string(),
  coverage: Coverage.nullable(),
  mutation: Mutation.nullable(),
  pages: z.array(Accessibility).nullable(),
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  durationMs: z.number().nonnegative(),
});
export type CommandRun = z.infer<typeof CommandRun>;
