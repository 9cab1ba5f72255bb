import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { outsideKey } from "./outside-tests.ts";

/** What base's suite is known to do (verification.md, R0). Sets are disjoint; an id that is in none was skipped. */
export interface Baseline {
  readonly green: ReadonlySet<string>;
  readonly redKnown: ReadonlySet<string>;
  readonly flaky: ReadonlySet<string>;
  /** Units whose exit code contradicts their report already on base: an old trait, not this change's. */
  readonly oddExits: ReadonlySet<string>;
  readonly brokenFiles: ReadonlySet<string>;
  /** Errors of base's runs that belong to no test. */
  readonly outside: ReadonlySet<string>;
  /** Tracked and installed files that base's own runs rewrite: what a tool keeps there is not this change's doing. */
  readonly touched: ReadonlySet<string>;
  readonly durationMs: number;
}

/**
 * Sorts ids by what several runs of the same tree said of them. A test that did not always do the same is flaky, and so is one that
 * passed when its runner tried it again.
 */
export function baselineOf(runs: readonly SuiteRun[]): Baseline {
  const seen = new Map<string, TestResult["status"][]>();
  for (const run of runs) {
    for (const test of run.report.tests) seen.set(test.id, [...(seen.get(test.id) ?? []), test.status]);
  }
  const ids = (holds: (statuses: readonly TestResult["status"][]) => boolean) =>
    new Set([...seen].filter(([, statuses]) => holds(statuses)).map(([id]) => id));
  const always = (wanted: TestResult["status"]) => (statuses: readonly TestResult["status"][]) =>
    statuses.length === runs.length && statuses.every((status) => status === wanted);
  const ran = (statuses: readonly TestResult["status"][]) => statuses.some((s) => s === "passed" || s === "failed");
  const triedAgain = new Set(
    runs.flatMap(({ report }) => report.tests.filter(({ tries }) => tries !== undefined).map(({ id }) => id)),
  );
  const green = ids(always("passed")).difference(triedAgain);
  const redKnown = ids(always("failed"));
  return {
    green,
    redKnown,
    flaky: new Set([...ids(ran)].filter((id) => !green.has(id) && !redKnown.has(id))),
    oddExits: new Set(runs.flatMap((run) => run.units.filter(hasOddExit).map(unitKey))),
    brokenFiles: new Set(runs.flatMap((run) => run.report.fileErrors.map(({ file }) => file))),
    outside: new Set(runs.flatMap((run) => run.report.runErrors.map(outsideKey))),
    touched: new Set(runs.flatMap(({ touchedSource, touchedLayer }) => [...touchedSource, ...touchedLayer])),
    durationMs: Math.round(runs.reduce((sum, run) => sum + run.durationMs, 0) / Math.max(1, runs.length)),
  };
}

/** A test that base had green and that was seen to fail, where it was run again: where it showed that it does not always do the same. */
export interface Flaked {
  readonly id: string;
  readonly at: "head" | "base";
}

/** With these tests among those that do not always do the same. */
export function withFlaky(baseline: Baseline, ids: Iterable<string>): Baseline {
  const known = new Set(ids).intersection(baseline.green);
  if (known.size === 0) return baseline;
  return { ...baseline, green: baseline.green.difference(known), flaky: baseline.flaky.union(known) };
}

/** A baseline as a verdict lists it. */
export const setsOf = ({ green, redKnown, flaky }: Baseline): Record<string, string[]> => ({
  green: [...green],
  red_known: [...redKnown],
  flaky: [...flaky],
});

export const unitKey = (unit: SuiteRun["units"][number]): string => `${unit.directory}\0${unit.runner}`;

/** Exit code and report must tell the same: either alone lies (verification.md, Ground rules). */
export function hasOddExit(unit: SuiteRun["units"][number]): boolean {
  if (unit.level === "P1" || unit.end !== "exited" || !unit.complete) return false;
  return unit.failures === (unit.code === 0);
}
