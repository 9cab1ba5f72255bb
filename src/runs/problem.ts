import type { Code } from "../errors.ts";

/** What is wrong with a published run: which file, what was recorded, what is there. */
export interface Problem {
  readonly code: Code;
  /** Relative to the run directory. */
  readonly path: string;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly message: string;
  /** What to type about this one; absent: what its code says. */
  readonly next?: string;
}
