/** What an agent gets for one turn: a packet, and a clone of its own to work in. */
export interface AgentTurn {
  /** The assignment as one JSON object. */
  readonly packet: string;
  readonly workspace: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Called when the agent says something: a sign that it works. */
  readonly onOutput?: () => void;
}

/** What came back. Nothing in it is evidence: the tree is judged whatever it says. */
export interface AgentAnswer {
  readonly text: string;
  readonly end: "answered" | "timeout" | "stalled" | "crashed" | "aborted";
  /** What a person may want to read when it went wrong; from outside, untrusted. */
  readonly diagnostics: string;
  readonly durationMs: number;
}

export interface AgentProfile {
  /** `assigned_agent` of its packets. */
  readonly name: string;
  /** What a person types to get it again: `command:/path/to/program`. */
  readonly specification: string;
}

export interface Agent extends AgentProfile {
  run(turn: AgentTurn): Promise<AgentAnswer>;
}
