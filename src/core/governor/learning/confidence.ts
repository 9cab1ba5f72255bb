/** How often something was tried, and how often it came to what was wanted. */
export interface Counts {
  readonly successes: number;
  readonly uses: number;
}

/** Certain of nothing at first, and never of everything (decisions.md, Governor). From 0 to 1. */
export const confidenceOf = ({ successes, uses }: Counts): number => (successes + 1) / (uses + 2);

export const succeeded = ({ successes, uses }: Counts): Counts => ({ successes: successes + 1, uses: uses + 1 });
export const failed = ({ successes, uses }: Counts): Counts => ({ successes, uses: uses + 1 });

/** The counts that a given confidence after so many uses stands for; successes are then not whole. */
export const countsFor = (confidence: number, uses: number): Counts => ({
  successes: Math.max(0, confidence * (Math.max(1, uses) + 2) - 1),
  uses: Math.max(1, uses),
});

/** For what keeps a confidence and its evidence, and no counts: a synthesis. */
export const CONFIDENCE = {
  strengthen: (confidence: number, uses: number): number => confidenceOf(succeeded(countsFor(confidence, uses))),
  weaken: (confidence: number, uses: number): number => confidenceOf(failed(countsFor(confidence, uses))),
} as const;
