import type { Agent } from "../agents/port.ts";
import type { AgentContainment } from "../engine/run/isolation/agent-containment.ts";
import { openContainment } from "../engine/run/isolation/containment.ts";
import type { Project } from "../engine/run/project.ts";
import type { Policy } from "../schema/config.ts";
import type { AgentSettings } from "../schema/event.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * What --isolation and --agent-user come to; null where nothing is started that could be contained. Throws
 * ISOLATION_UNAVAILABLE, AGENT_HIDDEN before anything begins.
 */
export function containmentOf(
  project: Project,
  agent: Agent,
  { stateDirectory, env, policy }: Pick<Surroundings, "stateDirectory" | "env"> & { readonly policy: Policy },
  { isolation: level, agent_user: user }: Pick<AgentSettings, "isolation" | "agent_user">,
): AgentContainment | null {
  if (agent.inProcess === true) return null;
  const request = { level, user, least: policy.require_isolation };
  const containment = openContainment({ project, stateDirectory, env }, request);
  containment.admit(agent);
  return containment;
}
