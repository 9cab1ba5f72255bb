import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { TEST_STATE } from "../support/prove.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("work; envelope", undefined, "--no-checks");
}, 60_000);
afterAll(() => calculator.remove());

const workspaceFile = (): string => join(calculator.repository.directory, ".git", "baton", "workspace.json");
const mark = (): string => {
  const { id } = JSON.parse(readFileSync(workspaceFile(), "utf8")) as { id: string };
  return join(TEST_STATE, "marks", id, `${calculator.runId}.json`);
};

test.each([
  ["the workspace's file", workspaceFile],
  ["the mark of the run", mark],
])("H3A-20 %s that cannot be read is named by doctor, and repair makes it anew", async (_what, place) => {
  const { cli } = calculator;
  const path = place();
  writeFileSync(path, "{");
  const { error } = (await cli("status")).json;
  expect([error?.code, error?.hint]).toEqual(["STATE_FILE_CORRUPT", expect.stringContaining("`baton repair` sets")]);
  expect((await cli("doctor")).stdout).toContain(`STATE_FILE_CORRUPT ${path}`);
  expect((await cli("repair", "--dry-run")).json.data["damaged"]).toEqual([path]);
  expect((await cli("repair")).json.data["repaired"]).toContain(path);
  expect(globSync(`${path}.aside-*`)).toHaveLength(1);
  for (const command of ["verify", "status", "doctor"]) expect((await cli(command)).code).toBe(0);
  expect(existsSync(mark())).toBe(true);
});
