import { tmpdir } from "node:os";
import { findProgram } from "../util/find-program.ts";
import { runProcess } from "../util/process.ts";
import { agentEnvironment } from "./environment.ts";
import { findLaunch } from "./profiles/find-launch.ts";
import type { Profile } from "./profiles/profile.ts";
import { PROFILES } from "./profiles/table.ts";

type Env = Readonly<Record<string, string | undefined>>;

interface FoundProgram {
  readonly program: string;
  /** Null when it is not on PATH. */
  readonly path: string | null;
  /** Null when it does not tell. */
  readonly version: string | null;
  readonly install: string;
}

export interface ListedAgent {
  readonly name: string;
  readonly title: string;
  /** How `--agent NAME` would drive it; null: not at all. */
  readonly usable_over: "acp" | "headless" | null;
  readonly acp: FoundProgram;
  readonly headless: FoundProgram;
  /** Names of variables that it would get and that are set; never their values. */
  readonly env_set: readonly string[];
}

const VERSION_MS = 15_000;

/** Every known agent, what of it is installed here, and what to install. Starts each program once, for its version. */
export async function listAgents(env: Env): Promise<ListedAgent[]> {
  return Promise.all(PROFILES.map(async (profile) => listed(profile, env)));
}

async function listed(profile: Profile, env: Env): Promise<ListedAgent> {
  const { name, title, acp, headless } = profile;
  const found = async (program: string, install: string): Promise<FoundProgram> => {
    const path = findProgram(program, env["PATH"]);
    return { program, path, version: path === null ? null : await versionOf(path, profile, env), install };
  };
  return {
    name,
    title,
    usable_over: findLaunch(profile, env)?.over ?? null,
    acp: await found(acp.argv[0], acp.install),
    headless: await found(headless.program, headless.install),
    env_set: profile.env.filter((one) => (env[one] ?? "") !== ""),
  };
}

/** What `--version` says; null: nothing, or not with success. */
export async function versionOf(path: string, profile: Profile, env: Env): Promise<string | null> {
  const { end, code, stdout } = await runProcess({
    argv: [path, "--version"],
    cwd: tmpdir(),
    env: agentEnvironment(env, { profile }),
    timeoutMs: VERSION_MS,
    outputLimitBytes: 10_000,
  });
  const version = /\d+\.\d+[\w.+-]*/.exec(stdout)?.[0];
  return end === "exited" && code === 0 ? (version ?? null) : null;
}
