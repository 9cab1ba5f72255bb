import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { renderRun } from "../../../src/core/views/render-run.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import type { EventOf, RunEvent } from "../../../src/schema/event.ts";
import { AgentState } from "../../../src/schema/agent-state.ts";
import { FeatureList } from "../../../src/schema/feature-list.ts";
import { ExecutorReport, PlannerReport, StateFile, ValidatorReport } from "../../../src/schema/reports.ts";
import { SessionHandoff } from "../../../src/schema/session-handoff.ts";
import { CurrentTask, GateKey, GateState, GateStatus, GateWord } from "../../../src/schema/task.ts";
import { anyStory } from "../../support/any-events.ts";
import { added, created, FACTS, fold, proven, statesOf, wholeLife } from "../../support/events.ts";

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  "planner_report.json": PlannerReport,
  "executor_report.json": ExecutorReport,
  "validator_report.json": ValidatorReport,
  "state.json": StateFile,
  "state/CURRENT_TASK.json": CurrentTask,
  "state/SESSION_HANDOFF.json": SessionHandoff,
  "project/feature_list.json": FeatureList,
  "project/agent_state.json": AgentState,
};
const MARKDOWN = ["state/ROADMAP.md", "state/GATES_LEDGER.md", "state/EVIDENCE_LOG.md", "README.md"];

test("every file of the run directory and of the project is rendered, reports before what cites them", () => {
  const paths = [...renderRun(fold([created()]), FACTS).keys()];
  expect(paths.toSorted()).toEqual([...Object.keys(SCHEMAS), ...MARKDOWN, "project/claude-progress.txt"].toSorted());
  expect(paths.indexOf("executor_report.json")).toBeLessThan(paths.indexOf("state/EVIDENCE_LOG.md"));
});

test("every JSON file fits its schema at every step of a life, from the run's creation on", () => {
  expect(statesOf(wholeLife()).flatMap(problemsOf)).toEqual([]);
});

test("every JSON file fits its schema whatever happened in whatever order, with any text from outside", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      expect(problemsOf(fold(story))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("JSON has two-space indent, non-ASCII as it is, and one final newline", () => {
  const state = fold([created({ project: "Größe" }), added(1, { description: "größer 👩‍👧 مرحبا" })]);
  const text = textOf(state, "project/feature_list.json");
  expect(text).toContain('\n  "total_features": 1,\n');
  expect(text).toContain('"description": "größer 👩‍👧 مرحبا"');
  expect(text).toMatch(/[^\n]\n$/);
});

test("H3A-27 every time in every published file has whole seconds and Z", () => {
  const text = [...renderRun(fold(wholeLife()), FACTS).values()].join("\n");
  const times = text.match(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^\s"\])]*/g) ?? [];
  expect(times.length).toBeGreaterThan(50);
  expect(times.filter((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))).toEqual([]);
});

test("H3A-28 gate keys, states, status values and event words are the same in every file", () => {
  const texts = statesOf(wholeLife()).flatMap((state) => [...renderRun(state, FACTS).values()]);
  const found = (pattern: RegExp): Set<string> =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, word = ""]) => word)));
  const foreign = (words: Set<string>, known: readonly string[]): string[] =>
    [...words].filter((word) => !known.includes(word));
  const statuses = found(/\b(G\d_(?:in_progress|passed|failed))\b/g);
  expect([...statuses].filter((word) => !GateStatus.safeParse(word).success)).toEqual([]);
  expect(statuses.size).toBeGreaterThan(4);
  expect(foreign(found(/\b(G\d_\w+)\b/g), [...GateKey.options, ...statuses])).toEqual([]);
  expect(foreign(found(/"G\d_\w+": "(\w+)"/g), GateState.options)).toEqual([]);
  expect(foreign(found(/^\[\S+\] G\d_\w+ - (\w+) - /gm), GateWord.options)).toEqual([]);
});

test("H3A-29 state.json has one step for each role's finished attempt, with what ran and where its output is", () => {
  const { steps, ...head } = StateFile.parse(jsonOf(fold([created(), added(1), ...proven(1)]), "state.json"));
  expect(head).toMatchObject({ h3a_version: "1.0.0", created_at: "2026-01-31T09:00:00Z" });
  expect(steps.map(({ task_id, agent, gate, status }) => [task_id, agent, gate, status])).toEqual([
    ["T001", "planner", "G0_planning", "passed"],
    ["T001", "executor", "G1_implementation", "passed"],
    ["T001", "validator", "G2_validation", "passed"],
  ]);
  expect(steps[1]).toMatchObject({
    files_changed: ["src/sum.ts", "test/sum.test.ts"],
    commands_run: [{ cmd: "npm test", exit_code: 0, artifact: "artifacts/executor/T001/1/test_output_green.txt" }],
    tdd_evidence: {
      red: "artifacts/executor/T001/1/test_output_red.txt",
      green: "artifacts/executor/T001/1/test_output_green.txt",
    },
    coverage_delta: "not_measured",
    artifacts: expect.arrayContaining(["executor_report.json"]) as unknown,
    notes: "",
  });
  for (const step of steps)
    expect(step).toMatchObject({
      files_changed: expect.any(Array) as unknown,
      commands_run: expect.any(Array) as unknown,
      tdd_evidence: { red: expect.any(String) as unknown, green: expect.any(String) as unknown },
      coverage_delta: expect.any(String) as unknown,
    });
});

test("H3A-29 the validator's step names what it ran again, and RED and GREEN have the times of their own runs", () => {
  const [, , , , judgement, , verdict] = proven(1);
  const proof = { ...(judgement as EventOf<"implementation_judged">).proof };
  const told = { ...judgement, proof: { ...proof, red_at: "2026-01-31T08:59:01Z", green_at: "2026-01-31T08:59:02Z" } };
  const results = {
    ...(verdict as EventOf<"validation_judged">).results,
    tdd_compliance: { status: "pass", red_evidence: "red.txt", green_evidence: "green.txt" },
    coverage: { status: "pass", delta: "+1.5%" },
    command_rerun: { status: "pass", command: "npm test", exit_code: 0 },
  };
  const artifacts = ["artifacts/validator/T001/1/rerun_output.txt"];
  const events = proven(1).map((event) =>
    event === judgement
      ? told
      : event.type === "validation_judged"
        ? { ...event, results, artifacts }
        : event.type === "implementation_judged"
          ? told
          : event,
  ) as RunEvent[];
  const state = fold([created(), added(1), ...events]);
  expect(StateFile.parse(jsonOf(state, "state.json")).steps.at(-1)).toMatchObject({
    agent: "validator",
    commands_run: [{ cmd: "npm test", exit_code: 0, artifact: artifacts[0] }],
    tdd_evidence: { red: "red.txt", green: "green.txt" },
    coverage_delta: "+1.5%",
  });
  const [cycle] = ExecutorReport.parse(jsonOf(state, "executor_report.json")).tdd_cycles;
  expect(cycle?.tdd_phases.red.timestamp).toBe("2026-01-31T08:59:01Z");
  expect(cycle?.tdd_phases.green.timestamp).toBe("2026-01-31T08:59:02Z");
  expect(cycle).toMatchObject({ proof_level: "P3", isolation_level: "I1" });
});

test("state.json says where the repository is, and that no CI said anything", () => {
  const run = { repo: "calculator", remote: "https://example.invalid/calculator.git" };
  const { meta } = StateFile.parse(jsonOf(fold([created(run)]), "state.json"));
  expect(meta).toEqual({ ...FACTS.meta, ...run, ci_green: false });
});

test("reports and steps only grow", () => {
  const growing = (state: RunState): unknown[][] => [
    StateFile.parse(jsonOf(state, "state.json")).steps,
    PlannerReport.parse(jsonOf(state, "planner_report.json")).reports,
    ExecutorReport.parse(jsonOf(state, "executor_report.json")).tdd_cycles,
    ValidatorReport.parse(jsonOf(state, "validator_report.json")).verdicts,
  ];
  let before: unknown[][] = [[], [], [], []];
  for (const state of statesOf(wholeLife())) {
    const now = growing(state);
    for (const [index, entries] of before.entries()) expect(now[index]?.slice(0, entries.length)).toEqual(entries);
    before = now;
  }
  expect(before.map(({ length }) => length)).toEqual([12, 3, 5, 4]);
});

test("the README has the brief, the journal's end, the features in words, and how to verify and go on", () => {
  const text = textOf(fold([created(), added(1), added(2), ...proven(1)]), "README.md");
  expect(text).toContain(`Journal: 7 ${FACTS.journal.hash}\n`);
  expect(text).toContain("> A calculator\n");
  expect(text).toContain("| feat_001 | Operation 1 | ✅ proven | 3/3 | P3 | I1 |\n");
  expect(text).toContain("| feat_002 | Operation 2 | ⚪ not started | – | – | – |\n");
  expect(text).toMatch(/baton verify runs\/20260131-\S+\n/);
  expect(text).toMatch(/baton resume --run 20260131-\S+\n/);
  const paths = [...renderRun(fold([created()]), FACTS).keys()];
  const named = paths.filter((path) => !path.startsWith("project/") && path !== "README.md");
  expect(named.filter((path) => !text.includes(`\`${path}\``))).toEqual([]);
});

test("no text from outside adds a heading, a rule or a row to the README", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const state = fold(story);
      const lines = textOf(state, "README.md").split("\n");
      expect(lines.filter((line) => line.startsWith("## "))).toEqual(
        ["Brief", "Features", "Files", "Verify", "Continue"].map((name) => `## ${name}`),
      );
      const rows = lines.filter((line) => line.startsWith("|")).slice(2);
      expect(rows.length).toBe(Object.keys(state.features).length);
      expect(rows.filter((row) => row.match(/(?<!\\)\|/g)?.length !== 7)).toEqual([]);
      expect(lines.filter((line) => line.startsWith("```")).length).toBe(6);
    }),
    { numRuns: 60 },
  );
});

function textOf(state: RunState, path: string): string {
  return renderRun(state, FACTS).get(path) ?? "";
}

const jsonOf = (state: RunState, path: string): unknown => JSON.parse(textOf(state, path));

function problemsOf(state: RunState): string[] {
  const files = renderRun(state, FACTS);
  return Object.entries(SCHEMAS).flatMap(([path, schema]) => {
    const { error } = schema.safeParse(JSON.parse(files.get(path) ?? ""));
    return (error?.issues ?? []).map((issue) => `${path} ${issue.path.join(".")}: ${issue.message}`);
  });
}
