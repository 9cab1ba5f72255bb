/** A coding agent that people already use, as data: how it is started, what it needs, what it is known to do. */
export interface Profile {
  /** What a person types, and `assigned_agent` of its packets. */
  readonly name: "claude" | "codex" | "gemini" | "opencode" | "qwen";
  readonly title: string;
  /** What to do where its provider refuses it: a sentence without its full stop. */
  readonly login: string;
  /** Names of the user's variables that reach the agent: keys, endpoints, configuration. Never values. */
  readonly env: readonly string[];
  /** Variables that it always gets, because of what it is known to do without them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Folders that it keeps things in, below the home folder. */
  readonly home: readonly HomeFolder[];
  /** Hosts that it talks to when nothing else is configured. */
  readonly hosts: readonly string[];
  readonly acp: AcpLaunch;
  readonly headless: HeadlessLaunch;
}

/**
 * A folder of an agent's own. Behind walls it gets one that is empty and gone after the turn, so that nothing it writes is
 * read by the user's next session outside of them; only what is named here is in it.
 */
export interface HomeFolder {
  /** Below the home folder; `.` is the home folder itself. */
  readonly path: string;
  /** The variable that moves it elsewhere. */
  readonly variable?: string;
  /** What its user configured: files as copies, folders read-only. */
  readonly config: readonly string[];
  /** Files that its login is in: the real ones, since a login that was renewed and then lost is no login any more. */
  readonly login: readonly string[];
}

/** A program on PATH that speaks the Agent Client Protocol on its standard input and output. */
export interface AcpLaunch {
  readonly argv: readonly [program: string, ...args: string[]];
  /** What to type to get the program. */
  readonly install: string;
  /** The session mode to ask for, when it is offered: no question is then put to a person. */
  readonly mode: string | null;
  /** The same where the harness's own walls stand around it; absent: no other. */
  readonly containedMode?: string;
  /** The way to authenticate with a key of the environment, taken only when the agent demands it. */
  readonly auth: string | null;
}

/** The agent's own program, started once a turn with a prompt; `src/agents/headless/` knows how to read what it prints. */
export interface HeadlessLaunch {
  readonly program: string;
  readonly install: string;
}
