import { z } from "zod";

/**
 * What became of one mutant. `killed` and `timeout` are detected; `survived` and `no_coverage` are not; the rest is not
 * valid and counts neither way.
 */
export const MutantStatus = z.enum([
  "killed",
  "timeout",
  "survived",
  "no_coverage",
  "ignored",
  "compile_error",
  "runtime_error",
]);
export type MutantStatus = z.infer<typeof MutantStatus>;

export const Mutant = z.strictObject({
  path: z.string().min(1),
  line: z.number().int().positive(),
  end_line: z.number().int().positive(),
  mutator: z.string(),
  replacement: z.string(),
  status: MutantStatus,
  /** Why it was ignored, as the tool says it. */
  reason: z.string().optional(),
});
export type Mutant = z.infer<typeof Mutant>;

export const Mutation = z.strictObject({ mutants: z.array(Mutant) });
export type Mutation = z.infer<typeof Mutation>;

const INVALID: ReadonlySet<MutantStatus> = new Set(["ignored", "compile_error", "runtime_error"]);

/** Whether it counts at all: what could not be tried tells nothing of the tests. */
export const isValidMutant = ({ status }: Mutant): boolean => !INVALID.has(status);
