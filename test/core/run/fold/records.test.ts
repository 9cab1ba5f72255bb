import { expect, test } from "vitest";
import { cycleOf } from "../../../../src/core/run/fold/records.ts";
import type { RunState, TaskState } from "../../../../src/core/run/state.ts";
import type { ReportedFinding } from "../../../../src/schema/finding.ts";
import type { ProofFacts } from "../../../../src/schema/proof-facts.ts";
import type { EventOf } from "../../../../src/schema/event.ts";

test("of an attempt that was judged again, the newest outputs are its RED and GREEN", () => {
  const at = (name: string): string => `artifacts/executor/T001/1/${name}`;
  const event: EventOf<"implementation_judged"> = {
    type: "implementation_judged",
    task_id: "T001",
    attempt: 1,
    outcome: "passed",
    proof: null,
    findings: [],
    artifacts: ["test_output_red-2.txt", "test_output_green-2.txt", "not_test_output_red.txt"].map(at),
  };
  const { red, green } = cycleOf(
    { waivers: [] as unknown } as RunState,
    { findings: [] as unknown } as TaskState,
    event,
    "2026-01-31T09:00:00Z",
  ).tdd_phases;
  expect([red.failure_output, green.test_output]).toEqual([at("test_output_red-2.txt"), at("test_output_green-2.txt")]);
});

const PROOF: ProofFacts = {
  verdict: "proven",
  proof_level: "P3",
  isolation_level: "I1",
  tests_passing: 2,
  tests_total: 2,
  runner: "vitest",
  red: [],
  red_file: "test/sum.test.ts",
  implementation_file: "src/sum.ts",
  files_changed: ["src/sum.ts", "test/sum.test.ts"],
  lines: 12,
  commands_run: [],
  definition_of_done: [],
  checks_ms: 0,
  suite_ms: 0,
  red_at: "2026-01-31T08:00:02Z",
  green_at: "2026-01-31T08:00:01Z",
};
const LINT = { code: "LINT_FOUND", severity: "error", message: "src/sum.ts:1 no-var" } as const;
const cycle = (proof: Partial<ProofFacts>, outcome: "passed" | "failed", findings: ReportedFinding[] = []) =>
  cycleOf(
    { waivers: [] as unknown } as RunState,
    { findings } as unknown as TaskState,
    {
      type: "implementation_judged",
      task_id: "T001",
      attempt: 1,
      outcome,
      proof: { ...PROOF, ...proof },
      findings,
      artifacts: [],
    },
    "2026-01-31T09:00:00Z",
  );

test("a cycle tells what changed after RED, that its tests pass where something else failed, and why it did not pass", () => {
  const { tdd_phases: phases, notes } = cycle({}, "failed", [LINT]);
  expect(phases.refactor).toMatchObject({
    changes: "between RED and the candidate: src/sum.ts (2 files and 12 lines in all, tests among them)",
    test_still_passing: true,
  });
  expect(notes).toBe("LINT_FOUND: src/sum.ts:1 no-var");
  expect(cycle({}, "passed").notes).toBeUndefined();
  const lost = { ...LINT, code: "REGRESSION" } as const;
  expect(cycle({ verdict: "not_proven" }, "failed", [lost]).tdd_phases.refactor.test_still_passing).toBe(false);
  expect(cycle({ verdict: "not_proven" }, "failed", [LINT]).tdd_phases.refactor.test_still_passing).toBe(true);
  expect(
    cycle({ verdict: "not_proven", tests_passing: 1 }, "failed", [LINT]).tdd_phases.refactor.test_still_passing,
  ).toBe(false);
});

test("GREEN is told after RED, and where head ran first, of the moment that had both", () => {
  const times = (proof: Partial<ProofFacts>): string[] => {
    const { red, green } = cycle(proof, "passed").tdd_phases;
    return [red.timestamp, green.timestamp];
  };
  expect(times({})).toEqual(["2026-01-31T08:00:02Z", "2026-01-31T09:00:00Z"]);
  expect(times({ green_at: "2026-01-31T08:00:03Z" })).toEqual(["2026-01-31T08:00:02Z", "2026-01-31T08:00:03Z"]);
});
