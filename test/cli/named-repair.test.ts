import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
let older: string;
beforeAll(async () => {
  calculator = await createCalculator("work; envelope", undefined, "--no-checks");
  older = calculator.runId;
  await calculator.cli("close", "--as", "partial", "--reason", "enough");
  const other = join(calculator.outside, "other.md");
  writeFileSync(other, "## Root\n\n- root(4) is 2\n");
  const begun = await calculator.cli("init", "--spec", other, "--no-checks");
  if (begun.code !== 0) throw new Error(begun.stdout);
}, 60_000);
afterAll(() => calculator.remove());

const inOlder = (name: string): string => join(calculator.repository.directory, "runs", older, name);
const hintOf = async (...args: string[]): Promise<string> => (await calculator.cli(...args)).json.error?.hint ?? "";

test("H3A-20 what is damaged in an older run is mended by what verify says to type", async () => {
  const { cli } = calculator;
  writeFileSync(inOlder("state.json"), "{}");
  const hint = await hintOf("verify", older);
  expect(hint).toBe(`baton repair --run ${older}`);
  expect((await cli(...hint.split(" ").slice(1))).json.data["repaired"]).toEqual(["state.json"]);
  expect((await cli("verify", older)).code).toBe(0);
});

test("a damaged directory from elsewhere is not told to be repaired here", async () => {
  const copy = join(calculator.outside, "copy", older);
  cpSync(inOlder("."), copy, { recursive: true });
  rmSync(join(copy, "state.json"));
  for (const command of ["verify", "adopt"])
    expect(await hintOf(command, copy)).toMatch(/^Copy the directory anew from where the run was made/);
});

test("doctor proposes no repair of a file that was never recorded", async () => {
  writeFileSync(inOlder("stranger.txt"), "");
  const { stdout } = await calculator.cli("doctor");
  expect(stdout).toMatch(/ARTIFACT_UNLISTED stranger.txt: Move it away/);
  rmSync(inOlder("stranger.txt"));
});
