import type { ToldViolation } from "../../schema/violation-text.ts";
import type { RunClassifier } from "../governor/classify.ts";
import type { StartMeter } from "../../agents/metering/port.ts";
import type { Agent, AgentProfile } from "../../agents/port.ts";
import type { HRMCallback } from "../../core/governor/callbacks.ts";
import type { Registry } from "../../core/gate/registry.ts";
import type { Bounds } from "../../core/run/bounds.ts";
import type { BallotNumber, VoteResult } from "../../core/run/people/review.ts";
import type { RunState, TaskState } from "../../core/run/state.ts";
import type { Code } from "../../errors.ts";
import type { AgentSettings, EventOf } from "../../schema/event.ts";
import type { LeftCode } from "../../schema/landing-event.ts";
import type { Policy } from "../../schema/config.ts";
import type { GovernorConfig } from "../../schema/governor-config.ts";
import type { Redact } from "../../util/redact.ts";
import type { RunMemory } from "../memory/run-memory.ts";
import type { RunTrace } from "../trace/run-trace.ts";
import type { ProveProgress } from "../prove/subject.ts";
import type { Control } from "./isolation/control.ts";
import type { RunJournal } from "./record/journal.ts";
import type { AgentContainment } from "./isolation/agent-containment.ts";
import type { Project } from "./project.ts";
import type { Reviewers } from "./review/reviewers.ts";
import type { Publisher } from "./record/publish.ts";

export interface RunOptions {
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: Policy;
  /** Ends a run that is not complete after so many agent turns; null: no such end. */
  readonly maxTurns: number | null;
  /** How many agents may work at the same time, as far as their files do not meet. */
  readonly workers: number;
  /** For tasks that say nothing else: flags, else base's configuration. */
  readonly bounds: Bounds;
  /** An attempt without output and without a changed file for so long is lost as stalled. */
  readonly stallSeconds: number;
  /** How the agent's processes are kept apart; null: in their own folder and process group (I1). */
  readonly containment: AgentContainment | null;
  /** Null: agents ask models where the user's environment says, and nobody counts. */
  readonly startMeter: StartMeter | null;
  /** Kept for the sessions that follow; null: none were given, as in a person's session. */
  readonly settings: AgentSettings | null;
  /** Agents to route attempts to, from cheap to strong, each kept apart in its own way; absent: the one that drives. */
  readonly crew?: readonly CrewMember[];
  readonly registry: Registry;
  readonly reviewers: Reviewers;
  /** The person at work, as they name themselves; null: the author of the run. */
  readonly person: string | null;
  /** Memory, learning and tracing as the project's configuration has them; absent: the defaults. */
  readonly governor?: GovernorConfig;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunProgress) => void;
}

export interface CrewMember {
  /** By which it is recorded and learned of: its name, or what a person typed where two have one name. */
  readonly label: string;
  readonly agent: Agent;
  readonly containment: AgentContainment | null;
}

/** What each step of a turn works with. */
export interface Turn {
  readonly project: Project;
  readonly journal: RunJournal;
  readonly publisher: Publisher;
  readonly control: Control;
  readonly agent: AgentProfile;
  /** Names this process among the harnesses that ever drove the run. */
  readonly harness: string;
  readonly redact: Redact;
  readonly memory: RunMemory;
  readonly trace: RunTrace;
  readonly callback: HRMCallback;
  readonly classifier: RunClassifier;
  readonly options: RunOptions;
}

/** What a run tells while it goes. */
export type RunProgress =
  | { readonly kind: "turn"; readonly task: TaskState; readonly state: RunState }
  | {
      readonly kind: "check";
      readonly progress: ProveProgress;
      /** Whose candidate is checked; absent: the whole is. */
      readonly taskId?: string;
    }
  | {
      readonly kind: "judged";
      readonly task: TaskState;
      readonly state: RunState;
      readonly verdict: string | null;
      readonly violations: readonly ToldViolation[];
    }
  | {
      readonly kind: "answer";
      readonly task: TaskState;
      readonly violations: readonly ToldViolation[];
    }
  | {
      readonly kind: "asked_again";
      readonly task: TaskState;
      /** From 1: the how many-th time that only the answer is asked for. */
      readonly asked: number;
      readonly violations: readonly ToldViolation[];
    }
  | { readonly kind: "normalised"; readonly task: TaskState }
  | { readonly kind: "held"; readonly task: TaskState; readonly code: Code; readonly message: string }
  | {
      readonly kind: "lost";
      readonly task: TaskState;
      readonly code: EventOf<"attempt_lost">["code"];
      readonly detail: string;
    }
  | {
      readonly kind: "stepped";
      readonly task: TaskState;
      readonly step: "split" | "ask" | "choose";
      readonly reason: string;
    }
  | {
      readonly kind: "review";
      readonly task: TaskState;
      readonly gate: string;
      readonly agent: string;
      readonly vote: BallotNumber | null;
    }
  | {
      readonly kind: "reviewed";
      readonly task: TaskState;
      readonly gate: string;
      readonly outcome: EventOf<"review_judged">["outcome"];
      readonly reasons: readonly string[];
      readonly vote: BallotNumber | null;
      /** What the vote has come to with it; null: no vote, or a voter is still to be asked. */
      readonly decided: VoteResult | null;
    }
  | { readonly kind: "committed"; readonly task: TaskState; readonly commit: string }
  | { readonly kind: "landing_left"; readonly code: LeftCode; readonly reason: string }
  | { readonly kind: "merged"; readonly branch: string; readonly target: string }
  | { readonly kind: "warning"; readonly message: string }
  | { readonly kind: "final"; readonly commit: string };
