import { expect, it } from "vitest";
import { jestCommand } from "../../../src/checks/runners/jest.ts";
import { mochaCommand } from "../../../src/checks/runners/mocha.ts";
import type { RunnerCommand, RunnerRequest } from "../../../src/checks/runners/port.ts";
import { pytestCommand } from "../../../src/checks/runners/pytest.ts";
import { vitestCommand } from "../../../src/checks/runners/vitest.ts";
import type { RunnerName } from "../../../src/schema/unit.ts";
import { createProject, hasPackage } from "./project.ts";

type Start = (request: RunnerRequest) => RunnerCommand | null | Promise<RunnerCommand | null>;

/** What pytest-rerunfailures does, as far as reports tell. */
const RERUNS = `
import pytest
from _pytest.runner import runtestprotocol

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for time in range(3):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        again = time < 2 and any(report.failed for report in reports)
        for report in reports:
            report.rerun = time
            if again and report.when == "call":
                report.outcome = "rerun"
            if not again or report.when != "teardown":
                item.ihook.pytest_runtest_logreport(report=report)
        if not again:
            break
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
`;

const CASES: readonly (readonly [RunnerName, Start, Readonly<Record<string, string>>])[] = [
  [
    "mocha",
    mochaCommand,
    {
      "package.json": "{}",
      "test/a.js":
        'const assert = require("node:assert");\nlet n = 0;\nit("again", function () { this.retries(4); assert.equal(n++, 2); });\nit("once", function () { this.retries(4); });\n',
    },
  ],
  [
    "jest",
    jestCommand,
    {
      "package.json": '{"jest":{"testEnvironment":"node","haste":{"enableSymlinks":false}}}',
      "a.test.js":
        'jest.retryTimes(4);\nlet n = 0;\ntest("again", () => { expect(n++).toBe(2); });\ntest("once", () => {});\n',
    },
  ],
  [
    "vitest",
    vitestCommand,
    {
      "package.json": '{"type":"module"}',
      "a.test.js":
        'import { test, expect } from "vitest";\nlet n = 0;\ntest("again", { retry: 4 }, () => { expect(n++).toBe(2); });\ntest("once", { retry: 4 }, () => {});\n',
    },
  ],
  [
    "pytest",
    pytestCommand,
    {
      "conftest.py": RERUNS,
      "test_a.py":
        "seen = []\n\ndef test_again():\n    seen.append(1)\n    assert len(seen) == 3\n\ndef test_once():\n    pass\n",
    },
  ],
];

it.each(CASES.filter(([runner]) => runner === "pytest" || hasPackage(runner)))(
  "%s: a test that passed when it was tried again says how often",
  { timeout: 120_000 },
  async (runner, start, files) => {
    const project = createProject(runner, files);
    const { report } = await project.run(start(project.request()));
    project.remove();
    expect([report.complete, report.runErrors]).toEqual([true, []]);
    const told = report.tests.map(({ id, status, tries }) => [id.split("::")[1], status, tries]);
    expect(told).toEqual([
      [expect.stringMatching(/again$/), "passed", 3],
      [expect.stringMatching(/once$/), "passed", undefined],
    ]);
  },
);
