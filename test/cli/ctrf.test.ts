import { validate } from "ctrf";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Ctrf } from "../../src/schema/ctrf.ts";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { baton, type CliResult } from "../support/cli.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { openScene } from "../support/scene.ts";

const about = (title: string, body: string): string =>
  `import assert from "node:assert/strict";\nimport { describe, test } from "node:test";\nimport * as calc from "../src/calc.js";\n\ndescribe("calc", () => {\n  test("${title}", () => {\n    ${body}\n  });\n});\n`;

let repository: TestRepository;
let outside: string;
beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), "baton-ctrf-"));
  repository = createRepository({
    "package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test" } }),
    "src/calc.js": "export const add = (a, b) => a + b;\n",
    "test/add.test.js": about("adds", "assert.equal(calc.add(1, 2), 3);"),
    "test/old.test.js": about("was never right", 'throw new Error("token=ghp_0123456789abcdefghijABCDEFGHIJ012345");'),
  });
  repository.commit("head", {
    "src/calc.js": "export const add = (a, b) => a + b;\nexport const mul = (a, b) => a * b;\n",
    "test/mul.test.js": about("multiplies", "assert.equal(calc.mul(2, 4), 8);"),
    "test/later.test.js": 'import { test } from "node:test";\n\ntest("divides", { todo: true });\n',
  });
});
afterAll(() => {
  repository.remove();
  rmSync(outside, { recursive: true, force: true });
});

const prove = async (...args: string[]): Promise<CliResult> =>
  baton(["prove", "--json", ...args], { cwd: repository.directory });

/** Valid by the published schema and by ours. */
function readReport(path: string): Ctrf {
  const report: unknown = JSON.parse(readFileSync(path, "utf8"));
  expect(validate(report)).toMatchObject({ valid: true, errors: [] });
  return Ctrf.parse(report);
}

test("prove --ctrf writes each test of head in the Common Test Report Format, with what the proof found out of it", async () => {
  const file = join(outside, "made/here/report.json");
  const { code, json } = await prove("--ctrf", file);
  expect(code).toBe(0);
  const { results, generatedBy, timestamp } = readReport(file);
  expect(generatedBy).toMatch(/^proofbaton \d/);
  expect(results.tool).toEqual({ name: "node-test", version: process.versions.node });
  expect(results.environment).toEqual({ commit: json.data["head"] });
  const { start, stop, ...counts } = results.summary;
  expect(counts).toEqual({ tests: 4, passed: 2, failed: 1, skipped: 0, pending: 1, other: 0, flaky: 0 });
  expect(start).toBeLessThanOrEqual(stop);
  expect(Math.abs(stop - Date.parse(timestamp))).toBeLessThan(600_000);
  expect(results.extra).toMatchObject({
    run: "R2",
    verdict: "proven",
    proof_level: "P3",
    base: json.data["base"],
    head: json.data["head"],
    tree: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  const named = new Map(results.tests.map((one) => [one.name, one]));
  expect(named.get("multiplies")).toMatchObject({
    suite: ["calc"],
    status: "passed",
    filePath: "test/mul.test.js",
    extra: { id: "test/mul.test.js::calc > multiplies", selected: true, red: "stub:undefined" },
  });
  expect(named.get("adds")?.extra).toEqual({ id: "test/add.test.js::calc > adds", base: "green" });
  expect(named.get("divides")).toMatchObject({ status: "pending", rawStatus: "todo" });
  expect(named.get("was never right")).toMatchObject({
    status: "failed",
    extra: { base: "red_known", failure: { kind: "error" } },
  });
  expect(readFileSync(file, "utf8")).not.toContain("ghp_0123456789");
  expect(readdirSync(join(outside, "made/here"))).toEqual(["report.json"]);
});

test("people read what --ctrf wrote and where; a refused change is written all the same", async () => {
  const file = join(outside, "refused.json");
  const { code, stdout } = await baton(["prove", "--kind", "refactor", "--ctrf", file], { cwd: repository.directory });
  const { verdict } = readReport(file).results.extra;
  expect(verdict).toBe(code === 0 ? "proven" : code === 12 ? "person_needed" : "not_proven");
  expect(stdout).toMatch(/4 tests as CTRF: \S+refused\.json\n/);
});

test("a place that cannot be written is refused before anything is run, and an old report does not outlive a proof that fails", async () => {
  const file = join(outside, "plain");
  writeFileSync(file, "");
  mkdirSync(join(outside, "folder"));
  for (const [given, code] of [
    [join(file, "report.json"), "STATE_UNWRITABLE"],
    [join(outside, "folder"), "USAGE_INVALID"],
    ["/dev/null", "USAGE_INVALID"],
    [" ", "USAGE_INVALID"],
  ] as const) {
    const { stderr, json } = await prove("HEAD~1..HEAD", "--ctrf", given);
    expect(json.error).toMatchObject({ code, hint: "Name a file that can be written: --ctrf FILE" });
    expect(stderr).toBe("");
  }
  const { json } = await prove("HEAD..HEAD", "--ctrf", file);
  expect([json.error?.code, existsSync(file)]).toEqual(["RANGE_EMPTY", false]);
});

test("audit --ctrf writes the tests of every task as the harness last ran them, from the run directory alone", async () => {
  const scene = await openScene("honest\nenvelope", { text: spec(MULTIPLY, "## Root\n- root(4) is 2\n") });
  try {
    const dropped = scene.list().features.at(-1)?.id ?? "";
    await scene.baton(["feature", "drop", dropped, "--reason", "not wanted"]);
    await scene.run();
    const file = join(outside, "run.json");
    const { code, json } = await scene.baton(["audit", "--ctrf", file, "--out", join(outside, "audit")]);
    expect([code, json.data["ctrf"]]).toEqual([0, file]);
    const { results } = readReport(file);
    expect(results.summary).toMatchObject({ tests: 2, passed: 2, failed: 0 });
    expect(results.tests).toContainEqual(
      expect.objectContaining({
        name: "mul",
        suite: ["T001"],
        extra: expect.objectContaining({
          task_id: "T001",
          selected: true,
          red: "stub:undefined",
          run: "clean checkout",
        }),
      }),
    );
    expect(results.extra).toMatchObject({
      holds: true,
      tasks: [{ task_id: "T001", lifecycle: "complete", attempt: 1, verdict: "proven", proof_level: "P3" }],
      without_results: ["T002"],
    });

    // What is no longer as it was recorded is not told.
    const runDirectory = String(json.data["directory"]);
    for (const role of ["executor", "validator"]) {
      const recorded = join(runDirectory, "artifacts", role, "T001/1/test_results.ctrf.json");
      readReport(recorded);
      chmodSync(recorded, 0o644);
      writeFileSync(recorded, readFileSync(recorded, "utf8").replace('"passed":2', '"passed":3'));
    }
    const again = await scene.baton(["audit", "--ctrf", file, "--out", join(outside, "again")]);
    expect(again.code).toBe(11);
    expect(readReport(file).results).toMatchObject({
      tests: [],
      extra: { holds: false, without_results: ["T001", "T002"] },
    });
    const inside = await scene.baton(["audit", "--ctrf", join(runDirectory, "report.json"), "--force"]);
    expect(inside.json.error?.code).toBe("USAGE_INVALID");
  } finally {
    scene.remove();
  }
});
