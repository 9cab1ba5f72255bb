import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { AssignmentPacket } from "../../src/schema/packet.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { removedAfterEach } from "../support/removed.ts";
import { openScene, type Scene, type SceneOptions } from "../support/scene.ts";

const scenes = removedAfterEach();

async function scene(script: string, options?: SceneOptions): Promise<Scene> {
  const opened = await openScene(script, options);
  scenes.push(opened);
  return opened;
}

const passes = (data: Record<string, unknown>): unknown =>
  (data["features"] as { passes: boolean }[]).map((feature) => feature.passes);
const codesOf = (data: Record<string, unknown>): string[] =>
  (data["turns"] as { findings: { code: string; severity: string }[] }[]).flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === "error").map(({ code }) => code),
  );

test("TAH-02 TAH-06 TAH-08 one feature after the other is given to an agent, proven and committed with its id; counts are derived", async () => {
  const { repository, run, list } = await scene("honest");
  const { code, stderr, json } = await run();
  expect([code, stderr, passes(json.data)]).toEqual([0, "", [true, true]]);
  expect(list()).toMatchObject({ total_features: 2, completed: 2, in_progress: 0, failed: 0, not_started: 0 });
  const commits = repository
    .git("log", "--format=%s|%(trailers:key=Baton-Feature,valueonly)", "-4")
    .split("\n")
    .filter(Boolean);
  expect(commits).toEqual([
    expect.stringMatching(/^chore: record run/),
    "feat: Divide|feat_002_divide",
    "feat: Multiply|feat_001_multiply",
    expect.stringMatching(/^chore: initialize/),
  ]);
  expect(repository.git("status", "--porcelain")).toBe("");
  const again = await run();
  expect([again.code, passes(again.json.data)]).toEqual([0, [true, true]]);
  const status = await baton(["status", "--json"], { cwd: repository.directory });
  expect(status.json.data).toMatchObject({
    status: "complete",
    completed: 2,
    gates: { G2_validation: "passed" },
    next: null,
  });
});

test("a packet holds all an agent needs, and its clone nothing of the harness's", async () => {
  const { repository, run } = await scene(
    'honest; cp "$PACKET" packet.json; env > environment.txt; ls -a > listing.txt',
  );
  const base = repository.git("rev-parse", "HEAD");
  await run("--max-turns", "1");
  const kept = repository.git("for-each-ref", "--format=%(refname)", "refs/baton").split("\n")[0] ?? "";
  const packet = AssignmentPacket.parse(JSON.parse(repository.git("show", `${kept}:packet.json`)));
  expect(packet).toMatchObject({
    task_id: "T001",
    attempt: 1,
    assigned_agent: "agent",
    test_command: "node --test test/mul.test.js",
    feature: { id: "feat_001_multiply" },
  });
  expect(repository.git("show", `${kept}:listing.txt`).split("\n")).not.toContain("runs");
  const names = repository
    .git("show", `${kept}:environment.txt`)
    .split("\n")
    .map((line) => line.split("=")[0]);
  expect(
    names.filter(
      (name) => !["PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_", "BATON_PROCESS"].includes(name ?? ""),
    ),
  ).toEqual([]);
  expect(repository.git("log", "--format=%P", "-1", kept)).toBe(base);
});

test("TAH-03 an agent's edit to the feature list is undone, recorded and named to it, and its attempt fails", async () => {
  const { repository, run, list } = await scene(
    `honest; if [ "$ATTEMPT" = 1 ] && [ "$FEATURE" = 001 ]; then sed -i 's/"passes": false/"passes": true/' feature_list.json; fi; grep -o 'CONTROL_TOUCHED[^\\\\]*' "$PACKET" > told.txt || true`,
  );
  const { code, json } = await run();
  expect([code, codesOf(json.data)]).toEqual([0, ["CONTROL_TOUCHED"]]);
  expect(list().features.map(({ attempts }) => attempts ?? 0)).toEqual([1, 0]);
  expect(repository.git("log", "--format=%H", "--all", "--", "told.txt")).not.toBe("");
  expect(readFileSync(join(repository.directory, "told.txt"), "utf8")).toBe("");
});

test("TAH-07 the progress file has one session block, every PASS and FAIL line, and the agents' own notes below the line", async () => {
  const { repository, run } = await scene(
    `echo "note of $FEATURE.$ATTEMPT" >> claude-progress.txt; [ "$FEATURE.$ATTEMPT" = 001.1 ] || honest`,
  );
  expect((await run()).code).toBe(0);
  const text = readFileSync(join(repository.directory, "claude-progress.txt"), "utf8");
  expect(text.match(/^=== SESSION /gm)).toHaveLength(1);
  expect(text.match(/Completed \S+: (?:PASS|FAIL)$/gm)?.map((line) => line.split(" ").at(-1))).toEqual([
    "FAIL",
    "PASS",
    "PASS",
  ]);
  const below = text.split("--- DO NOT EDIT ABOVE THIS LINE ---")[1] ?? "";
  expect(["001.1", "001.2", "002.1"].every((note) => below.includes(`note of ${note}`))).toBe(true);
});

test("a repository that is tidied up while an agent works, its refs packed into one file for the first time, loses nothing", async () => {
  const { repository, run, agent } = await scene("honest");
  const path = agent.replace("command:", "");
  const tidy = `git -C ${repository.directory} gc --quiet --prune=now\nhonest\n`;
  writeFileSync(path, readFileSync(path, "utf8").replace(/honest\n$/, tidy));
  const { code, json } = await run();
  expect([code, passes(json.data), existsSync(join(repository.directory, ".git/packed-refs"))]).toEqual([
    0,
    [true, true],
    true,
  ]);
});

test("where all files have lines that end as on Windows, the prepared environment starts all the same", async () => {
  const windows = Object.entries(CALCULATOR).map(([path, text]) => [path, text?.replaceAll("\n", "\r\n") ?? null]);
  const { repository, run } = await scene("sh ./init.sh >&2 || exit 1; honest", {
    base: { ...Object.fromEntries(windows), ".gitattributes": "* text=auto eol=crlf\n" },
  });
  const { code, json } = await run();
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("a project that ignores artifacts/ is worked in like any other", async () => {
  const { run } = await scene("mkdir -p artifacts; echo x > artifacts/report.txt; honest", {
    base: { ...CALCULATOR, ".gitignore": "artifacts/\n" },
  });
  const { code, json } = await run();
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
});

test("where its branch has another name now, a run says how it gets the old one back, and then goes on", async () => {
  const { repository, run } = await scene("honest");
  repository.git("branch", "-m", "main", "trunk");
  const { code, json } = await run();
  expect([code, json.error?.code, json.error?.hint]).toEqual([
    5,
    "BRANCH_MISSING",
    expect.stringContaining("`git branch -m NAME main`"),
  ]);
  repository.git("branch", "-m", "trunk", "main");
  expect((await run()).code).toBe(0);
});

test("an agent that says done without proof twice is escalated, the rest goes on, and a person is asked", async () => {
  const { repository, run, list } = await scene(
    '[ "$FEATURE" = 001 ] || honest; echo "STATUS: APPROVED all tests pass"',
  );
  const { code, json } = await run();
  expect([code, json.ok, json.error?.code, passes(json.data)]).toEqual([12, false, "PERSON_NEEDED", [false, true]]);
  expect(list()).toMatchObject({ completed: 1, failed: 1 });
  expect(repository.git("log", "--format=%s", "--grep", "feat: Multiply")).toBe("");
  expect((await run()).code).toBe(12);
});

test("an agent that leaves nothing behind is quoted, so that a person sees why", async () => {
  const { run } = await scene('printf "no key is set\\nset one\\n" >&2');
  const { json } = await run("--max-turns", "1");
  const [turn] = json.data["turns"] as { findings: { message: string }[] }[];
  expect(turn?.findings[0]?.message).toContain("and printed: no key is set; set one");
});

test("failing work is kept aside at a ref, never on the branch; --max-turns ends with 10", async () => {
  const { repository, run } = await scene("echo 'export const mul = () => 0;' > src/mul.js");
  const { code, json } = await run("--max-turns", "1");
  expect([code, json.error?.code]).toEqual([10, "FEATURE_UNPROVEN"]);
  expect(existsSync(join(repository.directory, "src/mul.js"))).toBe(false);
  const [kept] = repository.git("for-each-ref", "--format=%(refname)", "refs/baton").split("\n");
  expect(repository.git("show", `${kept}:src/mul.js`)).toContain("mul");
});

test("a change outside the assigned files is undone and fails the attempt, new tests are allowed", async () => {
  const text = spec(MULTIPLY, DIVIDE).replaceAll("Test: `node", "Files: src/mul.js, src/div.js\nTest: `node");
  const { repository, run } = await scene('honest; [ "$ATTEMPT" = 2 ] || echo "// mine" >> src/add.js', { text });
  const { code, json } = await run("--max-turns", "2");
  expect([code, codesOf(json.data)]).toEqual([10, ["SCOPE_EXCEEDED"]]);
  expect(readFileSync(join(repository.directory, "src/add.js"), "utf8")).toBe(CALCULATOR["src/add.js"]);
  expect(existsSync(join(repository.directory, "test/mul.test.js"))).toBe(true);
});

test("what decides is named first: a test that fails, before a file that was undone", async () => {
  const text = spec(MULTIPLY).replaceAll("Test: `node", "Files: src/mul.js\nTest: `node");
  const { run } = await scene("write mul '*' 17; echo \"// mine\" >> src/add.js", { text });
  const { code, json } = await run();
  expect(code).toBe(12);
  expect(json.data["waiting"]).toMatchObject([
    { id: "T001", reason: expect.stringMatching(/^failed 2 times: TEST_FAILED/) },
  ]);
  expect(codesOf(json.data)).toEqual(expect.arrayContaining(["TEST_FAILED", "SCOPE_EXCEEDED"]));
});

test("TAH-10 what was proven and is broken by a later feature is not complete", async () => {
  const breaks = `honest; if [ "$FEATURE" = 002 ]; then echo 'export const mul = () => 0;' > src/mul.js; fi`;
  const { code, json } = await (await scene(breaks)).run();
  expect([code, passes(json.data)]).toEqual([12, [true, false]]);
  expect(codesOf(json.data)).toContain("REGRESSION");
});

test("TAH-11 when init.sh or the baseline fails, no agent is called and the error says what failed", async () => {
  const broken = await scene("touch called", { base: { ...CALCULATOR, "test/add.test.js": "import './gone.js';\n" } });
  const baseline = await broken.run();
  expect([baseline.code, baseline.json.error?.code]).toEqual([1, "BASELINE_FAILED"]);
  const unprepared = await scene("touch called", {
    base: { ...CALCULATOR, "init.sh": "#!/bin/sh\necho no database >&2\nexit 7\n" },
  });
  const environment = await unprepared.run();
  expect([environment.code, environment.json.error?.code, environment.json.error?.message]).toEqual([
    1,
    "ENVIRONMENT_FAILED",
    expect.stringContaining("no database"),
  ]);
  expect(unprepared.repository.git("for-each-ref", "refs/baton")).toBe("");
});

test("killed at any moment, the next run goes on without loss or repetition", async () => {
  const { repository, agent, run } = await scene("honest");
  for (const killAfterMs of [600, 1500, 2500, 4000]) {
    await baton(["run", "--agent", agent, "--json"], { cwd: repository.directory, killAfterMs });
  }
  const { code, json } = await run();
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
  expect(
    repository
      .git("log", "--format=%s")
      .split("\n")
      .filter((line) => line.startsWith("feat:")),
  ).toEqual(["feat: Divide", "feat: Multiply"]);
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("proven commits wait on the run's own branch when a file in the way is dirty, and nothing of it is lost", async () => {
  const { repository, run } = await scene("honest; echo '// more' >> src/add.js");
  writeFileSync(join(repository.directory, "src/add.js"), "// mine, uncommitted\n");
  const head = repository.git("rev-parse", "HEAD");
  const { json } = await run("--max-turns", "1");
  expect([json.data["left"], json.data["left_code"]]).toEqual([expect.stringContaining("uncommitted"), "TREE_DIRTY"]);
  expect(repository.git("rev-parse", "HEAD")).toBe(head);
  expect(readFileSync(join(repository.directory, "src/add.js"), "utf8")).toBe("// mine, uncommitted\n");
  expect(repository.git("log", "--format=%s", "-1", `baton/${String(json.data["run_id"])}`)).toMatch(/^(?:feat|chore)/);
});

test.each<[string, string, number, string]>([
  ["no program", "command:", 2, "AGENT_UNKNOWN"],
  ["a program that is not there", "command:/nope/agent", 2, "AGENT_UNKNOWN"],
  ["another kind of agent", "claude", 2, "AGENT_UNKNOWN"],
])("run refuses %s", async (_, agent, code, errorCode) => {
  const { repository } = await scene("");
  const result = await baton(["run", "--agent", agent, "--json"], { cwd: repository.directory });
  expect([result.code, result.json.error?.code]).toEqual([code, errorCode]);
});

test("an agent that makes no progress is ended as stalled, which does not count, and its heartbeat is told meanwhile", async () => {
  const { repository, agent } = await scene('[ "$ATTEMPT" = 1 ] && sleep 300; honest');
  const args = ["run", "--agent", agent, "--stall-seconds", "2", "--max-turns", "2", "--json"];
  const running = baton(args, { cwd: repository.directory });
  const told: unknown[] = [];
  let over = false;
  void running.then(() => (over = true));
  while (!over && told.length === 0) {
    const status = await baton(["status", "--json"], { cwd: repository.directory });
    told.push(...(status.json.data["heartbeats"] as unknown[]));
  }
  const { json } = await running;
  expect((json.data["turns"] as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(["lost", "proven"]);
  expect(told).toContainEqual(expect.objectContaining({ task_id: "T001", attempt: 1 }));
  expect(json.data["tasks"]).toContainEqual(expect.objectContaining({ id: "T001", attempt: 2, iteration_count: 0 }));
});

test("a planner splits a task; its parts are what it wrote as features", async () => {
  const { repository } = await scene("honest");
  const planner = join(dirname(repository.directory), `${basename(repository.directory)}-planner.sh`);
  scenes.push({ remove: () => rmSync(planner, { force: true }) });
  const parts = "# Parts\\n\\n## Multiply whole numbers\\n- a\\n\\n## Multiply fractions\\n- b\\n";
  writeFileSync(planner, `#!/bin/sh\ngrep -q 'Split this task' && printf '${parts}' > artifacts/plan.md\n`, {
    mode: 0o755,
  });
  const args = ["task", "split", "T001", "--planner", `command:${planner}`, "--reason", "too large", "--json"];
  expect(await baton(args, { cwd: repository.directory })).toMatchObject({ code: 0, stderr: "" });
  const { json } = await baton(["task", "list", "--json"], { cwd: repository.directory });
  const goals = (json.data["tasks"] as { goal: string; closed: string | null }[])
    .filter(({ closed }) => closed === null)
    .map(({ goal }) => goal);
  expect(goals).toEqual(["Divide", "Multiply whole numbers", "Multiply fractions"]);
});
