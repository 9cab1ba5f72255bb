import type { Stakes } from "../../../schema/governor-enums.ts";

/** What is known of a task whose attempt failed, with attempts left. */
export interface FailedFacts {
  /** The code that it failed for. */
  readonly failure: string;
  /** The change was larger than a task may be. */
  readonly isTooLarge: boolean;
  /** Tests or reports were bent. */
  readonly isTampered: boolean;
  readonly stakes: Stakes;
  /** What the user wants of it, step by step. */
  readonly steps: readonly string[];
  /** It came of a split itself. */
  readonly isPart: boolean;
}

/** Null: another attempt, by whom `routeAttempt` says. */
export type StepAfter =
  | { readonly kind: "split"; readonly parts: readonly string[]; readonly reason: string }
  | { readonly kind: "ask"; readonly reason: string }
  | null;

/**
 * The step after a failure, where it is not another attempt (design.md §6): what was too large for one task becomes two, once; a person
 * is asked at once where much can be lost and the proof itself was bent.
 */
export function stepAfter({ failure, isTooLarge, isTampered, stakes, steps, isPart }: FailedFacts): StepAfter {
  if (isTampered && stakes === "high")
    return { kind: "ask", reason: `stakes are high, and the attempt was refused for ${failure}` };
  if (!isTooLarge || isPart || steps.length < 2) return null;
  const half = Math.ceil(steps.length / 2);
  const parts = [steps.slice(0, half), steps.slice(half)].map((part) => part.join("; "));
  return { kind: "split", parts, reason: `the change was too large for one task; its ${steps.length} steps make two` };
}
