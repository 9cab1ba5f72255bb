import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { AGENT_SHELL, CALCULATOR } from "../support/calc-project.ts";
import { baton, fingerprint, type CliResult } from "../support/cli.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";

const repositories: TestRepository[] = [];
afterEach(() => {
  for (const repository of repositories.splice(0)) repository.remove();
});

const OLD = "20250901-101500-8b6f8b9a-7c9f-4c5e-8c6a-2f0f0d2e9c1a";
const step = (task: string, agent: string, status: string, summary: string, artifacts: string[]) => ({
  task_id: task,
  agent,
  timestamp: "2025-09-01T10:20:00Z",
  summary,
  status,
  artifacts,
});
const PASSED = step("T001", "executor", "passed", "Add", ["executor_report.json", "artifacts/executor/"]);
const FAILED = step("T002", "executor", "failed", "Multiply: mul(8, 2) is 16", ["artifacts/executor/gone.txt"]);
const FILES: Readonly<Record<string, unknown>> = {
  "state.json": { run_id: OLD, created_at: "2025-09-01T10:15:00Z", meta: { repo: "calc" }, steps: [PASSED, FAILED] },
  "executor_report.json": {
    run_id: OLD,
    agent: "executor",
    tdd_cycles: [{ task_id: "T001", timestamp: "2025-09-01T10:20:00Z" }],
  },
  "validator_report.json": { run_id: OLD, agent: "validator", verdicts: [{ task_id: "T001", status: "pass" }] },
  "artifacts/executor/test_output.txt": "all green\n",
};

function legacy(): {
  readonly directory: string;
  readonly old: string;
  readonly call: (...args: string[]) => Promise<CliResult>;
} {
  const repository = createRepository({ ...CALCULATOR, ".gitignore": "runs/\n" });
  repositories.push(repository);
  const old = join(repository.directory, "runs", OLD);
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(old, path)), { recursive: true });
    writeFileSync(join(old, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  const call = async (...args: string[]): Promise<CliResult> =>
    baton([...args, "--json"], { cwd: repository.directory });
  return { directory: repository.directory, old, call };
}

test("H3A-19 a dual-agent run is listed and shown read-only, and verify says that nothing of it can be verified", async () => {
  const { old, call } = legacy();
  const before = fingerprint(old);
  const list = await call("run", "list");
  expect([list.code, list.json.data]).toMatchObject([0, { runs: [], legacy: [{ run_id: OLD, count: "1/2" }] }]);
  const status = await call("status", "--run", OLD.slice(0, 15));
  expect([status.code, status.json.data]).toMatchObject([
    0,
    {
      kind: "dual_agent",
      verified: false,
      tasks: [
        { id: "T001", status: "complete" },
        { id: "T002", status: "remediation_needed" },
      ],
    },
  ]);
  for (const given of [old, OLD]) {
    const verify = await call("verify", given);
    expect([verify.code, verify.json.error?.code]).toEqual([11, "RUN_UNHASHED"]);
    expect(verify.json.data["problems"]).toMatchObject([
      {},
      { code: "ARTIFACT_MISSING", path: "artifacts/executor/gone.txt" },
    ]);
  }
  expect(fingerprint(old)).toBe(before);
  writeFileSync(join(old, "state.json"), "{");
  expect((await call("status", "--run", OLD)).json.error?.code).toBe("STATE_FILE_CORRUPT");
  expect((await call("run", "list")).json.data).toMatchObject({ legacy: [{ problem: "STATE_FILE_CORRUPT" }] });
});

test("H3A-19 a dual-agent run is gone on with in a new run that cites its files, and the old one stays as it was", async () => {
  const { directory, old, call } = legacy();
  const before = fingerprint(old);
  const init = await call("init", "--continue", OLD);
  expect([init.code, init.json.data["feature_ids"]]).toEqual([0, ["feat_001_t002_multiply_mul_8_2_is_16"]]);
  const runId = String(init.json.data["run_id"]);
  const cited = JSON.parse(
    readFileSync(join(directory, "runs", runId, "artifacts/planner/continued/1/legacy_run.json"), "utf8"),
  ) as { run_id: string; files: Record<string, string> };
  expect([cited.run_id, Object.keys(cited.files)]).toEqual([OLD, Object.keys(FILES).toSorted()]);
  expect(readFileSync(join(directory, "runs", runId, "README.md"), "utf8")).toContain(OLD);
  expect((await call("verify", runId)).code).toBe(0);
  expect((await call("init", "--continue", "nothing-here")).json.error?.code).toBe("RUN_UNKNOWN");
  const agent = join(directory, "..", `${OLD}-agent.sh`);
  writeFileSync(agent, `#!/bin/sh\n${AGENT_SHELL}honest; envelope\n`, { mode: 0o755 });
  expect((await call("run", "--agent", `command:${agent}`)).code).toBe(0);
  expect((await call("verify", runId)).code).toBe(0);
  expect(fingerprint(old)).toBe(before);
  expect(readOldFields(join(directory, "runs", runId))).toEqual({
    run: [runId, ["planner:T001", "executor:T001", "code-reviewer:T001", "validator:T001"]],
    cycles: ["T001 2"],
    verdicts: ["T001 pass"],
  });
});

interface OldFields {
  readonly state: {
    run_id: string;
    meta: { repo: string };
    steps: {
      task_id: string;
      agent: string;
      timestamp: string;
      summary: string;
      status: string;
      artifacts: string[];
    }[];
  };
  readonly executor: { agent: string; tdd_cycles: { task_id: string; files_changed: string[] }[] };
  readonly validator: { agent: string; verdicts: { task_id: string; status: string }[] };
}

/** What a dual-agent reader takes of a run: it knows these fields and no other. */
function readOldFields(run: string): unknown {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(run, name), "utf8"));
  const { state, executor, validator } = {
    state: read("state.json"),
    executor: read("executor_report.json"),
    validator: read("validator_report.json"),
  } as OldFields;
  for (const { timestamp, summary, artifacts, status } of state.steps)
    expect([timestamp, summary, status, artifacts].map((one) => typeof one)).toEqual([
      "string",
      "string",
      "string",
      "object",
    ]);
  expect([typeof state.meta.repo, executor.agent, validator.agent]).toEqual(["string", "executor", "validator"]);
  return {
    run: [state.run_id, state.steps.map(({ agent, task_id }) => `${agent}:${task_id}`)],
    cycles: executor.tdd_cycles.map(({ task_id, files_changed }) => `${task_id} ${files_changed.length}`),
    verdicts: validator.verdicts.map(({ task_id, status }) => `${task_id} ${status}`),
  };
}
