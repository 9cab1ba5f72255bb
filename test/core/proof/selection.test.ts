import { expect, it } from "vitest";
import { baselineOf } from "../../../src/core/proof/baseline.ts";
import { commandSelects, selectTests } from "../../../src/core/proof/selection.ts";
import { COMPUTED_NAME, type TestEdit } from "../../../src/core/proof/old-tests/written-tests.ts";
import { suiteRun } from "../../support/suite-run.ts";

const FILE = "a.test.js";
const OTHER = "b.test.js::other";
const NAMED = `${FILE}::named`;
const COMPUTED = [`${FILE}::for a list`, `${FILE}::for a set`];

const base = suiteRun({
  [NAMED]: "passed",
  [COMPUTED[0] ?? ""]: "passed",
  [COMPUTED[1] ?? ""]: "passed",
  [OTHER]: "passed",
});
const edit = (name: string, kind: TestEdit["kind"]): TestEdit => ({ path: FILE, name, kind, detail: "" });
const selected = (edits: TestEdit[], r2 = base): string[] =>
  selectTests({ command: null, r2, baseline: baselineOf([base]), changedFiles: new Set([FILE]), edits });

it("selects the tests of computed names where one of them was rewritten, for no text tells which", () => {
  expect(selected([edit("named", "unchanged"), edit(COMPUTED_NAME, "rewritten")])).toEqual(COMPUTED);
  expect(selected([edit("named", "unchanged"), edit(COMPUTED_NAME, "unchanged")])).toEqual([]);
});

it("selects only what is surely new or rewritten where there is such a test", () => {
  expect(selected([edit("named", "rewritten"), edit(COMPUTED_NAME, "rewritten")])).toEqual([NAMED]);
});

it("selects a test that takes the place of an inherited one, which base has green under the same name", () => {
  expect(selected([edit("named", "added")])).toEqual([NAMED]);
});

it("does not select what was red before, is red now and was not rewritten", () => {
  const before = suiteRun({ [NAMED]: "failed", [OTHER]: "passed" });
  const now = suiteRun({ [NAMED]: "failed", [`${FILE}::new`]: "passed", [OTHER]: "passed" });
  const options = { command: null, baseline: baselineOf([before]), changedFiles: new Set([FILE]) };
  expect(selectTests({ ...options, r2: now, edits: [edit("named", "unchanged")] })).toEqual([`${FILE}::new`]);
  expect(selectTests({ ...options, r2: now, edits: [edit("named", "rewritten")] })).toEqual([NAMED, `${FILE}::new`]);
  // What a feature asks for by name must pass, whatever it was before.
  const command = { directory: "", files: [FILE], nameFilter: null };
  expect(selectTests({ ...options, command, r2: now, edits: [] })).toEqual([NAMED, `${FILE}::new`]);
});

it("does not select an old test that is flaky, unless it is rewritten, or nothing else is asked for", () => {
  const baseline = baselineOf([base, suiteRun({ [NAMED]: "failed", [OTHER]: "passed" })]);
  const now = suiteRun({ [NAMED]: "failed", [`${FILE}::new`]: "passed", [OTHER]: "passed" });
  const options = { command: null, r2: now, r3: now, baseline, changedFiles: new Set([FILE]) };
  expect(selectTests({ ...options, edits: [edit("named", "unchanged")] })).toEqual([`${FILE}::new`]);
  expect(selectTests({ ...options, edits: [edit("named", "rewritten")] })).toEqual([NAMED, `${FILE}::new`]);
  const command = { directory: "", files: [FILE], nameFilter: null };
  expect(selectTests({ ...options, command, edits: [] })).toEqual([`${FILE}::new`]);
  expect(selectTests({ ...options, command: { ...command, nameFilter: "named" }, edits: [] })).toEqual([NAMED]);
});

it("selects what base did not run, where no test file brings anything new: rows of a table that lies elsewhere", () => {
  const row = "b.test.js::sum(1, null) is 1";
  const now = suiteRun({ [NAMED]: "passed", [OTHER]: "passed", [row]: "passed", "b.test.js::late": "failed" });
  expect(selected([], now)).toEqual([row]);
});

it("selects a green test that fails as base has it: what it compares with changed, and not its text", () => {
  const r3 = suiteRun({ [NAMED]: "passed", [OTHER]: "failed" });
  const facts = { command: null, r2: base, baseline: baselineOf([base]), changedFiles: new Set<string>(), edits: [] };
  expect(selectTests({ ...facts, r3 })).toEqual([OTHER]);
  expect(selectTests({ ...facts, r3: base })).toEqual([]);
});

it.each([
  ["web", "bravo", ["web/test/bravo.test.ts"]],
  ["web", "test/bravo.test.ts", ["web/test/bravo.test.ts"]],
  ["web", "", ["web/test/bravo.test.ts", "web/test/cart.test.ts"]],
  ["", "bravo", ["web/test/bravo.test.ts", "api/test/bravo.test.ts"]],
])("reads what a command in %j names from there, also a part of a path: %j", (directory, wanted, files) => {
  const all = ["web/test/bravo.test.ts", "web/test/cart.test.ts", "api/test/bravo.test.ts"];
  const command = { directory, files: wanted === "" ? [] : [wanted], nameFilter: null };
  expect(all.filter((file) => commandSelects(command, `${file}::holds`))).toEqual(files);
});
