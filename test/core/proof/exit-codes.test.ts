import { expect, test } from "vitest";
import { baselineOf } from "../../../src/core/proof/baseline.ts";
import type { ProofFacts } from "../../../src/core/proof/judge.ts";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { NEW, OLD, runOf, verdict } from "./judge-facts.ts";

/** Of a change whose only tests are those that nobody finds. */
const NONE_FOUND = { r1: null, r2: runOf({}, { code: 5 }), r3: null, selected: [], search: null } as const;

function dead(tests: Parameters<typeof runOf>[0] = {}): SuiteRun {
  const run = runOf(tests, { code: 1, failures: true });
  return { ...run, report: { ...run.report, runErrors: [{ name: "Error", message: "the worker died\n at a.js:1" }] } };
}

test.each<[string, Partial<ProofFacts>, string]>([
  [
    "a process that ended early with success",
    { r2: runOf({ [OLD]: "passed" }, { complete: false }), r3: null },
    "tampered · REPORT_INCOMPLETE error · TEST_TAMPERED error",
  ],
  [
    "success told over a failing report",
    { r2: runOf({ [OLD]: "passed", [NEW]: "failed" }, { code: 0 }), r3: null },
    "tampered · EXIT_CODE_MISMATCH error · TEST_FAILED error",
  ],
  [
    "failure told over a clean report",
    { r2: runOf({ [OLD]: "passed", [NEW]: "passed" }, { code: 1 }) },
    "tampered · EXIT_CODE_MISMATCH error",
  ],
  [
    "a runner that fails because there are no tests yet",
    { ...NONE_FOUND, baseline: baselineOf([]) },
    "not_proven · TESTS_ABSENT error",
  ],
  [
    "one that fails because it finds none of those that were there",
    NONE_FOUND,
    "tampered · EXIT_CODE_MISMATCH error · TEST_DELETED error · TESTS_ABSENT error",
  ],
  [
    "a worker that died with all of its tests",
    { ...NONE_FOUND, r2: dead() },
    "not_proven · TEST_FAILED error · TESTS_ABSENT error",
  ],
  [
    "an error that no test is named for, as base has it",
    { baseline: baselineOf([dead({ [OLD]: "passed" })]), r2: dead({ [OLD]: "passed", [NEW]: "passed" }) },
    "proven",
  ],
  ["a new one", { r2: dead({ [OLD]: "passed", [NEW]: "passed" }) }, "not_proven · TEST_FAILED error"],
])("exit code and report must say the same: %s", (_, changed, expected) => {
  expect(verdict(changed)).toBe(expected);
});
