import type { SuiteRun } from "../../schema/report.ts";

const LEAST_MS = 3000;
const MOST_MS = 10_000;
const TIMES_SLOWEST = 10;

/**
 * How long a test over missing or stubbed code may run, in ms: it may wait for what never comes, so it gets a multiple of
 * what the slowest of them took on head.
 */
export function stubTestTimeoutMs(r2: SuiteRun, subjects: readonly string[]): number {
  const chosen = new Set(subjects);
  const durations = r2.report.tests.filter(({ id }) => chosen.has(id)).map(({ durationMs }) => durationMs);
  return Math.round(Math.min(MOST_MS, Math.max(LEAST_MS, TIMES_SLOWEST * Math.max(0, ...durations))));
}
