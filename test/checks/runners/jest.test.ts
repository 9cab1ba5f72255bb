import { describe, expect, it } from "vitest";
import { jestCommand } from "../../../src/checks/runners/jest.ts";
import { createProject, createProjectOf, errors, hasPackage, outline } from "./project.ts";

const KINDS = `
const assert = require("node:assert");
describe("calc", () => { it("adds", () => {}); describe("inner", () => { it("fails", () => { expect(1).toBe(2); }); }); });
test("node assert", () => { assert.equal(1, 2); });
test("type error", () => { undefined.foo(); });
test("throws", () => { throw new Error("boom"); });
test("is late", () => new Promise((done) => setTimeout(done, 1000)), 30);
test.skip("skipped", () => {}); test.todo("todo");
describe("set-up", () => { beforeAll(() => { throw new Error("hook"); }); it("never", () => {}); });
describe("each set-up", () => { beforeEach(() => { expect(1).toBe(2); }); it("e", () => {}); });
test("supertest", () => { throw Object.assign(new Error("expected 200, got 404"), { expected: 200, actual: 404 }); });
test("counts assertions", () => { expect.assertions(2); });
test("property", () => { try { expect(1).toBe(2); } catch (cause) { throw new Error("Property failed after 1 tests\\n{ seed: 1 }", { cause }); } });
test("snapshot", () => { expect("a").toMatchSnapshot(); });
`;

const FILES = {
  "package.json":
    '{"jest":{"testMatch":["**/test/*.js"],"passWithNoTests":true,"bail":1,"haste":{"enableSymlinks":false}}}',
  "test/kinds.js": KINDS,
  "test/import.js": 'require("../nothere"); test("x", () => {});',
  "test/syntax.js": "const = 3;",
  "test/empty.js": "",
  "test/other.js":
    'test("own environment", () => { expect(process.env.BATON_REPORT_DIR).toBeUndefined(); }); test("second", () => {});',
};

const LEAVES_OPEN = {
  "package.json": '{"jest":{"testEnvironment":"node"}}',
  "open.test.js":
    'it("waits", () => new Promise(() => { require("node:http").createServer().listen(0, "127.0.0.1"); }));',
};

describe.runIf(hasPackage("jest"))("jest", () => {
  it("is run whole under the project's configuration, whatever its flags about reports, watching and bail say", async () => {
    const project = createProject("jest", FILES);
    const unit = project.unit({
      args: ["--reporters=summary", "--watchAll", "--bail=1", "--coverage", "--maxWorkers=1"],
    });
    const { report, code } = await project.run(jestCommand(project.request({ unit })));
    project.remove();
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    expect(outline(report)).toEqual([
      "test/kinds.js::calc > adds | passed",
      "test/kinds.js::calc > inner > fails | failed | assertion | Error",
      "test/kinds.js::counts assertions | failed | assertion | Error",
      "test/kinds.js::each set-up > e | failed | fixture | Error",
      "test/kinds.js::is late | failed | timeout | Error",
      "test/kinds.js::node assert | failed | assertion | Error",
      "test/kinds.js::property | failed | assertion | Error",
      "test/kinds.js::set-up > never | failed | fixture | Error",
      "test/kinds.js::skipped | skipped",
      "test/kinds.js::snapshot | failed | assertion | Error",
      "test/kinds.js::supertest | failed | assertion | Error",
      "test/kinds.js::throws | failed | error | Error",
      "test/kinds.js::todo | todo",
      "test/kinds.js::type error | failed | error | TypeError",
      "test/other.js::own environment | passed",
      "test/other.js::second | passed",
    ]);
    expect(errors(report.fileErrors).toSorted()).toEqual([
      "test/empty.js: Error: Your test suite must contain at least one test.",
      expect.stringContaining("test/import.js: Error: Cannot find module '../nothere'") as string,
      expect.stringContaining("test/syntax.js: SyntaxError: ") as string,
    ]);
  });

  it("runs only the wanted file and name", async () => {
    const project = createProject("jest", FILES);
    const { report, code } = await project.run(
      jestCommand(
        project.request({ files: ["test/other.js"], nameFilter: "own", unit: project.unit({ args: ["kinds"] }) }),
      ),
    );
    project.remove();
    expect(code).toBe(0);
    expect(outline(report)).toEqual(["test/other.js::own environment | passed", "test/other.js::second | skipped"]);
  });

  it("ends after its last test though one that ran out of time left something open, where tests may wait for ever", async () => {
    const project = createProject("jest", LEAVES_OPEN);
    const { report, code } = await project.run(jestCommand(project.request({ testTimeoutMs: 100 })));
    project.remove();
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    expect(outline(report)).toEqual(["open.test.js::waits | failed | timeout | Error"]);
  });

  it.each([
    ["22.4.4", ["--forceExit"]],
    ["24.9.0", ["--forceExit", "--testTimeout=100"]],
  ])("is given no flag that its version %s would refuse", (version, flags) => {
    const old = createProjectOf("jest", version);
    const argv = jestCommand(old.request({ testTimeoutMs: 100 }))?.argv ?? [];
    old.remove();
    expect(argv.filter((word) => /^--(?:forceExit|testTimeout)/.test(word))).toEqual(flags);
  });

  it("shows the code under test the project's own arguments", async () => {
    const project = createProject("jest", {
      "package.json": '{"jest":{"testEnvironment":"node"}}',
      "own.test.js": 'it("own", () => { expect(process.argv.slice(2)).toEqual(["--runInBand"]); });',
    });
    const unit = project.unit({ args: ["--runInBand"] });
    const { report } = await project.run(jestCommand(project.request({ unit })));
    project.remove();
    expect(outline(report)).toEqual(["own.test.js::own | passed"]);
  });
});
