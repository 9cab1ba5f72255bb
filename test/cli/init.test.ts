import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { isGenerated } from "../../src/runs/init-script.ts";
import { AGENT_SHELL, CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton, type CliResult, fingerprintBelow } from "../support/cli.ts";
import { createRepository, type Files } from "../support/repository.ts";
import { openScene, type Scene, type SceneOptions } from "../support/scene.ts";

const SPEC = spec(MULTIPLY, DIVIDE);

const scenes: { remove(): void }[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, options?: SceneOptions): Promise<Scene> {
  const opened = await openScene(script, options);
  scenes.push(opened);
  return opened;
}

const passes = (data: Record<string, unknown>): unknown =>
  (data["features"] as { passes: boolean }[]).map((feature) => feature.passes);

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

test("init of very many features says on standard error what it does, and of few nothing", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const text = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `## Part ${at}\n\n- does ${at}\n\nTest: npm test\nFiles: src/${at}.js\n\n`,
    ).join("");
  const init = async (count: number, ...flags: string[]): Promise<string> =>
    (await baton(["init", "--spec", "-", "--no-checks", ...flags], { cwd: repository.directory, input: text(count) }))
      .stderr;
  expect(await init(20, "--dry-run")).toBe("");
  expect(await init(1000, "--dry-run", "--json")).toBe("");
  expect((await init(1001, "--dry-run")).split("\n")).toEqual([
    "  reading the spec …",
    "  1001 features read",
    "  writing the plan and its first commit …",
    "",
  ]);
});

test("a specification without a title is the repository's own", async () => {
  const { repository, events } = await scene("", { text: `${MULTIPLY}\n` });
  expect(events()[0]).toMatchObject({ type: "run_created", run: { project: basename(repository.directory) } });
});

test("init says in one line which features have no test of their own; what a person verifies, or what is warned of already, is not among them", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const { directory } = repository;
  const warned = async (input: string): Promise<string[]> => {
    const { code, json } = await baton(["init", "--spec", "-", "--dry-run", "--json"], { cwd: directory, input });
    expect(code).toBe(0);
    return (json as unknown as { warnings: string[] }).warnings;
  };
  const bullets = (name: string): string => `## ${name}\n\n- it works\n`;
  expect(await warned(SPEC)).toEqual([]);
  expect(await warned(`# P\n\n${bullets("Sum")}\nVerify: manual\n`)).toEqual([]);
  expect(await warned(`# P\n\n${bullets("Sum")}\n${MULTIPLY}`)).toEqual([
    expect.stringMatching(
      /^"Sum" has no Test: line: it is proven by the project's own test command, narrowed to the tests/,
    ),
  ]);
  const many = ["A", "B", "C", "D", "E"].map((name) => bullets(`Feature ${name}`)).join("\n");
  expect(await warned(`# P\n\n${many}`)).toEqual([
    expect.stringMatching(/^"Feature A", "Feature B", "Feature C" and 2 more have no Test: line: each is proven/),
  ]);
  const unclear = await warned(`# P\n\n${bullets("Sum")}\nTest: TBD\n\n${MULTIPLY}`);
  expect(unclear).toEqual([expect.stringContaining("write `Test: <command>`")]);
});

test.each<[string, Files, string, string[], number, string]>([
  ["an empty spec", CALCULATOR, "", [], 2, "SPEC_INVALID"],
  ["a spec without features", CALCULATOR, "Just some words.\n", [], 2, "SPEC_INVALID"],
  ["a pattern beyond the repository", CALCULATOR, `${SPEC}Files: src/a.js, ../etc/passwd\n`, [], 2, "SPEC_INVALID"],
  ["a pattern that locks cannot compare", CALCULATOR, `${SPEC}Files: src/+(a|z).js\n`, [], 2, "SPEC_INVALID"],
  ["a binary spec", CALCULATOR, "\u0000\u0001\u0002", [], 2, "SPEC_INVALID"],
  ["a foreign feature list", { ...CALCULATOR, "feature_list.json": "{}" }, SPEC, [], 5, "FEATURE_LIST_FOREIGN"],
  ["a spec file that is not there", CALCULATOR, SPEC, ["--spec", "gone.md"], 2, "SPEC_INVALID"],
  [
    "a state folder that cannot be made",
    CALCULATOR,
    SPEC,
    ["--spec", "-", "--state", "/dev/null/state"],
    1,
    "STATE_UNWRITABLE",
  ],
])("init refuses %s and writes nothing", async (_, base, text, args, code, errorCode) => {
  const repository = createRepository(base);
  scenes.push(repository);
  const result = await baton(["init", ...(args.length > 0 ? args : ["--spec", "-"]), "--json"], {
    cwd: repository.directory,
    input: text,
  });
  expect([result.code, result.json.error?.code, result.stderr]).toEqual([code, errorCode, ""]);
  expect(repository.git("log", "--format=%s")).toBe("base");
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("init prints every problem of a spec, each with its line and what to type, and of Task Master's file in its own words", async () => {
  const { repository } = await scene("");
  const told = async (text: string): Promise<string[]> =>
    (await baton(["init", "--spec", "-", "--dry-run"], { cwd: repository.directory, input: text })).stderr.split("\n");
  const wrong = spec(
    "## A\n\n- a\n\nTest: npm test\nDepends: Zed\n\n",
    "## B\n\n- b\n\nTest: npm test\nDepends: Q\nPriority: soon\n",
  );
  const lines = await told(wrong);
  expect(lines.filter((line) => /the spec:\d+: /.test(line))).toEqual([
    expect.stringMatching(/^✗ SPEC_INVALID: the spec:\d+: "A" depends on "Zed", which is no feature here/),
    expect.stringMatching(/^ {2}✗ the spec:\d+: "B" depends on "Q", which is no feature here/),
    expect.stringMatching(/^ {2}! the spec:\d+: "B": "soon" is not one of critical/),
  ]);
  expect(lines).toContain("      Write `Priority: critical`, `high`, `medium` or `low`.");
  expect(lines.at(-2)).toMatch(/^ {2}Next: Write the title, number or id .* in its `Depends:` line/);
  const task = (id: number, needs: number): object => ({
    id,
    title: `T${id}`,
    testStrategy: "t",
    dependencies: [needs],
  });
  const ofTaskMaster = (await told(JSON.stringify({ tasks: [task(1, 9), task(2, 3), task(3, 2)] }))).join("\n");
  expect(ofTaskMaster).toContain("Next: Give in its `dependencies` the id of a task of the same file.");
  expect(ofTaskMaster).toContain("      Take one of the `dependencies` away.");
  expect(ofTaskMaster).not.toContain("Depends:");
});

test("init refuses a spec whose Depends: names no feature of it, with its line and what was probably meant", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const { code, json } = await baton(["init", "--spec", "-", "--json"], {
    cwd: repository.directory,
    input: "# C\n\n## Multiply numbers\n- a\n\n## Divide\n- b\n- Depends: Mutliply number\n",
  });
  expect([code, json.error]).toEqual([
    2,
    expect.objectContaining({
      code: "SPEC_INVALID",
      message: expect.stringMatching(
        /:8: "Divide" depends on "Mutliply number", which is no feature here.* Did you mean "Multiply numbers"\?$/,
      ) as string,
      details: {
        spec: "the spec",
        problems: [expect.objectContaining({ code: "DEPENDS_UNKNOWN", severity: "error" })],
      },
    }),
  ]);
  expect(repository.git("log", "--format=%s")).toBe("base");
});

test("what cannot be written is named by its place: another state folder helps that alone", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const hintOf = async (...args: string[]): Promise<unknown> => {
    const { json } = await baton(["init", "--spec", "-", "--json", ...args], {
      cwd: repository.directory,
      input: SPEC,
    });
    expect(json.error?.code).toBe("STATE_UNWRITABLE");
    return json.error?.hint;
  };
  const own = join(repository.directory, ".git", "baton");
  mkdirSync(own);
  writeFileSync(join(own, "alive"), "in the way");
  expect(await hintOf()).toMatch(new RegExp(`^Make it writable: ${join(own, "alive")}`));
  rmSync(own, { recursive: true });
  expect(await hintOf("--state", "/dev/null/state")).toContain("give another with --state DIR");
  expect(await hintOf("--state", "/proc/no/such")).toContain("give another with --state DIR");
});

test("init --dry-run changes no file, moves no branch and makes no state folder", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const seen = (): unknown => [fingerprintBelow(repository.directory, [".git"]), repository.git("for-each-ref")];
  const before = seen();
  const state = join(repository.directory, "state");
  const result = await baton(["init", "--spec", "-", "--state", state, "--dry-run", "--json"], {
    cwd: repository.directory,
    input: SPEC,
  });
  expect([result.code, result.json.data["commit"]]).toEqual([0, null]);
  expect(existsSync(state)).toBe(false);
  expect(seen()).toEqual(before);
});

test("init --dry-run shows what it understood, and what the run before has proven already", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const input = `${SPEC}Files: src/**\nDepends: Multiply\n`;
  const init = (): Promise<CliResult> =>
    baton(["init", "--spec", "-", "--dry-run"], { cwd: repository.directory, input });
  const shown = (await init()).stdout;
  for (const line of [
    "- mul(8, 2) is 16",
    "test: node --test test/mul.test.js",
    "after: feat_001_multiply",
    "files: src/**",
  ])
    expect(shown).toContain(`    ${line}\n`);
  expect(shown).not.toContain("planned again");
  const [feature] = (
    await baton(["init", "--spec", "-", "--no-checks", "--json"], { cwd: repository.directory, input: SPEC })
  ).json.data["feature_ids"] as string[];
  expect(feature).toBe("feat_001_multiply");
  expect((await baton(["close", "--as", "partial", "--reason", "enough"], { cwd: repository.directory })).code).toBe(0);
  const path = join(repository.directory, "feature_list.json");
  repository.commit("proven", {
    "feature_list.json": readFileSync(path, "utf8").replace('"passes": false', '"passes": true'),
  });
  expect((await init()).stdout).toContain(
    '! 1 feature is planned again though the run before has proven it: "Multiply"',
  );
});

test("a scanner that cannot measure anything here is named before an agent is asked for a change", async () => {
  const repository = createRepository(CALCULATOR);
  const programs = mkdtempSync(join(tmpdir(), "baton-programs-"));
  scenes.push(repository, { remove: () => rmSync(programs, { recursive: true }) });
  writeFileSync(join(programs, "gitleaks"), "#!/bin/sh\necho 'unknown flag: --report-path' >&2\nexit 126\n", {
    mode: 0o755,
  });
  const options = { cwd: repository.directory, env: { PATH: `${programs}:${process.env["PATH"] ?? ""}` }, input: SPEC };
  const { stdout: said } = await baton(["init", "--spec", "-"], options);
  expect(said).toContain("! gitleaks cannot measure security here: TOOL_FAILED: it exited with 126: unknown flag");
  expect(said).toContain('set checks.security.scanners.gitleaks to "never" in baton.config.json');
  const doctor = await baton(["doctor", "--checks", "--json"], options);
  expect(doctor.json.data["checks"]).toContainEqual({
    name: "tool",
    ok: false,
    detail: expect.stringContaining("gitleaks cannot measure security here") as string,
  });
});

test("init says how far each test command can be read: test by test, or by its exit code alone", async () => {
  const told = async (files: Parameters<typeof createRepository>[0]): Promise<string> => {
    const repository = createRepository(files);
    scenes.push(repository);
    return (await baton(["init", "--spec", "-"], { cwd: repository.directory, input: SPEC })).stdout;
  };
  expect(await told(CALCULATOR)).toMatch(/^ {2}P3 .*: 1 test$/m);
  const own = {
    ...CALCULATOR,
    "package.json": '{"type":"module","scripts":{"test":"sh ./check.sh"}}',
    "check.sh": "exit 0\n",
  };
  const byExitCode = await told(own);
  expect(byExitCode).toMatch(/^ {2}P1 npm test: its exit code alone is seen: /m);
  expect(byExitCode).not.toContain("no tests yet");
});

test("init names the tests that were red before anybody began, a few of many", async () => {
  const reds = Array.from({ length: 5 }, (_, at) => `test("red ${at}", () => assert.equal(1, 2));`).join("\n");
  const repository = createRepository({
    ...CALCULATOR,
    "test/red.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\n${reds}\n`,
  });
  scenes.push(repository);
  const { stdout } = await baton(["init", "--spec", "-"], { cwd: repository.directory, input: SPEC });
  expect(stdout).toContain(`1 test is green, 5 red before anybody began, and asked of no feature:
    test/red.test.js::red 0
    test/red.test.js::red 1
    test/red.test.js::red 2
    and 2 more: baton doctor --checks --json
`);
});

test("init tells a flaky test from a green one, as often as base's suite is run by the policy", async () => {
  const counter = join(mkdtempSync(join(tmpdir(), "baton-counter-")), "runs");
  const repository = createRepository({
    ...CALCULATOR,
    "test/old.test.js": `import assert from "node:assert/strict";\nimport { appendFileSync, statSync } from "node:fs";\nimport { test } from "node:test";\ntest("old", () => { appendFileSync(${JSON.stringify(counter)}, "."); assert.notEqual(statSync(${JSON.stringify(counter)}).size, 2); });\n`,
  });
  scenes.push(repository, { remove: () => rmSync(dirname(counter), { recursive: true }) });
  const { code, stdout } = await baton(["init", "--spec", "-"], { cwd: repository.directory, input: SPEC });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(
      "  1 test is green\n  1 flaky, now red and now green, and counted for nothing:\n    test/old.test.js::old\n",
    ),
  ]);
});

test("TAH-11 init makes the run where its environment cannot be prepared, and says so with the exit code and what to type next", async () => {
  const repository = createRepository({
    ...CALCULATOR,
    "baton.config.json": '{ "environment": { "prepare": "echo no such package; exit 7" } }',
  });
  scenes.push(repository);
  const { code, json } = await baton(["init", "--spec", "-", "--json"], { cwd: repository.directory, input: SPEC });
  expect([code, json.error]).toEqual([
    1,
    expect.objectContaining({
      code: "ENVIRONMENT_FAILED",
      message: expect.stringContaining("no such package") as string,
      hint: expect.stringContaining("baton doctor --checks") as string,
    }),
  ]);
  expect(json.data["commit"]).toBe(repository.git("rev-parse", "HEAD"));
  expect((await baton(["status", "--json"], { cwd: repository.directory })).code).toBe(0);
});

test("before init, run and status say what to type and write nothing", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const status = await baton(["status", "--json"], { cwd: repository.directory });
  expect([status.code, status.json.error?.code, status.json.error?.hint]).toEqual([
    4,
    "NOT_INITIALIZED",
    expect.stringContaining("baton init"),
  ]);
  expect(existsSync(join(repository.directory, ".git", "baton"))).toBe(false);
});

test("TAH-05 in a repository without a commit the first task brings tests and dependencies, and init.sh follows what the project becomes", async () => {
  const outside = mkdtempSync(join(tmpdir(), "baton-agent-"));
  const directory = mkdtempSync(join(tmpdir(), "baton-new-"));
  scenes.push(
    ...[outside, directory].map((folder) => ({ remove: () => rmSync(folder, { recursive: true, force: true }) })),
  );
  execFileSync("git", ["init", "--quiet"], { cwd: directory });
  const agent = join(outside, "agent.sh");
  const manifest = {
    ...JSON.parse(CALCULATOR["package.json"] ?? ""),
    dependencies: { local: "file:./local" },
  } as object;
  writeFileSync(
    agent,
    `#!/bin/sh\n${AGENT_SHELL}mkdir -p src test local\necho '{"name":"local","version":"1.0.0"}' > local/package.json\necho '${JSON.stringify(manifest)}' > package.json\nhonest\n`,
  );
  chmodSync(agent, 0o755);
  const init = await baton(["init", "--spec", "-", "--json"], { cwd: directory, input: SPEC });
  expect([init.code, init.json.data["checks"]]).toEqual([0, expect.objectContaining({ ok: true, green: 0 })]);
  const script = (): string => readFileSync(join(directory, "init.sh"), "utf8");
  expect(script()).not.toContain("npm");
  const { code, json } = await baton(["run", "--agent", `command:${agent}`, "--json"], { cwd: directory });
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
  expect(script()).toContain("npm_packages install");
  writeFileSync(join(directory, "init.sh"), `${script()}# mine\n`);
  expect([isGenerated(script()), isGenerated(script().replace("# mine\n", ""))]).toEqual([false, true]);
});

test("a planner turns a brief into a spec, which is read like any; one that is no spec is refused and nothing is written", async () => {
  const repository = createRepository(CALCULATOR);
  const outside = mkdtempSync(join(tmpdir(), "baton-planner-"));
  scenes.push(repository, { remove: () => rmSync(outside, { recursive: true, force: true }) });
  const planner = (script: string): string => {
    const path = join(outside, "planner.sh");
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return `command:${path}`;
  };
  const init = (agent: string, ...args: string[]) =>
    baton(
      ["init", "--task-brief", "a calculator that multiplies", "--planner", agent, "--no-checks", "--json", ...args],
      {
        cwd: repository.directory,
        env: { TOLD: "told" },
      },
    );
  const none = await init(planner("cat > /dev/null"));
  expect([none.code, none.json.error?.code]).toEqual([2, "PLAN_INVALID"]);
  const empty = await init(planner("cat > /dev/null; echo hello > artifacts/plan.md"));
  expect([empty.code, empty.json.error?.code, repository.git("log", "--format=%s")]).toEqual([
    2,
    "SPEC_INVALID",
    "base",
  ]);
  const hidden = await init(planner("cat > /dev/null"), "--isolation", "I9");
  expect(hidden.json.error?.code).toBe("USAGE_INVALID");
  const plan =
    '[ "$TOLD" = told ] && ' +
    "grep -q 'a calculator that multiplies' && test -f src/add.js && printf '%s\\n- seen ghp_%s' \"$PLAN\" 0123456789abcdefghijABCDEFGHIJ012345 > artifacts/plan.md";
  const good = await init(planner(`PLAN='${SPEC.replaceAll("'", "")}'\n${plan}`), "--agent-env", "TOLD");
  expect([good.code, good.json.data["feature_ids"]]).toEqual([0, ["feat_001_multiply", "feat_002_divide"]]);
  // What it was told in confidence is not committed with its plan.
  const list = readFileSync(join(repository.directory, "feature_list.json"), "utf8");
  expect([list.includes("seen [redacted]"), list.includes("ghp_")]).toEqual([true, false]);
});

test("ENV-15 a planner's envelope passes the same validator: it goes back twice, and a planner that cannot go on says why", async () => {
  const repository = createRepository(CALCULATOR);
  const outside = mkdtempSync(join(tmpdir(), "baton-planner-"));
  scenes.push(repository, { remove: () => rmSync(outside, { recursive: true, force: true }) });
  const path = join(outside, "planner.sh");
  const answer = (status: string, reasons = "NONE"): string =>
    `printf 'STATUS: ${status}\nTASK_ID: T000\nTASK: plan\nASSIGNED_AGENT: planner\nREPORTS_TO: orchestrator\nINPUTS_USED:\n- src/add.js\nGATES_REQUIRED:\n- GATE-MSG-STRICT\nGATES_PASSED:\n- GATE-MSG-STRICT\nEVIDENCE:\n  screenshots: []\n  a11y: []\n  console: []\n  reports: []\nFAIL_REASONS: ${reasons}\nOUTPUT:\n  Planned.\nNEXT_ACTIONS:\n1. build it\n'`;
  const init = async (says: string) => {
    const plan = `printf '%s' '${SPEC.replaceAll("'", "")}' > artifacts/plan.md`;
    const script = `#!/bin/sh\ncat > "\${0%/*}/packet"; echo x >> "\${0%/*}/calls"\n${plan}\n${says}\n`;
    writeFileSync(path, script, { mode: 0o755 });
    rmSync(join(outside, "calls"), { force: true });
    const { code, json } = await baton(
      ["init", "--task-brief", "a calculator", "--planner", `command:${path}`, "--no-checks", "--dry-run", "--json"],
      { cwd: repository.directory },
    );
    return { code, error: json.error, calls: readFileSync(join(outside, "calls"), "utf8").length / 2 };
  };
  const wrong = await init(answer("APPROVED"));
  expect([wrong.code, wrong.error?.code, wrong.calls]).toEqual([2, "PLAN_INVALID", 3]);
  expect(wrong.error?.message).toContain("APPROVED");
  const mended = await init(
    `if grep -q '"answer_only"' "\${0%/*}/packet"; then ${answer("IN_PROGRESS")}; else ${answer("APPROVED")}; fi`,
  );
  expect([mended.code, mended.calls]).toEqual([0, 2]);
  const blocked = await init(answer("BLOCKED", "\\n- GATE-TESTS: the brief names no language"));
  expect([blocked.code, blocked.calls]).toEqual([2, 1]);
  expect(blocked.error?.message).toContain("cannot go on: GATE-TESTS: the brief names no language");
});

test("a copied repository goes its own way; an old copy of a run is known to lack what this machine saw", async () => {
  const { repository, run } = await scene("honest");
  const copies = mkdtempSync(join(tmpdir(), "baton-copies-"));
  scenes.push({ remove: () => rmSync(copies, { recursive: true, force: true }) });
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

test("H3A-09 whether the work tree had uncommitted changes at init stands in the record", async () => {
  const dirty = async (change: (directory: string) => void): Promise<unknown> => {
    const repository = createRepository(CALCULATOR);
    scenes.push(repository);
    change(repository.directory);
    await baton(["init", "--spec", "-", "--no-checks", "--json"], { cwd: repository.directory, input: SPEC });
    const [runId = ""] = readdirSync(join(repository.directory, "runs"));
    const state = readFileSync(join(repository.directory, "runs", runId, "state.json"), "utf8");
    return (JSON.parse(state) as { meta: { dirty: boolean } }).meta.dirty;
  };
  expect(await dirty(() => {})).toBe(false);
  expect(await dirty((directory) => writeFileSync(join(directory, "notes.txt"), "mine"))).toBe(true);
  expect(await dirty((directory) => writeFileSync(join(directory, "src/add.js"), "// mine\n"))).toBe(true);
});

test("init says who the record names, and that git knows nobody", async () => {
  const init = async (env: Record<string, string>): Promise<CliResult> => {
    const repository = createRepository(CALCULATOR);
    scenes.push(repository);
    return baton(["init", "--spec", "-", "--no-checks"], { cwd: repository.directory, input: SPEC, env });
  };
  const nobody = { HOME: "/nonexistent", XDG_CONFIG_HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", EMAIL: "" };
  const ann = { GIT_AUTHOR_NAME: "Ann", GIT_AUTHOR_EMAIL: "ann@example.invalid" };
  expect((await init(ann)).stdout).toMatch(/^ {2}recorded as by Ann <ann@example\.invalid>$/m);
  const config = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.useConfigOnly", GIT_CONFIG_VALUE_0: "true" };
  expect((await init({ ...nobody, ...config })).stdout).toContain(
    "recorded as by Proofbaton <baton@localhost>: git knows no name here",
  );
});

test("a run of another work tree is neither gone nor silently somewhere else", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const linked = join(repository.directory, ".git", "linked");
  repository.git("worktree", "add", "-q", "-b", "other", linked);
  expect((await baton(["init", "--spec", "-", "--no-checks"], { cwd: linked, input: SPEC })).code).toBe(0);
  const here = async (command: string): Promise<string> =>
    (await baton([command], { cwd: repository.directory })).stdout;
  expect(await here("status")).toContain(`in the work tree ${linked}`);
  expect(await here("doctor")).toMatch(/✓ files +runs\/\S+ lies in the work tree \S+\/linked: look at it from there/);
  expect((await baton(["status"], { cwd: linked })).stdout).not.toContain("in the work tree");
  // What is written from here is written where it lies.
  expect((await baton(["note", "T001", "mind the sign"], { cwd: repository.directory })).code).toBe(0);
  expect((await baton(["repair"], { cwd: repository.directory })).code).toBe(0);
  expect((await baton(["close", "--as", "partial", "--reason", "enough"], { cwd: repository.directory })).code).toBe(0);
  expect(existsSync(join(repository.directory, "runs"))).toBe(false);
  expect((await baton(["verify"], { cwd: linked })).code).toBe(0);
  expect((await baton(["archive"], { cwd: repository.directory })).code).toBe(0);
  expect(existsSync(join(repository.directory, "archive"))).toBe(false);
  expect((await baton(["verify"], { cwd: linked })).code).toBe(0);
  // Taken up elsewhere it is as finished as it was here.
  const clone = join(repository.directory, ".git", "clone");
  repository.git("clone", "-q", "-b", "other", repository.directory, clone);
  const [id = ""] = readdirSync(join(linked, "archive"));
  const adopted = await baton(["adopt", join(linked, "archive", id)], { cwd: clone });
  expect(adopted.stdout).toMatch(/^✓ adopted run [^]*\nNext: baton status\n$/);
});
