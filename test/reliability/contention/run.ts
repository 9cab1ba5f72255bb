import type { RunEvent } from "../../../src/schema/event.ts";
import { added, answered, created, judged, lost, started, featureId, taskId } from "../../support/events.ts";
import { patternOf, TASKS, type Operation } from "./history.ts";

export const RUN = "20260131-090000-contention";

/** A run of many tasks, whose files meet in groups; nothing ever ends an attempt for good. */
export function firstEvents(): RunEvent[] {
  const policy = { checks: [], max_iterations: 1_000_000 };
  return [
    created({ policy, budget: { hours: null, attempts: null, tokens: null, cost: null } }),
    ...Array.from({ length: TASKS }, (_, at) =>
      added(at + 1, { id: featureId(at + 1) }, { files: [patternOf(at + 1)] }),
    ),
  ];
}

export function eventOf(kind: Operation["kind"], id: string, attempt: number, marker: string): RunEvent {
  const task = Number(id.slice(1));
  const findings = [{ code: "TEST_FAILED", severity: "error" as const, message: marker }];
  switch (kind) {
    case "claim":
      return { ...started(task, attempt), harness: marker };
    case "submit":
      return answered(task, attempt, { findings });
    case "judge":
      return judged(task, attempt, "failed", { proof: null, artifacts: [], findings });
    case "expire":
      return { ...lost(task, attempt), type: "attempt_lost", detail: marker } as RunEvent;
    case "retry":
      return { type: "task_retried", task_id: taskId(task), reason: marker };
  }
}
