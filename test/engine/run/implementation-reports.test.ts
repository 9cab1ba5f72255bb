import { expect, test } from "vitest";
import { implementationReports, type TaskChecks } from "../../../src/engine/run/checks/measure-task.ts";
import type { ToolCheck } from "../../../src/schema/check-settings.ts";

test("G1 records coverage and the reports of what it failed for; what passed, and what G2 judges, is recorded there", () => {
  const all: readonly ToolCheck[] = ["coverage", "lint", "type_check", "security"];
  const checks = {
    artifacts: all.map((check) => ({ check, name: `${check}.json` })),
    failed: [
      { check: "lint", findings: [] },
      { check: "security", findings: [] },
    ],
  } as unknown as TaskChecks;
  expect(implementationReports(checks).map(({ check }) => check)).toEqual(["coverage", "lint"]);
});
