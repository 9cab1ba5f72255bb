import { expect, test } from "vitest";
import { researchOf } from "../../../src/core/run/research.ts";
import type { Unit } from "../../../src/schema/unit.ts";
import { added, created, fold } from "../../support/events.ts";

const UNIT: Unit = {
  directory: "",
  stack: "node",
  runner: "vitest",
  command: "npm test",
  level: "P3",
  args: [],
  env: {},
  before: [],
};

test("what init read and found is told, a fact each, and what is not there is said, too", () => {
  const tools = [{ tool: "eslint", check: "lint", directory: "", args: [] }] as const;
  const paths = ["src/a.ts", "src/b.ts", "tool.py", "README.md"];
  const units = [UNIT, { ...UNIT, directory: "api", stack: "python", runner: "pytest", command: "pytest" } as const];
  const found = researchOf({ spec: "SPEC.md", features: 2, units, paths, tools: [{ ...tools[0], args: [] }] });
  expect(found).toEqual([
    "SPEC.md: 2 features read from it",
    "tests of node at the root: npm test (vitest, P3)",
    "tests of python in api: pytest (pytest, P3)",
    "files of code: 2 .ts, 1 .py",
    "lint by eslint",
  ]);
  expect(researchOf({ spec: "SPEC.md", features: 1, units: [], paths: [], tools: [] })).toEqual([
    "SPEC.md: 1 feature read from it",
    "no test was found in the repository",
    "no code is there yet",
    "no linter, type checker or scanner was found",
  ]);
});

test("the first planned task tells what was found for the run, each what its feature brings; an older journal nothing", () => {
  const research = ["SPEC.md: 2 features read from it"];
  const plan = [added(1, { test_command: "npm test" }), added(2, { test_command: null })];
  const { planner } = fold([created({ research }), ...plan]);
  expect(planner.map(({ research_findings: found }) => found.length)).toEqual([2, 1]);
  expect(planner.flatMap(({ research_findings: found }) => found).join("\n")).toMatch(
    /^SPEC\.md: .*\n.*: the spec names its test, npm test\n.*: the spec names no test; .*$/,
  );
  expect(fold([created(), ...plan]).planner.flatMap(({ research_findings: found }) => found)).toEqual([]);
});
