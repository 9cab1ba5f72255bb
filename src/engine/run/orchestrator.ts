import type { Code } from "../../errors.ts";
import assert from "node:assert";
import { citedPaths } from "../../core/envelope/evidence.ts";
import { parseEnvelope } from "../../core/envelope/parse-envelope.ts";
import { renderEnvelope } from "../../core/envelope/render-envelope.ts";
import { validateEnvelope } from "../../core/envelope/validate-envelope.ts";
import { gatesBefore } from "../../core/gate/required.ts";
import {
  blockedWords,
  dispatchWords,
  orchestratorEnvelope,
  takenOnWords,
  type OrchestratorWords,
} from "../../core/run/orchestrator-envelope.ts";
import { recordedPaths } from "../../core/run/fold/recorded-paths.ts";
import type { TaskState } from "../../core/run/state.ts";
import type { RunEvent } from "../../schema/event.ts";
import type { Turn } from "./context.ts";
import { keepArtifacts } from "./checks/evidence.ts";

/**
 * A STATUS that the orchestrator sets, as an envelope that passed the same validator as everybody's (ENV-15), kept as an
 * artifact of the run. Events to append with those that cause it, which may record evidence that it cites.
 */
export function statusSet(
  turn: Turn,
  task: TaskState,
  words: OrchestratorWords,
  recorded: readonly string[] = [],
): RunEvent[] {
  const text = renderEnvelope(orchestratorEnvelope(task, words));
  const parsed = parseEnvelope(text);
  const { hashes } = recordedPaths(turn.journal.state.evidence);
  const isKnown = (path: string): boolean => hashes.has(path) || recorded.includes(path);
  const violations = validateEnvelope(
    parsed,
    {
      taskId: task.plan.task_id,
      assignedAgent: "orchestrator",
      role: "orchestrator",
      status: task.envelope ?? words.status,
      gatesRequired: words.gatesRequired,
      // What a person waived needs no evidence of its kind.
      gatesPassed: (task.review?.gates ?? []).flatMap(({ gate, waived }) => (waived === true ? [gate] : [])),
    },
    {
      evidence: Object.fromEntries(
        citedPaths(parsed.envelope).evidence.map((path) => [
          path,
          isKnown(path) ? ("file" as const) : ("missing" as const),
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

/** Why nothing came of an attempt, or what a person has to look at; `reports` are paths of evidence recorded with it. */
export function statusBlocked(
  turn: Turn,
  task: TaskState,
  codes: readonly string[],
  reports: readonly string[] = [],
): RunEvent[] {
  const words = blockedWords({ codes, reports }, gatesBefore(turn.options.registry));
  return statusSet(turn, task, words, reports);
}

/** A candidate is proven: where its attempt is BLOCKED, it is taken out of that first. */
export const statusTakenOn = (turn: Turn, task: TaskState): RunEvent[] =>
  task.envelope === "BLOCKED" ? statusSet(turn, task, takenOnWords(gatesBefore(turn.options.registry))) : [];

/** Why a task without a fault is not at rest: what it left is one of several builds, or no candidate. */
const waitsFor = ({ contest, preludes, attempt }: TaskState): Code =>
  contest !== null ? "BUILDS_OPEN" : preludes.at(-1)?.attempt === attempt ? "CANDIDATE_ABSENT" : "ATTEMPT_LOST";

/** Attempt `attempt` is given out. What an earlier one left at another STATUS is blocked first: nothing else is given out again. */
export function statusDispatched(turn: Turn, task: TaskState, attempt: number): RunEvent[] {
  const given = { ...task, attempt, envelope: task.envelope === null ? null : ("BLOCKED" as const) };
  const isOpen = task.envelope !== null && task.envelope !== "BLOCKED";
  const blocked = isOpen ? statusBlocked(turn, task, [task.blocked ?? waitsFor(task)]) : [];
  return [
    ...blocked,
    ...statusSet(turn, given, dispatchWords(turn.agent.name, attempt, gatesBefore(turn.options.registry))),
  ];
}
