import { expect, test } from "vitest";
import { baselineOf, withFlaky } from "../../../src/core/proof/baseline.ts";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";
import { judge, type ProofFacts } from "../../../src/core/proof/judge.ts";
import { startRedSearch, withBroken } from "../../../src/core/proof/red.ts";
import { COMPUTED_NAME, type TestEdit } from "../../../src/core/proof/old-tests/written-tests.ts";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { canary, facts, NEW, OLD, runOf, token, verdict } from "./judge-facts.ts";

const edit = (kind: TestEdit["kind"]): TestEdit => ({ path: "test/old.test.js", name: "old", kind, detail: "" });
const LATER = "test/new.test.js::later";
const added = (skipped: boolean): TestEdit[] => [
  { path: "test/new.test.js", name: "later", kind: "added", detail: "", skipped },
];
const OTHER = "test/old.test.js::other";
const UNLOADED = runOf({ "test/old.test.js::another": "passed" });
const RENAMED: TestEdit = { ...edit("renamed"), detail: "other", to: [OTHER] };

const GIVEN: ProofFacts["given"] = [{ code: "CODE_SUSPICIOUS", severity: "person", path: "src/a.js", message: "a" }];
const ASKED = "person_needed · CODE_SUSPICIOUS person";

test.each<[string, NonNullable<ProofFacts["disguise"]> | null, string]>([
  ["no run asks", null, ASKED],
  ["a test fails where nothing tells of tests", { asks: [], allPass: false, failing: new Map() }, ASKED],
  ["all tests pass there", { asks: [], allPass: true, failing: new Map() }, "proven"],
])("what a caller gives is a question: %s", (_what, disguise, expected) => {
  expect(verdict({ given: GIVEN, disguise })).toBe(expected);
});

test.each<[string, Partial<ProofFacts>, string]>([
  ["an honest change", {}, "proven"],
  ["no test at all", { selected: [], search: null }, "not_proven · TESTS_ABSENT error"],
  ["a new test that passes without the change", { r1: runOf({ [NEW]: "passed" }) }, "not_proven · RED_MISSING error"],
  ["a new test that only crashes", { r1: runOf({ [NEW]: "error" }) }, "not_proven · RED_MISSING error"],
  [
    "a new test that fails",
    { r2: runOf({ [OLD]: "passed", [NEW]: "failed" }), r3: null },
    "not_proven · TEST_FAILED error",
  ],
  ["an old test that fails", { r2: runOf({ [OLD]: "failed", [NEW]: "passed" }) }, "not_proven · REGRESSION error"],
  [
    "an old test that is skipped",
    { r2: runOf({ [OLD]: "skipped", [NEW]: "passed" }) },
    "tampered · TEST_SKIPPED error",
  ],
  [
    "an old test that is gone, with a RED one in its place that expects something else",
    {
      r2: runOf({ [NEW]: "passed" }),
      r3: runOf({ [OLD]: "failed" }),
      edits: [{ ...edit("deleted"), inPlace: NEW }],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "the same, which still holds as base wrote it",
    {
      r2: runOf({ [NEW]: "passed", [OTHER]: "passed" }),
      r3: runOf({ [OLD]: "passed" }),
      edits: [{ ...edit("deleted"), inPlace: OTHER }],
    },
    "tampered · TEST_DELETED error",
  ],
  [
    "the same, which still holds and is said in another file",
    {
      r2: runOf({ [NEW]: "passed" }),
      r3: runOf({ [OLD]: "passed" }),
      edits: [{ ...edit("deleted"), inPlace: NEW }],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "one that cannot be loaded over head, with a RED one beside it",
    {
      selected: [OTHER],
      r1: runOf({ [OTHER]: "failed" }),
      r2: runOf({ [OTHER]: "passed" }),
      r3: unread(runOf({}), "test/old.test.js"),
      edits: [edit("deleted")],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "one that cannot be loaded over head, with none beside it",
    { r2: runOf({ [NEW]: "passed" }), r3: unread(runOf({}), "test/old.test.js"), edits: [edit("deleted")] },
    "tampered · TEST_DELETED error",
  ],
  [
    "the same, with one in its place that is not RED",
    {
      r2: runOf({ [NEW]: "passed" }),
      r3: runOf({ [OLD]: "failed" }),
      edits: [{ ...edit("deleted"), inPlace: OTHER }],
    },
    "tampered · TEST_DELETED error",
  ],
  [
    "the same, with one in its place that is not RED, beside one of its file that is",
    {
      selected: [OTHER],
      r1: runOf({ [OTHER]: "failed" }),
      r2: runOf({ [OTHER]: "passed", "test/old.test.js::third": "passed" }),
      r3: runOf({ [OLD]: "failed" }),
      edits: [{ ...edit("deleted"), inPlace: "test/old.test.js::third" }],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "one that still holds, with a table in its file that it may be a row of",
    {
      r2: runOf({ [NEW]: "passed", [`${OTHER}[a]`]: "passed" }),
      r3: runOf({ [OLD]: "passed" }),
      edits: [{ ...edit("deleted"), inPlace: OTHER }],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "one that still holds, with a table of computed names in its file that it may be a row of",
    {
      r2: runOf({ [NEW]: "passed", "test/old.test.js::says a": "passed" }),
      r3: runOf({ [OLD]: "passed" }),
      edits: [{ ...edit("deleted"), inPlace: `test/old.test.js::${COMPUTED_NAME}` }],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "the same, of which no new row runs",
    {
      r2: runOf({ [NEW]: "passed" }),
      r3: runOf({ [OLD]: "passed" }),
      edits: [{ ...edit("deleted"), inPlace: `test/old.test.js::${COMPUTED_NAME}` }],
    },
    "tampered · TEST_DELETED error",
  ],
  [
    "one that still holds, in whose file new ones say the same together",
    {
      r2: runOf({ [NEW]: "passed", [OTHER]: "passed", "test/old.test.js::third": "passed" }),
      r3: runOf({ [OLD]: "passed" }),
      edits: [{ ...edit("deleted"), inParts: [OTHER, "test/old.test.js::third"] }],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "the same, of which one does not run",
    {
      r2: runOf({ [NEW]: "passed", [OTHER]: "passed" }),
      r3: runOf({ [OLD]: "passed" }),
      edits: [{ ...edit("deleted"), inParts: [OTHER, "test/old.test.js::third"] }],
    },
    "tampered · TEST_DELETED error",
  ],
  [
    "a new test beside it that its text skips",
    { r2: runOf({ [OLD]: "passed", [NEW]: "passed", [LATER]: "skipped" }), edits: added(true) },
    "person_needed · TEST_SKIPPED person",
  ],
  [
    "a new test beside it that its text keeps from being there",
    { r2: runOf({ [OLD]: "passed", [NEW]: "passed" }), edits: added(true) },
    "person_needed · TEST_SKIPPED person",
  ],
  [
    "a new test beside it that only a run could name",
    { r2: runOf({ [OLD]: "passed", [NEW]: "passed" }), edits: added(false) },
    "proven",
  ],
  [
    "a new test beside it that is expected to fail",
    { r2: runOf({ [OLD]: "passed", [NEW]: "passed", [LATER]: "xfail" }), edits: added(false) },
    "person_needed · TEST_SKIPPED person",
  ],
  [
    "a new test beside it that does not run here",
    { r2: runOf({ [OLD]: "passed", [NEW]: "passed", [LATER]: "skipped" }), edits: added(false) },
    "proven · TEST_SKIPPED warning",
  ],
  [
    "more new tests that do not run here than do",
    {
      r2: runOf({ [OLD]: "passed", [NEW]: "passed", [LATER]: "skipped", [`${LATER} too`]: "skipped" }),
      edits: [...added(false), ...added(false).map((one) => ({ ...one, name: `${one.name} too` }))],
    },
    "person_needed · TEST_SKIPPED person",
  ],
  [
    "a new test beside it that runs only where a variable is set",
    {
      r2: runOf({ [OLD]: "passed", [NEW]: "passed", [LATER]: "skipped" }),
      edits: added(false),
      gates: new Map([[LATER.split("::")[0] ?? "", ["SLOW"]]]),
    },
    "person_needed · TEST_SKIPPED person",
  ],
  [
    "a new test beside it, where another file of tests asks for a variable",
    {
      r2: runOf({ [OLD]: "passed", [NEW]: "passed", [LATER]: "skipped" }),
      edits: added(false),
      gates: new Map([[OLD.split("::")[0] ?? "", ["SLOW"]]]),
    },
    "proven · TEST_SKIPPED warning",
  ],
  [
    "an old test that is expected to fail",
    { r2: runOf({ [OLD]: "xfail", [NEW]: "passed" }) },
    "tampered · TEST_SKIPPED error",
  ],
  [
    "an old test that is gone",
    { r2: runOf({ [NEW]: "passed" }), edits: [edit("deleted")] },
    "tampered · TEST_DELETED error",
  ],
  [
    "an old test that was renamed",
    { r2: runOf({ [NEW]: "passed", [OTHER]: "passed" }), r3: runOf({ [OLD]: "passed" }), edits: [RENAMED] },
    "proven",
  ],
  [
    "an old test that was renamed with what it calls",
    { r2: runOf({ [NEW]: "passed", [OTHER]: "passed" }), r3: runOf({ [OLD]: "failed" }), edits: [RENAMED] },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "an old test that moved, where base's file cannot be loaded",
    { r2: runOf({ [NEW]: "passed", [OTHER]: "passed" }), r3: UNLOADED, edits: [RENAMED] },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "an old test that moved with its code, where base's file cannot be loaded",
    { r2: runOf({ [NEW]: "passed", [OTHER]: "passed" }), r3: UNLOADED, edits: [{ ...RENAMED, withCode: true }] },
    "proven",
  ],
  [
    "an old test that moved with its code, and fails as base wrote it",
    {
      r2: runOf({ [NEW]: "passed", [OTHER]: "passed" }),
      r3: runOf({ [OLD]: "failed" }),
      edits: [{ ...RENAMED, withCode: true }],
    },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "an old test that is skipped under its new name",
    { r2: runOf({ [NEW]: "passed", [OTHER]: "skipped" }), r3: runOf({ [OLD]: "passed" }), edits: [RENAMED] },
    "tampered · TEST_DELETED error",
  ],
  [
    "an old test that does not run under its new name",
    { r2: runOf({ [NEW]: "passed" }), r3: runOf({ [OLD]: "passed" }), edits: [RENAMED] },
    "tampered · TEST_DELETED error",
  ],
  [
    "an old test weakened to hide a break",
    { r3: runOf({ [OLD]: "failed" }), edits: [edit("weakened")] },
    "tampered · TEST_WEAKENED error",
  ],
  [
    "an old test rewritten because behaviour changed",
    { r3: runOf({ [OLD]: "failed" }), edits: [edit("rewritten")] },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  ["an old test weakened for no reason", { edits: [edit("weakened")] }, "person_needed · TEST_WEAKENED person"],
  [
    "a process that died",
    { r2: runOf({ [OLD]: "passed", [NEW]: "passed" }, { end: "signalled", code: null }) },
    "not_proven · NOT_MEASURED error",
  ],
  ["a canary that does not fail", { r4: canary("passed") }, "tampered · CANARY_FAILED error"],
  ["a canary that does not hold", { r4: canary("failed", "failed") }, "tampered · CANARY_FAILED error"],
  [
    "a canary that was not run",
    { r4: { run: runOf({ [NEW]: "passed" }), files: ["test/new.test.js"], token } },
    "tampered · CANARY_FAILED error",
  ],
  ["no canary", { r4: null }, "not_proven · NOT_MEASURED error"],
  [
    "tests that vanish with the change",
    { r1: runOf({ [NEW]: "failed", "test/new.test.js::hidden": "failed" }) },
    "tampered · TEST_TAMPERED error",
  ],
  ["a low proof level", { level: "P1" }, "not_proven · PROOF_LEVEL_LOW error"],
])("%s", (_, changed, expected) => {
  expect(verdict(changed)).toBe(expected);
});

/** The same run, in which a file could not be loaded. */
function unread(run: SuiteRun, file: string): SuiteRun {
  const fileErrors = [{ file, name: "SyntaxError", message: "while loading\n  SyntaxError: no such name\n\n" }];
  return { ...run, report: { ...run.report, fileErrors } };
}

test.each<[string, Partial<ProofFacts>, string]>([
  [
    "why planted tests were not run",
    { r4: { run: unread(runOf({}), "test/new.test.js"), files: ["test/new.test.js"], token } },
    "planted tests were not run; test/new.test.js: SyntaxError: no such name",
  ],
  [
    "why base's tests fail over head",
    { r3: unread(runOf({}), "test/old.test.js"), edits: [edit("rewritten")] },
    "base's file cannot be loaded over head: test/old.test.js: SyntaxError: no such name",
  ],
  [
    "how tests ended that prove nothing",
    { search: null, selected: [NEW, "a::b"], r2: runOf({ [OLD]: "passed", [NEW]: "skipped" }) },
    `1 skipped: ${NEW}; 1 not run: a::b`,
  ],
])("a verdict says %s", (_, changed, message) => {
  const messages = judge(facts(changed)).findings.map((finding) => finding.message);
  expect(messages).toContainEqual(expect.stringContaining(message));
});

test("a test of base that passed when it was tried again is flaky, however often it did", () => {
  const run = runOf({ [OLD]: "passed", "t::again": "passed" });
  const tests = run.report.tests.map((one) => (one.id === OLD ? one : { ...one, tries: 2 }));
  const once = { ...run, report: { ...run.report, tests } };
  const { green, flaky } = baselineOf([once, once, once]);
  expect([[...green], [...flaky]]).toEqual([[OLD], ["t::again"]]);
});

test("known-red and flaky tests of base, and tests of unproven features, may fail; a green one that recovers is flaky", () => {
  const baseline = baselineOf([
    runOf({ [OLD]: "passed", "t::red": "failed", "t::flaky": "passed" }),
    runOf({ [OLD]: "passed", "t::red": "failed", "t::flaky": "failed" }),
  ]);
  const r2 = runOf({
    [OLD]: "passed",
    [NEW]: "passed",
    "t::red": "failed",
    "t::flaky": "failed",
    "t::later": "failed",
  });
  expect(verdict({ baseline, r2 })).toBe("not_proven · TEST_FAILED error");
  expect(verdict({ baseline, r2, pending: new Set(["t::later"]) })).toBe("proven");
  const shaky = runOf({ [OLD]: "failed", [NEW]: "passed" });
  const corrected = withFlaky(baselineOf([runOf({ [OLD]: "passed" })]), [OLD]);
  expect(verdict({ r2: shaky })).toContain("REGRESSION error");
  for (const at of ["head", "base"] as const)
    expect(verdict({ r2: shaky, baseline: corrected, flaked: [{ id: OLD, at }] })).toBe("proven · TEST_FAILED warning");
});

test("of a test that only breaks over base a person is asked, and a criterion that names another stays unmet", () => {
  const search = withBroken(startRedSearch([NEW], runOf({ [NEW]: "error" }), new Set()), [NEW]);
  expect(verdict({ search, r4: null })).toBe("person_needed · RED_MISSING person");
  const feature = { ...readFeatureText(""), criteria: [{ text: "it says so", tests: ["another"] }] };
  expect(verdict({ search, r4: null, feature })).toBe("not_proven · RED_MISSING error · RED_MISSING person");
});

test("a test that moves with code which is named anew is compared by a person", () => {
  const old = "src/lib.rs::tests > cross";
  const baseline = baselineOf([runOf({ [old]: "passed" })]);
  const moved = (r3: SuiteRun, name: string): string[] =>
    judge(
      facts({
        baseline,
        r2: runOf({ [NEW]: "passed", [`src/point.rs::${name}`]: "passed" }),
        r3,
        edits: [
          { path: "src/lib.rs", name: "tests > cross", kind: "deleted", detail: "" },
          { path: "src/point.rs", name, kind: "added", detail: "" },
        ],
      }),
    ).findings.map(({ code, severity }) => `${code} ${severity}`);
  const unread = runOf({});
  unread.report.fileErrors.push({ file: "src/lib.rs", name: "src/lib.rs", message: "cannot find function `cross`" });
  expect(moved(unread, "point > tests > cross")).toEqual(["BEHAVIOUR_CHANGED person"]);
  expect(moved(unread, "point > tests > other")).toEqual(["TEST_DELETED error"]);
  expect(moved(runOf({ [old]: "failed" }), "point > tests > cross")).toEqual(["TEST_DELETED error"]);
});

test("each criterion that names a test needs a RED one", () => {
  const feature = readFeatureText("Totals\n- adds up `test old`\n- nothing named");
  expect(verdict({ feature })).toBe("not_proven · RED_MISSING error");
  expect(verdict({ feature: readFeatureText("Totals\n- adds up `test/new.test.js::new`") })).toBe("proven");
});
