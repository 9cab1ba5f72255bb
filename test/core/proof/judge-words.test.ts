import { expect, test } from "vitest";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { canaryLines } from "../../../src/core/proof/canary.ts";
import { judge } from "../../../src/core/proof/judge.ts";
import { absentFiles } from "../../../src/core/proof/selection.ts";
import { lastLines, lastWord } from "../../../src/core/proof/last-words.ts";
import { canary, facts, OLD, runOf, token } from "./judge-facts.ts";

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

test("a command that selects nothing because nobody wrote the file that it names says which", () => {
  const command = "node --test test/mul.test.js";
  const { findings } = judge(facts({ selected: [], search: null, command, absent: ["test/mul.test.js"] }));
  expect(findings.find(({ code }) => code === "TESTS_ABSENT")?.message).toBe(
    `${command} selects none of the 2 tests that ran: the change has no test/mul.test.js, which the command names`,
  );
});

test.each([
  [["test/mul.test.js"], ["test/mul.test.js"]],
  [["test/add.test.js", "./test/div.test.js"], ["test/div.test.js"]],
  [["tests/test_cort.py::test_x"], ["tests/test_cort.py"]],
  [["add.test.js", "test", "test/*.test.js", "./...", "add"], []],
])("of the files %j these are not there: %j", (files, absent) => {
  const paths = ["src/add.js", "test/add.test.js"];
  expect(absentFiles({ directory: "", files, nameFilter: null }, paths)).toEqual(absent);
  const inner = absentFiles({ directory: "web", files, nameFilter: null }, [
    ...paths,
    ...paths.map((path) => `web/${path}`),
  ]);
  expect(inner).toEqual(absent.map((path) => `web/${path}`));
});

test("canaries that fail alike are one finding that names their files", () => {
  const files = ["test/a.test.js", "test/b.test.js"];
  const { findings } = judge(facts({ r4: { run: runOf({}), files, token } }));
  const failed = findings.filter(({ code }) => code === "CANARY_FAILED");
  expect(failed.map(({ message }) => message)).toEqual(["test/a.test.js, test/b.test.js: planted tests were not run"]);
});

test.each([
  ["passed", "passed", 3, "a test that must fail did not: it is reported as passed"],
  ["failed", "failed", 1, "a test that must pass did not: it failed (assertion) with E: m"],
  ["error", "passed", 3, "a failing assertion was not seen as one: it failed (error) with"],
] as const)(
  "a canary that fails as %s and holds as %s is named by its line, and by what was seen",
  (fails, holds, at, what) => {
    const text = `test("baton ${token} holds", () => {\n});\ntest("baton ${token} fails", () => {\n});\n`;
    const lines = new Map([["test/new.test.js", canaryLines(text, token) ?? { holds: 0, fails: 0 }]]);
    const { findings } = judge(facts({ r4: { ...canary(fails, holds), lines } }));
    const failed = findings.find(({ code }) => code === "CANARY_FAILED");
    expect([failed?.path, failed?.line]).toEqual(["test/new.test.js", at]);
    expect(failed?.message).toContain(`test/new.test.js:${at} (as planted): ${what}`);
  },
);

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

const MAVEN = `[INFO] BUILD FAILURE
[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project org.example:shop:jar:1: The following artifacts could not be resolved: org.example:till:jar:2
[ERROR]
[ERROR] has not been downloaded from it before. -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR] For more information about the errors and possible solutions, please read the following articles:
[ERROR] [Help 1] http://example.org/DependencyResolutionException
Picked up JAVA_TOOL_OPTIONS: -Dx
`;

test("of Maven it is why it failed, and not what else may be asked of it", () => {
  const coloured = MAVEN.replaceAll("[ERROR]", "[\u001b[1;31mERROR\u001b[m]");
  for (const output of [MAVEN, coloured]) {
    expect(lastWord(output)).toMatch(/^Failed to execute goal on project shop: .*resolved: org\.example:till/);
    expect(lastLines(output, 12).split("\n")).toEqual([
      expect.stringMatching(/^Failed to execute goal/),
      "has not been downloaded from it before.",
    ]);
    expect(lastLines(output, 1)).toMatch(/^Failed.*:till:jar:2$/);
  }
});

test("of anything else the last lines are those at its end", () => {
  expect(lastLines("a\nb\nc", 2)).toBe("b\nc");
});
