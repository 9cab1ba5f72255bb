import { createHash } from "node:crypto";
import { answerFormat } from "../../core/envelope/answer-format.ts";
import { attemptsOf } from "../../core/feature/feature-list.ts";
import type { Feature } from "../../schema/feature-list.ts";
import { AssignmentPacket } from "../../schema/packet.ts";
import { timestamp } from "../../util/clock.ts";
import type { TreeReader } from "../prove/tree-reader.ts";

/** The harness's own gates, and the envelope check itself (decisions.md, Gates and criteria). */
const GATES = ["GATE-MSG-STRICT", "GATE-TESTS", "GATE-EVIDENCE"];
const PROTECTED_NOTE =
  "Do not change feature_list.json, agent_state.json, init.sh, or claude-progress.txt above its line; append notes below it.";

export interface PacketFacts {
  readonly runId: string;
  readonly project: string;
  readonly feature: Feature;
  readonly agent: string;
  readonly base: TreeReader;
  readonly timeoutSeconds: number;
  readonly now: Date;
}

/** What a fresh agent gets for one feature: all it needs, and nothing of any earlier conversation (FCX-15). */
export function createPacket({
  runId,
  project,
  feature,
  agent,
  base,
  timeoutSeconds,
  now,
}: PacketFacts): AssignmentPacket {
  const facts = {
    task_id: feature.id,
    assigned_agent: agent,
    role: "executor",
    status: "IN_PROGRESS",
    goal: feature.description.replaceAll(/\s+/g, " "),
    gates_required: GATES,
    inputs: inputsOf(base),
  } as const;
  return AssignmentPacket.parse({
    schema_version: "1.0.0",
    run_id: runId,
    attempt: attemptsOf(feature) + 1,
    ...facts,
    context: contextOf(project, feature),
    steps: feature.steps,
    files_allowed: feature.files ?? ["**"],
    evidence_expected: [
      "a test that fails without your change and passes with it",
      "every test that was green stays green",
    ],
    test_command: feature.test_command,
    budget: { time_seconds: timeoutSeconds, turns: null, tokens: null, cost: null },
    deadline: timestamp(new Date(now.getTime() + timeoutSeconds * 1000)),
    answer_format: answerFormat({ ...facts, gates_required: [...GATES] }),
    feature: { id: feature.id, description: feature.description, steps: feature.steps },
  });
}

function inputsOf(base: TreeReader): { path: string; sha256: string }[] {
  return ["feature_list.json", "claude-progress.txt", "init.sh"].flatMap((path) => {
    const text = base.read(path);
    return text === null ? [] : [{ path, sha256: createHash("sha256").update(text).digest("hex") }];
  });
}

function contextOf(project: string, feature: Feature): string {
  const parts = [
    `Project: ${project}. You work alone in a fresh clone of the repository; run ./init.sh to set it up.`,
    "Write a test that fails without your change, then the change. Existing tests must keep saying what they say.",
    PROTECTED_NOTE,
    feature.detail ?? "",
    (feature.acceptance ?? []).length > 0
      ? `Acceptance criteria:\n${feature.acceptance?.map((text) => `- ${text}`).join("\n")}`
      : "",
    feature.agent_notes === "" ? "" : `What the harness found in the last attempt:\n${feature.agent_notes}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}
