import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { baton } from "../support/cli.ts";
import { BATON } from "../support/command.ts";
import { TEST_STATE } from "../support/prove.ts";

let calculator: Calculator;
beforeAll(async () => (calculator = await createCalculator("", undefined, "--no-checks")));
afterAll(() => calculator.remove());

const offered = async (...line: string[]): Promise<string[]> => {
  const cwd = calculator.repository.directory;
  const { json } = await baton(["complete", "bash", "--json", "--", ...line], { cwd });
  return (json.data["candidates"] as { value: string }[]).map(({ value }) => value);
};

it.each([
  [["st"], ["status", "stop", "start"]],
  [["task", "sh"], ["show"]],
  [
    ["task", "show", ""],
    ["T001", "T002"],
  ],
  [
    ["note", "T0"],
    ["T001", "T002"],
  ],
  [["task", "show", "T001", "--ru"], ["--run"]],
  [["run", "--agents", "claude", "co"], ["codex"]],
  [["run", "--agents", "claude", "--lan"], ["--land"]],
  [
    ["run", "--land", ""],
    ["auto", "branch", "pr", "manual"],
  ],
  [["status", "--watch", "--st"], ["--state"]],
  [["wait", "--for", "a"], ["approval"]],
  [
    ["gate", "check", "G"],
    ["G0", "G1", "G2", "G3"],
  ],
  [
    ["gate", "check", "G1", "T"],
    ["T001", "T002"],
  ],
  [["schema", "agent"], ["agent-state"]],
  [["help", "task", "sh"], ["show"]],
  [["init", "--spec", ""], []],
  [["no-such-command", ""], []],
])("after %j it offers %j", async (line, expected) => {
  expect((await offered(...line)).toSorted()).toEqual(expected.toSorted());
});

test("the features and runs of the repository are offered, and nothing where there are none", async () => {
  expect(await offered("feature", "drop", "feat_001")).toHaveLength(1);
  expect(await offered("status", "--run", "")).toEqual([calculator.runId]);
  const elsewhere = await baton(["complete", "bash", "--", "status", "--run", ""], { cwd: calculator.outside });
  expect([elsewhere.code, elsewhere.stdout, elsewhere.stderr]).toEqual([0, "", ""]);
});

test("bash completes by the script that it is given; another shell is refused by name", async () => {
  const program = join(calculator.outside, "baton");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${BATON}" "$@"\n`);
  chmodSync(program, 0o755);
  const script =
    'eval "$(baton complete bash)"; COMP_WORDS=(baton task show T); COMP_CWORD=3; _baton; echo "${COMPREPLY[@]}"';
  const env = { ...process.env, BATON_STATE: TEST_STATE, PATH: `${dirname(program)}:${process.env["PATH"]}` };
  const options = { cwd: calculator.repository.directory, env, encoding: "utf8" } as const;
  expect(execFileSync("bash", ["-c", script], options)).toBe("T001 T002\n");
  const { code, json } = await calculator.cli("complete", "tcsh");
  expect([code, json.error?.code]).toEqual([2, "USAGE_INVALID"]);
  expect(json.error?.hint).toContain("bash, zsh, fish");
});
