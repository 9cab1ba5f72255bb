import { baselineOf } from "../../../src/core/proof/baseline.ts";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";
import { judge, type ProofFacts } from "../../../src/core/proof/judge.ts";
import { startRedSearch } from "../../../src/core/proof/red.ts";
import { Policy } from "../../../src/schema/config.ts";
import type { SuiteRun, TestResult } from "../../../src/schema/report.ts";

export type Outcome = "passed" | "failed" | "error" | "skipped" | "todo" | "xfail";

/** A run whose tests are given as `id: outcome`; `failed` is by assertion. */
export function runOf(outcomes: Record<string, Outcome>, unit: Partial<SuiteRun["units"][number]> = {}): SuiteRun {
  const tests = Object.entries(outcomes).map(([id, outcome]): TestResult => {
    const base = { id, file: id.split("::")[0] ?? "", durationMs: 1 };
    if (outcome === "failed" || outcome === "error") {
      const kind = outcome === "failed" ? "assertion" : "error";
      return { ...base, status: "failed", failure: { kind, name: "E", message: "m" } };
    }
    return { ...base, status: outcome };
  });
  const failures = tests.some(({ status }) => status === "failed");
  return {
    tree: "t",
    report: { complete: true, tests, fileErrors: [], runErrors: [] },
    units: [
      {
        directory: "",
        runner: "node-test",
        command: "npm test",
        end: "exited",
        code: failures ? 1 : 0,
        complete: true,
        failures,
        collected: tests.length,
        level: "P3",
        output: "",
        ...unit,
      },
    ],
    touchedSource: [],
    touchedLayer: [],
    durationMs: 1000,
  };
}

export const OLD = "test/old.test.js::old";
export const NEW = "test/new.test.js::new";
export const token = "abc123";
export const canary = (fails: Outcome = "failed", holds: Outcome = "passed"): NonNullable<ProofFacts["r4"]> => ({
  run: runOf({
    [NEW]: "passed",
    [`test/new.test.js::baton ${token} holds`]: holds,
    [`test/new.test.js::baton ${token} fails`]: fails,
  }),
  files: ["test/new.test.js"],
  token,
});

/** An honest proof: one old test, one new one that is RED; each case changes one fact. */
export function facts(changed: Partial<ProofFacts> = {}): ProofFacts {
  const r2 = changed.r2 ?? runOf({ [OLD]: "passed", [NEW]: "passed" });
  const r1 = changed.r1 === undefined ? runOf({ [NEW]: "failed" }) : changed.r1;
  const selected = changed.selected ?? [NEW];
  return {
    policy: Policy.parse({}),
    level: "P3",
    feature: readFeatureText(""),
    baseline: baselineOf([runOf({ [OLD]: "passed" })]),
    pending: new Set(),
    selected,
    search: r1 === null ? null : startRedSearch(selected, r1, new Set()),
    r1,
    r2,
    r3: r2,
    r4: canary(),
    edits: [],
    findings: [],
    manual: null,
    approvals: new Set(),
    digest: (text) => `#${text.length}`,
    ...changed,
  };
}

/** `status: CODE severity, …` */
export function verdict(changed: Partial<ProofFacts>): string {
  const { status, findings } = judge(facts(changed));
  const shown = findings
    .filter(({ severity }) => severity !== "info")
    .map(({ code, severity }) => `${code} ${severity}`);
  return [status, ...new Set(shown)].join(" · ");
}
