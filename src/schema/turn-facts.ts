import { z } from "zod";

/** What is known of an input beside its words, in `TurnInput.metadata`. Facts outweigh words (design.md §6). */
export const TurnFacts = z.strictObject({
  /** The ledger's task that the turn is about. */
  task_id: z.string().min(1).nullable().default(null),
  /** Planning a task is strategy, working it is operations (decisions.md, Governor). */
  phase: z.enum(["planning", "implementation", "validation"]).default("implementation"),
  /** Paths or patterns that the work may change. */
  files: z.array(z.string()).default([]),
  /** Parts that the work has: steps, criteria. */
  parts: z.number().int().nonnegative().default(0),
  /** Attempts that failed already. */
  failures: z.number().int().nonnegative().default(0),
  /** What outcomes of like work are recorded and looked for by; null: the bands of the classification. */
  signal: z.record(z.string(), z.string()).nullable().default(null),
  /** The turn can start one agent and no more, as an attempt of a run does. */
  single_agent: z.boolean().default(false),
});
export type TurnFacts = z.infer<typeof TurnFacts>;
