import { expect, test } from "vitest";
import { cycleOf } from "../../../src/core/run/records.ts";
import type { RunState, TaskState } from "../../../src/core/run/state.ts";
import type { EventOf } from "../../../src/schema/event.ts";

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
