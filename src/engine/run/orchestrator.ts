import assert from "node:assert";
import { citedPaths } from "../../core/envelope/evidence.ts";
import { parseEnvelope } from "../../core/envelope/parse-envelope.ts";
import { renderEnvelope } from "../../core/envelope/render-envelope.ts";
import { validateEnvelope } from "../../core/envelope/validate-envelope.ts";
import { orchestratorEnvelope, type OrchestratorWords } from "../../core/run/orchestrator-envelope.ts";
import type { TaskState } from "../../core/run/state.ts";
import type { RunEvent } from "../../schema/event.ts";
import type { Turn } from "./context.ts";
import { keepArtifacts } from "./evidence.ts";

/**
 * A STATUS that the orchestrator sets, as an envelope that passed the same validator as everybody's (ENV-15), kept as an
 * artifact of the run. Events to append with those that cause it.
 */
export function statusSet(turn: Turn, task: TaskState, words: OrchestratorWords): RunEvent[] {
  const text = renderEnvelope(orchestratorEnvelope(task, words));
  const parsed = parseEnvelope(text);
  const known = new Set(turn.journal.state.evidence.map(({ path }) => path));
  const violations = validateEnvelope(
    parsed,
    {
      taskId: task.plan.task_id,
      assignedAgent: "orchestrator",
      role: "orchestrator",
      status: task.envelope ?? words.status,
      gatesRequired: words.gatesRequired,
      gatesPassed: [],
    },
    {
      evidence: Object.fromEntries(
        citedPaths(parsed.envelope).evidence.map((path) => [
          path,
          known.has(path) ? ("file" as const) : ("missing" as const),
        ]),
      ),
      inputs: new Set(),
    },
    turn.options.registry,
  );
  assert.deepEqual(violations, [], `the orchestrator's own envelope for ${task.plan.task_id} is not valid`);
  const { task_id: taskId } = task.plan;
  const owner = { taskId, attempt: task.attempt };
  const kept = keepArtifacts(
    turn,
    [
      {
        role: "validator",
        kind: "harness",
        name: `orchestrator_${words.status}.txt`,
        content: text,
        description: `The orchestrator set STATUS ${words.status}`,
        mapping: "Evidence-Based Gates",
      },
    ],
    owner,
  );
  const [envelope = ""] = kept.paths;
  return [
    ...kept.events,
    { type: "status_set", task_id: taskId, attempt: task.attempt, status: words.status, envelope },
  ];
}
