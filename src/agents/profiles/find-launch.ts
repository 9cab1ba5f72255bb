import { findProgram } from "../../util/find-program.ts";
import type { Profile } from "./profile.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How a profile is driven here. */
export interface Launch {
  readonly over: "acp" | "headless";
  readonly argv: readonly [program: string, ...args: string[]];
}

/** By its adapter, else by its own program, else null: then nothing is installed that this profile could be. */
export function findLaunch({ acp, headless }: Profile, env: Env): Launch | null {
  const [adapter, ...args] = acp.argv;
  const spoken = findProgram(adapter, env["PATH"]);
  if (spoken !== null) return { over: "acp", argv: [spoken, ...args] };
  const started = findProgram(headless.program, env["PATH"]);
  return started === null ? null : { over: "headless", argv: [started] };
}
