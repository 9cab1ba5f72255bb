import { BATON_BARE } from "../support/command.ts";

/** How the real command line is started. */
export function batonArguments(args: readonly string[]): [string, ...string[]] {
  return [process.execPath, BATON_BARE, ...args];
}
