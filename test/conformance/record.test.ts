import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CODES } from "../../src/errors.ts";
import type { CliResult } from "../support/cli.ts";
import { openStory, type Story } from "./support.ts";

/** One proven task of two; then people lay hands on its record, one test after the other. */
let story: Story;
let turn: CliResult;
beforeAll(async () => {
  story = await openStory("work; envelope");
  turn = await story.run("--max-turns", "1");
}, 400_000);
afterAll(() => story.remove());

const codeOf = ({ code, json }: CliResult): unknown => [code, json.error?.code];
const problemsOf = ({ json }: CliResult): string[] =>
  (json.data["problems"] as { code: string; path: string }[]).map(({ code, path }) => `${code} ${path}`);
/** Each publishing is an entry of its own, and the README names the newest. */
const GROWING = new Set(["journal.jsonl", "README.md"]);
const at = (path: string): string => join(story.directory, path);

test("H3A-01 run ids are time in UTC and uuid4, and nothing else is taken for one anywhere", async () => {
  expect(turn.code).toBe(10);
  expect(story.runId).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(story.runId.slice(0, 8)).toBe(String(story.json("state.json")["created_at"]).slice(0, 10).replaceAll("-", ""));
  for (const wanted of ["../x", `${story.runId}/..`, `${story.runId}0`, "", "latest"])
    expect([wanted, codeOf(await story.cli("status", "--run", wanted))]).toEqual([wanted, [2, "RUN_ID_INVALID"]]);
  expect(codeOf(await story.cli("repair", "--run", ".."))).toEqual([2, "RUN_ID_INVALID"]);
  expect(codeOf(await story.cli("verify", "20991231-"))).toEqual([4, "RUN_UNKNOWN"]);
  expect((await story.cli("status", "--run", story.runId.slice(0, 20))).code).toBe(0);
});

test("H3A-20 missing, corrupted, torn and half-written files are named, doctor says so, and repair rebuilds them", async () => {
  const length = story.read("journal.jsonl").length;
  const bytes = (): unknown =>
    story
      .files()
      .filter((path) => !GROWING.has(path))
      .map((path) => [path, story.read(path)]);
  const whole = bytes();
  rmSync(at("state/ROADMAP.md"));
  writeFileSync(at("state.json"), '{"run_id": ');
  writeFileSync(at("executor_report.json.tmp"), "{");
  const broken = await story.cli("verify");
  expect([broken.code, problemsOf(broken).toSorted()]).toEqual([
    11,
    ["ARTIFACT_CHANGED state.json", "ARTIFACT_MISSING state/ROADMAP.md", "ARTIFACT_UNLISTED executor_report.json.tmp"],
  ]);
  expect(broken.json.error?.hint).toContain("baton repair");
  const doctor = await story.cli("doctor");
  expect(doctor.json.data["checks"]).toContainEqual({
    name: "files",
    ok: false,
    detail: expect.stringMatching(/and 2 more: baton repair/) as unknown,
  });
  const repaired = await story.cli("repair");
  expect([repaired.code, repaired.json.data["repaired"]]).toEqual([
    0,
    expect.arrayContaining(["state/ROADMAP.md", "state.json", "executor_report.json.tmp"]) as unknown,
  ]);
  expect(bytes()).toEqual(whole);
  truncateSync(at("journal.jsonl"), length - 40);
  const torn = await story.cli("verify");
  expect([torn.code, torn.json.error?.code]).toEqual([11, expect.stringMatching(/^JOURNAL_/)]);
  expect([(await story.cli("repair")).code, (await story.cli("verify")).code]).toEqual([0, 0]);
  expect((await story.cli("doctor")).json.data["checks"]).toEqual(
    expect.arrayContaining([
      { name: "journal", ok: true, detail: expect.stringContaining(story.runId) as unknown },
      { name: "files", ok: true, detail: expect.stringContaining(story.runId) as unknown },
    ]),
  );
});

test("FCX-11 a record of a newer version is refused by a code, not guessed at", async () => {
  const database = new DatabaseSync(join(story.repository.directory, ".git", "baton", "journal.db"));
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  database.exec("PRAGMA user_version = 999");
  const refused = await story.cli("status");
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
  expect([version > 0, codeOf(refused)]).toEqual([true, [1, "SCHEMA_UNSUPPORTED"]]);
  expect((await story.cli("status")).code).toBe(0);
});

test("H3A-08 a receiver sends a handoff back with its reason; it is recorded, waits for a person, and goes on after guidance", async () => {
  const before = story.json("state/SESSION_HANDOFF.json")["history"] as unknown[];
  const rejected = await story.cli("task", "reject", "T002", "--reason", "which rounding?");
  expect([rejected.code, rejected.json.data["changes"]]).toMatchObject([
    0,
    [{ type: "handoff_rejected", task_id: "T002", by: "executor" }, { type: "note_added" }],
  ]);
  const history = story.json("state/SESSION_HANDOFF.json")["history"] as Record<string, unknown>[];
  expect(history.slice(0, -1)).toEqual(before);
  expect(history.at(-1)).toMatchObject({
    from: "executor",
    to: "planner",
    notes: expect.stringContaining("which rounding?") as unknown,
  });
  expect(story.read("state/GATES_LEDGER.md")).toMatch(/REJECTED.*which rounding\?|which rounding\?.*REJECTED/);
  const asked = await story.run();
  expect([asked.code, asked.json.data["waiting"]]).toMatchObject([
    12,
    [{ id: "T002", reason: expect.stringContaining("which rounding?") as unknown }],
  ]);
  expect(codeOf(await story.cli("task", "reject", "T002", "--reason", "again"))).toEqual([
    5,
    "TASK_TRANSITION_ILLEGAL",
  ]);
  await story.cli("task", "retry", "T002", "--note", "no rounding");
  const { tasks } = (await story.cli("status")).json.data as { tasks: { id: string; status: string }[] };
  expect(tasks.find(({ id }) => id === "T002")?.status).toBe("ready_for_execution");
});

test("H3A-25 a file edited around the tool is named by verify and by the next run, which writes it again; the rest goes on", async () => {
  const ledger = story.read("state/GATES_LEDGER.md");
  writeFileSync(at("state/GATES_LEDGER.md"), ledger.replace("PASSED", "FAILED"));
  const verified = await story.cli("verify");
  expect([verified.code, problemsOf(verified)]).toEqual([11, ["ARTIFACT_CHANGED state/GATES_LEDGER.md"]]);
  const run = await story.run();
  expect(run.code).toBe(0);
  expect(JSON.stringify((run.json as unknown as { warnings: unknown }).warnings)).toMatch(/FILE_EDITED.*GATES_LEDGER/);
  expect((await story.cli("verify")).code).toBe(0);
  expect(story.packet("T002", 1)["context"]).toMatch(/> Handoff rejected: which rounding\?[\s\S]*> no rounding/);
});

test("FCX-08 every refusal has a code of the one registry, with its page: meaning and what to do", async () => {
  const pages = join(import.meta.dirname, "..", "..", "docs", "errors");
  for (const [code, { meaning, exit, recoverable }] of Object.entries(CODES)) {
    const page = readFileSync(join(pages, `${code}.md`), "utf8");
    expect(page).toContain(meaning);
    expect(page).toMatch(
      new RegExp(`- Exit code: ${exit} .*\n- Recoverable: ${recoverable ? "yes" : "no"}\n- What to do: .`),
    );
  }
  const refusals = [
    await story.cli("task", "retry", "T999", "--note", "x"),
    await story.cli("feature", "drop", "nothing", "--reason", "x"),
    await story.cli("submit"),
    await story.cli("init", "--spec", "gone.md"),
    await story.cli("run", "--agent", "command:/nope"),
    await story.cli("pause"),
  ];
  for (const { code, json } of refusals) {
    expect([json.ok, code === 0]).toEqual([false, false]);
    expect(Object.keys(CODES)).toContain(json.error?.code);
    expect(json.error?.hint).toMatch(/./);
  }
});
