import { BatonError } from "../errors.ts";
import { createCommandAgent } from "./command.ts";
import type { Agent } from "./port.ts";

/** The agent that a person named. Throws AGENT_UNKNOWN saying what can be named. */
export function createAgent(specification: string, env: Readonly<Record<string, string | undefined>>): Agent {
  if (specification.startsWith("command:")) return createCommandAgent(specification, env);
  throw new BatonError("AGENT_UNKNOWN", `${JSON.stringify(specification)} is no agent that can be started`);
}
