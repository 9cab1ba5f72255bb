import { hash } from "node:crypto";
import { cpSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { fingerprint } from "../support/cli.ts";
import { TEST_STATE } from "../support/prove.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("work; envelope", undefined, "--no-checks");
  await calculator.cli("run", "--agent", calculator.agent);
  edit("PRAGMA wal_checkpoint(TRUNCATE)");
  cpSync(join(truth(), "journal.db"), join(kept(), "journal.db"));
}, 240_000);
afterAll(() => calculator.remove());
beforeEach(() => {
  for (const name of readdirSync(truth()).filter((one) => one.startsWith("journal.db"))) rmSync(join(truth(), name));
  for (const name of readdirSync(kept())) cpSync(join(kept(), name), join(truth(), name));
});

const truth = (): string => join(calculator.repository.directory, ".git", "baton");
const kept = (): string => join(truth(), "kept");
const runs = (): string => join(calculator.repository.directory, "runs");
const published = (): string => join(runs(), calculator.runId, "journal.jsonl");

function edit(sql: string): void {
  const database = new DatabaseSync(join(truth(), "journal.db"));
  database.exec(sql);
  database.close();
}

function entries(): unknown {
  const database = new DatabaseSync(join(truth(), "journal.db"));
  const rows = database.prepare("SELECT count(*) AS count, max(hash) AS last FROM entry").get();
  database.close();
  return { ...rows };
}

const said = async (...args: string[]): Promise<[number | null, string | undefined]> => {
  const result = await calculator.cli(...args);
  return [result.code, result.json.error?.code];
};
const LOOKS = [
  ["status"],
  ["verify"],
  ["replay"],
  ["ledger", "reconcile"],
  ["start", "--check"],
  ["handoff", "export"],
];

test.each([
  [
    "a flipped entry",
    `UPDATE entry SET line = replace(line, '"at":"2', '"at":"3') WHERE position = 12`,
    "JOURNAL_BROKEN",
  ],
  ["a deleted entry", "DELETE FROM entry WHERE position = 12", "JOURNAL_BROKEN"],
  ["a tail that was cut", "DELETE FROM entry WHERE position > 40", "JOURNAL_CUT"],
])("H3A-13 %s in the database is named by whoever looks, and by a run before it writes anything", async (...row) => {
  const [, sql, code] = row;
  edit(sql);
  for (const words of LOOKS) expect([words, ...(await said(...words))]).toEqual([words, 11, code]);
  const before = [entries(), fingerprint(runs())];
  for (const words of [["run", "--agent", "command:true"], ["resume"], ["repair"]])
    expect([words, ...(await said(...words))]).toEqual([words, 11, code]);
  expect([entries(), fingerprint(runs())]).toEqual(before);
});

test("H3A-13 a tail that was cut from database and published copy alike is known by what this machine saw, before a note is taken", async () => {
  const text = readFileSync(published(), "utf8");
  edit("DELETE FROM entry WHERE position > 40");
  writeFileSync(published(), `${text.split("\n").slice(0, 40).join("\n")}\n`);
  for (const words of [["status"], ["verify"], ["replay"], ["note", "T001", "mind the zero"]])
    expect([words, ...(await said(...words))]).toEqual([words, 11, "JOURNAL_CUT"]);
  writeFileSync(published(), text);
});

test("H3A-13 a database that is whole by itself and says something else than the published copy is named where no mark is known", async () => {
  const database = new DatabaseSync(join(truth(), "journal.db"));
  const last = database.prepare("SELECT position, line FROM entry ORDER BY position DESC LIMIT 1").get();
  const line = String(last?.["line"]).replace("proofbaton/", "proofbatoN/");
  const { previous_hash: before } = JSON.parse(line) as { previous_hash: string };
  database
    .prepare("UPDATE entry SET line = ?, hash = ? WHERE position = ?")
    .run(line, hash("sha256", before + line), Number(last?.["position"]));
  database.close();
  expect(await said("status")).toEqual([11, "JOURNAL_CUT"]);
  const elsewhere = ["--state", join(calculator.outside, "state")];
  expect((await calculator.cli("verify", ...elsewhere)).json.data["problems"]).toMatchObject([
    { code: "JOURNAL_BROKEN", path: "journal.db" },
  ]);
});

test("H3A-13 status looks once at a database that nobody writes, and again once somebody did", async () => {
  await setTimeout(2100);
  expect(await said("status")).toEqual([0, undefined]);
  const [memo = ""] = globSync(join(TEST_STATE, "marks", "*", `${calculator.runId}.untouched`));
  const asItWas = readFileSync(memo, "utf8");
  edit("DELETE FROM entry WHERE position = 12");
  expect(await said("status")).toEqual([11, "JOURNAL_BROKEN"]);
  expect(readFileSync(memo, "utf8")).toBe(asItWas);
  // That it is believed: with what the damaged file looks like, nothing is looked at.
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(join(truth(), "journal.db"), { bigint: true });
  writeFileSync(memo, [dev, ino, size, mtimeNs, ctimeNs].join(" "));
  expect(await said("status")).toEqual([0, undefined]);
  expect(await said("verify")).toEqual([11, "JOURNAL_BROKEN"]);
});

test("H3A-13 a kept state that was edited is never shown: it is folded anew, and named", async () => {
  edit(`UPDATE snapshot SET state = replace(state, '"passes":{"usual":true', '"passes":{"usual":false')`);
  const status = await calculator.cli("status");
  expect(status.json.data).toMatchObject({ completed: 2 });
  expect(status.json.warnings?.[0]).toContain("SNAPSHOT_DIFFERS");
  expect(await said("verify")).toEqual([11, "SNAPSHOT_DIFFERS"]);
  expect(await said("replay")).toEqual([11, "SNAPSHOT_DIFFERS"]);
  const run = await calculator.cli("run", "--agent", "command:true");
  expect(run.json.warnings?.[0]).toContain("SNAPSHOT_DIFFERS");
  expect(await said("repair")).toEqual([0, undefined]);
  expect([await said("verify"), await said("replay")]).toEqual([
    [0, undefined],
    [0, undefined],
  ]);
});
