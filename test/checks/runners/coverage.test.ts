import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCoverage } from "../../../src/checks/readers/suite-coverage.ts";
import { jestCommand } from "../../../src/checks/runners/jest.ts";
import { mochaCommand } from "../../../src/checks/runners/mocha.ts";
import { nodeTestCommand } from "../../../src/checks/runners/node-test.ts";
import type { RunnerCommand, RunnerRequest } from "../../../src/checks/runners/port.ts";
import { pytestCommand } from "../../../src/checks/runners/pytest.ts";
import { findPython } from "../../../src/checks/runners/python.ts";
import { vitestCommand } from "../../../src/checks/runners/vitest.ts";
import type { SuiteCoverage } from "../../../src/schema/report.ts";
import type { RunnerName } from "../../../src/schema/unit.ts";
import { runProcess } from "../../../src/util/process.ts";
import { createProject } from "./project.ts";

const CODE = `export function sign(n) {
  if (n < 0) {
    return "minus";
  }
  return "plus";
}
`;
const test = (library: string): string => `${library}
import { sign } from "../src/sign.js";
test("plus", () => { if (sign(1) !== "plus") throw new Error(); });
`;
const MODULE = JSON.stringify({ name: "p", type: "module" });

type Command = (request: RunnerRequest) => RunnerCommand | null | Promise<RunnerCommand | null>;

async function cover(
  runner: RunnerName,
  files: Record<string, string>,
  command: Command,
  packages?: readonly string[],
): Promise<SuiteCoverage> {
  const project = createProject(runner, files, packages);
  const coverageDirectory = join(project.directory, "..", "coverage");
  mkdirSync(coverageDirectory);
  try {
    const unit = project.unit({ stack: runner === "pytest" ? "python" : "node" });
    const made = await command(project.request({ unit, coverageDirectory }));
    const { report, code, output } = await project.run(made);
    expect([code, report.tests.map(({ status }) => status), output]).toEqual([0, ["passed"], output]);
    const after = made?.coverage?.after?.({ stdout: output });
    if (after && made !== null) await runProcess({ argv: after, cwd: made.cwd, env: made.env, timeoutMs: 60_000 });
    return readCoverage(made?.coverage, unit, project.directory);
  } finally {
    project.remove();
    rmSync(coverageDirectory, { recursive: true, force: true });
  }
}

const outline = ({ problem, files }: SuiteCoverage, path: string): unknown =>
  problem ?? files.find((file) => file.path === path)?.lines.filter(([, hits]) => hits === 0);

describe("coverage in the run that judges the tests", () => {
  it("is measured by node:test", async () => {
    const files = {
      "package.json": MODULE,
      "src/sign.js": CODE,
      "test/sign.test.js": test('import { test } from "node:test";'),
    };
    expect(outline(await cover("node-test", files, nodeTestCommand), "src/sign.js")).toEqual([
      [3, 0],
      [4, 0],
    ]);
  });

  it("is measured by vitest with the provider that is installed, whatever thresholds the project sets", async () => {
    const files = {
      "package.json": MODULE,
      "vitest.config.js": `export default { test: { coverage: { thresholds: { lines: 100, perFile: true } } } };`,
      "src/sign.js": CODE,
      "test/sign.test.js": test('import { test } from "vitest";'),
    };
    expect(outline(await cover("vitest", files, vitestCommand), "src/sign.js")).toEqual([[3, 0]]);
  });

  it("is measured by jest, whatever thresholds the project sets", async () => {
    const files = {
      "package.json": JSON.stringify({ name: "p", jest: { coverageThreshold: { global: { lines: 100 } } } }),
      "src/sign.js": CODE.replace("export function", "exports.sign = function"),
      "test/sign.test.js": `const { sign } = require("../src/sign.js");\ntest("plus", () => expect(sign(1)).toBe("plus"));\n`,
    };
    expect(outline(await cover("jest", files, jestCommand), "src/sign.js")).toEqual([[3, 0]]);
  });

  it("is measured around mocha by c8, whatever thresholds the project sets", async () => {
    const files = {
      "package.json": JSON.stringify({ name: "p", type: "module", c8: { "check-coverage": true, "100": true } }),
      "src/sign.js": CODE,
      "test/sign.test.js": test('import { it as test } from "mocha";'),
    };
    expect(outline(await cover("mocha", files, mochaCommand), "src/sign.js")).toEqual([
      [3, 0],
      [4, 0],
    ]);
  });

  it.each([
    ["CommonJS, by nyc", undefined, [[3, 0]]],
    ["ES modules, which nyc does not see, not at all", "module", { code: "TOOL_MISSING" }],
  ])("is measured around mocha, where c8 is not installed, of %s", async (_, type, expected) => {
    const isModule = type === "module";
    const manifest = { name: "p", type, nyc: { "check-coverage": true, lines: 100, reporter: ["html"] } };
    const files = {
      "package.json": JSON.stringify(manifest),
      "src/sign.js": isModule ? CODE : CODE.replace("export function", "exports.sign = function"),
      "test/sign.test.js": isModule
        ? test('import { it as test } from "mocha";')
        : 'const { sign } = require("../src/sign.js");\nit("plus", () => sign(1));\n',
    };
    expect(outline(await cover("mocha", files, mochaCommand, ["mocha", "nyc"]), "src/sign.js")).toMatchObject(expected);
  });

  it("of pytest needs its plugin or coverage.py, and says so where neither is installed", async () => {
    const files = {
      "src/sign.py": "def sign(n):\n    if n < 0:\n        return 'minus'\n    return 'plus'\n",
      "test_sign.py": "from src.sign import sign\n\ndef test_plus():\n    assert sign(1) == 'plus'\n",
    };
    const env = { PATH: "/usr/bin:/bin" };
    const python = await findPython(env, "/nowhere", "");
    const probe = `import importlib.util as u; print(any(u.find_spec(n) for n in ("pytest_cov", "coverage")))`;
    const asked = await runProcess({ argv: [python ?? "python3", "-c", probe], cwd: "/", env, timeoutMs: 60_000 });
    const found = outline(await cover("pytest", files, pytestCommand), "src/sign.py");
    expect(found).toMatchObject(asked.stdout.trim() === "True" ? [[3, 0]] : { code: "TOOL_MISSING" });
  });
});
