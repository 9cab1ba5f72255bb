import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("envelope", undefined, "--no-checks");
});
afterAll(() => calculator.remove());

const truth = (): string => join(calculator.repository.directory, ".git", "baton");
const databaseFiles = (): string[] => readdirSync(truth()).filter((name) => name.startsWith("journal.db"));

test("H3A-20 a dry repair names the journal's file where somebody edited it", async () => {
  const { cli, repository, runId } = calculator;
  const file = join(repository.directory, "runs", runId, "journal.jsonl");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('"baton"', '"hacker"'));
  expect((await cli("repair", "--dry-run")).json.data).toMatchObject({ damaged: ["journal.jsonl"] });
  expect((await cli("repair")).json.data).toMatchObject({ repaired: ["journal.jsonl"] });
  expect(readFileSync(file, "utf8").startsWith(text)).toBe(true);
  expect((await cli("repair", "--dry-run")).json.data).toMatchObject({ damaged: [] });
});

test("H3A-20 where the files of a run are gone, verify and audit say what writes them again", async () => {
  const { cli, repository, runId } = calculator;
  rmSync(join(repository.directory, "runs", runId), { recursive: true });
  for (const command of ["verify", "audit"]) {
    const { error } = (await cli(command)).json;
    expect([error?.code, error?.hint]).toEqual(["RUN_UNKNOWN", expect.stringContaining("baton repair")]);
  }
  expect((await cli("repair")).code).toBe(0);
  expect((await cli("verify")).code).toBe(0);
});

test("H3A-20 a database that is damaged or gone says what takes the run up from its directory, and that does", async () => {
  const { cli, repository, runId } = calculator;
  const database = join(truth(), "journal.db");
  for (const name of databaseFiles()) renameSync(join(truth(), name), join(truth(), `kept-${name}`));
  writeFileSync(database, "noise ".repeat(5000));
  for (const command of ["status", "repair", "doctor"]) {
    const { error } = (await cli(command)).json;
    expect([error?.code, error?.hint]).toEqual(["JOURNAL_BROKEN", expect.stringContaining("baton adopt runs/RUN")]);
  }
  for (const name of databaseFiles()) rmSync(join(truth(), name));
  const { error } = (await cli("status")).json;
  expect([error?.code, error?.hint]).toEqual(["NOT_INITIALIZED", expect.stringContaining(`baton adopt runs/${runId}`)]);
  const adopts = expect.stringContaining(`\`baton adopt runs/${runId}\` takes it up`) as string;
  for (const made of [false, true]) {
    expect((await cli("doctor")).json.data["checks"]).toContainEqual({ name: "journal", ok: false, detail: adopts });
    const init = await cli("init", "--spec", join(calculator.outside, "spec.md"), "--no-checks");
    expect([made, init.json.error]).toMatchObject([made, { code: "FEATURE_LIST_FOREIGN", hint: adopts }]);
  }
  expect((await cli("adopt", join(repository.directory, "runs", runId))).code).toBe(0);
  expect((await cli("status")).json.data).toMatchObject({ run_id: runId });
  expect((await cli("verify")).code).toBe(0);
});
