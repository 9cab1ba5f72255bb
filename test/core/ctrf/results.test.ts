import { validate } from "ctrf";
import { expect, test } from "vitest";
import { ctrfOf } from "../../../src/core/ctrf/results.ts";
import { Ctrf } from "../../../src/schema/ctrf.ts";
import type { SuiteRun, TestResult } from "../../../src/schema/report.ts";
import { suiteRun } from "../../support/suite-run.ts";

const COMMIT = "a".repeat(40);
const AT = new Date("2026-01-31T09:00:00.000Z");

function reportOf(run: SuiteRun): Ctrf["results"] {
  const report = ctrfOf({ run, step: "R2", commit: COMMIT, at: AT, tool: "proofbaton 1.0.0" }, null);
  expect(validate(report)).toMatchObject({ valid: true });
  return Ctrf.parse(report).results;
}

const withTests = (...tests: TestResult[]): SuiteRun => {
  const run = suiteRun({});
  return { ...run, report: { ...run.report, tests } };
};
const one = (id: string, more: Partial<TestResult>): TestResult => ({
  id,
  file: "a.js",
  status: "passed",
  durationMs: 1.6,
  ...more,
});

test("each status has one of the format's, and what passed only when it was tried again is flaky", () => {
  const { tests, summary } = reportOf(
    withTests(
      one("a.js::one > two > plain", {}),
      one("a.js::skipped", { status: "skipped" }),
      one("a.js::later", { status: "todo" }),
      one("a.js::known bug", { status: "xfail" }),
      one("a.js::lucky", { tries: 3 }),
      one("a.js::unlucky", { tries: 3, status: "failed" }),
      one("a.js::", {}),
    ),
  );
  expect(tests.map(({ name, status, suite, retries, flaky }) => [name, status, suite, retries, flaky])).toEqual([
    ["plain", "passed", ["one", "two"], undefined, undefined],
    ["skipped", "skipped", undefined, undefined, undefined],
    ["later", "pending", undefined, undefined, undefined],
    ["known bug", "other", undefined, undefined, undefined],
    ["lucky", "passed", undefined, 2, true],
    ["unlucky", "failed", undefined, 2, false],
    ["a.js::", "passed", undefined, undefined, undefined],
  ]);
  const stop = AT.getTime();
  expect(summary).toEqual({
    tests: 7,
    passed: 3,
    failed: 1,
    skipped: 1,
    pending: 1,
    other: 1,
    flaky: 1,
    start: stop - 1,
    stop,
  });
  expect(tests[0]?.duration).toBe(2);
});

test("of a failure as much of the message is told as helps to find it", () => {
  const failure = { kind: "assertion", name: "E", message: "x".repeat(100_000) } as const;
  const [told] = reportOf(withTests(one("a.js::a", { status: "failed", failure }))).tests;
  expect([told?.message?.length, told?.extra["failure"]]).toEqual([2000, { kind: "assertion", name: "E" }]);
});

test("what went wrong beside every test is a failure of its own: whoever reads tests alone must not take the run for passed", () => {
  const run = suiteRun({ "a.py::test_a": "passed" });
  const report = {
    ...run.report,
    fileErrors: [{ file: "b.py", name: "ImportError", message: "no module c" }],
    runErrors: [{ name: "", message: "teardown of the session" }],
  };
  const [unit] = run.units;
  const units = unit === undefined ? [] : [unit, { ...unit, complete: false }, { ...unit, code: 3 }];
  const killed = unit === undefined ? [] : [{ ...unit, end: "timeout" as const, code: null, complete: false }];
  const { tests, summary } = reportOf({ ...run, report, units: [...units, ...killed] });
  expect(summary).toMatchObject({ tests: 6, passed: 1, failed: 5 });
  expect(tests.slice(1).map(({ name, rawStatus, message }) => [name, rawStatus, message])).toEqual([
    ["b.py", "file_error", "ImportError: no module c"],
    ["run", "run_error", "teardown of the session"],
    ["pytest", "incomplete", "its report does not say where it ends"],
    ["pytest", "exit 3", undefined],
    ["pytest", "timeout", undefined],
  ]);
});

test("a command of which no test is seen is told by its exit code", () => {
  const run = suiteRun({});
  const unit = {
    directory: "",
    runner: "command",
    command: "make test",
    end: "exited",
    level: "P1",
    output: "",
  } as const;
  const ended = (code: number): SuiteRun => ({
    ...run,
    units: [{ ...unit, code, complete: true, failures: false, collected: 0 }],
  });
  expect(reportOf(ended(0)).tests).toMatchObject([{ name: "make test", status: "passed", rawStatus: "exit 0" }]);
  expect(reportOf(ended(2)).tests).toMatchObject([{ name: "make test", status: "failed", rawStatus: "exit 2" }]);
});
