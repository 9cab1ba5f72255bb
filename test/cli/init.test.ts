import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { isGenerated } from "../../src/runs/init-script.ts";
import { AGENT_SHELL, CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton, type CliResult, fingerprintBelow } from "../support/cli.ts";
import { removedAfterEach } from "../support/removed.ts";
import { createRepository } from "../support/repository.ts";
import { openScene, type Scene, type SceneOptions } from "../support/scene.ts";

const SPEC = spec(MULTIPLY, DIVIDE);

const scenes = removedAfterEach();

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
