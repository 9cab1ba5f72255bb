import { expect, it } from "vitest";
import { judgeAgain } from "../../../src/core/proof/once-more.ts";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { suiteRun } from "../../support/suite-run.ts";

const OWN = "a.test.js::own";
const OTHER = "b.test.js::other";
const selecting = (...files: string[]) => ({ directory: "", files, nameFilter: null });
const FEATURE = { id: "feat_a", command: "make", selection: selecting("a.test.js"), proven: [OWN] };
const NOTHING = { knownRed: new Set<string>(), pending: [] };
const FINE = { broken: [], failing: [], unsound: [] };

const passing = suiteRun({ [OWN]: "passed", [OTHER]: "passed" });
const withUnit = (run: SuiteRun, unit: Partial<SuiteRun["units"][number]>): SuiteRun => ({
  ...run,
  units: run.units.map((one) => ({ ...one, ...unit })),
});
const withFileError = (run: SuiteRun, file: string): SuiteRun => ({
  ...run,
  report: { ...run.report, fileErrors: [{ file, name: "SyntaxError", message: "no" }] },
});
const untold = (unit: Partial<SuiteRun["units"][number]>) => withUnit(suiteRun({}), { level: "P1", ...unit });

it("says nothing of a run in which all passed, or failed where it may", () => {
  expect(judgeAgain(passing, [FEATURE], NOTHING)).toEqual(FINE);
  const red = suiteRun({ [OWN]: "passed", [OTHER]: "failed" });
  expect(judgeAgain(red, [FEATURE], { ...NOTHING, knownRed: new Set([OTHER]) })).toEqual(FINE);
  expect(judgeAgain(red, [FEATURE], { ...NOTHING, pending: [selecting("b.test.js")] })).toEqual(FINE);
  expect(judgeAgain(red, [FEATURE], NOTHING)).toEqual({ ...FINE, failing: [OTHER] });
});

it.each<[string, SuiteRun, string]>([
  ["fails", suiteRun({ [OWN]: "failed" }), `fails from a clean checkout: ${OWN}`],
  ["is skipped", suiteRun({ [OWN]: "skipped", "a.test.js::else": "passed" }), `is skipped in a clean checkout: ${OWN}`],
  ["is not told of", suiteRun({ [OTHER]: "passed" }), "its tests are not there in a clean checkout"],
  ["is among none at all", suiteRun({}), "its tests are not there in a clean checkout"],
  [
    "cannot be loaded",
    withFileError(suiteRun({ [OTHER]: "passed" }), "a.test.js"),
    "cannot be loaded in a clean checkout: a.test.js",
  ],
  [
    "passes nowhere, with others of its file in its place",
    suiteRun({ "a.test.js::else": "skipped" }),
    "none of its tests passes in a clean checkout: a.test.js::else is skipped",
  ],
  ["is behind a command that fails", untold({ command: "make", code: 2 }), "`make` exits with 2 in a clean checkout"],
  [
    "is behind a command that does not end",
    untold({ command: "make", code: null, end: "timeout" }),
    "`make` is ended by its time limit in a clean checkout",
  ],
])("names a feature whose test %s", (_, run, reason) => {
  expect(judgeAgain(run, [FEATURE], NOTHING).broken).toEqual([{ id: "feat_a", reason }]);
});

it("takes a command's exit code for a feature whose tests nobody names, also beside tests that are named", () => {
  expect(judgeAgain(untold({ code: 0 }), [FEATURE], NOTHING)).toEqual(FINE);
  const beside = { ...passing, units: [...passing.units, ...untold({ command: "make", code: 2 }).units] };
  const broken = [{ id: "feat_a", reason: "`make` exits with 2 in a clean checkout" }];
  expect(judgeAgain(beside, [{ ...FEATURE, selection: null }], NOTHING)).toEqual({ ...FINE, broken });
  const another = { ...FEATURE, command: "node --test a.test.js" };
  expect(judgeAgain(beside, [another], NOTHING)).toEqual({ ...FINE, unsound: ["`make` exits with 2"] });
});

it.each<[string, SuiteRun, string]>([
  ["does not load", withFileError(passing, "c.test.js"), "c.test.js cannot be loaded"],
  ["is ended", withUnit(passing, { end: "signalled", code: null }), "pytest is ended by a signal"],
  [
    "stops before its report does",
    withUnit(passing, { complete: false, code: 3 }),
    "pytest exits with 3 before its report is finished",
  ],
  [
    "exits as if a test had failed",
    withUnit(passing, { directory: "web", code: 1 }),
    "pytest in web exits with 1, and its report says otherwise",
  ],
])("does not take for sound what %s", (_, run, how) => {
  expect(judgeAgain(run, [FEATURE], NOTHING)).toEqual({ ...FINE, unsound: [how] });
});

it("lets tests of a feature that is not built yet be unreadable", () => {
  const run = withFileError(passing, "c.test.js");
  expect(judgeAgain(run, [FEATURE], { ...NOTHING, pending: [selecting("c.test.js")] })).toEqual(FINE);
});
