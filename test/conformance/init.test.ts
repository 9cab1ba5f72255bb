import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { baton, fingerprint } from "../support/cli.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";

const repositories: TestRepository[] = [];
afterEach(() => {
  for (const repository of repositories.splice(0)) repository.remove();
});
function repository(files: Record<string, string>): TestRepository {
  const made = createRepository(files);
  repositories.push(made);
  return made;
}

const CALCULATOR = {
  "package.json": JSON.stringify({
    name: "calc",
    type: "module",
    scripts: { test: "node --test", start: "node serve.js" },
  }),
  "test/add.test.js": 'import { test } from "node:test";\ntest("adds", () => {});\n',
};

test("H3A-02 init with a brief creates the whole tree of the document at once, and a second one touches nothing of it", async () => {
  const { directory } = repository(CALCULATOR);
  const init = (...args: string[]) => baton(["init", "--no-checks", "--json", ...args], { cwd: directory });
  const first = await init("--task-brief", "Let it add numbers");
  expect(first.code).toBe(0);
  const run = join(directory, "runs", String(first.json.data["run_id"]));
  const tree = readdirSync(run, { recursive: true }).map(String);
  for (const path of [
    ...["ROADMAP.md", "CURRENT_TASK.json", "GATES_LEDGER.md", "EVIDENCE_LOG.md", "SESSION_HANDOFF.json"].map(
      (name) => `state/${name}`,
    ),
    "state.json",
    "planner_report.json",
    "executor_report.json",
    "validator_report.json",
    "README.md",
    ...["planner", "executor", "validator"].map((role) => `artifacts/${role}`),
  ])
    expect(tree).toContain(path);
  expect(readFileSync(join(run, "README.md"), "utf8")).toContain("Let it add numbers");
  const before = fingerprint(run);
  const second = await init("--task-brief", "Something else");
  expect([second.code, second.json.error?.code]).toEqual([5, "ALREADY_INITIALIZED"]);
  expect([fingerprint(run), readdirSync(join(directory, "runs"))]).toEqual([
    before,
    [String(first.json.data["run_id"])],
  ]);
});

test("TAH-05 TAH-20 init.sh fits the stacks found, runs twice alike, fails loudly, verifies, and ends by saying how to go on", async () => {
  const dependency = JSON.stringify({ name: "front", dependencies: { local: "file:../local" } });
  const { directory, git } = repository({
    ...CALCULATOR,
    ".gitignore": "node_modules\n.venv\n",
    "frontend/package.json": dependency,
    "local/package.json": JSON.stringify({ name: "local", version: "1.0.0" }),
    "app.py": "",
    "tests/test_a.py": "def test_a():\n    pass\n",
  });
  const text = "# App\n\n## Add\n- adds\nTest: `node --test test/add.test.js`\n";
  const init = await baton(["init", "--spec", "-", "--no-checks", "--json"], { cwd: directory, input: text });
  expect(init.code).toBe(0);
  const script = (): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync("sh", ["init.sh"], { cwd: directory, encoding: "utf8" });
    return { status, output: `${stdout}${stderr}` };
  };
  const [once, twice] = [script(), script()];
  expect([once.status, twice.status, git("status", "--porcelain")]).toEqual([0, 0, ""]);
  expect(existsSync(join(directory, "frontend/node_modules/local/package.json"))).toBe(true);
  for (const said of ["To run tests: npm test", "To start: npm run start"]) expect(twice.output).toContain(said);
  expect(readFileSync(join(directory, "init.sh"), "utf8")).toMatch(/^# npm run start &$/m);
  rmSync(join(directory, "frontend/node_modules"), { recursive: true });
  rmSync(join(directory, "local"), { recursive: true });
  expect(script().status).not.toBe(0);
});
