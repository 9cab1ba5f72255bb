import type { SuiteRun } from "../../schema/report.ts";

/**
 * How long tests over missing or stubbed code, which may wait for what never comes, are let run. R4 has the same limits: a
 * runner tells them to its tests, and one that asserts only where they are set fails there too.
 */
export interface Patience {
  readonly testTimeoutMs: number;
  /** What all of them may take one after the other, without starting. */
  readonly testsTimeoutMs: number;
  readonly mostMs: number;
  /** What a run may take over code that answers otherwise and may never come to its end: what lasts longer has failed long ago. */
  readonly otherwiseMs: number;
}

const LEAST_MS = 1000;
const LEAST_TOGETHER_MS = 6000;
const LEAST_ALONE_MS = 3000;
const MOST_MS = 10_000;
const TIMES_SLOWEST = 10;
/** The canary's run has these limits too, over code that works. */
const LEAST_TIMES_SLOWEST = 2;
const LEAST_START_MS = 6000;
const TIMES_HEAD = 2;
const LEAST_OTHERWISE_MS = 6000;
const OTHERWISE_TIMES_HEAD = 3;

/**
 * One test gets a multiple of what the slowest of them took on head; at least 3 s, or 1 s where many would wait in turn. The
 * run gets what each may wait, and head's whole run three times over for starting and loading: the rest of the suite does
 * not run beside them.
 */
export function patienceFor(r2: SuiteRun, subjects: readonly string[]): Patience {
  const chosen = new Set(subjects);
  const durations = r2.report.tests.filter(({ id }) => chosen.has(id)).map(({ durationMs }) => durationMs);
  const least = Math.min(LEAST_ALONE_MS, Math.max(LEAST_MS, LEAST_TOGETHER_MS / Math.max(1, subjects.length)));
  const slowest = Math.max(0, ...durations);
  const wanted = Math.min(MOST_MS, Math.max(least, TIMES_SLOWEST * slowest));
  const testTimeoutMs = Math.round(Math.max(wanted, LEAST_TIMES_SLOWEST * slowest));
  const testsTimeoutMs = TIMES_HEAD * r2.durationMs + subjects.length * testTimeoutMs;
  const otherwiseMs = Math.max(LEAST_OTHERWISE_MS, OTHERWISE_TIMES_HEAD * r2.durationMs);
  return { testTimeoutMs, testsTimeoutMs, mostMs: LEAST_START_MS + r2.durationMs + testsTimeoutMs, otherwiseMs };
}
