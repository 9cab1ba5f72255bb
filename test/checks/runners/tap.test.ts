import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { commandCommand } from "../../../src/checks/runners/command.ts";
import { TEST_STATE } from "../../support/prove.ts";
import { createProject, errors, outline, type Outcome } from "./project.ts";

/** tap brings some hundred packages: each of its releases is installed once, apart from ours. */
function installed(version: string): string {
  const folder = join(TEST_STATE, `tap-${version}`);
  const modules = join(folder, "node_modules");
  if (existsSync(join(modules, ".package-lock.json"))) return modules;
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", `tap@${version}`];
  execFileSync("npm", args, { stdio: "ignore" });
  return modules;
}

const TESTS = `
const assert = require("node:assert");
console.log("ok 1 - printed\\n# Subtest: printed\\n    ok 1 - inner\\n    1..1\\nok 2 - printed");
tap.test("passes", (t) => { t.equal(1, 1); t.end(); });
tap.test("asserts", (t) => { t.strictSame([1], [2]); t.equal(1, 1); t.end(); });
tap.test("matches", async (t) => { t.match({ a: 1 }, { a: 2 }); });
tap.test("asserts by node", async () => { assert.equal(1, 2); });
tap.test("throws", () => { throw new TypeError("no"); });
tap.test("rejects", async () => { throw new RangeError("gone"); });
tap.test("rejects later", async (t) => { await t.rejects(Promise.resolve(1)); });
tap.test("is told an error", (t) => { t.error(new RangeError("given")); t.end(); });
tap.test("plans more", (t) => { t.plan(2); t.ok(true); t.end(); });
tap.test("comes later", { todo: true }, (t) => { t.equal(1, 2); t.end(); });
tap.test("is skipped", { skip: true }, (t) => { t.equal(1, 2); t.end(); });
tap.test("waits", { timeout: 50 }, (t) => { setTimeout(() => t.end(), 1000); });
tap.test("holds others", async (t) => {
  t.test("inner", (st) => { st.ok(false); st.end(); });
  t.test("good", async (st) => { st.ok(true); });
});
tap.equal(1, 1, "beside");
`;

describe.each(["16.3.10", "21.8.0"])("tap %s", (version) => {
  let modules = "";
  beforeAll(() => {
    modules = installed(version);
  }, 300_000);

  async function run(files: Readonly<Record<string, string>>, command: string): Promise<Outcome> {
    const project = createProject("command", { "package.json": "{}", ...files }, []);
    const link = join(project.directory, "node_modules");
    rmdirSync(link);
    symlinkSync(modules, link);
    const unit = project.unit({ command: `PATH=$PWD/node_modules/.bin:$PATH; ${command}`, level: "P2" });
    const outcome = await project.run(commandCommand(project.request({ unit })));
    project.remove();
    return outcome;
  }

  it("tells how each test ended, whatever is printed beside it, and what is asserted outside of tests", async () => {
    const { report, code } = await run(
      {
        "test/a.cjs": `const tap = require("tap");${TESTS}`,
        "test/b.mjs": 'import { test } from "tap"; test("module", async (t) => t.equal(1, 2));',
      },
      "tap --bail test/a.cjs test/b.mjs",
    );
    expect([report.complete, code]).toEqual([true, 1]);
    expect(outline(report)).toEqual(
      [
        "a.cjs::TAP | passed",
        "a.cjs::asserts | failed | assertion | AssertionError",
        "a.cjs::asserts by node | failed | assertion | AssertionError",
        "a.cjs::comes later | todo",
        "a.cjs::holds others > good | passed",
        "a.cjs::holds others > inner | failed | assertion | AssertionError",
        "a.cjs::is skipped | skipped",
        "a.cjs::is told an error | failed | error | RangeError",
        "a.cjs::matches | failed | assertion | AssertionError",
        "a.cjs::passes | passed",
        "a.cjs::plans more | failed | assertion | AssertionError",
        "a.cjs::rejects | failed | error | RangeError",
        "a.cjs::rejects later | failed | assertion | AssertionError",
        "a.cjs::throws | failed | error | TypeError",
        "a.cjs::waits | failed | timeout | Error",
        "b.mjs::module | failed | assertion | AssertionError",
      ]
        .map((line) => `test/${line}`)
        .toSorted(),
    );
  });

  it("tells of files that cannot be loaded, and of tests that a file's end takes along", async () => {
    const { report } = await run(
      {
        "test/load.cjs": 'const tap = require("tap"); require("./nothing.cjs"); tap.test("a", async (t) => t.ok(1));',
        "test/load.mjs": 'import tap from "tap"; import "./nothing.mjs"; tap.test("b", async (t) => t.ok(1));',
        "test/exit.cjs": `const tap = require("tap");
tap.test("ends it", (t) => { setTimeout(() => process.exit(0), 5); });
tap.test("never runs", async (t) => t.ok(1));`,
      },
      "tap test/load.cjs test/load.mjs test/exit.cjs",
    );
    expect(outline(report)).toEqual([
      "test/exit.cjs::ends it | failed | error | Error",
      "test/exit.cjs::never runs | failed | error | Error",
    ]);
    expect(errors(report.fileErrors).filter((text) => !text.startsWith("test/exit.cjs"))).toEqual([
      expect.stringContaining("test/load.cjs: Error: Cannot find module"),
      expect.stringContaining("test/load.mjs: Error: Cannot find module"),
    ]);
  });

  it("is incomplete where a file's process is killed, or is none of Node's", async () => {
    const files = {
      "test/killed.cjs": `const tap = require("tap");
tap.test("before", async (t) => t.ok(1));
tap.test("kills", () => { process.kill(process.pid, "SIGKILL"); });`,
      "test/printed.tap": "TAP version 14\n1..1\nok 1 - printed\n",
    };
    const killed = await run(files, "tap test/killed.cjs");
    expect(killed.report.complete).toBe(false);
    const printed = await run(files, "tap test/printed.tap");
    expect([printed.report.complete, printed.report.tests]).toEqual([false, []]);
  });

  it("hides its report from what a test file runs", async () => {
    const { report } = await run(
      {
        "test/a.cjs": `const names = Object.keys(process.env).filter((name) => /^BATON_(?:REPORT|NODE|TAP|ARGS)/.test(name));
const seen = [names, process.env.NODE_OPTIONS?.includes("preload.cjs") ?? false, process.argv.length];
require("tap").test("sees nothing", async (t) => t.strictSame(seen, [[], false, 2]));`,
      },
      "tap test/a.cjs",
    );
    expect(outline(report)).toEqual(["test/a.cjs::sees nothing | passed"]);
  });
});
