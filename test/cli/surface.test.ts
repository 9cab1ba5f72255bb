import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("work; envelope", undefined, "--no-checks");
});
afterAll(() => calculator.remove());

test.each([
  [
    "task claim T001 --timeout-seconds abc",
    "USAGE_INVALID",
    "--timeout-seconds abc is not",
    /`baton task claim --help`/,
  ],
  ["gate check G7", "USAGE_INVALID", "G7", /`baton gate check --help`/],
  ["evidence add gone.md --as ada", "USAGE_INVALID", "gone.md is not there", /baton evidence add FILE/],
  ["evidence add src --as ada", "USAGE_INVALID", "src is no file", /Name a file/],
  ["evidence add big.txt --as ada", "USAGE_INVALID", "big.txt has 2000001 bytes; at most 2000000", /Add a part of it/],
  ["evidence add a,b.txt --as ada", "USAGE_INVALID", '"a,b.txt" is kept under its name', /Rename it/],
  ["evidence list --task T999", "TASK_UNKNOWN", "T999", /baton task list/],
  ["evidence list --task T01", "TASK_UNKNOWN", "T01", /Did you mean T001\?/],
  ["gate check G3 T002", "USAGE_INVALID", "G3", /baton gate check G3$/],
  ["gate check G2 T02", "TASK_UNKNOWN", "T02", /Did you mean T002\?/],
  ["gate waive T02 coverage --as ada --reason r", "TASK_UNKNOWN", "T02", /Did you mean T002\?/],
  ["gate waive T002 coverge --as ada --reason r", "WAIVER_UNKNOWN", "coverge", /Did you mean coverage\?/],
  ["gate waive G3 documentaton --as ada --reason r", "WAIVER_UNKNOWN", "documentaton", /Did you mean documentation\?/],
])("baton %s says what is wrong with it, and what was probably meant", async (words, code, message, hint) => {
  const { directory } = calculator.repository;
  writeFileSync(join(directory, "big.txt"), "x".repeat(2_000_001));
  writeFileSync(join(directory, "a,b.txt"), "x");
  const { json } = await calculator.cli(...words.split(" "));
  for (const name of ["big.txt", "a,b.txt"]) rmSync(join(directory, name));
  expect(json.error).toMatchObject({
    code,
    message: expect.stringContaining(message) as unknown,
    hint: expect.stringMatching(hint) as unknown,
  });
  expect(json.error?.hint).not.toContain("<command>");
});

test("H3A-07 what is no text is recorded as evidence byte for byte", async () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0xfe, 0x0a]);
  const file = join(calculator.outside, "shot.png");
  writeFileSync(file, bytes);
  const { code, json } = await calculator.cli("evidence", "add", file, "--as", "ada");
  expect(code).toBe(0);
  const kept = join(calculator.repository.directory, "runs", calculator.runId, String(json.data["path"]));
  expect(readFileSync(kept).equals(bytes)).toBe(true);
});

test("handoff export --out - writes the bundle to standard output, and no file", async () => {
  const { directory } = calculator.repository;
  const { code, stdout } = await baton(["handoff", "export", "--out", "-"], { cwd: directory });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { schema_version: "1.0.0", run_id: calculator.runId }]);
  expect(existsSync(join(directory, "-"))).toBe(false);
});

test("land names the files whose changes are in its way, in its message and in its details", async () => {
  writeFileSync(join(calculator.repository.directory, "src", "mul.js"), "// mine\n");
  const run = await calculator.cli("run", "--agent", calculator.agent, "--max-turns", "1");
  expect([run.json.data["completed"], run.json.data["left"]]).toEqual([1, expect.stringContaining("src/mul.js")]);
  const { code, json } = await calculator.cli("land");
  const error = json.error as unknown as { code: string; message: string; details: { paths: string[] } };
  expect([code, error.code]).toEqual([5, "TREE_DIRTY"]);
  expect(error.message).toMatch(/uncommitted changes: src\/mul\.js$/);
  expect(error.details.paths).toEqual(["src/mul.js"]);
});

test("a heartbeat says its time in whole seconds", async () => {
  const claim = await calculator.cli("task", "claim", "T002", "--as", "ada");
  const own = ["--attempt", "1", "--token", String(claim.json.data["token"])];
  const { json } = await calculator.cli("task", "heartbeat", "T002", ...own);
  expect(json.data["at"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect((await calculator.cli("task", "release", "T002", ...own, "--reason", "done")).code).toBe(0);
});
