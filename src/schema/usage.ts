import { z } from "zod";

const Tokens = z.number().int().nonnegative().nullable();

/** US dollars as a decimal string: events hold no floats. */
export const Cost = z.string().regex(/^\d+(?:\.\d+)?$/);

/**
 * What a turn of an agent cost. `metered`: counted by the harness's own proxy; `reported`: what the agent or its adapter
 * says, not comparable between agents (design.md §8); `unknown`: nobody said. `cost` is US dollars as a decimal string.
 */
export const Usage = z.strictObject({
  label: z.enum(["metered", "reported", "unknown"]),
  /** Of all kinds together, cached input included. */
  tokens: Tokens,
  input_tokens: Tokens,
  output_tokens: Tokens,
  requests: Tokens,
  cost: Cost.nullable(),
});
export type Usage = z.infer<typeof Usage>;
