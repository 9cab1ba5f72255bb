import { expect, test } from "vitest";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";
import { judge } from "../../../src/core/proof/judge.ts";
import type { TestEdit } from "../../../src/core/proof/old-tests/written-tests.ts";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { facts, NEW, OLD, runOf, verdict } from "./judge-facts.ts";

const edit = (kind: TestEdit["kind"]): TestEdit => ({ path: "test/old.test.js", name: "old", kind, detail: "" });

test("what a feature names under Changes: is allowed with a RED successor of the same name", () => {
  const feature = readFeatureText("New totals\nChanges: test/old.test.js::old");
  const r3 = runOf({ [OLD]: "failed" });
  const without = verdict({ feature, r3, edits: [edit("rewritten")] });
  const withSuccessor = verdict({
    feature,
    r3,
    edits: [edit("rewritten")],
    selected: [OLD, NEW],
    r1: runOf({ [OLD]: "failed", [NEW]: "failed" }),
  });
  expect([without, withSuccessor]).toEqual(["not_proven · RED_MISSING error", "proven"]);
});

test("one that breaks without what it calls, and says as much as before, needs no other", () => {
  const feature = readFeatureText("New totals\nChanges: test/old.test.js::old");
  const judged = (less?: string): string =>
    verdict({
      feature,
      r3: runOf({ [OLD]: "failed" }),
      edits: [{ ...edit("rewritten"), ...(less === undefined ? {} : { less }) }],
      r1: runOf({ [OLD]: "error", [NEW]: "failed" }),
    });
  expect(judged()).toBe("proven");
  expect(judged("it looks through `getNow`")).toBe("person_needed · RED_MISSING person");
});

test("a new RED test of its file succeeds one that is gone, and no other one does", () => {
  const feature = readFeatureText("New totals\nChanges: test/old.test.js::old");
  const judged = (id: string): string =>
    verdict({
      feature,
      r3: runOf({ [OLD]: "failed" }),
      edits: [{ ...edit("renamed"), to: [id] }],
      selected: [id],
      search: {
        red: new Map([[id, "assertion"]]),
        characterisation: new Set(),
        open: new Map(),
        late: new Map(),
        tried: [],
      },
      r1: runOf({ [id]: "failed" }),
      r2: runOf({ [id]: "passed", "test/old.test.js::another": "passed" }),
    });
  expect(judged("test/old.test.js::renewed")).toBe("proven · BEHAVIOUR_CHANGED warning");
  expect(judged("test/elsewhere.test.js::renewed")).toContain("RED_MISSING");
});

test("an approval counts for exactly the finding it names, and never for an error", () => {
  const r3 = runOf({ [OLD]: "failed" });
  const asked = judge(facts({ r3, edits: [edit("rewritten")] })).findings.find(({ severity }) => severity === "person");
  expect(verdict({ r3, edits: [edit("rewritten")], approvals: new Set([asked?.approval ?? ""]) })).toBe("proven");
  expect(verdict({ r3, edits: [edit("rewritten")], approvals: new Set(["other"]) })).toBe(
    "person_needed · BEHAVIOUR_CHANGED person",
  );
  expect(verdict({ r3, edits: [edit("weakened")], approvals: new Set([asked?.approval ?? ""]) })).toContain("tampered");
});

test("a weakened test whose double stood for a name that is gone asks a person, unless it fails by an assertion", () => {
  const edits = [{ ...edit("weakened"), withCode: true }];
  const { findings } = judge(facts({ r3: runOf({ [OLD]: "error" }), edits }));
  expect(findings.filter(({ severity }) => severity !== "warning")).toMatchObject([
    {
      code: "BEHAVIOUR_CHANGED",
      severity: "person",
      message: expect.stringMatching(
        /^1 test that was green fails as base wrote it; what it calls throws over head's code: .+; 1 of them puts a double in the place of a name that is gone, and says less now$/,
      ),
    },
  ]);
  expect(verdict({ r3: runOf({ [OLD]: "failed" }), edits })).toContain("tampered");
  expect(verdict({ r3: runOf({ [OLD]: "error" }), edits: [edit("weakened")] })).toContain("tampered");
});

test("a weakened test asks a person where base's copy cannot be loaded or called over head", () => {
  const edits = [edit("weakened")];
  const over = (run: SuiteRun): string[] =>
    judge(facts({ r3: run, edits })).findings.flatMap(({ severity, message }) =>
      severity === "warning" ? [] : [`${severity}: ${message}`],
    );
  const empty = runOf({});
  const message = "test/old.test.js:3:9: not enough arguments in call to total";
  const fileErrors = [{ file: "test/old.test.js", name: "E", message }];
  expect(over({ ...empty, report: { ...empty.report, fileErrors } })).toEqual([
    `person: 1 test that was green fails as base wrote it; base's file cannot be loaded over head: test/old.test.js: ${message}; 1 of them asserts less now, by its text`,
  ]);
  const called = (text: string): SuiteRun => {
    const run = runOf({ [OLD]: "error" });
    const tests = run.report.tests.map((one) => ({
      ...one,
      failure: { kind: "error", name: "E", message: text } as const,
    }));
    return { ...run, report: { ...run.report, tests } };
  };
  expect(over(called("TypeError: total() missing 1 required positional argument: 'clock'"))).toEqual([
    "person: 1 test that was green fails as base wrote it; what it calls throws over head's code: TypeError: total() missing 1 required positional argument: 'clock'; 1 of them asserts less now, by its text",
  ]);
  expect(verdict({ r3: called("TypeError: 'NoneType' object is not iterable"), edits })).toContain("tampered");
});

test("what stands under Changes: and names no test is said, and allows nothing", () => {
  const unknown = (changes: string): string[] =>
    judge(facts({ feature: readFeatureText(`New totals\nChanges: ${changes}`) })).findings.flatMap(
      ({ code, severity, message }) => (code === "CHANGES_UNKNOWN" ? [`${severity} ${message}`] : []),
    );
  expect(unknown("test/old.test.js::old, `old`, test/*.js")).toEqual([]);
  expect(unknown("nothing like this, old, lib/*.js")).toEqual([
    "warning Changes: nothing like this names no test of base or head, so nothing is allowed by it",
    "warning Changes: lib/*.js names no test of base or head, so nothing is allowed by it",
  ]);
});
