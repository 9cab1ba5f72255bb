import { expect, test } from "vitest";
import { judgeFurther, NOTHING_FURTHER } from "../../../src/core/proof/further.ts";
import { suiteRun } from "../../support/suite-run.ts";

const ids = ["a.py::tells", "a.py::deaf"];

test.each<[string, boolean, "failed" | "passed", string | undefined]>([
  ["every test has to tell and one does not", true, "failed", "error"],
  ["it is asked for as far as it goes and one does not tell", false, "failed", "warning"],
  ["it is asked for as far as it goes and none tells", false, "passed", "warning"],
])("R5 where %s", (_, all, first, severity) => {
  const run = suiteRun({ "a.py::tells": first, "a.py::deaf": "passed" });
  const [finding] = judgeFurther({ ...NOTHING_FURTHER, flip: { run, ids, all } });
  expect(finding).toMatchObject({ code: "TEST_HOLLOW", severity });
  expect(finding?.ids).toContain("a.py::deaf");
});

test("R5 where all tests tell has nothing to say", () => {
  const run = suiteRun({ "a.py::tells": "failed", "a.py::deaf": "failed" });
  expect(judgeFurther({ ...NOTHING_FURTHER, flip: { run, ids, all: true } })).toEqual([]);
});
