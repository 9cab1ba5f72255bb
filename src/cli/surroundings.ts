import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { withEnvFile } from "./env-file.ts";
import { outputStream } from "./output.ts";
import { createRedactor, type Redact } from "../util/redact.ts";
import { createProgress } from "./progress.ts";

/** What every command gets from the process around it; only here is the home folder known. */
export interface Surroundings {
  readonly repository: string;
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly json: boolean;
  /** Takes this environment's secrets out of text. */
  readonly redact: Redact;
  readonly progress: ReturnType<typeof createProgress>;
  /** Where the two folders come from: `flag`, a variable's name, or `default`. */
  readonly origins: { readonly repository: string; readonly state: string };
}

export interface GlobalFlags {
  readonly json?: boolean;
  readonly repo?: string;
  readonly state?: string;
}

export function createSurroundings(flags: GlobalFlags, signal: AbortSignal): Surroundings {
  const json = flags.json === true;
  const env = withEnvFile(process.env);
  const redact = createRedactor(env);
  const state = stateDirectory(flags.state);
  return {
    repository: resolve(flags.repo ?? "."),
    stateDirectory: state.path,
    origins: { repository: flags.repo === undefined ? "default" : "flag", state: state.origin },
    env,
    signal,
    json,
    redact,
    progress: createProgress(() => outputStream("stderr"), json, redact),
  };
}

/** `--state`, then BATON_STATE, then the user's state folder. */
function stateDirectory(flag: string | undefined): { path: string; origin: string } {
  const variable = process.env["BATON_STATE"];
  if (flag !== undefined && flag !== "") return { path: resolve(flag), origin: "flag" };
  if (variable !== undefined && variable !== "") return { path: resolve(variable), origin: "BATON_STATE" };
  const base = process.env["XDG_STATE_HOME"];
  return base !== undefined && isAbsolute(base)
    ? { path: join(base, "baton"), origin: "XDG_STATE_HOME" }
    : { path: join(homedir(), ".local", "state", "baton"), origin: "default" };
}
