import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ProofData } from "../../src/schema/proof.ts";
import { baton, fingerprint } from "../support/cli.ts";
import { TEST_STATE } from "../support/prove.ts";
import { createRepository, type Files, type TestRepository } from "../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test" } }),
  "src/calc.js": "export function add(a, b) {\n  return a + b;\n}\n",
  "test/add.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/calc.js";\n\ntest("adds", () => {\n  assert.equal(add(1, 2), 3);\n});\n`,
};
const HONEST: Files = {
  "src/calc.js": `${BASE["src/calc.js"]}\nexport function mul(a, b) {\n  return a * b;\n}\n`,
  "test/mul.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { mul } from "../src/calc.js";\n\ntest("multiplies", () => {\n  assert.equal(mul(2, 4), 8);\n});\n`,
};

const open: TestRepository[] = [];
afterEach(() => {
  for (const repository of open.splice(0)) repository.remove();
});

function repositoryOf(base: Files = BASE, head: Files = HONEST): TestRepository {
  const repository = createRepository(base);
  repository.commit("head", head);
  open.push(repository);
  return repository;
}

async function prove(repository: TestRepository, ...args: string[]) {
  const result = await baton(["prove", "HEAD~1..HEAD", "--json", ...args], { cwd: repository.directory });
  return { ...result, proof: result.json.data as unknown as ProofData, error: result.json.error };
}

test("ONE-08 prove judges a commit of any repository, with no run, agent or journal, and leaves it untouched byte for byte", async () => {
  const repository = repositoryOf();
  const before = fingerprint(repository.directory);
  const { code, stderr, proof } = await prove(repository);
  expect(code).toBe(0);
  expect(stderr).toBe("");
  expect(proof.red).toEqual([{ id: "test/mul.test.js::multiplies", class: "stub:undefined" }]);
  expect(proof.runs.R0?.sets["green"]).toEqual(["test/add.test.js::adds"]);
  expect(proof.runs.R2?.counts).toMatchObject({ passed: 2, failed: 0 });
  expect(fingerprint(repository.directory)).toBe(before);
});

test("what is changed beside the last commit is said not to be judged, and only where that commit is asked about", async () => {
  const repository = repositoryOf();
  writeFileSync(join(repository.directory, "src/calc.js"), "garbage {{{");
  writeFileSync(join(repository.directory, "new.js"), "");
  const { code, json } = await prove(repository);
  expect([code, json.warnings]).toEqual([
    0,
    ["only the commit was judged, not what is changed beside it: src/calc.js, new.js"],
  ]);
  const told = await baton(["prove", "HEAD"], { cwd: repository.directory });
  expect([told.code, told.stdout.split("\n")[0]]).toEqual([0, expect.stringContaining("! only the commit was judged")]);
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: repository.directory, encoding: "utf8" }).trim();
  const named = await baton(["prove", `HEAD~1..${commit}`, "--json"], { cwd: repository.directory });
  expect(named.json.warnings).toEqual([]);
});

test("of a commit that only records a run it is said that nothing is to be shown, and what that run made", async () => {
  const repository = repositoryOf();
  const run = "20260131-090000-8b6f8b9a-7c9f-4c5e-8c6a-2f0f0d2e9c1a";
  const commit = (subject: string, files: Record<string, string>): string =>
    repository.commit(`${subject}\n\nBaton-Run: ${run}`, files).slice(0, 7);
  const begun = commit(`chore: initialize run ${run}`, { "agent_state.json": "1\n" });
  const made = commit("feat: more", {
    "test/more.test.js": (BASE["test/add.test.js"] ?? "").replace("adds", "adds more"),
  });
  commit(`chore: record run ${run}`, { "agent_state.json": "2\n" });
  const { code, stdout } = await baton(["prove"], { cwd: repository.directory });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(
      `only the record of a run is changed here; what the run made: baton prove ${begun}..${made}\n`,
    ),
  ]);
  expect(stdout).toMatch(/\nNext: nothing was to be shown here\./);
});

test("where base went on by itself a branch is judged from where they parted, and that is said; three dots ask for it", async () => {
  const repository = repositoryOf();
  repository.git("switch", "--quiet", "--create", "other", "HEAD~1");
  const parted = repository.git("rev-parse", "HEAD");
  repository.commit("other goes on", {
    "test/more.test.js": (BASE["test/add.test.js"] ?? "").replace("adds", "adds more"),
  });
  repository.git("switch", "--quiet", "main");
  const say = `other has commits that HEAD lacks: judged from ${parted.slice(0, 7)}, where they parted`;
  for (const [range, warnings] of [
    ["other..HEAD", [say]],
    ["other...HEAD", []],
  ] as const) {
    const { code, json } = await baton(["prove", range, "--json"], { cwd: repository.directory });
    expect([code, json.warnings, json.data["base"]]).toEqual([0, warnings, parted]);
  }
  const short = parted.slice(0, 9);
  const alone = await baton(["prove", short, "--json"], { cwd: repository.directory });
  expect([alone.json.data["base"], alone.json.warnings]).toEqual([
    parted,
    [`judged: ${short}..HEAD; that commit alone is ${short}~1..${short}`],
  ]);
  const backwards = await baton(["prove", "HEAD..HEAD~1", "--json"], { cwd: repository.directory });
  expect(backwards.json.data).toMatchObject({ base: repository.git("rev-parse", "HEAD"), head: parted });
});

test("a configuration that is wrong is said to be the committed one", async () => {
  const repository = repositoryOf({ ...BASE, "baton.config.json": '{ "policy": { "max_files": "many" } }' });
  writeFileSync(join(repository.directory, "baton.config.json"), "{}");
  const { error } = await prove(repository);
  expect([error?.code, error?.hint]).toEqual(["CONFIG_INVALID", expect.stringContaining("committed copy counts")]);
});

test("the first commit has nothing before it, and an empty command is none", async () => {
  const repository = createRepository(BASE);
  open.push(repository);
  const first = await baton(["prove", "--json"], { cwd: repository.directory });
  expect(first.json.error).toMatchObject({
    code: "REVISION_UNKNOWN",
    message: expect.stringContaining("HEAD is the first commit") as string,
  });
  expect((await prove(repositoryOf(), "--test", "")).error?.code).toBe("USAGE_INVALID");
});

test("ONE-12 proof level and isolation level stand in every verdict, proven or not, for programs and for people", async () => {
  const hollow = repositoryOf(BASE, { "src/calc.js": HONEST["src/calc.js"] ?? "" });
  const { code, proof, error } = await prove(hollow);
  expect([code, error?.code]).toEqual([10, "TESTS_ABSENT"]);
  expect(proof.verdict).toMatchObject({ status: "not_proven", proof_level: "P3", isolation_level: "I1" });
  const page = await baton(["prove", "HEAD~1..HEAD"], { cwd: hollow.directory });
  expect(page.stdout).toContain("proof P3 · isolation I1");
  expect(page.stdout.trimEnd().split("\n").at(-1)).toMatch(/^Next: /);
});

test("the user's git configuration, hooks and filters are never read or run", async () => {
  const repository = repositoryOf({ ...BASE, ".gitattributes": "*.js filter=evil\n" });
  const witness = join(repository.directory, "witness");
  writeFileSync(
    join(repository.directory, ".git", "config"),
    `[core\nbroken = [[\n[filter "evil"]\n smudge = touch ${witness}\n`,
  );
  const home = mkdtempSync(join(tmpdir(), "baton-home-"));
  writeFileSync(join(home, ".gitconfig"), `[core]\n fsmonitor = touch ${witness}\n[broken\n`);
  const result = await baton(["prove", "HEAD~1..HEAD", "--json"], { cwd: repository.directory, env: { HOME: home } });
  rmSync(home, { recursive: true });
  expect(result.code).toBe(0);
  expect(existsSync(witness)).toBe(false);
});

test("it works from a subfolder, in a linked work tree and in a bare clone", async () => {
  const repository = repositoryOf();
  const elsewhere = mkdtempSync(join(tmpdir(), "baton-places-"));
  repository.git("worktree", "add", "--quiet", join(elsewhere, "linked"));
  repository.git("clone", "--quiet", "--bare", repository.directory, join(elsewhere, "bare.git"));
  for (const place of [join(repository.directory, "src"), join(elsewhere, "linked"), join(elsewhere, "bare.git")]) {
    const { code } = await baton(["prove", "main~1..main", "--json"], { cwd: place });
    expect([place, code]).toEqual([place, 0]);
  }
  rmSync(elsewhere, { recursive: true });
});

test("a command that starts a runner is judged at P2 through our injected reporter; one that does not, at P1 only when asked", async () => {
  const made = {
    ...BASE,
    "package.json": JSON.stringify({ name: "calc", type: "module" }),
    Makefile: ".PHONY: test\ntest:\n\tnode --test\n",
  };
  const p2 = await prove(repositoryOf(made), "--test", "make test");
  expect([p2.code, p2.proof.verdict.proof_level]).toEqual([0, "P2"]);
  const script = { "check.sh": "#!/bin/sh\ngrep -q mul src/calc.js\n" };
  const repository = repositoryOf(
    { "src/calc.js": BASE["src/calc.js"] ?? "" },
    { ...script, "src/calc.js": HONEST["src/calc.js"] ?? "" },
  );
  const low = await prove(repository, "--test", "sh check.sh");
  expect([low.code, low.error?.code]).toEqual([10, "PROOF_LEVEL_LOW"]);
  writeFileSync(join(repository.directory, "policy.json"), JSON.stringify({ min_proof_level: "P1" }));
  const p1 = await prove(repository, "--test", "sh check.sh", "--policy", join(repository.directory, "policy.json"));
  expect([p1.code, p1.proof.verdict.proof_level]).toEqual([0, "P1"]);
  expect(p1.proof.verdict.limits[0]).toContain("only the exit code");
});

test("equal runs are cited: the second proof of the same range runs base and head no more", async () => {
  const repository = repositoryOf();
  await prove(repository);
  const { proof } = await prove(repository);
  expect([proof.runs.R0?.reused_from, proof.runs.R2?.reused_from]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
});

test("a person's approval counts for exactly the diff it was given for", async () => {
  const repository = repositoryOf(BASE, { ...HONEST, ".github/workflows/ci.yml": "on: push\n" });
  const asked = await prove(repository);
  expect([asked.code, asked.error?.code]).toEqual([12, "PROTECTED_PATH"]);
  const approval = asked.proof.findings.find(({ severity }) => severity === "person")?.approval ?? "";
  expect((await prove(repository, "--approve", approval)).code).toBe(0);
  repository.commit("other CI", { ".github/workflows/ci.yml": "on: pull_request\n" });
  const other = await baton(["prove", "HEAD~2..HEAD", "--json", "--approve", approval], { cwd: repository.directory });
  expect([other.code, JSON.parse(other.stdout).warnings]).toEqual([
    12,
    [`--approve ${approval}: this change asks nothing of that id`],
  ]);
});

test("TAH-14 a test that hangs, floods its output, eats memory or leaves a process behind is bounded, and its whole tree ended", async () => {
  const hanging = `import { spawn } from "node:child_process";\nimport { test } from "node:test";\ntest("hangs", async () => {\n  const child = spawn("sleep", ["4242"], { detached: true, stdio: "ignore" });\n  child.unref();\n  process.stdout.write("x".repeat(3_000_000));\n  await new Promise((resolve) => setTimeout(resolve, 1e8));\n});\n`;
  const config = {
    "baton.config.json": JSON.stringify({ limits: { suite_seconds: 5, output_mb: 1 }, policy: { baseline_runs: 1 } }),
  };
  const repository = repositoryOf(
    { "package.json": BASE["package.json"] ?? "", ...config, "src/calc.js": "" },
    { "test/hang.test.js": hanging },
  );
  const { code, error, proof } = await prove(repository);
  expect([code, error?.code]).toEqual([10, "NOT_MEASURED"]);
  expect(proof.findings[0]?.message).toContain("time limit");
  const processes = await import("node:child_process").then(({ execFileSync }) =>
    execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }),
  );
  expect(processes).not.toContain("sleep 4242");
  const greedy = `import { test } from "node:test";\ntest("eats", async () => {\n  const kept = [];\n  for (let n = 0; n < 400; n += 1) {\n    kept.push(Buffer.alloc(8_000_000, 1));\n    await new Promise((resolve) => setTimeout(resolve, 5));\n  }\n});\n`;
  const limited = {
    "baton.config.json": JSON.stringify({
      limits: { suite_seconds: 60, memory_mb: 500 },
      policy: { baseline_runs: 1 },
    }),
  };
  const eater = await prove(
    repositoryOf(
      { "package.json": BASE["package.json"] ?? "", ...limited, "src/calc.js": "" },
      { "test/eat.test.js": greedy },
    ),
  );
  expect(eater.proof.findings[0]?.message).toContain("memory limit");
});

test("killed at any moment, a proof leaves the repository untouched, and the next one works", async () => {
  const repository = repositoryOf();
  const before = fingerprint(repository.directory);
  for (const killAfterMs of [150, 400, 700, 1000, 1500]) {
    const state = join(TEST_STATE, "killed");
    await baton(["prove", "HEAD~1..HEAD", "--json", "--state", state], { cwd: repository.directory, killAfterMs });
    expect(fingerprint(repository.directory)).toBe(before);
    const after = await baton(["prove", "HEAD~1..HEAD", "--json", "--state", state], { cwd: repository.directory });
    expect([killAfterMs, after.code]).toEqual([killAfterMs, 0]);
    rmSync(state, { recursive: true });
  }
});

const config = (value: unknown): Files => ({
  ...BASE,
  "baton.config.json": typeof value === "string" ? value : JSON.stringify(value),
});

test.each<[string, Files, Files, string[], number, string]>([
  ["a revision that does not exist", BASE, HONEST, ["nope..HEAD"], 4, "REVISION_UNKNOWN"],
  ["a range of one tree", BASE, HONEST, ["HEAD..HEAD"], 2, "RANGE_EMPTY"],
  ["no range at all", BASE, HONEST, ["..HEAD"], 2, "USAGE_INVALID"],
  ["a configuration that is not JSON", config("{"), HONEST, [], 3, "CONFIG_INVALID"],
  ["a configuration field that does not exist", config({ environmant: {} }), HONEST, [], 3, "CONFIG_INVALID"],
  [
    "a prepare that fails",
    config({ environment: { prepare: "echo no luck; exit 3" } }),
    HONEST,
    [],
    1,
    "ENVIRONMENT_FAILED",
  ],
  [
    "a runner that is not installed",
    { ...BASE, "package.json": JSON.stringify({ scripts: { test: "vitest run" } }) },
    HONEST,
    [],
    1,
    "RUNNER_MISSING",
  ],
  [
    "base tests that cannot be loaded",
    { ...BASE, "test/add.test.js": "import './gone.js';\n" },
    HONEST,
    [],
    1,
    "BASELINE_FAILED",
  ],
  ["no tests anywhere", { "a.txt": "1" }, { "a.txt": "2" }, [], 1, "NO_TESTS"],
  ["a policy file that is not there", BASE, HONEST, ["HEAD~1..HEAD", "--policy", "gone.json"], 3, "CONFIG_INVALID"],
  [
    "a state folder that cannot be made",
    BASE,
    HONEST,
    ["HEAD~1..HEAD", "--state", "/dev/null/state"],
    1,
    "STATE_UNWRITABLE",
  ],
  [
    "one that Node would try to make for ever",
    BASE,
    HONEST,
    ["HEAD~1..HEAD", "--state", "/proc/no/such"],
    1,
    "STATE_UNWRITABLE",
  ],
  ["a range in an option's place", BASE, HONEST, ["--mutation", "HEAD~1..HEAD"], 2, "USAGE_INVALID"],
  ["a revision behind an approval", BASE, HONEST, ["--approve", "HEAD~1"], 2, "USAGE_INVALID"],
  ["a range behind an approval", BASE, HONEST, ["--approve", "abc", "HEAD~1..HEAD"], 2, "USAGE_INVALID"],
  [
    "a test command whose program is not there",
    BASE,
    HONEST,
    ["HEAD~1..HEAD", "--test", "no-such-program test"],
    1,
    "RUNNER_MISSING",
  ],
  ["an option that does not exist", BASE, HONEST, ["HEAD~1..HEAD", "--polcy", "x"], 2, "USAGE_INVALID"],
])("wrong input: %s", async (_, base, head, args, code, errorCode) => {
  const repository = repositoryOf(base, head);
  const range = args.length === 0 ? ["HEAD~1..HEAD"] : args;
  const result = await baton(["prove", ...range, "--json"], { cwd: repository.directory });
  expect([result.code, result.json.error?.code, result.stderr]).toEqual([code, errorCode, ""]);
  expect(result.json.error?.hint).not.toBe("");
});

test("what refuses and the advice are of one finding, also where a person is asked about another", async () => {
  const { code, error } = await prove(
    repositoryOf(BASE, { "src/calc.js": HONEST["src/calc.js"] ?? "", Makefile: "test:\n" }),
  );
  expect([code, error?.code]).toEqual([10, "TESTS_ABSENT"]);
  expect(error?.message).toMatch(/no test/);
  expect(error?.hint).toMatch(/Add a test/);
});

test("where no temporary folder can be made it says so", async () => {
  const result = await baton(["prove", "HEAD~1..HEAD", "--json"], {
    cwd: repositoryOf(BASE, HONEST).directory,
    env: { TMPDIR: "/dev/null/temporary" },
  });
  expect([result.code, result.json.error?.code]).toEqual([3, "TEMPORARY_UNWRITABLE"]);
});

test("outside a repository it says so, and a repository without git is no repository", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-none-"));
  mkdirSync(join(folder, ".git"));
  const result = await baton(["prove", "--json"], { cwd: folder });
  expect([result.code, result.json.error?.code]).toEqual([4, "NOT_A_REPOSITORY"]);
  const gitless = await baton(["prove", "HEAD~1..HEAD", "--json"], {
    cwd: repositoryOf().directory,
    env: { PATH: "/nonexistent" },
  });
  expect([gitless.code, gitless.json.error?.code]).toEqual([1, "GIT_MISSING"]);
  rmSync(folder, { recursive: true });
});

test("the library is typed, documented and prints nothing", async () => {
  const { prove: library } = await import("../../src/index.ts");
  const repository = repositoryOf();
  const written: unknown[] = [];
  const original = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: unknown) => written.push(chunk) > 0) as typeof process.stdout.write;
  const proof = await library({
    repository: repository.directory,
    base: "HEAD~1",
    head: "HEAD",
    stateDirectory: TEST_STATE,
    env: process.env,
  }).finally(() => {
    process.stdout.write = original;
  });
  expect([proof.verdict.status, written]).toEqual(["proven", []]);
  expect(readFileSync(join(repository.directory, "package.json"), "utf8")).toBe(BASE["package.json"]);
});
