import { createHash } from "node:crypto";
import { answerFormat } from "../../core/envelope/answer-format.ts";
import { quote, quoteForAgents } from "../../core/governor/firewall/quarantine.ts";
import type { Bounds } from "../../core/run/bounds.ts";
import type { Left } from "../../core/run/spending.ts";
import type { TaskState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import type { Feature } from "../../schema/feature-list.ts";
import { AssignmentPacket } from "../../schema/packet.ts";
import { timestamp } from "../../util/clock.ts";
import type { TreeReader } from "../prove/tree-reader.ts";

const PROTECTED_NOTE =
  "Do not change feature_list.json, agent_state.json, init.sh, or claude-progress.txt above its line; append notes below it.";

export interface PacketFacts {
  readonly runId: string;
  readonly project: string;
  readonly task: TaskState;
  readonly attempt: number;
  readonly feature: Feature;
  readonly agent: string;
  /** Those known before there is a change. */
  readonly gates: readonly string[];
  readonly base: TreeReader;
  /** What the repository's memory has on this task, quoted; empty for nothing. */
  readonly memory: string;
  /** What a person noted for this task, oldest first. */
  readonly notes: readonly string[];
  readonly bounds: Bounds;
  /** Of the run's budgets. */
  readonly left: Left;
  readonly now: Date;
}

/**
 * What a fresh agent gets for one attempt: all it needs, and nothing of any earlier conversation (FCX-15). Throws
 * PACKET_INVALID before anything is started (FCX-03).
 */
export function createPacket(facts: PacketFacts): AssignmentPacket {
  const { task, feature, left, now } = facts;
  const { timeoutSeconds, heartbeatSeconds } = facts.bounds;
  const assignment = {
    task_id: task.plan.task_id,
    assigned_agent: facts.agent,
    role: "executor",
    status: "IN_PROGRESS",
    goal: task.plan.goal,
    gates_required: facts.gates,
    inputs: inputsOf(facts.base),
  } as const;
  const packet = AssignmentPacket.safeParse({
    schema_version: "1.0.0",
    run_id: facts.runId,
    attempt: facts.attempt,
    ...assignment,
    context: contextOf(facts),
    steps: feature.steps,
    files_allowed: task.plan.files,
    evidence_expected: [
      "a test that fails without your change and passes with it",
      "every test that was green stays green",
    ],
    test_command: feature.test_command,
    budget: {
      time_seconds: timeoutSeconds,
      turns: null,
      tokens: left.tokens,
      cost: left.cost === null ? null : Number(left.cost),
    },
    deadline: timestamp(new Date(now.getTime() + timeoutSeconds * 1000)),
    timeout_seconds: timeoutSeconds,
    heartbeat_interval_seconds: heartbeatSeconds,
    answer_format: answerFormat({ ...assignment, gates_required: [...facts.gates] }),
    feature: { id: feature.id, description: feature.description, steps: feature.steps },
  });
  if (packet.success) return packet.data;
  const [issue] = packet.error.issues;
  throw new BatonError(
    "PACKET_INVALID",
    `${task.plan.task_id}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  );
}

function inputsOf(base: TreeReader): { path: string; sha256: string }[] {
  return ["feature_list.json", "claude-progress.txt", "init.sh"].flatMap((path) => {
    const text = base.read(path);
    return text === null ? [] : [{ path, sha256: createHash("sha256").update(text).digest("hex") }];
  });
}

function contextOf({ project, task, feature, notes, memory }: PacketFacts): string {
  const quoted = notes.map(quote);
  const parts = [
    `Project: ${project}. You work alone in a fresh clone of the repository; run ./init.sh to set it up.`,
    "Write a test that fails without your change, then the change. Existing tests must keep saying what they say.",
    PROTECTED_NOTE,
    task.plan.context,
    (feature.acceptance ?? []).length > 0
      ? `Acceptance criteria:\n${feature.acceptance?.map((text) => `- ${text}`).join("\n")}`
      : "",
    quoted.length === 0 ? "" : `Notes from the user:\n${quoted.join("\n\n")}`,
    feature.agent_notes === ""
      ? ""
      : `What the harness found in the last attempt:\n${quoteForAgents(feature.agent_notes)}`,
    memory,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}
