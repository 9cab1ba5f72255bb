import type { IsolationLevel } from "../schema/proof.ts";
import type { Usage } from "../schema/usage.ts";

/** What an agent gets for one turn: a packet, and a clone of its own to work in. */
export interface AgentTurn {
  /** Whose turn it is, for who is refused a decision in it: `run/task/attempt`; absent: no run's, as of a plan or an ask. */
  readonly name?: string;
  /** The assignment as one JSON object. */
  readonly packet: string;
  readonly workspace: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Called when the agent says or does something: a sign that it works. */
  readonly onOutput?: () => void;
  /** How the agent's processes are contained; absent: in their own folder and process group (I1). */
  readonly containment?: Containment;
  /** Whether the run still pays for a question to a model, beside what this turn used; absent: it has no limit, or counts otherwise. */
  readonly mayAsk?: (used: Usage) => boolean;
  /** Where models are asked when the run meters its agents; absent: where the user's environment says. */
  readonly endpoints?: ModelEndpoints;
}

/** Whether the harness's own walls stand around an agent. */
export const isContained = ({ containment }: Pick<AgentTurn, "containment">): boolean =>
  containment !== undefined && containment.level >= "I2";

/** Puts an agent's command line behind what isolation the run has (design.md §8, Isolation). */
export interface Containment {
  readonly level: IsolationLevel;
  wrap(
    argv: readonly [string, ...string[]],
    places: { readonly workspace: string; readonly home: readonly OwnFolder[] },
  ): [string, ...string[]];
}

/** A folder that an agent keeps things in, as absolute paths; what does not exist is left out. */
export interface OwnFolder {
  readonly path: string;
  /** Copies of files and read-only folders that it finds there. */
  readonly config: readonly string[];
  /** Files that it may change for good. */
  readonly login: readonly string[];
}

/** Base URLs on the loopback interface, one a dialect, as the vendors' own SDKs take them. */
export interface ModelEndpoints {
  readonly anthropic: string;
  readonly openai: string;
  readonly gemini: string;
}

/**
 * How a turn ended. `answered` says only that the agent came to its own end. `unauthorized`: its provider refuses the
 * key; `provider_failed`: its provider failed it again and again; `budget_spent`: the metering proxy refused to go on.
 */
export type AgentEnd =
  "answered" | "timeout" | "stalled" | "crashed" | "aborted" | "unauthorized" | "provider_failed" | "budget_spent";

/** What came back. Nothing in it is evidence: the tree is judged whatever it says. */
export interface AgentAnswer {
  readonly text: string;
  readonly end: AgentEnd;
  /** What a person may want to read when it went wrong; from outside, untrusted. */
  readonly diagnostics: string;
  readonly durationMs: number;
  /** Its program ended with an exit code that tells of a failure. It proves nothing, but where nothing was done it says why. */
  readonly failed?: true;
  /** Why what it said is no answer, where it was told so already: asking again would bring the same. */
  readonly unusable?: string;
  /** Absent: unknown. */
  readonly usage?: Usage;
  /** What the agent said and did, one JSON object a line, in its own protocol's words; absent: it shows nothing. */
  readonly transcript?: string;
}

export interface AgentProfile {
  /** `assigned_agent` of its packets. */
  readonly name: string;
  /** What a person types to get it again: `command:/path/to/program`. */
  readonly specification: string;
  /** The program that it starts, as a path or a name on PATH; behind mounts it must be seen. */
  readonly program?: string;
  /** Nothing is started for it, so there is nothing to contain or to meter: a person, a recording. */
  readonly inProcess?: true;
}

export interface Agent extends AgentProfile {
  run(turn: AgentTurn): Promise<AgentAnswer>;
}

/**
 * A gate that a program of ours evidences by itself, by its role: a browser for `visual-qa` and `a11y-auditor`. It gets the
 * same packet and clone as any other agent, and its answer is judged the same. Null: none here for this role.
 */
export type QaAgent = (role: string) => Agent | null;
