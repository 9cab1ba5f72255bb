import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandCommand } from "../../../src/checks/runners/command.ts";
import { packageRoot } from "../../../src/util/package-root.ts";
import { createProject, outline, type Outcome } from "./project.ts";

const MODULE = JSON.stringify({ type: "module" });

/** A command of the project's own that starts a runner without reporters of others (P2). */
async function run(files: Readonly<Record<string, string>>, command: string): Promise<Outcome> {
  const project = createProject("command", { "package.json": MODULE, ...files });
  const unit = project.unit({ command: `PATH=$PWD/node_modules/.bin:$PATH; ${command}`, level: "P2" });
  const outcome = await project.run(commandCommand(project.request({ unit })));
  project.remove();
  return outcome;
}

describe("AVA", () => {
  it("tells how each test ended, what it asserted apart from what it threw", async () => {
    const { report, code } = await run(
      {
        "test/a.js": `import test from "ava"; import assert from "node:assert/strict";
test("passes", (t) => t.is(1, 1));
test("asserts", (t) => t.deepEqual([1], [2]));
test("asserts by node", () => assert.equal(1, 2));
test("throws", () => { throw new TypeError("no"); });
test("rejects", async () => { await Promise.reject(new RangeError("gone")); });
test("is wrong", (t) => t.throws(3));
test("asks nothing", () => {});
test("waits", async (t) => { t.timeout(20); await new Promise((done) => setTimeout(done, 2000)); });
test.skip("is skipped", (t) => t.fail());
test.todo("comes later");
test.failing("is known", (t) => t.fail());`,
        "ava.config.js": "export default { failFast: true, watchMode: {} };",
      },
      "ava --fail-fast",
    );
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    expect(outline(report)).toEqual([
      "test/a.js::asks nothing | failed | error | Error",
      "test/a.js::asserts by node | failed | assertion | AssertionError",
      "test/a.js::asserts | failed | assertion | AssertionError",
      "test/a.js::comes later | todo",
      "test/a.js::is known | xfail",
      "test/a.js::is skipped | skipped",
      "test/a.js::is wrong | failed | error | AssertionError",
      "test/a.js::passes | passed",
      "test/a.js::rejects | failed | error | RangeError",
      "test/a.js::throws | failed | error | TypeError",
      "test/a.js::waits | failed | timeout | Error",
    ]);
  });

  it("tells what keeps tests from running: hooks, a file that cannot be loaded, one that ends early", async () => {
    const { report } = await run(
      {
        "test/hook.js": `import test from "ava"; test.before(() => { throw new Error("none"); }); test("a", (t) => t.pass());`,
        "test/load.js": 'import test from "ava"; import "./nothing.js"; test("b", (t) => t.pass());',
        "test/late.js": `import test from "ava";
test("c", async (t) => { setTimeout(() => { throw new RangeError("late"); }, 5); await new Promise((done) => setTimeout(done, 2000)); t.pass(); });`,
      },
      "ava",
    );
    expect(outline(report)).toEqual([
      "test/hook.js::a | failed | fixture | Error",
      "test/late.js::c | failed | error | RangeError",
    ]);
    expect(report.fileErrors.map(({ file }) => file).toSorted()).toEqual(["test/late.js", "test/load.js"]);
  });

  it("is read to its end where its release tells of none (3 to 5)", async () => {
    const installed = join(packageRoot(), "node_modules");
    const others = readdirSync(installed).filter((name) => name !== "ava" && !name.startsWith("."));
    const test = 'import test from "ava"; test("a", (t) => t.pass()); test("b", (t) => t.is(1, 2));';
    const project = createProject("command", { "package.json": MODULE, "test/a.js": test }, others);
    const ava = join(project.directory, "node_modules/ava");
    cpSync(join(installed, "ava"), ava, { recursive: true });
    const status = join(ava, "lib/run-status.js");
    const text = readFileSync(status, "utf8");
    writeFileSync(status, text.replace("this.emitStateChange({type: 'end'});", ""));
    expect(readFileSync(status, "utf8")).not.toBe(text);
    const unit = project.unit({ command: "node node_modules/ava/entrypoints/cli.js", level: "P2" });
    const { report, code } = await project.run(commandCommand(project.request({ unit })));
    project.remove();

    expect([report.complete, code]).toEqual([true, 1]);
    expect(outline(report)).toEqual(["test/a.js::a | passed", "test/a.js::b | failed | assertion | AssertionError"]);
  });
});

describe("mocha, started by a script of the project's own", () => {
  it("tells how each test ended, to the last", async () => {
    const { report, code } = await run(
      {
        "run.cjs": `const Mocha = require("mocha");
const mocha = new Mocha({ ui: "bdd", reporter: "dot", bail: true });
mocha.addFile("./test/a.cjs");
mocha.run((failures) => process.exit(failures === 0 ? 0 : 1));`,
        "test/a.cjs": `const assert = require("node:assert/strict");
describe("outer", () => {
  it("asserts", () => assert.equal(1, 2));
  it("passes", () => {});
  it.skip("is skipped", () => {});
});`,
      },
      "node run.cjs",
    );
    expect([report.complete, code]).toEqual([true, 1]);
    expect(outline(report)).toEqual([
      "test/a.cjs::outer > asserts | failed | assertion | AssertionError",
      "test/a.cjs::outer > is skipped | skipped",
      "test/a.cjs::outer > passes | passed",
    ]);
  });
});

describe("jasmine", () => {
  const config = JSON.stringify({ spec_dir: "spec", spec_files: ["*.js"], stopOnSpecFailure: true });

  it("tells of each spec where it stands and how it ended, beside the project's own reporter", async () => {
    const { report, code, output } = await run(
      {
        "spec/support/jasmine.json": config,
        "spec/a.js": `import assert from "node:assert/strict";
describe("outer", () => {
  describe("inner", () => {
    it("passes", () => expect(1).toBe(1));
    it("asserts", () => expect(1).withContext("sum").toBe(2));
    it("asserts later", async () => { await expectAsync(Promise.resolve(1)).toBeResolvedTo(2); });
    it("asserts by node", () => assert.equal(1, 2));
    it("fails", () => fail("so"));
    it("throws", () => { throw new TypeError("no"); });
    it("waits", async () => { await new Promise((done) => setTimeout(done, 2000)); }, 20);
    xit("is skipped", () => {});
    it("pends", () => pending("later"));
  });
  describe("all", () => {
    beforeAll(() => { throw new Error("none"); });
    it("never runs", () => expect(1).toBe(1));
  });
});`,
      },
      "jasmine --fail-fast",
    );
    expect(code).not.toBe(0);
    expect(report.complete).toBe(true);
    expect(output).toContain("specs,");
    expect(outline(report)).toEqual([
      "spec/a.js::outer > all > never runs | failed | fixture | Error",
      "spec/a.js::outer > inner > asserts by node | failed | assertion | AssertionError",
      "spec/a.js::outer > inner > asserts later | failed | assertion | AssertionError",
      "spec/a.js::outer > inner > asserts | failed | assertion | AssertionError",
      "spec/a.js::outer > inner > fails | failed | assertion | AssertionError",
      "spec/a.js::outer > inner > is skipped | skipped",
      "spec/a.js::outer > inner > passes | passed",
      "spec/a.js::outer > inner > pends | skipped",
      "spec/a.js::outer > inner > throws | failed | error | TypeError",
      "spec/a.js::outer > inner > waits | failed | timeout | Error",
    ]);
  });

  it("is incomplete where a file of specs cannot be loaded", async () => {
    const { report } = await run(
      { "spec/support/jasmine.json": config, "spec/b.js": 'import "./nothing.js"; it("b", () => {});' },
      "jasmine",
    );
    expect(report.complete).toBe(false);
  });
});

describe("tape", () => {
  const TESTS = `
test("passes", (t) => { t.equal(1, 1); t.end(); });
test("asserts", (t) => { t.deepEqual([1], [2]); t.equal(1, 1); t.end(); });
test("rejects", async () => { throw new TypeError("no"); });
test("is told an error", (t) => { t.error(new RangeError("given")); t.end(); });
test("comes later", { todo: true }, (t) => { t.equal(1, 2); t.end(); });
test.skip("is skipped", (t) => { t.equal(1, 2); t.end(); });
test("waits", { timeout: 20 }, (t) => { t.plan(1); });
test("holds others", (t) => {
  t.test("inner", (st) => { st.ok(false); st.end(); });
  t.end();
});`;

  it.each([
    ["as a module, by its own program", "test/a.mjs", 'import test from "tape";', "tape 'test/*.mjs'"],
    ["by require, through node and a pipe", "test/a.cjs", 'const test = require("tape");', "node test/a.cjs | cat"],
  ])("%s: tells how each test ended", async (_what, file, load, command) => {
    const { report } = await run({ [file]: `${load}${TESTS}` }, command);
    expect(report.complete).toBe(true);
    expect(outline(report)).toEqual(
      [
        "passes | passed",
        "asserts | failed | assertion | AssertionError",
        "rejects | failed | error | TypeError",
        "is told an error | failed | error | RangeError",
        "comes later | todo",
        "is skipped | skipped",
        "waits | failed | timeout | Error",
        "holds others > inner | failed | assertion | AssertionError",
      ]
        .map((line) => `${file}::${line}`)
        .toSorted(),
    );
  });

  it("names the test that ends the program, and those that it keeps from running", async () => {
    const { report } = await run(
      {
        "a.cjs": `const test = require("tape"); const assert = require("node:assert");
test("ends it", (t) => { assert.equal(1, 2); t.end(); });
test("never runs", (t) => { t.pass(); t.end(); });`,
      },
      "node a.cjs",
    );
    expect(outline(report)).toEqual([
      "a.cjs::ends it | failed | assertion | AssertionError",
      "a.cjs::never runs | failed | error | Error",
    ]);
  });
});
