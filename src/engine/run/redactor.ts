import type { RunState } from "../../core/run/state.ts";
import type { AgentSettings } from "../../schema/event.ts";
import { createRedactor, type Redact } from "../../util/redact.ts";
import type { RunOptions } from "./context.ts";

/**
 * Takes out of what a run keeps the secrets of this environment, also those that its agents get by a name that tells nothing:
 * whoever works beside them or after them has the same environment, and no settings of its own.
 */
export function redactorFor(
  { agentSettings }: Pick<RunState, "agentSettings">,
  { env, settings = null }: Pick<RunOptions, "env"> & { readonly settings?: AgentSettings | null },
): Redact {
  return createRedactor(env, [...agentSettings.agent_env, ...(settings?.agent_env ?? [])]);
}
