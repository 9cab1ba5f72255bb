import { findProgram } from "../find-program.ts";
import type { Profile } from "./profile.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How a profile is driven here. */
export interface Launch {
  readonly over: "acp";
  readonly argv: readonly [program: string, ...args: string[]];
}

/** The first way that is on PATH, or null: then nothing is installed that this profile could be. */
export function findLaunch({ acp }: Profile, env: Env): Launch | null {
  const [program, ...args] = acp.argv;
  const found = findProgram(program, env["PATH"]);
  return found === null ? null : { over: "acp", argv: [found, ...args] };
}
