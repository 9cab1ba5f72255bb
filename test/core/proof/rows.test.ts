import { expect, test } from "vitest";
import { baselineOf } from "../../../src/core/proof/baseline.ts";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";
import { judge } from "../../../src/core/proof/judge.ts";
import { startRedSearch } from "../../../src/core/proof/red.ts";
import { COMPUTED_NAME, type TestEdit } from "../../../src/core/proof/old-tests/written-tests.ts";
import { Policy } from "../../../src/schema/config.ts";
import { suiteRun, type Outcome } from "../../support/suite-run.ts";

type Rows = Readonly<Record<string, Outcome>>;

interface Runs {
  readonly r0: Rows;
  readonly r2: Rows;
  readonly r3: Rows;
}

/** The verdict on an honest change, from what its older tests do in R0, R2 and R3. */
function judged(
  { r0, r2, r3 }: Runs,
  edits: readonly TestEdit[],
  feature = "",
  red: Rows = {},
  changed?: readonly string[],
): string {
  const r1 = suiteRun({ "n.py::new": "failed", ...red });
  const selected = ["n.py::new", ...Object.keys(red)];
  const { status, findings } = judge({
    policy: Policy.parse({}),
    level: "P3",
    feature: readFeatureText(feature),
    baseline: baselineOf([suiteRun(r0)]),
    pending: new Set(),
    selected,
    search: startRedSearch(selected, r1, new Set()),
    r1,
    r2: suiteRun({ "n.py::new": "passed", ...r2 }),
    r3: suiteRun(r3),
    r4: {
      run: suiteRun({ "n.py::new": "passed", "n.py::baton x holds": "passed", "n.py::baton x fails": "failed" }),
      files: ["n.py"],
      token: "x",
    },
    edits,
    ...(changed === undefined ? {} : { changed: new Set(changed) }),
    findings: [],
    manual: null,
    approvals: new Set(),
    digest: String,
  });
  return [status, ...new Set(findings.map(({ code }) => code))].join(" ");
}

/** The same of a table test whose rows are edited. */
function verdict(r0: Rows, r2: Rows, r3: Rows, feature = "", red: Rows = {}): string {
  const named = (rows: Rows): Rows =>
    Object.fromEntries(Object.entries(rows).map(([row, outcome]) => [`t.py::table[${row}]`, outcome]));
  return judged({ r0: named(r0), r2: named(r2), r3: named(r3) }, [], feature, named(red));
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

test.each<[string, [Rows, Rows, Rows], string]>([
  ["with what it said", [{ a: "passed" }, { "a[0]": "passed", "a[1]": "passed" }, { a: "passed" }], "proven"],
  ["with something else", [{ a: "passed" }, { "a[0]": "passed" }, { a: "failed" }], "person_needed BEHAVIOUR_CHANGED"],
  ["that never runs", [{ a: "passed" }, { "a[NOTSET]": "skipped" }, { a: "passed" }], "tampered TEST_DELETED"],
])("a test that becomes a table under its own name, %s", (_, [r0, r2, r3], wanted) => {
  const named = (tests: Rows): Rows =>
    Object.fromEntries(Object.entries(tests).map(([name, outcome]) => [`t.py::${name}`, outcome]));
  expect(judged({ r0: named(r0), r2: named(r2), r3: named(r3) }, [])).toBe(wanted);
});

/** The verdict on a change that takes tests from `old.js` to `new.js`, from their titles before and after. */
function moved(edit: Pick<TestEdit, "name" | "detail">, before: readonly string[], after: readonly string[]): string {
  const named = (path: string, titles: readonly string[]): Rows =>
    Object.fromEntries(titles.map((title) => [`${path}::${title}`, "passed"]));
  const edits = [{ ...edit, path: "old.js", kind: "renamed" } as const];
  return judged({ r0: named("old.js", before), r2: named("new.js", after), r3: named("old.js", before) }, edits);
}

test.each<[string, Parameters<typeof moved>, string]>([
  [
    "rows whose names are computed",
    [{ name: COMPUTED_NAME, detail: "" }, ["of 1", "of 2"], ["of 1", "of 2"]],
    "proven",
  ],
  ["one row fewer", [{ name: COMPUTED_NAME, detail: "" }, ["of 1", "of 2"], ["of 1"]], "tampered TEST_DELETED"],
  ["subtests", [{ name: "A", detail: "A" }, ["A", "A > x"], ["A", "A > x"]], "proven"],
  ["subtests of a test of another name", [{ name: "A", detail: "B" }, ["A", "A > x"], ["B", "B > x"]], "proven"],
  ["a subtest fewer", [{ name: "A", detail: "A" }, ["A", "A > x", "A > y"], ["A", "A > x"]], "tampered TEST_DELETED"],
])("what moves with its text, %s", (_, given, expected) => {
  expect(moved(...given)).toBe(expected);
});

test.each<[string, readonly string[], string]>([
  ["all of it", ["Base > one[0]", "Base > two"], "proven"],
  ["less of it", ["Base > one[0]"], "tampered TEST_DELETED"],
])("what a class inherits moves with its file, %s", (_, after, expected) => {
  const rows = (path: string, titles: readonly string[]): Rows =>
    Object.fromEntries(titles.map((title) => [`${path}::${title}`, "passed"]));
  const before = ["Base > one[0]", "Base > two"];
  const runs = (own: readonly string[]): Runs => ({
    r0: { ...rows("tests/a.py", before), ...rows("tests/b.py", [...own, ...before]) },
    r2: { ...rows("tests/unit/a.py", after), ...rows("tests/unit/b.py", [...own, ...after]) },
    r3: { ...rows("tests/a.py", before), ...rows("tests/b.py", [...own, ...before]) },
  });
  const edit = {
    path: "tests/b.py",
    name: "own",
    kind: "renamed",
    detail: "own",
    to: ["tests/unit/b.py::own"],
  } as const;
  expect(judged(runs(["own"]), [edit])).toBe(expected);
});

const NAMED: Rows = { "A > one": "passed", "A > two": "passed" };

test.each<[string, { before?: Rows; after: Rows; kept?: Rows; touched?: boolean; name?: string }, string]>([
  [
    "other names in a file that nobody touched",
    { after: { "A > uno": "passed", "A > two": "passed" }, touched: false },
    "person_needed BEHAVIOUR_CHANGED",
  ],
  ["fewer of them there", { after: { "A > two": "passed" }, touched: false }, "tampered TEST_DELETED"],
  ["a row of another name", { after: { "A > uno": "passed", "A > two": "passed" }, kept: NAMED }, "proven"],
  [
    "a row of another name that fails as base wrote it",
    { after: { "A > uno": "passed", "A > two": "passed" }, kept: { ...NAMED, "A > one": "failed" } },
    "person_needed BEHAVIOUR_CHANGED",
  ],
  ["a row fewer", { after: { "A > two": "passed" }, kept: NAMED }, "tampered TEST_DELETED"],
  [
    "a row fewer beside a test of its own",
    { after: { "A > two": "passed", B: "passed" }, kept: NAMED, name: "B" },
    "tampered TEST_DELETED",
  ],
  [
    "a row that only skips",
    { after: { "A > uno": "skipped", "A > two": "passed" }, kept: NAMED },
    "tampered TEST_DELETED",
  ],
  [
    "subtests of another name",
    {
      before: { A: "passed", ...NAMED },
      after: { A: "passed", "A > uno": "passed", "A > two": "passed" },
      kept: { A: "passed", ...NAMED },
      name: "A",
    },
    "proven",
  ],
])(
  "names that only a run can tell: %s",
  (_, { before = NAMED, after, kept = before, touched = true, name }, wanted) => {
    const named = (rows: Rows): Rows =>
      Object.fromEntries(Object.entries(rows).map(([title, outcome]) => [`t.js::${title}`, outcome]));
    const edit = (title: string): TestEdit => ({ path: "t.js", name: title, kind: "rewritten", detail: "" });
    const edits = touched ? [edit(COMPUTED_NAME), ...(name === undefined ? [] : [edit(name)])] : [];
    const runs = { r0: named(before), r2: named(after), r3: touched ? named(kept) : {} };
    expect(judged(runs, edits, "", {}, touched ? ["t.js"] : ["n.py"])).toBe(wanted);
  },
);
