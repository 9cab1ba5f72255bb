import { BatonError } from "../errors.ts";
import { AgentSettings } from "../schema/event.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What `run` and `resume` take about the agent that they start. */
export interface AgentFlags {
  readonly agentEnv?: readonly string[];
  readonly isolation?: string;
  readonly agentUser?: string;
  /** False with --no-meter. */
  readonly meter?: boolean;
  readonly price?: readonly string[];
  readonly reviewer?: string;
  readonly qaAgent?: string;
  /** Fields of the governor, `FIELD=VALUE`. */
  readonly set?: readonly string[];
}

export interface PlannerFlags extends Pick<AgentFlags, "agentEnv" | "isolation" | "agentUser"> {
  readonly planner?: string;
}

/** The same for a planner, which nobody meters. Throws USAGE_INVALID where there is none. */
export function plannerSettings(flags: PlannerFlags, before: AgentSettings, env: Env): AgentSettings {
  const named = ["agentEnv", "isolation", "agentUser"] as const;
  if (flags.planner === undefined && named.some((name) => flags[name] !== undefined))
    throw new BatonError("USAGE_INVALID", "--agent-env, --isolation and --agent-user are for --planner here", {
      hint: "What the run's own agent gets is said with `baton run`.",
    });
  return agentSettings(flags, before, env);
}

/** What flags say, and where they are silent, what the run had. Throws USAGE_INVALID. */
export function agentSettings(flags: AgentFlags, before: AgentSettings, env: Env): AgentSettings {
  const meter = flags.meter ?? before.meter;
  if (!meter && flags.price !== undefined) throw new BatonError("USAGE_INVALID", "--price is for --meter");
  const governor = governorFlags(flags, before);
  return {
    ...(governor.length === 0 ? {} : { governor: [...governor] }),
    agent_env: [...(flags.agentEnv === undefined ? rememberedNames(before, env) : givenNames(flags, env))],
    ...apart(flags, before),
    meter,
    price: withoutOlder([...before.price, ...(flags.price ?? [])]),
    reviewer: flags.reviewer ?? before.reviewer ?? null,
    qa_agent: flags.qaAgent ?? before.qa_agent ?? null,
  };
}

/** What `--set` says, else what the run had; an empty one takes that back. */
export const governorFlags = ({ set }: AgentFlags, { governor = [] }: AgentSettings): readonly string[] =>
  (set ?? governor).filter((flag) => flag !== "");

/** Names of --agent-env; an empty one clears the list. A variable that is not there was most likely misspelled. */
export function givenNames({ agentEnv = [] }: AgentFlags, env: Env): readonly string[] {
  const names = agentEnv.filter((name) => name !== "");
  for (const name of names)
    if (env[name] === undefined)
      throw new BatonError("USAGE_INVALID", `--agent-env ${name}: there is no such variable in your environment`, {
        hint: "Give the name of a variable that is set, not its value.",
      });
  return names;
}

function rememberedNames({ agent_env: names }: AgentSettings, env: Env): readonly string[] {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length === 0) return names;
  throw new BatonError("USAGE_INVALID", `this run's agent gets ${missing.join(", ")}, not set in your environment`, {
    hint: 'Set it, or name what the agent gets from now on: --agent-env NAME, or --agent-env "" for nothing.',
  });
}

function apart(
  { isolation, agentUser }: AgentFlags,
  before: Pick<AgentSettings, "isolation" | "agent_user">,
): Pick<AgentSettings, "isolation" | "agent_user"> {
  if (isolation === undefined && agentUser === undefined)
    return { isolation: before.isolation, agent_user: before.agent_user };
  const level = AgentSettings.shape.isolation.safeParse(isolation ?? null);
  if (!level.success) throw new BatonError("USAGE_INVALID", `--isolation ${isolation} is none of I0, I1, I2, I3, auto`);
  if (agentUser !== undefined && level.data !== null && level.data !== "I3")
    throw new BatonError("USAGE_INVALID", `--agent-user is isolation I3, not ${level.data}`);
  return { isolation: level.data, agent_user: agentUser ?? (level.data === "I3" ? before.agent_user : null) };
}

/** Of several prices of one model the last. */
const withoutOlder = (prices: readonly string[]): string[] => [
  ...new Map(prices.map((text) => [text.split("=")[0], text])).values(),
];
