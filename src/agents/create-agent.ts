import { basename } from "node:path";
import { parse, quote } from "shell-quote";
import { BatonError } from "../errors.ts";
import { findProgram } from "../util/find-program.ts";
import { nearest } from "../util/nearest.ts";
import { createAcpAgent } from "./acp/acp-agent.ts";
import { createCommandAgent } from "./command.ts";
import { createHeadlessAgent } from "./headless/headless-agent.ts";
import { isModelName, modelName } from "./model/load-model.ts";
import { createModelAgent, noHands } from "./model/model-agent.ts";
import type { Agent, AgentProfile } from "./port.ts";
import { findLaunch } from "./profiles/find-launch.ts";
import type { Profile } from "./profiles/profile.ts";
import { PROFILES } from "./profiles/table.ts";
import { createReplayAgent } from "./replay.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface AgentOptions {
  /** Names of the user's environment that reach the agent beside what its profile needs. */
  readonly names?: readonly string[];
}

const NAMES = PROFILES.map(({ name }) => name);
const FORMS = `${NAMES.join(", ")}, headless:NAME, acp:COMMAND, command:PROGRAM or replay:FILE`;

/** The agent that a person named. Throws AGENT_UNKNOWN saying what can be named or installed, REPLAY_INVALID. */
export function createAgent(specification: string, env: Env, options: AgentOptions = {}): Agent {
  const [, kind, rest = ""] = /^(\w+):(.*)$/s.exec(specification) ?? [];
  if (kind === "command") return createCommandAgent(specification, env, options);
  if (kind === "replay") return createReplayAgent(rest);
  const headless = findHeadless(specification, env);
  if (headless !== null) return createHeadlessAgent({ ...headless, env, ...options });
  return createAcpAgent({ ...findAcpAgent(specification, env), env, ...options });
}

/**
 * The program of `headless:NAME`; also of a bare NAME whose adapter is not here while its program is. Null: the agent is to
 * be spoken to. Throws AGENT_UNKNOWN.
 */
export function findHeadless(specification: string, env: Env): { profile: Profile; program: string } | null {
  const wanted = /^headless:(.*)$/s.exec(specification)?.[1];
  const profile = PROFILES.find(({ name }) => name === (wanted ?? specification));
  if (profile === undefined) {
    if (wanted !== undefined) throw unknownAgent(specification, wanted);
    return null;
  }
  const launch = findLaunch(profile, env);
  if (wanted === undefined) return launch?.over === "headless" ? { profile, program: launch.argv[0] } : null;
  const program = findProgram(profile.headless.program, env["PATH"]);
  if (program === null) throw notUsable(profile, profile.headless.program, profile.headless.install);
  return { profile, program };
}

export interface AcpProgram extends AgentProfile {
  readonly argv: readonly [program: string, ...args: string[]];
  /** Null for a command that is not one of the known agents. */
  readonly profile: Profile | null;
}

/** `NAME`, `acp:NAME` or `acp:COMMAND ARGS`, found on PATH. Throws AGENT_UNKNOWN. */
export function findAcpAgent(specification: string, env: Env): AcpProgram {
  const command = /^acp:(.*)$/s.exec(specification)?.[1];
  const profile = PROFILES.find(({ name }) => name === (command ?? specification));
  if (profile !== undefined) return profileProgram(profile, specification, env);
  if (command !== undefined) return commandProgram(command, env);
  if (modelName(specification) !== null) throw noHands(specification);
  throw unknownAgent(specification, specification);
}

function profileProgram(profile: Profile, specification: string, env: Env): AcpProgram {
  const launch = findLaunch(profile, env);
  if (launch?.over !== "acp") throw notUsable(profile, profile.acp.argv[0], profile.acp.install);
  return { name: profile.name, specification, argv: launch.argv, profile };
}

function notUsable({ name, title }: Profile, program: string, install: string): BatonError {
  return new BatonError("AGENT_UNKNOWN", `${title} is not usable here: ${program} is not on PATH`, {
    hint: `Install it: ${install}. Then check it: baton agent check ${name}`,
  });
}

function unknownAgent(specification: string, name: string): BatonError {
  const meant = nearest(name, NAMES);
  const hint =
    specification === "human"
      ? "A person works with `baton next` and `baton submit`; run needs an agent."
      : `${meant === null ? "" : `Did you mean ${meant}? `}Name one: ${FORMS}; \`baton agent list\` shows what is usable here.`;
  return new BatonError("AGENT_UNKNOWN", `${JSON.stringify(specification)} is no agent that can be started`, { hint });
}

/** Split as a shell does, but no shell runs. */
function commandProgram(command: string, env: Env): AcpProgram {
  const entries = parse(command, (name) => `$${name}`);
  const [program, ...args] = entries.filter((entry) => typeof entry === "string");
  if (program === undefined || entries.length !== args.length + 1)
    throw new BatonError("AGENT_UNKNOWN", `acp:${command} is not a program with arguments`, {
      hint: `Name one program and its arguments, without shell syntax: "acp:my-agent --acp", or one of acp:${NAMES.join(", acp:")}.`,
    });
  const found = findProgram(program, env["PATH"]);
  if (found === null)
    throw new BatonError("AGENT_UNKNOWN", `${program} is not a program that can be started`, {
      hint: "Give an absolute path or the name of a program on PATH: acp:/path/to/agent, acp:agent.",
    });
  return {
    name: basename(found).replace(/\.\w+$/, ""),
    specification: `acp:${quote([found, ...args])}`,
    argv: [found, ...args],
    profile: null,
  };
}

/** Whether a name could be an agent's, here or on another machine; a model's only where one that only thinks is wanted. */
export function isAgentForm(specification: string, isThinker: boolean): boolean {
  const [, kind, rest = ""] = /^(\w+):(.+)$/s.exec(specification) ?? [];
  if (kind === undefined) return isKnown(specification);
  if (kind === "headless") return isKnown(rest);
  if (kind === "model") return isThinker && isModelName(specification);
  return ["acp", "command", "replay"].includes(kind);
}

const isKnown = (wanted: string): boolean => PROFILES.some(({ name }) => name === wanted);

/** Who plans or reviews code: any agent, or a model alone. Throws AGENT_UNKNOWN, REPLAY_INVALID. */
export function createThinker(specification: string, env: Env, options: AgentOptions = {}): Agent {
  const model = modelName(specification);
  return model === null ? createAgent(specification, env, options) : createModelAgent(model, env);
}
