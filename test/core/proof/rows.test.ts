import { expect, test } from "vitest";
import { baselineOf } from "../../../src/core/proof/baseline.ts";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";
import { judge } from "../../../src/core/proof/judge.ts";
import { startRedSearch } from "../../../src/core/proof/red.ts";
import { Policy } from "../../../src/schema/config.ts";
import { suiteRun, type Outcome } from "../../support/suite-run.ts";

type Rows = Readonly<Record<string, Outcome>>;

/** The verdict on an honest change that also edits a table test, from what its rows do in R0, R2 and R3. */
function verdict(r0: Rows, r2: Rows, r3: Rows, feature = "", red: Rows = {}): string {
  const named = (rows: Rows): Rows =>
    Object.fromEntries(Object.entries(rows).map(([row, outcome]) => [`t.py::table[${row}]`, outcome]));
  const r1 = suiteRun({ "n.py::new": "failed", ...named(red) });
  const selected = ["n.py::new", ...Object.keys(named(red))];
  const { status, findings } = judge({
    policy: Policy.parse({}),
    level: "P3",
    feature: readFeatureText(feature),
    baseline: baselineOf([suiteRun(named(r0))]),
    pending: new Set(),
    selected,
    search: startRedSearch(selected, r1, new Set()),
    r1,
    r2: suiteRun({ "n.py::new": "passed", ...named(r2) }),
    again: [],
    r3: suiteRun(named(r3)),
    r4: {
      run: suiteRun({ "n.py::new": "passed", "n.py::baton x holds": "passed", "n.py::baton x fails": "failed" }),
      files: ["n.py"],
      token: "x",
    },
    edits: [],
    findings: [],
    manual: null,
    approvals: new Set(),
    digest: String,
  });
  return [status, ...new Set(findings.map(({ code }) => code))].join(" ");
}

const TWO: Rows = { a: "passed", b: "passed" };

test.each<[string, Parameters<typeof verdict>, string]>([
  ["a row is added", [TWO, { ...TWO, c: "passed" }, TWO], "proven"],
  ["a row is renamed", [TWO, { a: "passed", c: "passed" }, TWO], "proven"],
  ["a row is removed", [TWO, { a: "passed" }, TWO], "tampered TEST_DELETED"],
  ["every row is removed", [TWO, { NOTSET: "skipped" }, TWO], "tampered TEST_DELETED"],
  [
    "a row expects something else now",
    [TWO, { a: "passed", c: "passed" }, { a: "passed", b: "failed" }],
    "person_needed BEHAVIOUR_CHANGED",
  ],
  [
    "a row expects what the feature says, and is RED",
    [TWO, { a: "passed", c: "passed" }, { a: "passed", b: "failed" }, "Changes: `table`", { c: "failed" }],
    "proven",
  ],
])("in a table of parameters, when %s", (_, rows, wanted) => {
  expect(verdict(...rows)).toBe(wanted);
});
