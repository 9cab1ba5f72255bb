import { expect, it } from "vitest";
import { patienceFor } from "../../../src/core/proof/patience.ts";
import { suiteRun } from "../../support/suite-run.ts";

const NEW = "a.test.js::new";
const OTHER = "a.test.js::other";

const run = (durationMs: Readonly<Record<string, number>>, wholeMs = 0) => {
  const made = suiteRun({ [NEW]: "passed", [OTHER]: "passed" });
  const tests = made.report.tests.map((test) => ({ ...test, durationMs: durationMs[test.id] ?? 0 }));
  return { ...made, report: { ...made.report, tests }, durationMs: wholeMs };
};

it.each([
  ["ten times the slowest of its tests", { [NEW]: 500, [OTHER]: 9000 }, 5000],
  ["at least three seconds", { [NEW]: 1 }, 3000],
  ["at most ten", { [NEW]: 2000 }, 10_000],
  ["twice the slowest, however slow it is", { [NEW]: 60_000 }, 120_000],
])("a test over stubbed code may take %s", (_what, durations, expected) => {
  expect(patienceFor(run(durations), [NEW]).testTimeoutMs).toBe(expected);
});

it("tests over stubbed code that may all wait, one after the other, each get less, but never under a second", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a.test.js::${at}`);
  expect(patienceFor(run({}), many(4)).testTimeoutMs).toBe(1500);
  expect(patienceFor(run({}), many(50)).testTimeoutMs).toBe(1000);
});

it("a run over stubbed code is bounded by head's own run and by what its tests may wait", () => {
  expect(patienceFor(run({}, 4000), [NEW])).toMatchObject({ testsTimeoutMs: 11_000, mostMs: 6000 + 4000 + 11_000 });
  expect(patienceFor(run({}, 4000), [NEW, OTHER]).mostMs).toBe(6000 + 3 * 4000 + 2 * 3000);
});

it("a run over code that answers otherwise is over after three times head's, or six seconds", () => {
  expect([100, 4000].map((ms) => patienceFor(run({}, ms), [NEW]).otherwiseMs)).toEqual([6000, 12_000]);
});
