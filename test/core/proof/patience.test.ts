import { expect, it } from "vitest";
import { stubTestTimeoutMs } from "../../../src/core/proof/patience.ts";
import { suiteRun } from "../../support/suite-run.ts";

const NEW = "a.test.js::new";
const OTHER = "a.test.js::other";

const run = (durationMs: Readonly<Record<string, number>>) => {
  const made = suiteRun({ [NEW]: "passed", [OTHER]: "passed" });
  const tests = made.report.tests.map((test) => ({ ...test, durationMs: durationMs[test.id] ?? 0 }));
  return { ...made, report: { ...made.report, tests } };
};

it.each([
  ["ten times the slowest of its tests", { [NEW]: 500, [OTHER]: 9000 }, 5000],
  ["at least three seconds", { [NEW]: 1 }, 3000],
  ["at most ten", { [NEW]: 60_000 }, 10_000],
])("a test over stubbed code may take %s", (_what, durations, expected) => {
  expect(stubTestTimeoutMs(run(durations), [NEW])).toBe(expected);
});
