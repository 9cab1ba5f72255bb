import { basename } from "node:path";
import { parse, quote } from "shell-quote";
import { BatonError } from "../errors.ts";
import { nearest } from "../util/nearest.ts";
import { createAcpAgent } from "./acp/acp-agent.ts";
import { createCommandAgent } from "./command.ts";
import { findProgram } from "./find-program.ts";
import type { Agent } from "./port.ts";
import type { Profile } from "./profiles/profile.ts";
import { PROFILES } from "./profiles/table.ts";
import { createReplayAgent } from "./replay.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface AgentOptions {
  /** Names of the user's environment that reach the agent beside what its profile needs. */
  readonly names?: readonly string[];
}

const NAMES = PROFILES.map(({ name }) => name);
const FORMS = `${NAMES.join(", ")}, acp:COMMAND, command:PROGRAM or replay:FILE`;

/** The agent that a person named. Throws AGENT_UNKNOWN saying what can be named or installed, REPLAY_INVALID. */
export function createAgent(specification: string, env: Env, options: AgentOptions = {}): Agent {
  const [, kind, rest = ""] = /^(\w+):(.*)$/s.exec(specification) ?? [];
  if (kind === "command") return createCommandAgent(specification, env, options);
  if (kind === "replay") return createReplayAgent(rest);
  if (kind === "acp") return createSpeaker(rest, env, options);
  const profile = PROFILES.find(({ name }) => name === specification);
  if (profile !== undefined) return createProfileAgent(profile, specification, env, options);
  const meant = nearest(specification, NAMES);
  const hint =
    specification === "human"
      ? "A person works with `baton next` and `baton submit`; run needs an agent."
      : `${meant === null ? "" : `Did you mean ${meant}? `}Name one: ${FORMS}; \`baton agent list\` shows what is usable here.`;
  throw new BatonError("AGENT_UNKNOWN", `${JSON.stringify(specification)} is no agent that can be started`, { hint });
}

/** `acp:NAME` or `acp:COMMAND ARGS`: split like a shell does, but no shell runs. */
function createSpeaker(command: string, env: Env, options: AgentOptions): Agent {
  const profile = PROFILES.find(({ name }) => name === command);
  if (profile !== undefined) return createProfileAgent(profile, `acp:${command}`, env, options);
  const words = parse(command, (name) => `$${name}`).map((entry) => (typeof entry === "string" ? entry : null));
  const [program, ...args] = words.flatMap((word) => (word === null ? [] : [word]));
  if (program === undefined || words.includes(null))
    throw new BatonError("AGENT_UNKNOWN", `acp:${command} is not a program with arguments`, {
      hint: `Name one program and its arguments, without shell syntax: acp:"my-agent --acp", or acp:${NAMES.join(", acp:")}.`,
    });
  const found = findProgram(program, env["PATH"]);
  if (found === null)
    throw new BatonError("AGENT_UNKNOWN", `${program} is not a program that can be started`, {
      hint: "Give an absolute path or the name of a program on PATH: acp:/path/to/agent, acp:agent.",
    });
  return createAcpAgent({
    name: basename(found).replace(/\.\w+$/, ""),
    specification: `acp:${quote([found, ...args])}`,
    argv: [found, ...args],
    profile: null,
    env,
    ...options,
  });
}

function createProfileAgent(profile: Profile, specification: string, env: Env, options: AgentOptions): Agent {
  const [program, ...args] = profile.acp.argv;
  const found = findProgram(program, env["PATH"]);
  if (found === null)
    throw new BatonError("AGENT_UNKNOWN", `${profile.title} is not usable here: ${program} is not on PATH`, {
      hint: `Install it: ${profile.acp.install}. Then check it: baton agent check ${profile.name}`,
    });
  return createAcpAgent({ name: profile.name, specification, argv: [found, ...args], profile, env, ...options });
}
