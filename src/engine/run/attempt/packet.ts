import { hash } from "node:crypto";
import { answerFormat } from "../../../core/envelope/answer-format.ts";
import { quote, quoteForAgents } from "../../../core/governor/firewall/quarantine.ts";
import type { Bounds } from "../../../core/run/bounds.ts";
import type { Left } from "../../../core/run/spending.ts";
import type { TaskState } from "../../../core/run/state.ts";
import type { PreludeKind } from "../../../schema/attempt-kind.ts";
import type { Feature } from "../../../schema/feature-list.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";
import type { TreeReader } from "../../prove/tree-reader.ts";
import { boundsIn, checkedPacket } from "./packet-parts.ts";

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
  /** Absent: the task is to be built. */
  readonly look?: PreludeKind;
  /** Builds that wait to be chosen from, where somebody takes the task and makes the last one. */
  readonly waiting?: number;
  /** What the harness found in the last attempt; empty for nothing. */
  readonly found: string;
  /** What those said who looked before, oldest first. */
  readonly looked: readonly Looked[];
  readonly bounds: Bounds;
  /** Of the run's budgets. */
  readonly left: Left;
  readonly now: Date;
}

export interface Looked {
  readonly kind: PreludeKind;
  readonly agent: string;
  readonly text: string;
}

const LOOKS = {
  spike:
    "This attempt is thrown away: nothing that you leave is built upon. Try out what is unclear about the task, by building as much of it as you need; " +
    "then say in OUTPUT what holds, what does not, and how you would build it. Whoever builds it reads that.",
  reviewer_first:
    "Somebody else will build this task; do not build it, and change nothing. Look at the task and at the repository: " +
    "say in OUTPUT what is missing or wrong in the task, what it could break, and what its tests must show. Whoever builds it reads that.",
} as const satisfies Record<PreludeKind, string>;

const LOOKED = {
  spike: "tried it out, and its work was thrown away",
  reviewer_first: "looked at the task before it is built",
} as const satisfies Record<PreludeKind, string>;

/** Who builds is told what decides: its own test, or the person who looks at what it leaves. */
const BUILDS = {
  test: {
    context:
      "Write a test that fails without your change, then the change. Existing tests must keep saying what they say.",
    evidence: ["a test that fails without your change and passes with it", "every test that was green stays green"],
  },
  person: {
    context:
      "No test decides this: a person looks at what you leave, and says whether it is right. Build it so that they can look, and say " +
      "in OUTPUT what to look at and how. A test of what can be tested is welcome. Existing tests must keep saying what they say.",
    evidence: [
      "what a person can look at",
      "in OUTPUT: what to look at, and how",
      "every test that was green stays green",
    ],
  },
} as const;

const decides = ({ verification_method: method }: Feature): keyof typeof BUILDS =>
  method === "manual" ? "person" : "test";

/**
 * What a fresh agent gets for one attempt: all it needs, and nothing of any earlier conversation (FCX-15). Throws
 * PACKET_INVALID before anything is started (FCX-03).
 */
export function createPacket(facts: PacketFacts): AssignmentPacket {
  const { task, feature, bounds, left, now } = facts;
  const assignment = {
    task_id: task.plan.task_id,
    assigned_agent: facts.agent,
    role: "executor",
    status: "IN_PROGRESS",
    goal: task.plan.goal,
    gates_required: facts.gates,
    inputs: inputsOf(facts.base),
  } as const;
  return checkedPacket(task.plan.task_id, {
    schema_version: "1.0.0",
    run_id: facts.runId,
    attempt: facts.attempt,
    ...assignment,
    context: contextOf(facts),
    steps: feature.steps,
    files_allowed: task.plan.files,
    evidence_expected:
      facts.look === undefined ? [...BUILDS[decides(feature)].evidence] : ["what was found, in OUTPUT"],
    test_command: feature.test_command,
    ...boundsIn(bounds, now, left),
    answer_format: answerFormat(
      { ...assignment, gates_required: [...facts.gates] },
      decides(feature) === "person" && facts.look === undefined ? "shown" : "tree",
    ),
    feature: { id: feature.id, description: feature.description, steps: feature.steps },
  });
}

const INPUTS = ["feature_list.json", "claude-progress.txt", "init.sh"];

function inputsOf(base: TreeReader): { path: string; sha256: string }[] {
  base.preload(INPUTS);
  return INPUTS.flatMap((path) => {
    const text = base.read(path);
    return text === null ? [] : [{ path, sha256: hash("sha256", text) }];
  });
}

function contextOf({ project, task, feature, notes, memory, look, found, looked, waiting = 0 }: PacketFacts): string {
  const quoted = notes.map(quote);
  const parts = [
    `Project: ${project}. You work alone in a fresh clone of the repository; run ./init.sh to set it up.`,
    look === undefined ? BUILDS[decides(feature)].context : LOOKS[look],
    PROTECTED_NOTE,
    task.plan.context,
    (feature.acceptance ?? []).length > 0
      ? `Acceptance criteria:\n${feature.acceptance?.map((text) => `- ${text}`).join("\n")}`
      : "",
    quoted.length === 0 ? "" : `Notes from the user:\n${quoted.join("\n\n")}`,
    waiting === 0 ? "" : waitsBeside(waiting),
    found === "" ? "" : `What the harness found in the last attempt:\n${quoteForAgents(found)}`,
    ...looked.map(({ kind, agent, text }) => `${agent} ${LOOKED[kind]}. It said:\n${quoteForAgents(text)}`),
    memory,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

const waitsBeside = (builds: number): string =>
  `The checks are still to choose between builds of this task: ${builds === 1 ? "one was" : `${builds} were`} made before and ${builds === 1 ? "waits" : "wait"}. Yours is judged like them, and the last; the best by the checks is taken.`;

/** What those said who looked at a task before, as far as it is still kept. */
export const lookedAt = (read: (sha256: string) => string | null, { preludes }: TaskState): Looked[] =>
  preludes.flatMap(({ kind, agent, said }) => {
    const text = said === null ? null : read(said);
    return text === null ? [] : [{ kind, agent, text }];
  });
