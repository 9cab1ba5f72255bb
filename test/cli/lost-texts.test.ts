import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("work; envelope", undefined, "--no-checks");
  await calculator.cli("note", "T001", "use the fast one");
  cpSync(blobs(), join(calculator.outside, "blobs"), { recursive: true });
}, 60_000);
afterAll(() => calculator.remove());
beforeEach(() => cpSync(join(calculator.outside, "blobs"), blobs(), { recursive: true }));

const blobs = (): string => join(calculator.repository.directory, ".git", "baton", "blobs");
const texts = (): string => join(calculator.repository.directory, "runs", calculator.runId, "texts");
const lose = (): void => rmSync(blobs(), { recursive: true });
const notes = async (): Promise<unknown> => (await calculator.cli("task", "show", "T001")).json.data["notes"];
const said = async (...args: string[]): Promise<[number | null, string | undefined]> => {
  const { code, json } = await calculator.cli(...args);
  return [code, json.error?.code];
};

test("H3A-20 a note that the store lost is named by whoever checks, and never called erased", async () => {
  lose();
  expect(await said("verify")).toEqual([11, "ARTIFACT_MISSING"]);
  expect(await said("ledger", "reconcile")).toEqual([11, "LEDGER_EVIDENCE_UNPUBLISHED"]);
  expect((await calculator.cli("doctor")).stdout).toMatch(/ARTIFACT_MISSING texts\/[0-9a-f]{64}\.txt/);
  expect(await notes()).toEqual(["(lost)"]);
});

test("H3A-20 repair takes a lost note, and one with other bytes, back from the run directory", async () => {
  lose();
  const dry = (await calculator.cli("repair", "--dry-run")).json.data["damaged"];
  expect(dry).toEqual([expect.stringMatching(/^texts\//)]);
  expect((await calculator.cli("repair")).json.data["repaired"]).toEqual(dry);
  expect(await notes()).toEqual(["use the fast one"]);
  const [name] = readdirSync(texts());
  const sha256 = name?.replace(".txt", "") ?? "";
  writeFileSync(join(blobs(), sha256.slice(0, 2), sha256.slice(2)), "use the slow one");
  expect(await said("verify")).toEqual([11, "ARTIFACT_CHANGED"]);
  expect((await said("repair"))[0]).toBe(0);
  expect([await notes(), await said("verify")]).toEqual([["use the fast one"], [0, undefined]]);
});

test("FCX-03 run takes a lost note back; where no copy is left no packet goes out without it", async () => {
  lose();
  const kept = readdirSync(texts()).map((name) => [name, readFileSync(join(texts(), name))] as const);
  for (const [name] of kept) writeFileSync(join(texts(), name), "somebody else's words");
  const [name = ""] = kept[0] ?? [];
  const refused = (await calculator.cli("next")).json.error;
  expect([refused?.code, refused?.message]).toEqual(["ARTIFACT_MISSING", expect.stringContaining(name)]);
  for (const [path, text] of kept) writeFileSync(join(texts(), path), text);
  const given = await calculator.cli("next");
  expect([given.code, given.stdout.includes("use the fast one")]).toEqual([0, true]);
});

test("what was erased on record is called erased", async () => {
  const [name = ""] = readdirSync(texts());
  expect((await said("evidence", "erase", name.replace(".txt", ""), "--reason", "private"))[0]).toBe(0);
  expect([await notes(), await said("verify")]).toEqual([["(erased)"], [0, undefined]]);
});
