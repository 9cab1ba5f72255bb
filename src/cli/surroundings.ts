import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { createProgress } from "./progress.ts";

/** What every command gets from the process around it; only here is the home folder known. */
export interface Surroundings {
  readonly repository: string;
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly json: boolean;
  readonly progress: ReturnType<typeof createProgress>;
}

export interface GlobalFlags {
  readonly json?: boolean;
  readonly repo?: string;
  readonly state?: string;
}

export function createSurroundings(flags: GlobalFlags, signal: AbortSignal): Surroundings {
  const json = flags.json === true;
  return {
    repository: resolve(flags.repo ?? "."),
    stateDirectory: stateDirectory(flags.state),
    env: process.env,
    signal,
    json,
    progress: createProgress(process.stderr, json),
  };
}

/** `--state`, then BATON_STATE, then the user's state folder. */
function stateDirectory(flag: string | undefined): string {
  const given = flag ?? process.env["BATON_STATE"];
  if (given !== undefined && given !== "") return resolve(given);
  const base = process.env["XDG_STATE_HOME"];
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), ".local", "state"), "baton");
}
