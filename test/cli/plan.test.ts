import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FeatureList } from "../../src/schema/feature-list.ts";
import { DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { baton, fingerprint } from "../support/cli.ts";

type Row = Record<string, unknown>;

/** git names nobody in these repositories. */
const AUTHOR = "baton@localhost";
const open: Calculator[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

async function scene(...args: Parameters<typeof createCalculator>): Promise<Calculator> {
  const one = await createCalculator(...args);
  open.push(one);
  return one;
}

/** A feature of the list that the next commit will hold. */
const published = ({ repository, runId }: Calculator, id: string): unknown =>
  FeatureList.parse(
    JSON.parse(readFileSync(join(repository.directory, "runs", runId, "project/feature_list.json"), "utf8")),
  ).features.find((feature) => feature.id === id);

async function featuresOf({ cli }: Calculator): Promise<unknown[]> {
  const { json } = await cli("feature", "list");
  return (json.data["features"] as Row[]).map(({ id, status, task_ids: tasks }) => [id, status, tasks]);
}

test("ONE-10 features are added, edited, deferred, dropped and reopened by id; no other is touched, no file of the work tree", async () => {
  const calc = await scene("");
  const { cli, repository } = calc;
  const added = await cli(
    "feature",
    "add",
    "--description",
    "Subtract",
    "--test",
    "node --test test/sub.test.js",
    "--step",
    "sub(3, 1) is 2",
    "--depends",
    "feat_001",
    "--file",
    "src/**",
    "test/**",
    "--reason",
    "asked for",
  );
  expect([added.code, added.stderr, added.json.command, added.json.data["changes"]]).toEqual([
    0,
    "",
    "feature add",
    [{ type: "feature_added", by: AUTHOR, feature_id: "feat_003_subtract", task_ids: ["T003"] }],
  ]);
  await cli("feature", "edit", "feat_002_divide", "--priority", "low", "--reason", "later");
  await cli("feature", "edit", "feat_003", "--step", "sub(4, 1) is 3", "--reason", "a better example");
  await cli("feature", "defer", "feat_002", "--reason", "not now");
  await cli("feature", "drop", "feat_003", "--reason", "not wanted");
  expect(await featuresOf(calc)).toEqual([
    ["feat_001_multiply", "not_started", ["T001"]],
    ["feat_002_divide", "deferred", ["T002"]],
    ["feat_003_subtract", "dropped", ["T004"]],
  ]);
  await cli("feature", "reopen", "feat_002", "--reason", "now");
  expect((await featuresOf(calc))[1]).toEqual(["feat_002_divide", "not_started", ["T002"]]);
  expect(published(calc, "feat_002_divide")).toMatchObject({ priority: "low", steps: ["div(8, 2) is 4"] });
  expect(published(calc, "feat_003_subtract")).toBeUndefined();
  await cli("feature", "reopen", "feat_003", "--reason", "wanted after all");
  expect(published(calc, "feat_003_subtract")).toMatchObject({
    steps: ["sub(4, 1) is 3"],
    depends_on: ["feat_001_multiply"],
    files: ["src/**", "test/**"],
  });
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("ONE-10 a task is split into parts that follow each other, and its notes go with it; a part can be left out", async () => {
  const calc = await scene("");
  const { cli } = calc;
  await cli("note", "T001", "use the star");
  const split = await cli("task", "split", "T001", "--into", "first", "--into", "second", "--reason", "too large");
  expect(split.json.data["changes"]).toEqual([
    { type: "task_split", person: AUTHOR, task_id: "T001", task_ids: ["T003", "T004"] },
  ]);
  const { json } = await cli("task", "show", "T004");
  expect(json.data).toMatchObject({ notes: ["use the star"], plan: { goal: "second", depends_on: ["T003"] } });
  await cli("task", "split", "T003", "--into", "a", "--into", "b", "--reason", "still too large");
  expect((await cli("task", "show", "T004")).json.data).toMatchObject({ plan: { depends_on: ["T006"] } });
  await cli("task", "skip", "T004", "--reason", "a and b will do");
  const tasks = (await cli("task", "list")).json.data["tasks"] as Row[];
  expect(tasks.map(({ id, closed }) => [id, closed])).toEqual([
    ["T001", "split"],
    ["T002", null],
    ["T003", "split"],
    ["T004", "skipped"],
    ["T005", null],
    ["T006", null],
  ]);
});

test("a note is kept without the secrets in it, and may come from standard input", async () => {
  const calc = await scene("");
  const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const answer = await baton(["note", "T002", "-", "--json"], {
    cwd: calc.repository.directory,
    input: `The token is ${secret}; never divide by zero.\n`,
  });
  expect([answer.code, answer.stderr]).toEqual([0, ""]);
  expect((await calc.cli("task", "show", "T002")).json.data["notes"]).toEqual([
    "The token is [redacted]; never divide by zero.",
  ]);
  const found = execFileSync("sh", ["-c", 'grep -rl "$0" .git/baton runs || true', secret], {
    cwd: calc.repository.directory,
  });
  expect(found.toString()).toBe("");
});

test("--dry-run says what would change and writes nothing", async () => {
  const calc = await scene("");
  const before = fingerprint(join(calc.repository.directory, "runs"));
  const commands = [
    ["feature", "add", "--description", "Subtract", "--reason", "r"],
    ["feature", "drop", "feat_001", "--reason", "r"],
    ["task", "split", "T001", "--into", "a", "--into", "b", "--reason", "r"],
    ["note", "T001", "text"],
    ["close", "--as", "partial", "--reason", "r"],
  ];
  for (const command of commands) {
    const { code, json } = await calc.cli(...command, "--dry-run");
    expect([code, json.data["dry_run"], (json.data["changes"] as unknown[]).length]).toEqual([0, true, 1]);
  }
  expect((await featuresOf(calc)).length).toBe(2);
  expect(fingerprint(join(calc.repository.directory, "runs"))).toBe(before);
});

test("feature add --spec adds what the plan lacks and leaves the rest as it is", async () => {
  const calc = await scene("");
  const more = join(calc.outside, "more.md");
  writeFileSync(
    more,
    spec("## Subtract\n- sub(3, 1) is 2\nDepends: Divide\n", DIVIDE.replace("div(8, 2)", "div(9, 3)")),
  );
  const { code, json } = await calc.cli("feature", "add", "--spec", more);
  expect([code, json.data["changes"]]).toEqual([
    0,
    [{ type: "feature_added", by: AUTHOR, feature_id: "feat_003_subtract", task_ids: ["T003"] }],
  ]);
  expect(published(calc, "feat_002_divide")).toMatchObject({ steps: ["div(8, 2) is 4"] });
  expect(published(calc, "feat_003_subtract")).toMatchObject({ depends_on: ["feat_002_divide"] });
});

describe("init on an unfinished run", () => {
  const changed = spec("## Modulo\n- mod(8, 3) is 2\n", DIVIDE.replace("div(8, 2) is 4", "div(9, 3) is 3"));

  test("ONE-10 shows what a newer text of its spec changes, and does it with --amend only; words of a person stay", async () => {
    const calc = await scene("");
    const file = join(calc.outside, "spec.md");
    await calc.cli("feature", "add", "--description", "By hand", "--reason", "mine");
    await calc.cli("feature", "edit", "feat_002", "--priority", "critical", "--reason", "mine");
    expect(await calc.cli("init", "--spec", file)).toMatchObject({
      code: 5,
      stderr: "",
      json: { error: { code: "ALREADY_INITIALIZED", hint: "Go on with it: baton run" } },
    });
    writeFileSync(file, changed);
    const difference = {
      added: [{ id: "feat_004_modulo", description: "Modulo" }],
      changed: [{ id: "feat_002_divide", fields: ["steps"] }],
      gone: ["feat_001_multiply"],
      back: [],
    };
    const refused = await calc.cli("init", "--spec", file);
    expect(refused).toMatchObject({ code: 5, stderr: "" });
    expect(refused.json.error).toMatchObject({
      code: "ALREADY_INITIALIZED",
      hint: expect.stringContaining("--amend") as string,
      details: { run_id: calc.runId, difference },
    });
    expect((await calc.cli("init", "--spec", file, "--dry-run")).json.data).toMatchObject({
      amended: false,
      difference,
    });
    expect((await featuresOf(calc)).length).toBe(3);
    expect((await calc.cli("init", "--spec", file, "--amend")).json.data).toMatchObject({ amended: true, difference });
    expect(await featuresOf(calc)).toEqual([
      ["feat_001_multiply", "dropped", ["T001"]],
      ["feat_002_divide", "not_started", ["T005"]],
      ["feat_003_by_hand", "not_started", ["T003"]],
      ["feat_004_modulo", "not_started", ["T004"]],
    ]);
    expect(published(calc, "feat_002_divide")).toMatchObject({ priority: "critical", steps: ["div(9, 3) is 3"] });
    writeFileSync(file, spec(MULTIPLY, DIVIDE));
    expect((await calc.cli("init", "--spec", file, "--amend")).json.data["difference"]).toMatchObject({
      gone: ["feat_004_modulo"],
      back: ["feat_001_multiply"],
    });
  });

  test("refuses another spec, and a newer text that is no spec", async () => {
    const calc = await scene("");
    writeFileSync(join(calc.outside, "other.md"), changed);
    writeFileSync(join(calc.outside, "spec.md"), "just words\n");
    const other = await calc.cli("init", "--spec", join(calc.outside, "other.md"), "--amend");
    const words = await calc.cli("init", "--spec", join(calc.outside, "spec.md"), "--amend");
    expect([other.code, other.json.error?.code]).toEqual([5, "ALREADY_INITIALIZED"]);
    expect([words.code, words.json.error?.code]).toEqual([2, "SPEC_INVALID"]);
    expect((await featuresOf(calc)).length).toBe(2);
  });
});

test("an edit voids a proof only where there is one", async () => {
  const { cli } = await scene("");
  const { code, json } = await cli(
    "feature",
    "edit",
    "feat_002",
    "--step",
    "div(9, 3) is 3",
    "--reason",
    "r",
    "--dry-run",
  );
  expect([code, json.data["changes"]]).toEqual([0, [expect.objectContaining({ proof_void: false })]]);
});

test("an edit says each field as it was and will be, also dry; what comes before a task stands beside it", async () => {
  const { cli } = await scene("");
  const edit = ["feature", "edit", "feat_002", "--priority", "low", "--depends", "feat_001", "--reason", "r"];
  const fields = { priority: { from: "medium", to: "low" }, depends_on: { from: null, to: ["feat_001_multiply"] } };
  for (const more of [["--dry-run"], []])
    expect((await cli(...edit, ...more)).json.data["changes"]).toEqual([
      expect.objectContaining({ type: "feature_edited", fields }),
    ]);
  const { tasks } = (await cli("task", "list")).json.data as { tasks: Row[] };
  expect(tasks.filter(({ closed }) => closed === null).map(({ waits_for: before }) => before)).toEqual([
    [],
    ["feat_001_multiply"],
  ]);
});

test("a feature that is described anew says which test and files it keeps; one whose words stay says nothing", async () => {
  const { cli } = await scene("");
  const edit = async (...flags: string[]): Promise<unknown> =>
    (await cli("feature", "edit", "feat_002", ...flags, "--reason", "r")).json.warnings;
  expect(await edit("--file", "src/div.js", "--test", "node --test test/div.test.js")).toEqual([]);
  for (const more of [["--dry-run"], []])
    expect(await edit("--description", "Halve", ...more)).toEqual([
      "kept as they were: Test: node --test test/div.test.js (--test); Files: src/div.js (--file)",
    ]);
  expect(await edit("--description", "Halve", "--priority", "low")).toEqual([]);
});

describe("wrong input", () => {
  let calc: Calculator;
  beforeAll(async () => {
    calc = await createCalculator("");
    await calc.cli("feature", "edit", "feat_002", "--depends", "feat_001", "--reason", "order");
    await calc.cli("feature", "add", "--description", "Split already", "--reason", "r");
    await calc.cli("task", "split", "T003", "--into", "a", "--into", "b", "--reason", "r");
    await calc.cli("feature", "defer", "feat_003", "--reason", "r");
  });
  afterAll(() => calc.remove());

  test.each<[string, number, string, string]>([
    ["feature edit feat_001 --file ../../etc --reason r", 2, "PLAN_INVALID", "from the repository's root"],
    ["feature add --description d --file src/@(a).js --reason r", 2, "PLAN_INVALID", "from the repository's root"],
    ["feature add --description d --file /etc --reason r", 2, "PLAN_INVALID", "from the repository's root"],
    [
      "feature edit feat_001_multipy --priority low --reason r",
      4,
      "FEATURE_UNKNOWN",
      "Did you mean feat_001_multiply?",
    ],
    ["feature drop nothing_like_it --reason r", 4, "FEATURE_UNKNOWN", "baton feature list"],
    ["task show T01", 4, "TASK_UNKNOWN", "Did you mean T001?"],
    ["note T1 text", 4, "TASK_UNKNOWN", "Did you mean T001?"],
    ["feature list --run 1999", 4, "RUN_UNKNOWN", "baton run list"],
    ["feature drop feat_001 --reason", 2, "USAGE_INVALID", "baton feature drop --help"],
    ["feature drop feat_001", 2, "USAGE_INVALID", "baton feature drop --help"],
    ["feature drop feat_001 --reason ␣", 2, "USAGE_INVALID", "Say why"],
    ["feature edit feat_001 --reason r", 2, "PLAN_INVALID", "--help"],
    ["feature edit feat_001 --priority high --reason r", 2, "PLAN_INVALID", "--help"],
    ["feature edit feat_001 --priority urgent --reason r", 2, "USAGE_INVALID", "--priority critical"],
    ["feature edit feat_001 --verify maybe --reason r", 2, "USAGE_INVALID", ""],
    ["feature edit feat_001 --description ␣ --reason r", 2, "USAGE_INVALID", ""],
    ["feature edit feat_001 --depends feat_002 --reason r", 2, "PLAN_INVALID", '--depends ""'],
    ["feature edit feat_001 --depends feat_001 --reason r", 2, "PLAN_INVALID", ""],
    ["feature edit feat_001 --depends feat_009 --reason r", 4, "FEATURE_UNKNOWN", ""],
    ["feature add --reason r", 2, "USAGE_INVALID", "--description"],
    ["feature add --description x --id a/b --reason r", 2, "PLAN_INVALID", "letters"],
    ["feature add --description x --id feat_001_multiply --reason r", 2, "PLAN_INVALID", "feature edit"],
    ["feature add --spec gone.md", 2, "SPEC_INVALID", "--spec"],
    ["feature reopen feat_001 --reason r", 2, "PLAN_INVALID", "feature edit"],
    ["feature defer feat_003 --reason r", 2, "PLAN_INVALID", ""],
    ["feature lst", 2, "USAGE_INVALID", "Did you mean list?"],
    ["task split T001 --into one --reason r", 2, "PLAN_INVALID", "--into"],
    ["task split T003 --into a --into b --reason r", 5, "TASK_TRANSITION_ILLEGAL", "T004, T005"],
    ["task skip T001 --reason r", 2, "PLAN_INVALID", "feature defer"],
    ["task retry T004 --note x", 5, "TASK_TRANSITION_ILLEGAL", "feature reopen"],
    ["task retry T001 --note ␣", 2, "USAGE_INVALID", ""],
    ["note T003 text", 5, "TASK_TRANSITION_ILLEGAL", "T004, T005"],
    ["note T001", 2, "USAGE_INVALID", "baton note --help"],
    ["close --as complete --reason r", 2, "USAGE_INVALID", "--as partial"],
    ["config validate gone.json", 3, "CONFIG_INVALID", ""],
  ])("baton %s ends with %i %s and says what to type", async (line, code, errorCode, words) => {
    const answer = await calc.cli(...line.split(" ").map((word) => (word === "␣" ? " " : word)));
    expect([answer.code, answer.json.ok, answer.json.error?.code, answer.stderr]).toEqual([code, false, errorCode, ""]);
    expect(answer.json.error?.hint).toContain(words);
    expect(answer.json.command).toBe(
      line
        .split(" ")
        .slice(0, /^(?:note|close)/.test(line) ? 1 : 2)
        .filter((word) => word !== "lst")
        .join(" "),
    );
  });
});

test("a run closed as partial is listed as such and takes nothing more, and another one can begin", async () => {
  const calc = await scene("");
  const { cli, repository, runId } = calc;
  await cli("feature", "defer", "feat_002", "--reason", "not now");
  expect(await cli("close", "--as", "partial", "--reason", "enough")).toMatchObject({ code: 0, stderr: "" });
  const writes = [
    "feature drop feat_001 --reason r",
    "task skip T001 --reason r",
    "note T001 x",
    "pause",
    "stop",
    "close --as partial --reason r",
  ];
  for (const line of writes) {
    const { code, json } = await cli(...line.split(" "));
    expect([line, code, json.error?.hint]).toEqual([line, 5, expect.stringContaining("baton ")]);
  }
  expect((await cli("feature", "edit", "feat_001", "--priority", "low", "--reason", "r")).json.error?.code).toBe(
    "RUN_CLOSED",
  );
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(repository.git("log", "-1", "--format=%s")).toMatch(/^chore: record run/);
  expect((await cli("init", "--spec", join(calc.outside, "spec.md"))).code).toBe(0);
  const runs = (await cli("run", "list")).json.data["runs"] as Row[];
  expect(
    runs.map(({ run_id: id, status, brief, total_features: total }) => [id === runId, status, brief, total]),
  ).toEqual([
    [true, "closed_partial", "Calculator", 2],
    [false, "initialized", "Calculator", 2],
  ]);
});

test("config print says where each value comes from and that only the committed file counts; validate names what is wrong", async () => {
  const calc = await scene("");
  const { cli, repository } = calc;
  const file = join(repository.directory, "baton.config.json");
  repository.commit("configure", { "baton.config.json": JSON.stringify({ limits: { suite_seconds: 60 } }) });
  const origins = async (): Promise<Map<unknown, unknown>> =>
    new Map(((await cli("config", "print")).json.data["settings"] as Row[]).map(({ key, origin }) => [key, origin]));
  const before = await origins();
  expect(["state", "repository", "limits.suite_seconds", "limits.memory_mb"].map((key) => before.get(key))).toEqual([
    "BATON_STATE",
    "default",
    "baton.config.json",
    "default",
  ]);
  expect((await cli("config", "validate")).json.data).toEqual({ file: "baton.config.json", valid: true });
  writeFileSync(file, JSON.stringify({ limits: { suite_second: 1 } }));
  const printed = await cli("config", "print");
  expect((printed.json as unknown as Row)["warnings"]).toEqual([expect.stringContaining("not as committed")]);
  const wrong = await cli("config", "validate");
  expect([wrong.code, wrong.stderr, wrong.json.error]).toMatchObject([
    3,
    "",
    { code: "CONFIG_INVALID", message: expect.stringContaining("suite_second") as string },
  ]);
  rmSync(file);
  expect(existsSync(file)).toBe(false);
});
