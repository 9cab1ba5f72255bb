import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { AGENT_SHELL, CALCULATOR } from "../support/calc-project.ts";
import { baton, fingerprint, type CliResult } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";

const repositories: { remove(): void }[] = [];
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

function legacy(files = FILES): {
  readonly directory: string;
  readonly old: string;
  readonly call: (...args: string[]) => Promise<CliResult>;
} {
  const repository = createRepository({ ...CALCULATOR, ".gitignore": "runs/\n" });
  repositories.push(repository);
  const old = join(repository.directory, "runs", OLD);
  for (const [path, content] of Object.entries(files)) {
    if (content === null) continue;
    mkdirSync(dirname(join(old, path)), { recursive: true });
    writeFileSync(join(old, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  const call = async (...args: string[]): Promise<CliResult> =>
    baton([...args, "--json"], { cwd: repository.directory });
  return { directory: repository.directory, old, call };
}

test("H3A-19 a dual-agent run is listed and shown read-only, and verify names what it cites and has not", async () => {
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
    expect([verify.code, verify.json.error?.code]).toEqual([11, "ARTIFACT_MISSING"]);
    expect(verify.json.data["problems"]).toMatchObject([{ path: "artifacts/executor/gone.txt" }]);
  }
  expect(fingerprint(old)).toBe(before);
  writeFileSync(join(old, "state.json"), "{");
  expect((await call("status", "--run", OLD)).json.error?.code).toBe("STATE_FILE_CORRUPT");
  expect((await call("run", "list")).json.data).toMatchObject({ legacy: [{ problem: "STATE_FILE_CORRUPT" }] });
  expect((await call("doctor")).json.data["checks"]).toContainEqual({
    name: "dual-agent",
    ok: false,
    detail: expect.stringContaining("STATE_FILE_CORRUPT") as string,
  });
});

/** The reports as the specification prints them, with the files that they cite. */
const RED = "artifacts/executor/test_output_red.txt";
const GREEN = "artifacts/executor/test_output_green.txt";
const AUTH = { task_id: "T001", timestamp: "2025-09-29T14:45:00Z" };
const AGREEING: Readonly<Record<string, unknown>> = {
  "state.json": {
    run_id: OLD,
    created_at: "2025-09-29T13:42:15Z",
    meta: { repo: "calc", branch: "main", commit: "a3f5c8d", ci_green: false, dirty: true },
    steps: [
      {
        ...AUTH,
        agent: "executor",
        summary: "TDD cycle complete",
        status: "passed",
        commands_run: [{ cmd: "pytest", exit_code: 0, artifact: GREEN }],
        tdd_evidence: { red: RED, green: GREEN },
        artifacts: ["executor_report.json", "artifacts/executor/"],
      },
      { task_id: "T001-correction", corrects: "T001", reason: "94.2%", corrected_values: {} },
    ],
  },
  "executor_report.json": {
    run_id: OLD,
    agent: "executor",
    tdd_cycles: [{ ...AUTH, tdd_phases: { red: { failure_output: RED }, green: { test_output: GREEN } } }],
  },
  "validator_report.json": {
    run_id: OLD,
    agent: "validator",
    verdicts: [
      { ...AUTH, status: "pass", verification_results: { mutation: { report: "artifacts/validator/mutation.txt" } } },
    ],
  },
  [RED]: "1 failed\n",
  [GREEN]: "1 passed\n",
  "artifacts/validator/mutation.txt": "91.3%\n",
};

test("H3A-19 verify of a dual-agent run that agrees with itself ends with 0, and says what cannot be known", async () => {
  const { old, call } = legacy(AGREEING);
  const before = fingerprint(old);
  const verify = await call("verify", old);
  expect([verify.code, verify.json.data]).toMatchObject([0, { kind: "dual_agent", hashed: false, problems: [] }]);
  expect(verify.json["warnings"]).toEqual([expect.stringMatching(/^RUN_UNHASHED: .*cannot be known$/)]);
  expect(fingerprint(old)).toBe(before);
});

const changed = (name: string, changes: object): Readonly<Record<string, unknown>> => ({
  ...AGREEING,
  [name]: { ...(AGREEING[name] as object), ...changes },
});

test.each<[string, Readonly<Record<string, unknown>>, string, string]>([
  [
    "a report of another run",
    changed("executor_report.json", { run_id: "another" }),
    "RUN_INCONSISTENT",
    "executor_report.json",
  ],
  [
    "a report by somebody else",
    changed("executor_report.json", { agent: "validator" }),
    "RUN_INCONSISTENT",
    "executor_report.json",
  ],
  [
    "a verdict of an unknown task",
    changed("validator_report.json", { verdicts: [{ task_id: "T9" }] }),
    "RUN_INCONSISTENT",
    "validator_report.json",
  ],
  [
    "a report without its list",
    changed("validator_report.json", { verdicts: {} }),
    "RUN_INCONSISTENT",
    "validator_report.json",
  ],
  [
    "a report that is no JSON",
    { ...AGREEING, "validator_report.json": "{" },
    "STATE_FILE_CORRUPT",
    "validator_report.json",
  ],
  ["no run id", changed("state.json", { run_id: undefined }), "RUN_INCONSISTENT", "state.json"],
  ["no steps", changed("state.json", { steps: "none" }), "RUN_INCONSISTENT", "state.json"],
  ["a step of nobody", changed("state.json", { steps: [{ task_id: "T001" }] }), "RUN_INCONSISTENT", "state.json"],
  [
    "a report's evidence gone",
    { ...AGREEING, "artifacts/validator/mutation.txt": null },
    "ARTIFACT_MISSING",
    "artifacts/validator/mutation.txt",
  ],
])("H3A-19 verify of a dual-agent run with %s ends with 11 and names it", async (_, files, code, path) => {
  const { old, call } = legacy(files);
  const verify = await call("verify", old);
  expect(verify.code).toBe(11);
  expect(verify.json.data["problems"]).toContainEqual(expect.objectContaining({ code, path }));
});

test("a run of ours without its journal is no dual-agent run, however its files look", async () => {
  const { directory, call } = legacy(AGREEING);
  const spec = join(directory, "spec.md");
  writeFileSync(spec, "## Multiply\n- mul(8, 2) is 16\nTest: `node --test test/mul.test.js`\n");
  const run = join(directory, "runs", String((await call("init", "--spec", spec)).json.data["run_id"]));
  rmSync(join(run, "state"), { recursive: true });
  rmSync(join(run, "journal.jsonl"));
  const { gates: _, ...state } = JSON.parse(readFileSync(join(run, "state.json"), "utf8")) as Record<string, unknown>;
  writeFileSync(join(run, "state.json"), JSON.stringify(state));
  const elsewhere = { cwd: directory, env: { BATON_STATE: join(directory, "elsewhere") } };
  expect((await baton(["verify", run, "--json"], elsewhere)).json.error?.code).toBe("JOURNAL_CUT");
  rmSync(join(run, "README.md"));
  expect((await baton(["verify", run, "--json"], elsewhere)).json["warnings"]).toEqual([
    expect.stringMatching(/^RUN_UNHASHED/),
  ]);
  expect((await call("verify", run)).json.error?.code).toBe("JOURNAL_CUT");
});

test("H3A-19 a dual-agent run cannot be archived or replayed, and is told so by what it is, with what can be done", async () => {
  const { old, call } = legacy();
  const before = fingerprint(old);
  const words = [
    ["archive", OLD.slice(0, 8)],
    ["archive", `runs/${OLD}`],
    ["archive", "--run", OLD],
    ["replay", OLD],
    ["replay", `runs/${OLD}`],
  ];
  for (const one of words) {
    const { code, json } = await call(...one);
    expect([one, code, json.error]).toMatchObject([
      one,
      5,
      { code: "RUN_LEGACY", hint: expect.stringContaining("baton init --continue") as string },
    ]);
  }
  expect(fingerprint(old)).toBe(before);
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
  const place = mkdtempSync(join(tmpdir(), "baton-legacy-"));
  repositories.push({ remove: () => rmSync(place, { recursive: true, force: true }) });
  const agent = join(place, "agent.sh");
  writeFileSync(agent, `#!/bin/sh\n${AGENT_SHELL}honest; envelope\n`, { mode: 0o755 });
  expect((await call("run", "--agent", `command:${agent}`)).code).toBe(0);
  expect((await call("verify", runId)).code).toBe(0);
  expect(fingerprint(old)).toBe(before);
  // What was cited is compared, for as long as the older run lies here.
  const problems = async () => {
    const { code, json } = await call("verify", runId);
    return [code, (json.data["problems"] as { code: string; path: string }[]).map((one) => `${one.code} ${one.path}`)];
  };
  const output = join(old, "artifacts/executor/test_output.txt");
  writeFileSync(output, "all red\n");
  expect(await problems()).toEqual([11, [`ARTIFACT_CHANGED ../${OLD}/artifacts/executor/test_output.txt`]]);
  rmSync(output);
  expect(await problems()).toEqual([11, [`ARTIFACT_MISSING ../${OLD}/artifacts/executor/test_output.txt`]]);
  renameSync(old, join(place, "away"));
  expect((await call("verify", runId)).json.warnings).toEqual([expect.stringContaining(`what ${OLD} left`)]);
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

test("H3A-19 where a dual-agent run is the only one, every command says so and how to go on with it; named, it is RUN_LEGACY", async () => {
  const { call } = legacy();
  for (const args of [["status"], ["start", "--check"], ["task", "list"], ["run"]]) {
    const { code, json } = await call(...args);
    expect([code, json.error?.code]).toEqual([4, "NOT_INITIALIZED"]);
    expect(json.error?.message).toContain(`runs/${OLD}, which the dual-agent tool made`);
    expect(json.error?.hint).toContain(`baton init --continue runs/${OLD}`);
  }
  const named = async (...args: string[]): Promise<unknown> => {
    const { code, json } = await call(...args, "--run", OLD);
    return [code, json.error?.code];
  };
  const refused = async (): Promise<void> => {
    expect(await named("task", "list")).toEqual([5, "RUN_LEGACY"]);
    expect(await named("ledger", "show")).toEqual([5, "RUN_LEGACY"]);
    expect(await named("handoff", "export")).toEqual([5, "RUN_LEGACY"]);
    expect(await named("note", "T001", "words")).toEqual([5, "RUN_LEGACY"]);
  };
  await refused();
  expect((await call("init", "--task-brief", "Add more", "--no-checks")).code).toBe(0);
  await refused();
});
