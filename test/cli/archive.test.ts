import { chmodSync, cpSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("envelope", undefined, "--no-checks");
});
afterAll(() => calculator.remove());

const place = (folder: string): string => join(calculator.repository.directory, folder, calculator.runId);
const isReadOnly = (path: string): boolean => (statSync(path).mode & 0o222) === 0;

test("H3A-23 a run that is not finished is not archived", async () => {
  const { code, json } = await calculator.cli("archive");
  expect([code, json.error?.code]).toEqual([5, "RUN_UNFINISHED"]);
  expect(existsSync(place("archive"))).toBe(false);
});

const entries = (folder: string): number =>
  readFileSync(join(place(folder), "journal.jsonl"), "utf8").split("\n").length - 1;

/** Whoever would change a run, by the first words; erasing and landing alone may follow the end. */
const CHANGES = [
  ["task", "correct", "T001", "--agent", "planner", "--set", "notes=x", "--reason", "r"],
  ["task", "retry", "T001", "--note", "x"],
  ["task", "claim", "T001", "--as", "Bo"],
  ["feature", "drop", "feat_001_multiply", "--reason", "r"],
  ["note", "T001", "x"],
  ["evidence", "add", "package.json", "--as", "Bo"],
  ["pause"],
];
async function refused(folder: string): Promise<void> {
  const before = entries(folder);
  for (const words of CHANGES) {
    const { code, json } = await calculator.cli(...words);
    expect([words, code, json.error?.code, entries(folder)]).toEqual([words, 5, "RUN_CLOSED", before]);
  }
  for (const words of [["repair"], ["run", "--agent", "command:true"]]) {
    await calculator.cli(...words);
    expect([words, entries(folder)]).toEqual([words, before]);
  }
}

test("H3A-23 a finished run is moved on request, read-only, and stays verifiable and listed; a damaged one stays", async () => {
  const { cli, runId, repository } = calculator;
  await cli("close", "--as", "partial", "--reason", "enough");
  await refused("runs");
  const report = join(place("runs"), "planner_report.json");
  const bytes = readFileSync(report);
  writeFileSync(report, "{}\n");
  expect((await cli("archive")).json.error?.code).toBe("ARTIFACT_CHANGED");
  writeFileSync(report, bytes);

  expect((await cli("archive", "--dry-run")).json.data).toMatchObject({ dry_run: true, directory: null });
  expect([existsSync(place("runs")), existsSync(place("archive"))]).toEqual([true, false]);
  expect((await cli("archive", runId)).json.data).toMatchObject({ directory: `archive/${runId}` });
  expect([existsSync(place("runs")), existsSync(place("archive"))]).toEqual([false, true]);
  for (const name of ["journal.jsonl", "state.json", "state/ROADMAP.md"])
    expect(isReadOnly(join(place("archive"), name))).toBe(true);
  for (const named of [[`archive/${runId}`], [runId], []]) expect((await cli("verify", ...named)).code).toBe(0);
  expect((await cli("run", "list")).json.data["runs"]).toEqual([
    expect.objectContaining({ run_id: runId, archived: true, status: "closed_partial" }),
  ]);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: repository.directory }).toString()).toBe("");
  expect(readFileSync(join(place("archive"), "README.md"), "utf8")).toContain(`baton verify archive/${runId}`);
});

test("H3A-23 an archived run takes no more work, only what may follow the end, and stays read-only then", async () => {
  const { cli, runId } = calculator;
  await refused("archive");
  const spec = /"spec":\{"name":"[^"]*","sha256":"([0-9a-f]{64})"/.exec(
    readFileSync(join(place("archive"), "journal.jsonl"), "utf8"),
  )?.[1];
  const erase = async () => cli("evidence", "erase", spec ?? "", "--reason", "private");
  expect((await erase()).code).toBe(0);
  const once = entries("archive");
  expect([(await erase()).code, entries("archive")]).toEqual([0, once]);
  expect(isReadOnly(join(place("archive"), "journal.jsonl"))).toBe(true);
  expect(existsSync(place("runs"))).toBe(false);
  expect((await cli("verify", `archive/${runId}`)).code).toBe(0);
});

test("H3A-23 archiving that was killed half way is finished by asking again, and asking once more changes nothing", async () => {
  const { cli } = calculator;
  // As a kill between the event and the move leaves it.
  renameSync(place("archive"), place("runs"));
  chmodSync(join(place("runs"), "state.json"), 0o644);
  expect((await cli("archive")).code).toBe(0);
  expect([existsSync(place("runs")), existsSync(place("archive"))]).toEqual([false, true]);
  const journal = readFileSync(join(place("archive"), "journal.jsonl"), "utf8");
  expect((await cli("archive")).code).toBe(0);
  expect(readFileSync(join(place("archive"), "journal.jsonl"), "utf8")).toBe(journal);
  expect(journal.match(/"type":"run_archived"/g)).toHaveLength(1);
  expect(isReadOnly(join(place("archive"), "state.json"))).toBe(true);
  const copy = join(calculator.outside, "copy");
  cpSync(place("archive"), copy, { recursive: true });
  expect((await cli("verify", copy)).code).toBe(0);
});

test("of a run that is archived nothing is said to be left to do, and its files lie where they lie", async () => {
  const { runId, repository } = calculator;
  const said = async (...args: string[]): Promise<string> =>
    (await baton(args, { cwd: repository.directory })).stdout.replaceAll(runId, "RUN");
  expect(await said("start", "--check")).toMatch(/^Next: nothing, the run is closed partial: baton status$/m);
  expect(await said("land", "--dry-run")).toMatch(/ has every proven commit already\.\nNext: git log --oneline /);
  expect(await said("doctor")).toMatch(/ files +archive\/RUN is as recorded$/m);
});

test("H3A-32 --due only lists finished runs that nobody touched for retention.active_days", async () => {
  const other = await createCalculator("envelope", undefined, "--no-checks");
  try {
    await other.cli("close", "--as", "partial", "--reason", "enough");
    expect((await other.cli("archive", "--due")).json.data).toEqual({ active_days: 90, due: [] });
    expect(existsSync(join(other.repository.directory, "runs", other.runId))).toBe(true);
  } finally {
    other.remove();
  }
});

test("H3A-23 repairing what lies whole in the archive writes nothing, and archive takes the newest finished run beside an open one", async () => {
  const { cli, runId, repository } = calculator;
  const journal = join(place("archive"), "journal.jsonl");
  const before = readFileSync(journal);
  const { json } = await cli("repair", "--run", runId);
  expect(json.data["repaired"]).toEqual([]);
  expect(readFileSync(journal).equals(before)).toBe(true);
  const init = (text: string) =>
    baton(["init", "--spec", "-", "--no-checks", "--json"], { cwd: repository.directory, input: text });
  expect((await init("# Calculator\n\n## Powers\n- pow(2, 3) is 8\nTest: `node --test`\n")).code).toBe(0);
  const second = String((await cli("status")).json.data["run_id"]);
  expect((await cli("close", "--as", "partial", "--reason", "enough")).code).toBe(0);
  expect((await init("# Calculator\n\n## Roots\n- root(9) is 3\nTest: `node --test`\n")).code).toBe(0);
  expect((await cli("archive")).json.data).toMatchObject({ run_id: second });
});
