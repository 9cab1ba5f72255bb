import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createCalculator } from "../support/calculator.ts";
import { baton } from "../support/cli.ts";

const NOT_GIVEN = "not in the last commit, so agents do not get it: mine.txt";

test("init, doctor and run say what agents do not get, and run where their work lands while something else is checked out", async () => {
  const calculator = await createCalculator("work; envelope", undefined, "--no-checks");
  onTestFinished(() => calculator.remove());
  const { repository, outside, agent, cli } = calculator;
  writeFileSync(join(repository.directory, "mine.txt"), "not committed\n");
  const checks = (await cli("doctor")).json.data["checks"];
  expect(checks).toContainEqual({ name: "work tree", ok: false, detail: NOT_GIVEN });

  const commit = repository.git("rev-parse", "--short", "HEAD").trim();
  repository.git("checkout", "--quiet", "--detach");
  const { code, stderr, stdout } = await baton(["run", "--agent", agent], { cwd: repository.directory });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`  ! ${NOT_GIVEN}\n`)]);
  expect(stderr).toContain(`what is proven lands on main; this work tree is on the detached commit ${commit}`);
  expect(stdout).toContain("2 of 2");
  expect(repository.git("rev-parse", "--short", "HEAD").trim()).toBe(commit);

  repository.git("checkout", "--quiet", "main");
  const again = await cli("init", "--spec", join(outside, "spec.md"), "--no-checks", "--dry-run");
  expect(again.json.warnings).toContain(NOT_GIVEN);
});
