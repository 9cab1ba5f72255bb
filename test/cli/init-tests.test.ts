import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { removedAfterEach } from "../support/removed.ts";
import { createRepository } from "../support/repository.ts";

const SPEC = spec(MULTIPLY, DIVIDE);

const scenes = removedAfterEach();

test("a scanner that cannot measure anything here is named before an agent is asked for a change", async () => {
  const repository = createRepository(CALCULATOR);
  const programs = mkdtempSync(join(tmpdir(), "baton-programs-"));
  scenes.push(repository, { remove: () => rmSync(programs, { recursive: true }) });
  writeFileSync(join(programs, "gitleaks"), "#!/bin/sh\necho 'unknown flag: --report-path' >&2\nexit 126\n", {
    mode: 0o755,
  });
  const options = { cwd: repository.directory, env: { PATH: `${programs}:${process.env["PATH"] ?? ""}` }, input: SPEC };
  const { stdout: said } = await baton(["init", "--spec", "-"], options);
  expect(said).toContain("! gitleaks cannot measure security here: TOOL_FAILED: it exited with 126: unknown flag");
  expect(said).toContain('set checks.security.scanners.gitleaks to "never" in baton.config.json');
  const doctor = await baton(["doctor", "--checks", "--json"], options);
  expect(doctor.json.data["checks"]).toContainEqual({
    name: "tool",
    ok: false,
    detail: expect.stringContaining("gitleaks cannot measure security here") as string,
  });
});

test("init says how far each test command can be read: test by test, or by its exit code alone", async () => {
  const told = async (files: Parameters<typeof createRepository>[0]): Promise<string> => {
    const repository = createRepository(files);
    scenes.push(repository);
    return (await baton(["init", "--spec", "-"], { cwd: repository.directory, input: SPEC })).stdout;
  };
  expect(await told(CALCULATOR)).toMatch(/^ {2}P3 .*: 1 test$/m);
  const own = {
    ...CALCULATOR,
    "package.json": '{"type":"module","scripts":{"test":"sh ./check.sh"}}',
    "check.sh": "exit 0\n",
  };
  const byExitCode = await told(own);
  expect(byExitCode).toMatch(/^ {2}P1 npm test: its exit code alone is seen: /m);
  expect(byExitCode).not.toContain("no tests yet");
});

test("init names the tests that were red before anybody began, a few of many", async () => {
  const reds = Array.from({ length: 5 }, (_, at) => `test("red ${at}", () => assert.equal(1, 2));`).join("\n");
  const repository = createRepository({
    ...CALCULATOR,
    "test/red.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\n${reds}\n`,
  });
  scenes.push(repository);
  const { stdout } = await baton(["init", "--spec", "-"], { cwd: repository.directory, input: SPEC });
  expect(stdout).toContain(`1 test is green, 5 red before anybody began, and asked of no feature:
    test/red.test.js::red 0
    test/red.test.js::red 1
    test/red.test.js::red 2
    and 2 more: baton doctor --checks --json
`);
});

test("init tells a flaky test from a green one, as often as base's suite is run by the policy", async () => {
  const counter = join(mkdtempSync(join(tmpdir(), "baton-counter-")), "runs");
  const repository = createRepository({
    ...CALCULATOR,
    "test/old.test.js": `import assert from "node:assert/strict";\nimport { appendFileSync, statSync } from "node:fs";\nimport { test } from "node:test";\ntest("old", () => { appendFileSync(${JSON.stringify(counter)}, "."); assert.notEqual(statSync(${JSON.stringify(counter)}).size, 2); });\n`,
  });
  scenes.push(repository, { remove: () => rmSync(dirname(counter), { recursive: true }) });
  const { code, stdout } = await baton(["init", "--spec", "-"], { cwd: repository.directory, input: SPEC });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(
      "  1 test is green\n  1 flaky, now red and now green, and counted for nothing:\n    test/old.test.js::old\n",
    ),
  ]);
});

test("TAH-11 init makes the run where its environment cannot be prepared, and says so with the exit code and what to type next", async () => {
  const repository = createRepository({
    ...CALCULATOR,
    "baton.config.json": '{ "environment": { "prepare": "echo no such package; exit 7" } }',
  });
  scenes.push(repository);
  const { code, json } = await baton(["init", "--spec", "-", "--json"], { cwd: repository.directory, input: SPEC });
  expect([code, json.error]).toEqual([
    1,
    expect.objectContaining({
      code: "ENVIRONMENT_FAILED",
      message: expect.stringContaining("no such package") as string,
      hint: expect.stringContaining("baton doctor --checks") as string,
    }),
  ]);
  expect(json.data["commit"]).toBe(repository.git("rev-parse", "HEAD"));
  expect((await baton(["status", "--json"], { cwd: repository.directory })).code).toBe(0);
});
