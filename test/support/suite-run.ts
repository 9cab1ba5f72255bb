import type { SuiteRun, TestResult } from "../../src/schema/report.ts";

/** `failed` is by assertion, `timeout` by its own limit, `error` by anything else. */
export type Outcome = "passed" | "failed" | "timeout" | "error" | "skipped";

/** A complete run of one unit whose tests ended as told. */
export function suiteRun(outcomes: Readonly<Record<string, Outcome>>): SuiteRun {
  const tests = Object.entries(outcomes).map(([id, outcome]): TestResult => {
    const base = { id, file: id.split("::")[0] ?? "", durationMs: 1 };
    if (outcome === "passed" || outcome === "skipped") return { ...base, status: outcome };
    const kind = outcome === "failed" ? "assertion" : outcome;
    return { ...base, status: "failed", failure: { kind, name: "E", message: "m" } };
  });
  const failures = tests.some(({ status }) => status === "failed");
  const unit = { directory: "", runner: "pytest", command: "pytest", end: "exited", level: "P3", output: "" } as const;
  return {
    tree: "t",
    report: { complete: true, tests, fileErrors: [], runErrors: [] },
    units: [{ ...unit, code: failures ? 1 : 0, complete: true, failures, collected: tests.length }],
    touchedSource: [],
    touchedLayer: [],
    durationMs: 1,
  };
}
