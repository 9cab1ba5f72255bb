import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { isGenerated } from "../../src/runs/init-script.ts";
import { AssignmentPacket } from "../../src/schema/packet.ts";
import { FeatureList } from "../../src/schema/feature-list.ts";
import { baton } from "../support/cli.ts";
import { createRepository, type Files, type TestRepository } from "../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test" } }),
  "src/add.js": "export const add = (a, b) => a + b;\n",
  "test/add.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 2), 3));\n`,
};
const SPEC = `# Calculator

## Multiply
- mul(2, 4) is 8
Test: \`node --test test/mul.test.js\`
Priority: high

## Divide
- div(8, 2) is 4
Test: \`node --test test/div.test.js\`
`;

/** Shell lines of an agent: FEATURE and ATTEMPT are set, PACKET is the packet's file. */
const AGENT_HEAD = `#!/bin/sh
PACKET=$(mktemp); cat > "$PACKET"
FEATURE=$(sed -n 's/.*"feature":{"id":"feat_\\([0-9]*\\).*/\\1/p' "$PACKET")
ATTEMPT=$(sed -n 's/.*"attempt":\\([0-9]*\\).*/\\1/p' "$PACKET")
honest() {
  printf 'export const %s = (a, b) => a %s b;\\n' "$1" "$2" > src/$1.js
  printf 'import assert from "node:assert/strict";\\nimport { test } from "node:test";\\nimport { %s } from "../src/%s.js";\\ntest("%s", () => assert.equal(%s(8, 2), %s));\\n' "$1" "$1" "$1" "$1" "$3" > test/$1.test.js
}
honest_feature() { if [ "$FEATURE" = 001 ]; then honest mul '*' 16; else honest div / 4; fi; }
`;

interface Scene {
  readonly repository: TestRepository;
  readonly agent: string;
  readonly run: (...args: string[]) => ReturnType<typeof baton>;
  readonly list: () => FeatureList;
}

const folders: { remove(): void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

async function scene(script: string, base: Files = BASE, spec = SPEC): Promise<Scene> {
  const repository = createRepository(base);
  const outside = mkdtempSync(join(tmpdir(), "baton-agent-"));
  folders.push(repository, { remove: () => rmSync(outside, { recursive: true, force: true }) });
  const agent = join(outside, "agent.sh");
  writeFileSync(agent, `${AGENT_HEAD}${script}\n`);
  chmodSync(agent, 0o755);
  writeFileSync(join(outside, "spec.md"), spec);
  const init = await baton(["init", "--spec", join(outside, "spec.md"), "--json"], { cwd: repository.directory });
  expect([init.code, init.stderr]).toEqual([0, ""]);
  return {
    repository,
    agent,
    run: (...args) => baton(["run", "--agent", `command:${agent}`, "--json", ...args], { cwd: repository.directory }),
    list: () => FeatureList.parse(JSON.parse(readFileSync(join(repository.directory, "feature_list.json"), "utf8"))),
  };
}

const passes = (data: Record<string, unknown>): unknown =>
  (data["features"] as { passes: boolean }[]).map((feature) => feature.passes);
const codesOf = (data: Record<string, unknown>): string[] =>
  (data["turns"] as { findings: { code: string; severity: string }[] }[]).flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === "error").map(({ code }) => code),
  );

test("TAH-01 init turns a Markdown spec into the four files and the first commit, and leaves git status empty", async () => {
  const { repository, list } = await scene("");
  expect(repository.git("show", "--name-only", "--format=%s").split("\n").slice(1).filter(Boolean)).toEqual([
    "agent_state.json",
    "claude-progress.txt",
    "feature_list.json",
    "init.sh",
  ]);
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(readFileSync(join(repository.directory, "claude-progress.txt"), "utf8")).toContain(
    "=== INITIALIZATION COMPLETE ===",
  );
  expect(list().features.map(({ id, priority, test_command: command }) => [id, priority, command])).toEqual([
    ["feat_001_multiply", "high", "node --test test/mul.test.js"],
    ["feat_002_divide", "medium", "node --test test/div.test.js"],
  ]);
});

test("TAH-02 TAH-06 TAH-08 one feature after the other is given to an agent, proven and committed with its id; counts are derived", async () => {
  const { repository, run, list } = await scene("honest_feature");
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
    'honest_feature; cp "$PACKET" packet.json; env > environment.txt; ls -a > listing.txt',
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
    `honest_feature; if [ "$ATTEMPT" = 1 ] && [ "$FEATURE" = 001 ]; then sed -i 's/"passes": false/"passes": true/' feature_list.json; fi; grep -o 'CONTROL_TOUCHED[^\\\\]*' "$PACKET" > told.txt || true`,
  );
  const { code, json } = await run();
  expect([code, codesOf(json.data)]).toEqual([0, ["CONTROL_TOUCHED"]]);
  expect(list().features.map(({ attempts }) => attempts ?? 0)).toEqual([1, 0]);
  expect(repository.git("log", "--format=%H", "--all", "--", "told.txt")).not.toBe("");
  expect(readFileSync(join(repository.directory, "told.txt"), "utf8")).toBe("");
});

test("TAH-07 the progress file has one session block, every PASS and FAIL line, and the agents' own notes below the line", async () => {
  const { repository, run } = await scene(
    `echo "note of $FEATURE.$ATTEMPT" >> claude-progress.txt; [ "$FEATURE.$ATTEMPT" = 001.1 ] || honest_feature`,
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

test("an agent that says done without proof twice is escalated, the rest goes on, and a person is asked", async () => {
  const { repository, run, list } = await scene(
    '[ "$FEATURE" = 001 ] || honest_feature; echo "STATUS: APPROVED all tests pass"',
  );
  const { code, json } = await run();
  expect([code, json.ok, json.error?.code, passes(json.data)]).toEqual([12, false, "PERSON_NEEDED", [false, true]]);
  expect(list()).toMatchObject({ completed: 1, failed: 1 });
  expect(repository.git("log", "--format=%s", "--grep", "feat: Multiply")).toBe("");
  expect((await run()).code).toBe(12);
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
  const spec = SPEC.replaceAll("Test: `node", "Files: src/mul.js, src/div.js\nTest: `node");
  const { repository, run } = await scene(
    'honest_feature; [ "$ATTEMPT" = 2 ] || echo "// mine" >> src/add.js',
    BASE,
    spec,
  );
  const { code, json } = await run("--max-turns", "2");
  expect([code, codesOf(json.data)]).toEqual([10, ["SCOPE_EXCEEDED"]]);
  expect(readFileSync(join(repository.directory, "src/add.js"), "utf8")).toBe(BASE["src/add.js"]);
  expect(existsSync(join(repository.directory, "test/mul.test.js"))).toBe(true);
});

test("TAH-10 what was proven and is broken by a later feature is not complete", async () => {
  const breaks = `honest_feature; if [ "$FEATURE" = 002 ]; then echo 'export const mul = () => 0;' > src/mul.js; fi`;
  const { code, json } = await (await scene(breaks)).run();
  expect([code, passes(json.data)]).toEqual([12, [true, false]]);
  expect(codesOf(json.data)).toContain("REGRESSION");
});

test("TAH-11 when init.sh or the baseline fails, no agent is called and the error says what failed", async () => {
  const broken = await scene("touch called", { ...BASE, "test/add.test.js": "import './gone.js';\n" });
  const baseline = await broken.run();
  expect([baseline.code, baseline.json.error?.code]).toEqual([1, "BASELINE_FAILED"]);
  const unprepared = await scene("touch called", { ...BASE, "init.sh": "#!/bin/sh\necho no database >&2\nexit 7\n" });
  const environment = await unprepared.run();
  expect([environment.code, environment.json.error?.code, environment.json.error?.message]).toEqual([
    1,
    "ENVIRONMENT_FAILED",
    expect.stringContaining("no database"),
  ]);
  expect(unprepared.repository.git("for-each-ref", "refs/baton")).toBe("");
});

test("killed at any moment, the next run goes on without loss or repetition", async () => {
  const { repository, agent, run } = await scene("honest_feature");
  for (const killAfterMs of [600, 1500, 2500, 4000]) {
    await baton(["run", "--agent", `command:${agent}`, "--json"], { cwd: repository.directory, killAfterMs });
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
  const { repository, run } = await scene("honest_feature; echo '// more' >> src/add.js");
  writeFileSync(join(repository.directory, "src/add.js"), "// mine, uncommitted\n");
  const head = repository.git("rev-parse", "HEAD");
  const { json } = await run("--max-turns", "1");
  expect(json.data["left"]).toContain("uncommitted");
  expect(repository.git("rev-parse", "HEAD")).toBe(head);
  expect(readFileSync(join(repository.directory, "src/add.js"), "utf8")).toBe("// mine, uncommitted\n");
  expect(repository.git("log", "--format=%s", "-1", `baton/${String(json.data["run_id"])}`)).toMatch(/^(?:feat|chore)/);
});

test.each<[string, Files, string, string[], number, string]>([
  ["an empty spec", BASE, "", [], 2, "SPEC_INVALID"],
  ["a spec without features", BASE, "Just some words.\n", [], 2, "SPEC_INVALID"],
  ["a binary spec", BASE, "\u0000\u0001\u0002", [], 2, "SPEC_INVALID"],
  ["a foreign feature list", { ...BASE, "feature_list.json": "{}" }, SPEC, [], 5, "FEATURE_LIST_FOREIGN"],
  ["a spec file that is not there", BASE, SPEC, ["--spec", "gone.md"], 2, "SPEC_INVALID"],
])("init refuses %s and writes nothing", async (_, base, spec, args, code, errorCode) => {
  const repository = createRepository(base);
  folders.push(repository);
  const result = await baton(["init", ...(args.length > 0 ? args : ["--spec", "-"]), "--json"], {
    cwd: repository.directory,
    input: spec,
  });
  expect([result.code, result.json.error?.code, result.stderr]).toEqual([code, errorCode, ""]);
  expect(repository.git("log", "--format=%s")).toBe("base");
  expect(repository.git("status", "--porcelain")).toBe("");
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

test("before init, run and status say what to type", async () => {
  const repository = createRepository(BASE);
  folders.push(repository);
  const status = await baton(["status", "--json"], { cwd: repository.directory });
  expect([status.code, status.json.error?.code, status.json.error?.hint]).toEqual([
    4,
    "NOT_INITIALIZED",
    expect.stringContaining("baton init"),
  ]);
});

test("an agent that makes no progress is ended as stalled, which does not count, and its heartbeat is told meanwhile", async () => {
  const { repository, agent } = await scene('[ "$ATTEMPT" = 1 ] && sleep 300; honest_feature');
  const args = ["run", "--agent", `command:${agent}`, "--stall-seconds", "2", "--max-turns", "2", "--json"];
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

test("TAH-05 in a repository without a commit the first task brings tests and dependencies, and init.sh follows what the project becomes", async () => {
  const outside = mkdtempSync(join(tmpdir(), "baton-agent-"));
  const directory = mkdtempSync(join(tmpdir(), "baton-new-"));
  folders.push(
    ...[outside, directory].map((folder) => ({ remove: () => rmSync(folder, { recursive: true, force: true }) })),
  );
  execFileSync("git", ["init", "--quiet"], { cwd: directory });
  const agent = join(outside, "agent.sh");
  const manifest = { ...JSON.parse(BASE["package.json"] ?? ""), dependencies: { local: "file:./local" } } as object;
  writeFileSync(
    agent,
    `${AGENT_HEAD}mkdir -p src test local\necho '{"name":"local","version":"1.0.0"}' > local/package.json\necho '${JSON.stringify(manifest)}' > package.json\nhonest_feature\n`,
  );
  chmodSync(agent, 0o755);
  const init = await baton(["init", "--spec", "-", "--json"], { cwd: directory, input: SPEC });
  expect([init.code, init.json.data["checks"]]).toEqual([0, expect.objectContaining({ ok: true, green: 0 })]);
  const script = (): string => readFileSync(join(directory, "init.sh"), "utf8");
  expect(script()).not.toContain("npm");
  const { code, json } = await baton(["run", "--agent", `command:${agent}`, "--json"], { cwd: directory });
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
  expect(script()).toContain("npm install");
  writeFileSync(join(directory, "init.sh"), `${script()}# mine\n`);
  expect([isGenerated(script()), isGenerated(script().replace("# mine\n", ""))]).toEqual([false, true]);
});

test("a planner turns a brief into a spec, which is read like any; one that is no spec is refused and nothing is written", async () => {
  const repository = createRepository(BASE);
  const outside = mkdtempSync(join(tmpdir(), "baton-planner-"));
  folders.push(repository, { remove: () => rmSync(outside, { recursive: true, force: true }) });
  const planner = (script: string): string => {
    const path = join(outside, "planner.sh");
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return `command:${path}`;
  };
  const init = (agent: string) =>
    baton(["init", "--task-brief", "a calculator that multiplies", "--planner", agent, "--no-checks", "--json"], {
      cwd: repository.directory,
    });
  const none = await init(planner("cat > /dev/null"));
  expect([none.code, none.json.error?.code]).toEqual([2, "PLAN_INVALID"]);
  const empty = await init(planner("cat > /dev/null; echo hello > artifacts/plan.md"));
  expect([empty.code, empty.json.error?.code, repository.git("log", "--format=%s")]).toEqual([
    2,
    "SPEC_INVALID",
    "base",
  ]);
  const plan =
    "grep -q 'a calculator that multiplies' && test -f src/add.js && printf '%s' \"$PLAN\" > artifacts/plan.md";
  const good = await init(planner(`PLAN='${SPEC.replaceAll("'", "")}'\n${plan}`));
  expect([good.code, good.json.data["feature_ids"]]).toEqual([0, ["feat_001_multiply", "feat_002_divide"]]);
});

test("a copied repository goes its own way; an old copy of a run is known to lack what this machine saw", async () => {
  const { repository, run } = await scene("honest_feature");
  const copies = mkdtempSync(join(tmpdir(), "baton-copies-"));
  folders.push({ remove: () => rmSync(copies, { recursive: true, force: true }) });
  await run("--max-turns", "1");
  cpSync(repository.directory, join(copies, "repository"), { recursive: true });
  cpSync(join(repository.directory, "runs"), join(copies, "old"), { recursive: true });
  expect((await run()).code).toBe(0);
  const [runId = ""] = readdirSync(join(copies, "old"));
  const verify = async (directory: string, ...args: string[]) => {
    const { code, json } = await baton(["verify", ...args, "--json"], { cwd: directory });
    return [code, (json.data["problems"] as { code: string }[]).map((problem) => problem.code)];
  };
  expect(await verify(copies, join(copies, "old", runId))).toEqual([11, ["JOURNAL_CUT"]]);
  const copy = join(copies, "repository");
  expect((await baton(["resume", "--json"], { cwd: copy })).code).toBe(0);
  expect(await verify(copy)).toEqual([0, []]);
  expect(await verify(repository.directory)).toEqual([0, []]);
});

test("a planner splits a task; its parts are what it wrote as features", async () => {
  const { repository } = await scene("honest_feature");
  const planner = join(dirname(repository.directory), `${basename(repository.directory)}-planner.sh`);
  folders.push({ remove: () => rmSync(planner, { force: true }) });
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
