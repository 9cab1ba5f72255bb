import { expect, test } from "vitest";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { lastWord } from "../../../src/core/proof/green.ts";
import { judge } from "../../../src/core/proof/judge.ts";
import { facts, OLD, runOf, token } from "./judge-facts.ts";

test("none of the change's tests ran: the message says what kept them from it", () => {
  const r2 = runOf({ [OLD]: "passed", "test/new.test.js::(skipped while collecting)": "skipped" });
  const fileErrors = ["test/new.test.js", "test/far.test.js"].map((file) => ({
    file,
    name: "Error",
    message: "Cannot find module 'x'",
  }));
  const { findings } = judge(
    facts({
      selected: [],
      search: null,
      r2: { ...r2, report: { ...r2.report, fileErrors } },
      changed: new Set(["test/new.test.js"]),
    }),
  );
  expect(findings.find(({ code }) => code === "TESTS_ABSENT")?.message).toBe(
    "the change adds or changes no test that was run; it cannot be loaded: test/new.test.js: Cannot find module 'x'; skipped: test/new.test.js::(skipped while collecting)",
  );
});

test("a command that selects nothing is told by its own words", () => {
  const { findings } = judge(facts({ selected: [], search: null, command: "pytest tests/test_cort.py" }));
  expect(findings.find(({ code }) => code === "TESTS_ABSENT")?.message).toBe(
    "pytest tests/test_cort.py selects none of the 2 tests that ran: is a name mistyped?",
  );
});

test("canaries that fail alike are one finding that names their files", () => {
  const files = ["test/a.test.js", "test/b.test.js"];
  const { findings } = judge(facts({ r4: { run: runOf({}), files, token } }));
  const failed = findings.filter(({ code }) => code === "CANARY_FAILED");
  expect(failed.map(({ message }) => message)).toEqual(["test/a.test.js, test/b.test.js: planted tests were not run"]);
});

test("a command that does not work is said first, with how it ended and its last word", () => {
  const run = runOf({});
  const unit = {
    ...run.units[0],
    command: "npx vitset run",
    end: "exited",
    code: 127,
    output: "sh: vitset: not found\n",
  };
  const r2 = { ...run, units: [unit] } as SuiteRun;
  const { findings } = judge(facts({ level: "P1", r2, r3: null, r1: null, search: null, selected: [] }));
  expect(findings.map(({ code }) => code)).toEqual(["TEST_FAILED", "PROOF_LEVEL_LOW"]);
  expect(findings[0]?.message).toBe("the test command `npx vitset run` exits with 127 on head: sh: vitset: not found");
});

test.each([
  ["TypeError: no\n  at a.js\n1 failed\n", "TypeError: no"],
  ["File | % Stmts\n a.js | 90\n-----|--------\n", "a.js | 90"],
  ["не найдено\n======\n", "не найдено"],
  ["----\n", ""],
])("what a program said at its end is a line with words in it: %j", (output, said) =>
  expect(lastWord(output)).toBe(said),
);
