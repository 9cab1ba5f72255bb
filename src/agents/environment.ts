import { join } from "node:path";
import type { ModelEndpoints } from "./port.ts";
import { meteredEnvironment } from "./profiles/metered.ts";
import type { Profile } from "./profiles/profile.ts";
import { NETWORK_ENV } from "./profiles/table.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What every agent gets of the user's environment; all else stays away from it, except what is named. */
const PASSED = ["PATH", "HOME", "LANG", "TERM"];

/**
 * The environment of an agent's process: an allow-list, what its profile needs, what the user named with `--agent-env`,
 * and where models are asked when the run meters.
 */
export function agentEnvironment(
  env: Env,
  {
    profile,
    names = [],
    endpoints,
  }: {
    readonly profile: Profile | null;
    readonly names?: readonly string[];
    readonly endpoints?: ModelEndpoints | undefined;
  },
): Record<string, string> {
  const passed = {
    ...pick(env, [...PASSED, ...NETWORK_ENV, ...(profile?.env ?? [])]),
    ...profile?.settings,
    ...pick(env, names),
  };
  return endpoints === undefined
    ? passed
    : { ...passed, ...meteredEnvironment(profile?.name ?? null, endpoints, passed) };
}

/** Absolute paths beside its clone that the agent must be able to write. */
export function writablePlaces(env: Env, profile: Profile | null): string[] {
  const home = env["HOME"];
  const moved = env[profile?.homeVariable ?? ""];
  return [
    ...(home === undefined ? [] : (profile?.homePaths ?? []).map((path) => join(home, path))),
    ...(moved === undefined ? [] : [moved]),
  ];
}

const pick = (env: Env, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
