import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeTestCommand } from "../../../src/checks/runners/node-test.ts";
import { createProject, errors, outline, type Outcome, type Project } from "./project.ts";

const KINDS = `
import { test, describe, it, before, beforeEach, afterEach, after } from "node:test";
import assert from "node:assert/strict";
describe("calc", () => { it("adds", () => {}); describe("inner", () => { it("fails", () => assert.equal(1, 2)); }); });
test("type error", () => { undefined.foo(); });
test("throws", () => { throw new Error("boom"); });
test("supertest", () => { throw Object.assign(new Error("expected 200, got 404"), { expected: 200, actual: 404 }); });
test("is late", { timeout: 30 }, () => new Promise((done) => setTimeout(done, 500)));
test("skipped", { skip: "later" }, () => {}); test("todo", { todo: true }, () => { throw new Error("t"); });
test("parent", async (t) => { await t.test("child", () => {}); await t.test("bad child", () => assert.ok(false)); });
describe("set-up", () => { before(() => { throw new Error("hook"); }); it("never", () => {}); });
describe("each set-up", () => { beforeEach(() => { assert.equal(1, 2); }); it("e", () => {}); });
describe("each tear-down", () => { afterEach(() => { assert.equal(1, 3); }); it("a", () => {}); });
describe("tear-down", () => { after(() => { throw new Error("after all"); }); it("a", () => {}); });
test("throws later", async () => { setTimeout(() => { throw new TypeError("later"); }, 5); await new Promise((done) => setTimeout(done, 50)); });
test("twice", () => {}); test("twice", () => {});
`;

const FILES = {
  "test/kinds.test.mjs": KINDS,
  "test/import.test.mjs": 'import "../nothere.mjs"; import { test } from "node:test"; test("x", () => {});',
  "test/syntax.test.mjs": "const = 3;",
  "test/quiet.test.mjs": "export {};",
  "test/exit.test.mjs":
    'import { test } from "node:test"; test("first", () => {}); test("ends", async () => { await new Promise((done) => setTimeout(done, 20)); process.exit(3); });',
  "test/other.test.mjs":
    'import { test } from "node:test"; import assert from "node:assert"; test("own environment", () => { assert.deepEqual(Object.keys(process.env).filter((key) => key.startsWith("BATON_REPORT")), []); }); test("second", () => {});',
};

describe("node:test", () => {
  let project: Project;
  let whole: Outcome;
  beforeAll(async () => {
    project = createProject("node-test", FILES);
    const unit = project.unit({ args: ["--test-reporter=tap", "--test-concurrency=2", "test/*.test.mjs"] });
    whole = await project.run(nodeTestCommand(project.request({ unit })));
  });
  afterAll(() => project.remove());

  it("is run with the project's patterns and our reporter instead of its own", () => {
    expect(whole.code).toBe(1);
    expect(whole.report.complete).toBe(true);
    expect(outline(whole.report)).toEqual([
      "test/exit.test.mjs::first | passed",
      "test/kinds.test.mjs::calc > adds | passed",
      "test/kinds.test.mjs::calc > inner > fails | failed | assertion | AssertionError",
      "test/kinds.test.mjs::each set-up > e | failed | fixture | AssertionError",
      "test/kinds.test.mjs::each tear-down > a | failed | fixture | AssertionError",
      "test/kinds.test.mjs::is late | failed | timeout | Error",
      "test/kinds.test.mjs::parent > bad child | failed | assertion | AssertionError",
      "test/kinds.test.mjs::parent > child | passed",
      "test/kinds.test.mjs::parent | failed | error | subtestsFailed",
      "test/kinds.test.mjs::set-up > never | failed | fixture | Error",
      "test/kinds.test.mjs::skipped | skipped",
      "test/kinds.test.mjs::supertest | failed | assertion | Error",
      "test/kinds.test.mjs::tear-down > a | passed",
      "test/kinds.test.mjs::throws later | failed | error | TypeError",
      "test/kinds.test.mjs::throws | failed | error | Error",
      "test/kinds.test.mjs::todo | todo",
      "test/kinds.test.mjs::twice #2 | passed",
      "test/kinds.test.mjs::twice | passed",
      "test/kinds.test.mjs::type error | failed | error | TypeError",
      "test/other.test.mjs::own environment | passed",
      "test/other.test.mjs::second | passed",
    ]);
  });

  it("finds the thrown error of a file that does not load, and says nothing of one without tests", () => {
    expect(errors(whole.report.fileErrors).toSorted()).toEqual([
      expect.stringMatching(/^test\/import.test.mjs: Error: Cannot find module /) as string,
      "test/syntax.test.mjs: SyntaxError: Unexpected token '='",
    ]);
  });

  it("takes a file that ended early for an error of the run", () => {
    const found = errors(whole.report.runErrors);
    expect(found).toContain("Error: after all");
    expect(found.join("\n")).toMatch(/exit\.test\.mjs: test failed \(exit 3\)/);
  });

  it("runs only the wanted file and name", async () => {
    const { report, code } = await project.run(
      nodeTestCommand(project.request({ files: ["test/other.test.mjs"], nameFilter: "^own" })),
    );
    expect(code).toBe(0);
    expect(outline(report)).toEqual(["test/other.test.mjs::own environment | passed"]);
  });

  it("bounds a test that waits for ever", async () => {
    const endless = createProject("node-test", {
      "a.test.mjs":
        'import { test } from "node:test"; test("waits", () => new Promise((done) => setTimeout(done, 60000)));',
    });
    const { report } = await endless.run(nodeTestCommand(endless.request({ testTimeoutMs: 100 })));
    endless.remove();
    expect(outline(report)).toEqual(["a.test.mjs::waits | failed | timeout | Error"]);
    expect(report.complete).toBe(true);
  });

  it("runs files by their names, whatever these would be as patterns", async () => {
    const named = createProject(
      "node-test",
      Object.fromEntries(
        ["[id]", "x{1,2}", "w*ld", "(group)/a", "!a"].map((name) => [
          `test/${name}.test.mjs`,
          `import { test } from "node:test"; test(${JSON.stringify(name)}, () => {});`,
        ]),
      ),
    );
    const files = ["test/[id].test.mjs", "test/x{1,2}.test.mjs", "test/w*ld.test.mjs", "test/(group)/a.test.mjs"];
    const request = named.request({ unit: named.unit({ args: [] }), files });
    const { report } = await named.run(nodeTestCommand(request));
    expect(report.tests.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
    named.remove();
  });
});
