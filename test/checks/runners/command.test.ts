import { describe, expect, it } from "vitest";
import { commandCommand } from "../../../src/checks/runners/command.ts";
import { createProject, hasPackage, outline, type Outcome } from "./project.ts";

const NODE_TEST = 'import { test } from "node:test"; import assert from "node:assert";';

async function run(files: Readonly<Record<string, string>>, command: string): Promise<Outcome> {
  const project = createProject("command", files);
  const outcome = await project.run(commandCommand(project.request({ unit: project.unit({ command, level: "P2" }) })));
  project.remove();
  return outcome;
}

const script = (test: string): string => JSON.stringify({ type: "module", scripts: { test } });
const PATH = "PATH=$PWD/node_modules/.bin:$PATH";

describe("the user's own command", () => {
  it("reports every runner that it starts, and keeps its own output and exit code", async () => {
    const files = {
      "one.test.js": `${NODE_TEST} test("one", () => {});`,
      "two.js": `${NODE_TEST} test("two", () => { assert.equal(1, 2); });`,
      "three.spec.js": 'import { test } from "vitest"; test("three", () => {});',
      "vitest.config.js": 'export default { test: { include: ["*.spec.js"] } };',
    };
    const { report, code, output } = await run(files, `${PATH}; vitest run && node --test one.test.js; node two.js`);
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    expect(outline(report)).toEqual([
      "one.test.js::one | passed",
      "three.spec.js::three | passed",
      "two.js::two | failed | assertion | AssertionError",
    ]);
    expect(output).toContain("three.spec.js");
    expect(output).toMatch(/✔ one|ok 1 - one/);
  });

  it.each([
    ["its own reporter", "node --test --test-reporter=tap a.test.js"],
    [
      "its own reporter and destination",
      "node --test --test-reporter=tap --test-reporter-destination=stdout a.test.js",
    ],
    ["watching", "node --test --watch a.test.js"],
  ])("with node:test and %s is reported once", async (_what, command) => {
    const { report, code } = await run(
      { "a.test.js": `${NODE_TEST} test("a", () => {});`, "package.json": script("") },
      command,
    );
    expect(code).toBe(0);
    expect(report).toMatchObject({ complete: true, tests: [{ id: "a.test.js::a" }] });
  });

  it("hides from tests, and from what they start, where the report is", async () => {
    const child = 'spawnSync(process.execPath, ["--test", "b.js"], { env: { ...process.env, NODE_TEST_CONTEXT: "" } })';
    const { report } = await run(
      {
        "package.json": script(""),
        "a.test.js": `${NODE_TEST} import { spawnSync } from "node:child_process"; test("a", () => { ${child}; assert.deepEqual(Object.keys(process.env).filter((key) => /BATON_(?!PROCESS)|NODE_OPTIONS/.test(key)), []); });`,
        "b.js": `${NODE_TEST} test("inner", () => {});`,
      },
      "node --test a.test.js",
    );
    expect(outline(report)).toEqual(["a.test.js::a | passed"]);
  });

  it.runIf(hasPackage("jest")).each([
    ["jest", "jest --coverage a.test.js"],
    ["vitest", "vitest run --coverage.enabled b.spec.js"],
  ])("goes on after %s where the project's coverage is not reached", async (_, first) => {
    const { report, code } = await run(
      {
        "package.json": JSON.stringify({
          jest: { testEnvironment: "node", collectCoverage: true, coverageThreshold: { global: { lines: 100 } } },
        }),
        "a.js": "exports.a = (one) => {\n  if (one) return 1;\n  return 2;\n};\n",
        "a.test.js": 'test("a", () => { expect(require("./a.js").a(1)).toBe(1); });',
        "b.spec.js": 'import { test } from "vitest"; test("b", () => {});',
        "vitest.config.mjs":
          'export default { test: { include: ["*.spec.js"], coverage: { enabled: true, include: ["a.js"], thresholds: { lines: 100 } } } };',
        "c.test.mjs": `${NODE_TEST} test("c", () => {});`,
      },
      `${PATH}; ${first} && node --test c.test.mjs`,
    );
    expect(code).toBe(0);
    expect(outline(report)).toContain("c.test.mjs::c | passed");
  });

  it.runIf(hasPackage("jest"))(
    "reports jest when a script of another package runs it inside its own process",
    async () => {
      const { report, code } = await run(
        {
          "package.json": '{"jest":{"testEnvironment":"node"}}',
          "scripts/test.js": 'require("jest").run(["--watchAll", ...process.argv.slice(2)]);',
          "a.test.js": 'test("a", () => { expect(1).toBe(1); });',
          "b.test.js": 'test("b", () => {});',
        },
        "node scripts/test.js a.test.js",
      );
      expect(code).toBe(0);
      expect(report.complete).toBe(true);
      expect(outline(report)).toEqual(["a.test.js::a | passed"]);
    },
  );

  it.runIf(hasPackage("jest") && hasPackage("mocha"))("shows tests the arguments that the user wrote", async () => {
    const { report } = await run(
      {
        "package.json": '{"jest":{"testEnvironment":"node"}}',
        "own.test.js": 'test("jest", () => { expect(process.argv.slice(2)).toEqual(["-i"]); });',
        "own.js": 'it("mocha", () => require("node:assert").deepEqual(process.argv.slice(2), ["own.js"]));',
      },
      `${PATH}; jest -i && mocha own.js`,
    );
    expect(outline(report)).toEqual(["own.js::mocha | passed", "own.test.js::jest | passed"]);
  });

  it("is not complete when the process of the tests ends early", async () => {
    const { report, code } = await run(
      {
        "package.json": script(""),
        "a.js": `${NODE_TEST} test("a", () => { process.exit(0); }); test("b", () => {});`,
      },
      "node a.js",
    );
    expect(code).toBe(0);
    expect(report.complete).toBe(false);
  });

  it("reaches runners whose NODE_OPTIONS a program replaces", async () => {
    const { report } = await run(
      {
        "package.json": script(""),
        "wrap.js":
          'import { spawn } from "node:child_process"; spawn(process.execPath, ["--test", "a.test.js"], { stdio: "inherit", env: { ...process.env, NODE_OPTIONS: "--no-warnings" } });',
        "a.test.js": `${NODE_TEST} test("a", () => {});`,
      },
      "node wrap.js",
    );
    expect(report).toMatchObject({ complete: true, tests: [{ id: "a.test.js::a" }] });
  });

  it("makes room for a reporter that a script below it names", async () => {
    const { report, output } = await run(
      {
        "package.json": script(""),
        "run.js":
          'import { spawn } from "node:child_process"; spawn("node --test --test-reporter=tap a.test.js", { shell: true, stdio: "inherit" });',
        "a.test.js": `${NODE_TEST} test("a", () => {});`,
      },
      "node run.js",
    );
    expect(outline(report)).toEqual(["a.test.js::a | passed"]);
    expect(output).toContain("ok 1 - a");
  });

  it("reports nothing when it runs no test", async () => {
    const { report, code } = await run({}, "true");
    expect(code).toBe(0);
    expect(report).toMatchObject({ complete: false, tests: [] });
  });

  it.runIf(hasPackage("jest"))("reports jest, out of watching and bail", async () => {
    const { report } = await run(
      { "package.json": "{}", "a.test.js": 'test("a", () => {});' },
      `${PATH}; jest --watchAll --bail a.test.js`,
    );
    expect(outline(report)).toEqual(["a.test.js::a | passed"]);
    expect(report.complete).toBe(true);
  });

  it.runIf(hasPackage("mocha"))("reports mocha in place of its own reporter", async () => {
    const { report, code } = await run(
      { "package.json": "{}", "a.js": 'it("a", () => {});', "b.js": 'require("./nothere");' },
      `${PATH}; mocha -R dot --bail a.js b.js`,
    );
    expect(code).toBe(1);
    expect(outline(report)).toEqual(["a.js::a | passed"]);
    expect(report.fileErrors).toMatchObject([{ file: "b.js" }]);
  });
});
