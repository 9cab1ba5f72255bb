import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("work; envelope", undefined, "--no-checks");
}, 60_000);
afterAll(() => calculator.remove());

const below = (...names: string[]): string => join(calculator.repository.directory, "runs", ...names);

test.each([
  ["a file in the place of runs", (): string => below(), "a file, and a folder has to be there"],
  ["a file in the place of the run", (): string => below(calculator.runId), "a file, and a folder has to be there"],
  ["a folder in the place of a view", (): string => below(calculator.runId, "state.json"), "a folder, and a file"],
  ["a folder in the place of the journal", (): string => below(calculator.runId, "journal.jsonl"), "a folder, and a"],
])("H3A-20 %s is named by repair, and moved aside it is mended", async (_what, place, words) => {
  const { cli, repository } = calculator;
  const path = place();
  const aside = join(repository.directory, "aside");
  renameSync(path, aside);
  if (words.startsWith("a file")) writeFileSync(path, "");
  else mkdirSync(path);
  expect((await cli("status")).code).toBe(0);
  expect([1, 4, 11]).toContain((await cli("verify")).code);
  expect((await cli("doctor")).stdout).toMatch(/baton repair --run/);
  const { error } = (await cli("repair")).json;
  expect([error?.code, error?.message]).toEqual(["STATE_UNWRITABLE", expect.stringContaining(`${path} is ${words}`)]);
  // A run's directory holds nothing but the record.
  const isOfRun = path.startsWith(`${below(calculator.runId)}/`);
  const free = `${isOfRun ? join(repository.directory, basename(path)) : path}.aside`;
  expect(error?.hint).toContain(`mv ${path} ${free}`);
  renameSync(path, free);
  expect([(await cli("repair")).code, (await cli("verify")).code]).toEqual([0, 0]);
  rmSync(free, { recursive: true });
  rmSync(aside, { recursive: true });
});

test("a change whose files cannot be written is said to be recorded, and is made once", async () => {
  const { cli, runId } = calculator;
  const journal = below(runId, "journal.jsonl");
  rmSync(journal);
  mkdirSync(journal);
  const { code, json } = await cli("note", "T001", "once");
  expect([code, json.error?.message]).toEqual([1, expect.stringMatching(/^what you typed is recorded, but /)]);
  expect(json.error?.hint).toContain(`; then, and not the same again: baton repair --run ${runId}`);
  rmSync(journal, { recursive: true });
  expect((await cli("repair", "--run", runId)).code).toBe(0);
  expect((await cli("task", "show", "T001")).json.data["notes"]).toEqual(["once"]);
  expect((await cli("verify")).code).toBe(0);
});
