import { join } from "node:path";
import { AGENT_TURN } from "../util/agent-turn.ts";
import type { ModelEndpoints, OwnFolder } from "./port.ts";
import { meteredEnvironment } from "./profiles/metered.ts";
import type { Profile } from "./profiles/profile.ts";
import { NETWORK_ENV } from "./profiles/table.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What every agent gets of the user's environment; all else stays away from it, except what is named. */
const PASSED = ["PATH", "HOME", "LANG", "TERM"];

/**
 * The environment of an agent's process: an allow-list, what its profile needs, what the user named with `--agent-env`,
 * and where models are asked when the run meters. Every agent's says that it is one.
 */
export function agentEnvironment(
  env: Env,
  {
    profile,
    names = [],
    endpoints,
    name,
  }: {
    readonly profile: Profile | null;
    readonly names?: readonly string[];
    readonly endpoints?: ModelEndpoints | undefined;
    readonly name?: string | undefined;
  },
): Record<string, string> {
  const passed = {
    ...pick(env, [...PASSED, ...NETWORK_ENV, ...(profile?.env ?? [])]),
    ...profile?.settings,
    ...pick(env, names),
    ...markOfTurn(name),
  };
  return endpoints === undefined
    ? passed
    : { ...passed, ...meteredEnvironment(profile?.name ?? null, endpoints, passed) };
}

/** What tells everything that an agent starts whose turn it is. */
export const markOfTurn = (name = "agent"): Record<string, string> => ({ [AGENT_TURN]: name });

/** Where the agent keeps things of its own, and what of them it needs. */
export function ownFolders(env: Env, profile: Profile | null): OwnFolder[] {
  const home = env["HOME"];
  return (profile?.home ?? []).flatMap(({ path: below, variable = "", config, login }) => {
    const path = env[variable] ?? (home === undefined ? undefined : join(home, below));
    const within = (names: readonly string[]): string[] => names.map((name) => join(path ?? "", name));
    return path === undefined ? [] : [{ path, config: within(config), login: within(login) }];
  });
}

const pick = (env: Env, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
