import { expect, test } from "vitest";
import { baselineOf } from "../../../src/core/proof/baseline.ts";
import { judge, type ProofFacts } from "../../../src/core/proof/judge.ts";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { facts, NEW, OLD, runOf, token, verdict } from "./judge-facts.ts";

test("tests that a command of several parts did not come to are not deleted, those of a file that is gone are", () => {
  const baseline = baselineOf([runOf({ [OLD]: "passed", [`${OLD} #2`]: "passed", "test/far.test.js::far": "passed" })]);
  const run = runOf({ [OLD]: "failed", [NEW]: "passed" });
  const r2 = { ...run, units: run.units.map((unit) => ({ ...unit, level: "P2" as const, code: 1, failures: true })) };
  const seen = (changed: Partial<ProofFacts>): string[] =>
    judge(facts({ baseline, r2, ...changed })).findings.flatMap(({ code, severity, ids = [] }) =>
      severity === "error" && ids.includes("test/far.test.js::far") ? [`${code} ${ids.length}`] : [],
    );
  expect(seen({})).toEqual(["TEST_FAILED 2"]);
  expect(seen({ r2: run })).toEqual(["TEST_DELETED 2"]);
  // What failed on base already did not keep base from coming to them.
  const shaky = {
    ...baseline,
    green: new Set([...baseline.green].filter((id) => id !== OLD)),
    redKnown: new Set([OLD]),
  };
  expect(seen({ baseline: shaky })).toEqual(["TEST_DELETED 2"]);
  const gone = { path: "test/far.test.js", name: "far", kind: "deleted", detail: "" } as const;
  expect(seen({ edits: [gone] })).toEqual(["TEST_DELETED 1"]);
});

test("a runner that ends before its first test without the implementation is quoted", () => {
  const output = "file:///a.mjs:404\nCACError: Unknown option `--x`\n    at b.mjs:1:2\n\nNode.js v24.0.0";
  const { findings } = judge(facts({ r1: runOf({}, { code: 1, complete: false, output }) }));
  expect(findings.find(({ code }) => code === "RED_MISSING")?.message).toBe(
    "no test of this change fails by an assertion when its implementation is taken away; node-test ended without a report there: CACError: Unknown option `--x`",
  );
});

test("a run that was ended names the change's tests that may not end, and calls none deleted that it did not reach", () => {
  const cut = runOf({ [OLD]: "passed" }, { end: "timeout", code: null, complete: false, output: "a stray line" });
  const later = "test/z.test.js::z";
  const baseline = baselineOf([runOf({ [OLD]: "passed", [later]: "passed" })]);
  const { status, findings } = judge(
    facts({
      r2: cut,
      r1: null,
      search: null,
      r3: null,
      r4: null,
      baseline,
      changed: new Set(["src/a.js", "test/new.test.js"]),
    }),
  );
  expect([status, ...findings.map(({ code, message }) => `${code} ${message}`)]).toEqual([
    "not_proven",
    "NOT_MEASURED node-test was ended by its time limit: look for a test that does not end in test/new.test.js",
    "TEST_FAILED 1 test that was green was not reached: the run was ended before",
    expect.stringMatching(/^RED_MISSING/),
  ]);
  const deleted = { path: "test/z.test.js", name: "z", kind: "deleted", detail: "" } as const;
  const gone = judge(facts({ r2: cut, r1: null, search: null, r3: null, r4: null, baseline, edits: [deleted] }));
  expect(gone.findings.map(({ code }) => code)).toContain("TEST_DELETED");
});

test("a test that fails without the change and is not run with it is hidden, unless its program took it along", () => {
  const hidden = "test/new.test.js::hidden";
  const without = (message: string) => {
    const r1 = runOf({ [NEW]: "failed", [hidden]: "error" });
    const tests = r1.report.tests.map((one) =>
      one.id === hidden ? { ...one, failure: { kind: "error" as const, name: "Error", message } } : one,
    );
    return verdict({ r1: { ...r1, report: { ...r1.report, tests } } });
  };
  expect(without("x is not a function")).toBe("tampered · TEST_TAMPERED error");
  expect(without("the program ended before it did")).toBe("proven");
});

test("where a class runs once for each row of a table its canaries are called after the row", () => {
  const rows = (fails: "passed" | "failed") => {
    const outcomes = ["0", "Straße [x]", ""].flatMap((row) => [
      [`test/new.test.js::baton_${token}_holds[${row}]`, "passed"] as const,
      [`test/new.test.js::baton_${token}_fails[${row}]`, fails] as const,
    ]);
    return { run: runOf({ [NEW]: "passed", ...Object.fromEntries(outcomes) }), files: ["test/new.test.js"], token };
  };
  expect(verdict({ r4: rows("failed") })).toBe("proven");
  expect(verdict({ r4: rows("passed") })).toBe("tampered · CANARY_FAILED error");
});

test("a test that fails the second time it runs is not steady enough to prove anything", () => {
  const run = runOf({
    [NEW]: "failed",
    [`test/new.test.js::baton ${token} holds`]: "passed",
    [`test/new.test.js::baton ${token} fails`]: "failed",
  });
  expect(verdict({ r4: { run, files: ["test/new.test.js"], token } })).toBe("not_proven · TEST_FAILED error");
});

test.each<[string, Pick<SuiteRun, "touchedSource" | "touchedLayer">, string]>([
  [
    "an installed file",
    { touchedSource: [], touchedLayer: ["node_modules/a/b.js"] },
    "tampered · ENVIRONMENT_TOUCHED error",
  ],
  [
    "a lock that cargo mends",
    { touchedSource: ["Cargo.lock"], touchedLayer: [] },
    "proven · ENVIRONMENT_TOUCHED warning",
  ],
  ["a tracked file", { touchedSource: ["src/a.js"], touchedLayer: [] }, "tampered · TEST_TAMPERED error"],
  [
    "what base's runs rewrite too",
    { touchedSource: ["test/seen.txt"], touchedLayer: ["node_modules/tool", "node_modules/tool/notes"] },
    "proven",
  ],
])("tests that rewrite %s", (_, touched, expected) => {
  const before = { touchedSource: ["test/seen.txt"], touchedLayer: ["node_modules/tool/notes"] };
  const baseline = baselineOf([{ ...runOf({ [OLD]: "passed" }), ...before }]);
  expect(verdict({ baseline, r2: { ...runOf({ [OLD]: "passed", [NEW]: "passed" }), ...touched } })).toBe(expected);
});
