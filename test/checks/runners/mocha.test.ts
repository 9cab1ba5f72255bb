import { describe, expect, it } from "vitest";
import { mochaCommand } from "../../../src/checks/runners/mocha.ts";
import { createProject, errors, hasPackage, outline } from "./project.ts";

const KINDS = `
const assert = require("node:assert");
describe("calc", () => { it("adds", () => {}); describe("inner", () => { it("fails", () => assert.equal(1, 2)); }); });
it("type error", () => { undefined.foo(); });
it("is late", function () { this.timeout(30); return new Promise((done) => setTimeout(done, 300)); });
it.skip("skipped", () => {}); it("pending");
describe("set-up", () => { before(() => { throw new Error("hook"); }); it("never", () => {}); describe("below", () => { it("never", () => {}); }); });
describe("each set-up", () => { beforeEach(() => { assert.equal(1, 2); }); it("e", () => {}); it("f", () => {}); });
describe("each tear-down", () => { afterEach(() => { assert.equal(1, 3); }); it("a", () => {}); });
describe("tear-down", () => { after(() => { throw new Error("after all"); }); it("a", () => {}); });
it("supertest", () => { throw Object.assign(new Error("expected 200, got 404"), { expected: 200, actual: 404 }); });
`;

const FILES = {
  "package.json": "{}",
  ".mocharc.json": '{"spec":["spec/*.js"],"bail":true,"reporter":"dot"}',
  "spec/a-open.js": 'describe("open", () => { it("registered", () => {}); throw new Error("in a suite"); });',
  "spec/import.js": 'require("../nothere"); it("x", () => {});',
  "spec/kinds.js": KINDS,
  "spec/other.js":
    'describe("other", () => { it("own environment", () => { require("node:assert").deepEqual(Object.keys(process.env).filter((key) => /BATON_(?!PROCESS)|NODE_OPTIONS/.test(key)), []); }); it("second", () => {}); });',
};

const LEAVES_OPEN = {
  "package.json": "{}",
  "test/open.js":
    'it("waits", () => new Promise(() => { require("node:http").createServer().listen(0, "127.0.0.1"); }));',
};

const READS_ARGUMENTS = `
const seen = process.argv.slice(2);
it("own", () => { require("node:assert").deepEqual([seen, process.argv.slice(2)], [["--check-leaks"], ["--check-leaks"]]); });
`;

const WATCHES = {
  "package.json": "{}",
  ".mocharc.json": '{"watch":true}',
  "test/started.js":
    'it("once", () => { require("node:assert").equal(process.ppid, Number(process.env.STARTED_BY)); });',
};

describe.runIf(hasPackage("mocha"))("mocha", () => {
  it("is started once, and ends, where the configuration has it watch", async () => {
    const project = createProject("mocha", WATCHES);
    const { report, code } = await project.run(
      mochaCommand(project.request({ env: { PATH: process.env["PATH"] ?? "", STARTED_BY: String(process.pid) } })),
    );
    project.remove();
    expect([outline(report), code]).toEqual([["test/started.js::once | passed"], 0]);
  });

  it("is run whole, on over files that do not load, whatever the configuration says about reports and bail", async () => {
    const project = createProject("mocha", FILES);
    const { report, code } = await project.run(mochaCommand(project.request()));
    project.remove();
    expect(code).toBeGreaterThan(0);
    expect(report.complete).toBe(true);
    const tests = outline(report).filter((line) => !line.includes("::open"));
    expect(tests).toEqual([
      "spec/kinds.js::calc > adds | passed",
      "spec/kinds.js::calc > inner > fails | failed | assertion | AssertionError",
      "spec/kinds.js::each set-up > e | failed | fixture | AssertionError",
      "spec/kinds.js::each set-up > f | failed | fixture | AssertionError",
      "spec/kinds.js::each tear-down > a | failed | fixture | AssertionError",
      "spec/kinds.js::is late | failed | timeout | Error",
      "spec/kinds.js::pending | skipped",
      "spec/kinds.js::set-up > below > never | failed | fixture | Error",
      "spec/kinds.js::set-up > never | failed | fixture | Error",
      "spec/kinds.js::skipped | skipped",
      "spec/kinds.js::supertest | failed | assertion | Error",
      "spec/kinds.js::tear-down > a | passed",
      "spec/kinds.js::type error | failed | error | TypeError",
      "spec/other.js::other > own environment | passed",
      "spec/other.js::other > second | passed",
    ]);
    expect(errors(report.fileErrors)).toEqual([
      "spec/a-open.js: Error: in a suite",
      "spec/import.js: Error: Cannot find module '../nothere'",
    ]);
    expect(errors(report.runErrors)).toEqual(["Error: after all"]);
  });

  it("runs only the wanted file and name, though its configuration names more", async () => {
    const project = createProject("mocha", FILES);
    const { report, code } = await project.run(
      mochaCommand(project.request({ files: ["spec/other.js"], nameFilter: "own" })),
    );
    project.remove();
    expect(code).toBe(0);
    expect(outline(report)).toEqual(["spec/other.js::other > own environment | passed"]);
  });

  it("ends after its last test though one that ran out of time left something open, where tests may wait for ever", async () => {
    const project = createProject("mocha", LEAVES_OPEN);
    const { report, code } = await project.run(mochaCommand(project.request({ testTimeoutMs: 100 })));
    project.remove();
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    expect(outline(report)).toEqual(["test/open.js::waits | failed | timeout | Error"]);
  });

  it("shows the code under test the project's own arguments", async () => {
    const project = createProject("mocha", { "package.json": "{}", "test/arguments.js": READS_ARGUMENTS });
    const unit = project.unit({ args: ["--check-leaks"] });
    const { report } = await project.run(mochaCommand(project.request({ unit })));
    project.remove();
    expect(outline(report)).toEqual(["test/arguments.js::own | passed"]);
  });

  it("loads a file that requires what an ES module before it could only begin to load", async () => {
    const project = createProject("mocha", {
      "package.json": "{}",
      "library.mjs": "export const x = 1;",
      "test/a.mjs": 'import "../library.mjs"; import "../nothere.mjs"; it("never", () => {});',
      "test/b.cjs": 'const { x } = require("../library.mjs"); it("b", () => require("node:assert").equal(x, 1));',
    });
    const { report } = await project.run(mochaCommand(project.request({ files: ["test/a.mjs", "test/b.cjs"] })));
    project.remove();
    expect(outline(report)).toEqual(["test/b.cjs::b | passed"]);
    expect(report.fileErrors.map(({ file }) => file)).toEqual(["test/a.mjs"]);
  });
});
