import { beforeAll, afterAll, expect, test } from "vitest";
import type { CliResult } from "../support/cli.ts";
import { DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { errorsOf, openStory, passesOf, type Story } from "./support.ts";

/** One run: work outside its files, then honest; work too large, then wrong; a person's guidance, then honest. */
const AGENT = `case $FEATURE.$ATTEMPT in
001.1) work; echo '// mine' >> src/add.js;;
002.1) work; mkdir -p src/more; for n in 1 2 3; do seq -f 'export const a%g = 1;' 1 200 > src/more/$n.js; done;;
002.2) work; echo 'export const div = () => 0;' > src/div.js;;
*) work;;
esac
envelope`;
const SPEC = spec(MULTIPLY.replace("Priority", "Files: src/mul.js\nPriority"), DIVIDE);

interface Step {
  readonly task_id: string;
  readonly agent: string;
  readonly status: string;
  readonly gate: string;
  readonly [field: string]: unknown;
}

let story: Story;
let escalated: CliResult;
let before: { handoffs: unknown[]; reports: Record<string, unknown[]>; ledger: string; steps: unknown[]; list: string };
let guided: CliResult;

beforeAll(async () => {
  story = await openStory(AGENT, SPEC);
  escalated = await story.run();
  before = {
    handoffs: story.json("state/SESSION_HANDOFF.json")["history"] as unknown[],
    reports: reports(),
    ledger: story.read("state/GATES_LEDGER.md"),
    steps: story.json("state.json")["steps"] as unknown[],
    list: story.repository.git("show", "HEAD:feature_list.json"),
  };
  await story.cli("task", "retry", "T002", "--note", "really divide");
  guided = await story.run();
}, 400_000);
afterAll(() => story.remove());

const reports = (): Record<string, unknown[]> =>
  Object.fromEntries(
    [
      ["planner", "reports"],
      ["executor", "tdd_cycles"],
      ["validator", "validations"],
    ].map(([role = "", field = ""]) => {
      const report = story.json(`${role}_report.json`);
      return [role, (report[field] ?? Object.values(report).find(Array.isArray) ?? []) as unknown[]];
    }),
  );
const turn = (at: number): string[] => errorsOf(escalated.json.data)[at] ?? [];

test("H3A-15 a gate that fails twice escalates: ledger, issue with attempts and evidence, exit 12; guidance resets the count", () => {
  expect([escalated.code, passesOf(escalated.json.data)]).toEqual([12, [true, false]]);
  expect(before.ledger).toMatch(/ESCALATED.*T002|T002.*ESCALATED/);
  const issue = story.read("artifacts/escalation/issue_T002.md");
  expect(issue).toContain("**Attempts judged:** 2");
  expect(issue).toContain("artifacts/executor/T002/1/test_output_red.txt");
  expect(story.files()).toContain("artifacts/executor/T002/2/test_output_green.txt");
  expect([guided.code, passesOf(guided.json.data)]).toEqual([0, [true, true]]);
  expect(story.packet("T002", 3)["context"]).toContain("> really divide");
  const [task] = (guided.json.data["tasks"] as { id: string }[]).filter(({ id }) => id === "T002");
  expect(task).toMatchObject({ status: "complete", attempt: 3, iteration_count: 0 });
  expect(story.read("state/GATES_LEDGER.md")).toMatch(/RESUMED.*T002|T002.*RESUMED/);
});

test("TAH-09 a change outside the assigned files, and one past its size, is refused; the agent is told what to do", () => {
  expect(turn(0)).toContain("SCOPE_EXCEEDED");
  expect(story.packet("T001", 2)["context"]).toContain("SCOPE_EXCEEDED");
  expect(story.repository.git("show", "HEAD:src/add.js")).not.toContain("mine");
  expect(turn(2)).toContain("SCOPE_EXCEEDED");
  expect(story.packet("T002", 2)["context"]).toMatch(/split/i);
});

test("TAH-15 counts, who, since when and why come from the harness's own run", () => {
  const { features } = JSON.parse(before.list) as { features: Record<string, unknown>[] };
  expect(features[0]).toMatchObject({ tests_passing: 1, tests_total: 1, assigned_to: "agent", coverage: 100 });
  for (const field of ["started_at", "last_tested"])
    expect(features[0]?.[field]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(features[1]).toMatchObject({ passes: false, attempts: 2 });
  const notes = String(features[1]?.["agent_notes"]);
  expect(notes).toMatch(/^TEST_FAILED: .*div/);
  // The end of what the failing test printed, for a person and for whoever tries next.
  expect(notes).toMatch(/\n.*0 !== 4/s);
  expect(story.packet("T002", 3)["context"]).toContain("0 !== 4");
  expect(notes.length).toBeLessThanOrEqual(2000);
});

test("TAH-17 each test run has its line, each task its commit with subject and three trailers", () => {
  const text = story.repository.git("show", "HEAD:claude-progress.txt");
  expect(text.match(/^\[.*\] Completed .*$/gm)?.map((line) => line.replace(/^\[[\dT:-]+Z\] /, ""))).toEqual([
    "Completed feat_001_multiply: FAIL",
    "Completed feat_001_multiply: PASS",
    "Completed feat_002_divide: FAIL",
    "Completed feat_002_divide: FAIL",
    "Completed feat_002_divide: PASS",
  ]);
  const format =
    "%s|%(trailers:key=Baton-Feature,valueonly,separator=)|%(trailers:key=Baton-Run,valueonly,separator=)|%(trailers:key=Baton-Journal,valueonly,separator=)";
  const commits = story.repository.git("log", "--grep=^feat:", `--format=${format}`).split("\n");
  expect(commits.map((line) => line.split("|").slice(0, 3))).toEqual([
    ["feat: Divide", "feat_002_divide", story.runId],
    ["feat: Multiply", "feat_001_multiply", story.runId],
  ]);
  expect(commits.every((line) => /^\d+:?\s?[0-9a-f]{16,64}$|[0-9a-f]{64}$/.test(line.split("|")[3] ?? ""))).toBe(true);
});

test("H3A-05 a task moves along its edges only, twice tried before it escalates; an illegal move names both states", async () => {
  const steps = before.steps as Step[];
  expect(
    steps.filter(({ agent }) => agent === "executor").map(({ task_id, status }) => `${task_id} ${status}`),
  ).toEqual(["T001 failed", "T001 passed", "T002 failed", "T002 failed"]);
  const refused = await story.cli("task", "reject", "T001", "--reason", "too late");
  expect([refused.code, refused.json.error?.code]).toEqual([5, "TASK_TRANSITION_ILLEGAL"]);
  expect(refused.json.error?.message).toMatch(/complete.*awaiting_planner/);
});

test("H3A-08 the handoff names who is next, what to read and what to do, and its history only grows", () => {
  const handoff = story.json("state/SESSION_HANDOFF.json");
  const history = handoff["history"] as { from: string; to: string }[];
  expect(history.slice(0, before.handoffs.length)).toEqual(before.handoffs);
  expect(history.length).toBeGreaterThan(before.handoffs.length);
  expect(handoff).toMatchObject({ current_agent: "validator", gate_status: "G2_passed" });
  expect(handoff["payload"]).toMatchObject({
    task_id: "T002",
    files_to_review: expect.arrayContaining(["validator_report.json"]) as unknown,
    action_required: expect.stringMatching(/./) as unknown,
  });
  expect(history.map(({ from, to }) => `${from} ${to}`)).toEqual(
    expect.arrayContaining(["planner executor", "executor validator", "validator executor", "validator human"]),
  );
});

test("H3A-09 state.json names the repository as git has it, the gates, and every command that ran with its exit code", () => {
  const state = story.json("state.json");
  const meta = state["meta"] as Record<string, unknown>;
  expect(Object.keys(meta).toSorted()).toEqual(
    ["branch", "ci_green", "commit", "commit_short", "dirty", "remote", "repo"].toSorted(),
  );
  expect(meta).toMatchObject({ branch: "main", ci_green: false, dirty: false, remote: "" });
  expect(story.repository.git("cat-file", "-t", String(meta["commit"]))).toBe("commit");
  expect(meta["commit_short"]).toBe(String(meta["commit"]).slice(0, 7));
  expect(state["gates"]).toEqual({
    G0_planning: "passed",
    G1_implementation: "passed",
    G2_validation: "passed",
    G3_production_ready: "not_started",
  });
  const steps = state["steps"] as Step[];
  expect(steps.slice(0, before.steps.length)).toEqual(before.steps);
  const last = steps.findLast(({ agent }) => agent === "executor");
  expect(last).toMatchObject({
    task_id: "T002",
    tdd_evidence: { red: expect.stringContaining("T002/3/") as unknown, green: expect.any(String) as unknown },
    coverage_delta: "+0.0%",
  });
  const commands = last?.["commands_run"] as { exit_code: number; artifact: string }[];
  expect(commands.some(({ exit_code: code }) => code !== 0) && commands.some(({ exit_code: code }) => code === 0)).toBe(
    true,
  );
  for (const { artifact } of commands) expect(story.files()).toContain(artifact);
});

test("H3A-10 each report grows by one entry an attempt, filled from what really ran", () => {
  const after = reports();
  for (const [role, entries] of Object.entries(before.reports))
    expect([role, after[role]?.slice(0, entries.length)]).toEqual([role, entries]);
  expect(Object.values(after).map((entries) => entries.length)).toEqual([2, 5, 2]);
  expect(after["executor"]?.at(-1)).toMatchObject({
    task_id: "T002",
    tdd_phases: {
      red: { test_file: "test/div.test.js" },
      green: { implementation_file: "src/div.js" },
      refactor: { test_still_passing: true },
    },
    files_changed: ["src/div.js", "test/div.test.js"],
    iteration_count: 0,
    gate_status: "G1_passed",
  });
  expect(after["validator"]?.at(-1)).toMatchObject({
    task_id: "T002",
    status: "pass",
    approval_for_next_task: true,
    verification_results: { tests: { total: 3, passed: 3, failed: 0 }, command_rerun: { exit_code: 0 } },
  });
});

test("ONE-12 proof and isolation level stand in the run's verdicts", () => {
  for (const verdict of reports()["validator"] ?? [])
    expect(verdict).toMatchObject({
      proof_level: expect.stringMatching(/^P\d/) as unknown,
      isolation_level: expect.stringMatching(/^I\d/) as unknown,
    });
});

test("H3A-14 gates follow each other, none before the one below it, each with its artifacts", () => {
  const lines = story.read("state/GATES_LEDGER.md");
  const passed = (story.json("state.json")["steps"] as Step[])
    .filter(({ status, task_id: id }) => status === "passed" && id === "T002")
    .map(({ gate }) => gate);
  // Of G2 a step of the code-reviewer, and one of the validator.
  expect(passed).toEqual(["G0_planning", "G1_implementation", "G2_validation", "G2_validation"]);
  expect(lines).not.toMatch(/G3.*PASSED/);
  for (const name of ["test_output_red.txt", "test_output_green.txt", "proof.json"])
    expect(story.files()).toContain(`artifacts/executor/T002/3/${name}`);
  expect(story.files()).toContain("artifacts/validator/T002/3/rerun_output.txt");
});

test("H3A-26 published JSON has two spaces, plain letters and one final newline", () => {
  const json = story.files().filter((path) => path.endsWith(".json") && !path.startsWith("artifacts/"));
  expect(json.length).toBeGreaterThanOrEqual(6);
  for (const path of json) expect(story.read(path)).toBe(`${JSON.stringify(story.json(path), null, 2)}\n`);
  expect(story.files().filter((path) => path.endsWith(".tmp"))).toEqual([]);
});

test("FCX-11 every event carries run id, time and actor, at a version that is checked", () => {
  const entries = story.journal();
  expect(entries.length).toBeGreaterThan(40);
  for (const { entry = null, ...rest } of entries) {
    const line = (entry ?? rest) as Record<string, unknown>;
    expect(line).toMatchObject({ run_id: story.runId, version: 1, actor: expect.stringMatching(/./) as unknown });
    expect(line["at"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});

test("H3A-12 a correction is one more step, numbered from the second; what it corrects stays, unknown steps are refused", async () => {
  const steps = story.json("state.json")["steps"] as Step[];
  const correct = (agent: string, value: string) =>
    story.cli("task", "correct", "T001", "--agent", agent, "--set", value, "--reason", "counted wrongly");
  expect((await correct("validator", "coverage_absolute=94.2%")).code).toBe(0);
  expect((await correct("validator", "tdd_evidence.red=none")).code).toBe(0);
  const after = story.json("state.json")["steps"] as Step[];
  expect(after.slice(0, steps.length)).toEqual(steps);
  expect(after.slice(steps.length)).toMatchObject([
    {
      task_id: "T001-correction",
      corrects: "T001",
      agent: "validator",
      reason: "counted wrongly",
      corrected_values: { coverage_absolute: "94.2%" },
    },
    { task_id: "T001-correction-2", corrected_values: { "tdd_evidence.red": "none" } },
  ]);
  const wrong = ["task_id=T999", "gate=G3", "status=passed", "nosuch=1", "toString=1", "notes.length=1", "a"];
  const refused = [await correct("reviewer", "a=b")];
  for (const value of wrong) refused.push(await correct("executor", value));
  for (const { code, json } of refused) expect([code, json.error?.code]).toEqual([2, "CORRECTION_INVALID"]);
  expect((await story.cli("verify")).code).toBe(0);
});
