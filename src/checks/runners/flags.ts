import { flagName, splitRunnerArgs } from "../../schema/runner-flags.ts";
import type { RunnerRequest } from "./port.ts";

export interface KeptArgs {
  readonly flags: readonly string[];
  readonly positionals: readonly string[];
}

/**
 * The project's own arguments without those the harness owns. An entry that ends in `*` drops every flag that begins so
 * (`--coverage*`). When files are asked for, the project's own file filters would add to them: they go.
 */
export function keptArgs(request: RunnerRequest, dropped: readonly string[], nameFlags: readonly string[]): KeptArgs {
  const { flags, positionals } = splitRunnerArgs(request.unit.runner, request.unit.args);
  const unwanted = request.nameFilter === null ? dropped : [...dropped, ...nameFlags];
  return {
    flags: flags.filter((flag) => !unwanted.some((pattern) => matches(flagName(flag), pattern))),
    positionals: request.files === null ? positionals : [],
  };
}

function matches(flag: string, pattern: string): boolean {
  if (pattern.endsWith("*")) return flag.startsWith(pattern.slice(0, -1));
  return flag === pattern || flag === pattern.replace(/^--/, "--no-");
}
