import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vitestCommand } from "../../../src/checks/runners/vitest.ts";
import { createProject, createProjectOf, errors, outline, type Outcome, type Project } from "./project.ts";

const KINDS = `
import { test, describe, it, expect, beforeAll, beforeEach, afterEach, afterAll } from "vitest";
import assert from "node:assert/strict";
describe("calc", () => { it("adds", () => {}); describe("inner", () => { it("fails", () => expect(1).toBe(2)); }); });
test("node assert", () => assert.equal(1, 2));
test("type error", () => { undefined.foo(); });
test("throws", () => { throw new Error("boom"); });
test("throws text", () => { throw "text"; });
test("is late", () => new Promise((done) => setTimeout(done, 60000)), 30);
test.skip("skipped", () => {}); test.todo("todo");
test.fails("expected to fail", () => expect(1).toBe(2)); test.fails("failed to fail", () => {});
describe("set-up", () => { beforeAll(() => { throw new Error("hook"); }); it("never", () => {}); });
describe("each set-up", () => { beforeEach(() => { expect(1).toBe(2); }); it("e", () => {}); });
describe("each tear-down", () => { afterEach(() => { expect(1).toBe(3); }); it("a", () => {}); });
describe("tear-down", () => { afterAll(() => { throw new Error("after all"); }); it("a", () => {}); });
test("twice", () => {}); test("twice", () => {});
test("supertest", () => { throw Object.assign(new Error("expected 200, got 404"), { expected: 200, actual: 404 }); });
test("counts assertions", () => { expect.assertions(2); });
test("snapshot", () => { expect("a").toMatchInlineSnapshot('"b"'); });
test("library", () => { throw Object.assign(new Error("Unable to find an element"), { name: "TestingLibraryElementError" }); });
expect.extend({ toBeCat: () => ({ pass: false, message: () => "no cat" }) });
test("own matcher", () => { expect(1).toBeCat(); });
`;

const FILES = {
  "package.json": '{"type":"module"}',
  "vitest.config.js":
    'export default { test: { include: ["test/**/*.test.js"], coverage: { enabled: true }, bail: 1, watch: true } };',
  "test/kinds.test.js": KINDS,
  "test/import.test.js": 'import "../nothere.js"; import { test } from "vitest"; test("x", () => {});',
  "test/syntax.test.js": "const = 3;",
  "test/empty.test.js": "export {};",
  "test/late.test.js":
    'import { test } from "vitest"; test("ok", () => { void Promise.reject(new TypeError("unhandled")); }); test("waits", () => new Promise((done) => setTimeout(done, 50)));',
  "test/other.test.js":
    'import { test, expect } from "vitest"; test("own environment", () => { expect(Object.keys(process.env).filter((key) => key.startsWith("BATON_REPORT"))).toEqual([]); }); test("second", () => {});',
};

describe("vitest", () => {
  let project: Project;
  let whole: Outcome;
  beforeAll(async () => {
    project = createProject("vitest", FILES);
    const unit = project.unit({
      args: ["--reporter=json", "--watch", "--coverage.enabled", "--bail=1", "--passWithNoTests"],
    });
    whole = await project.run(vitestCommand(project.request({ unit })));
  });
  afterAll(() => project.remove());

  it("is run whole under the project's configuration, whatever its flags about reports, watching and bail say", () => {
    expect(whole.code).toBe(1);
    expect(whole.report.complete).toBe(true);
    expect(outline(whole.report)).toEqual([
      "test/kinds.test.js::calc > adds | passed",
      "test/kinds.test.js::calc > inner > fails | failed | assertion | AssertionError",
      "test/kinds.test.js::counts assertions | failed | assertion | Error",
      "test/kinds.test.js::each set-up > e | failed | fixture | AssertionError",
      "test/kinds.test.js::each tear-down > a | failed | fixture | AssertionError",
      "test/kinds.test.js::expected to fail | xfail",
      "test/kinds.test.js::failed to fail | failed | error | Error",
      "test/kinds.test.js::is late | failed | timeout | TestTimeoutError",
      "test/kinds.test.js::library | failed | assertion | TestingLibraryElementError",
      "test/kinds.test.js::node assert | failed | assertion | AssertionError",
      "test/kinds.test.js::own matcher | failed | assertion | Error",
      "test/kinds.test.js::set-up > never | failed | fixture | Error",
      "test/kinds.test.js::skipped | skipped",
      "test/kinds.test.js::snapshot | failed | assertion | Error",
      "test/kinds.test.js::supertest | failed | assertion | Error",
      "test/kinds.test.js::tear-down > a | passed",
      "test/kinds.test.js::throws text | failed | error | Error",
      "test/kinds.test.js::throws | failed | error | Error",
      "test/kinds.test.js::todo | todo",
      "test/kinds.test.js::twice #2 | passed",
      "test/kinds.test.js::twice | passed",
      "test/kinds.test.js::type error | failed | error | TypeError",
      "test/late.test.js::ok | passed",
      "test/late.test.js::waits | passed",
      "test/other.test.js::own environment | passed",
      "test/other.test.js::second | passed",
    ]);
  });

  it("reports files that do not load and errors that belong to no test", () => {
    expect(whole.report.fileErrors.map(({ file }) => file).toSorted()).toEqual([
      "test/empty.test.js",
      "test/import.test.js",
      "test/syntax.test.js",
    ]);
    expect(errors(whole.report.fileErrors).join("\n")).toContain("Cannot find module '../nothere.js'");
    expect(errors(whole.report.runErrors).toSorted()).toEqual(["Error: after all", "TypeError: unhandled"]);
  });

  it("runs only the wanted file and name", async () => {
    const { report, code } = await project.run(
      vitestCommand(
        project.request({
          files: ["test/other.test.js"],
          nameFilter: "own env",
          unit: project.unit({ args: ["kinds"] }),
        }),
      ),
    );
    expect(code).toBe(0);
    expect(outline(report)).toEqual([
      "test/other.test.js::own environment | passed",
      "test/other.test.js::second | skipped",
    ]);
  });

  it("fails when nothing is found, though the configuration lets it pass", async () => {
    const unit = project.unit({ args: ["--passWithNoTests", "--dir=nowhere"] });
    const { report, code } = await project.run(vitestCommand(project.request({ unit })));
    expect(code).toBe(1);
    expect(report.tests).toEqual([]);
  });

  it("bounds hooks as well as tests where they may wait for ever, whatever the project gives them", () => {
    const unit = project.unit({ args: ["--testTimeout=90000", "--hookTimeout=90000"] });
    const bounded = vitestCommand(project.request({ unit, testTimeoutMs: 3000 }))?.argv ?? [];
    expect(bounded.filter((word) => word.includes("Timeout"))).toEqual(["--testTimeout=3000", "--hookTimeout=10000"]);
    const free = vitestCommand(project.request({ unit }))?.argv ?? [];
    expect(free.filter((word) => word.includes("Timeout"))).toEqual(["--testTimeout=90000", "--hookTimeout=90000"]);
  });

  it.each([
    ["0.29.8", ["--testTimeout=3000"]],
    ["0.34.6", ["--bail=0", "--testTimeout=3000"]],
    ["1.3.0", ["--bail=0", "--testTimeout=3000", "--hookTimeout=10000"]],
  ])("is given no flag that its version %s would refuse", (version, flags) => {
    const old = createProjectOf("vitest", version);
    const argv = vitestCommand(old.request({ testTimeoutMs: 3000 }))?.argv ?? [];
    old.remove();
    expect(argv.filter((word) => /^--(?:bail|\w+Timeout)=/.test(word))).toEqual(flags);
  });

  it("is not started when the tree has none of its own", () => {
    expect(vitestCommand(project.request({ treeDirectory: "/nonexistent" }))).toBeNull();
  });
});

describe("vitest when the code under test ends the process", () => {
  it("leaves no complete green report", async () => {
    const project = createProject("vitest", {
      "package.json": '{"type":"module"}',
      "a.test.js":
        'import { test } from "vitest"; test("before", () => {}); test("ends", () => { process.reallyExit(0); });',
    });
    const { report, code } = await project.run(vitestCommand(project.request()));
    project.remove();
    expect(report.complete && code === 0 && report.runErrors.length === 0 && report.fileErrors.length === 0).toBe(
      false,
    );
    expect(report.tests.filter(({ status }) => status === "passed").map(({ id }) => id)).not.toContain(
      "a.test.js::ends",
    );
  });
});
