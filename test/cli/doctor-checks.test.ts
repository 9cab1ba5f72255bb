import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALCULATOR } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { removedAfterEach } from "../support/removed.ts";
import { createRepository, type Files, type TestRepository } from "../support/repository.ts";

const open = removedAfterEach();

function repositoryOf(files: Files = CALCULATOR): TestRepository {
  const repository = createRepository(files);
  open.push(repository);
  return repository;
}

test("a fresh check of the environment shows what was guessed and what the suite does in a slot", async () => {
  const { code, json } = await baton(["doctor", "--checks", "--json"], { cwd: repositoryOf().directory });
  expect(code).toBe(0);
  expect(json.data).toMatchObject({
    prepare: null,
    units: [{ runner: "node-test", level: "P3" }],
    baseline: { red_known: [], flaky: [] },
  });
});

test("the doctor lists what the user's own git runs here, and nothing that it only reads", async () => {
  const repository = repositoryOf();
  const lines = async (): Promise<string[]> => {
    const { json } = await baton(["doctor", "--json"], { cwd: repository.directory });
    const checks = json.data["checks"] as { name: string; detail: string }[];
    return checks.flatMap(({ name, detail }) => (name === "git" && detail.includes("runs") ? [detail] : []));
  };
  expect(await lines()).toEqual([]);
  const config = [
    ["filter.lfs.smudge", "git-lfs smudge %f"],
    ["core.fsmonitor", "true"],
    ["core.pager", ""],
    ["alias.st", "status"],
    ["alias.up", "!git fetch"],
    ["merge.ours.driver", "true %A"],
  ] as const;
  for (const [key, value] of config) repository.git("config", key, value);
  writeFileSync(join(repository.directory, ".git", "hooks", "pre-commit"), "#!/bin/sh\n");
  expect(await lines()).toEqual([
    "your git runs filter.lfs.smudge, alias.up, merge.ours.driver; hooks pre-commit: Proofbaton never does (for formatters: normalise)",
  ]);
});

test("a suite that cannot run is a line of what the doctor finds, beside the others", async () => {
  const repository = repositoryOf({
    ...CALCULATOR,
    "baton.config.json": '{ "environment": { "prepare": "echo no such thing; exit 7" } }',
  });
  const { code, json } = await baton(["doctor", "--checks", "--json"], { cwd: repository.directory });
  expect([code, json.error]).toEqual([1, expect.objectContaining({ code: "ENVIRONMENT_FAILED" })]);
  const checks = json.data["checks"] as { name: string; ok: boolean; detail: string }[];
  expect(checks.find(({ name }) => name === "git")).toMatchObject({ ok: true });
  expect(checks.find(({ name }) => name === "suite")).toMatchObject({
    ok: false,
    detail: expect.stringContaining("no such thing") as unknown,
  });
  expect(json.error?.hint).not.toMatch(/^Run `?baton doctor --checks/);
});
