import { z } from "zod";
import type { Agent } from "../agents/port.ts";
import type { AgentContainment } from "../engine/run/agent-containment.ts";
import { openContainment } from "../engine/run/containment.ts";
import type { Project } from "../engine/run/project.ts";
import { BatonError } from "../errors.ts";
import type { Policy } from "../schema/config.ts";
import { IsolationLevel } from "../schema/proof.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ContainmentFlags {
  readonly isolation?: string;
  readonly agentUser?: string;
}

const Asked = z.enum([...IsolationLevel.options, "auto"]).nullable();

/**
 * What --isolation and --agent-user come to; null where nothing is started that could be contained. Throws
 * ISOLATION_UNAVAILABLE, AGENT_HIDDEN before anything begins.
 */
export function containmentOf(
  project: Project,
  agent: Agent,
  { stateDirectory, env, policy }: Pick<Surroundings, "stateDirectory" | "env"> & { readonly policy: Policy },
  { isolation = null, agentUser: user = null }: { readonly [name in keyof ContainmentFlags]?: string | null },
): AgentContainment | null {
  const asked = Asked.safeParse(isolation);
  if (!asked.success) throw new BatonError("USAGE_INVALID", `--isolation ${isolation} is none of I0, I1, I2, I3, auto`);
  const level = asked.data;
  if (user !== null && level !== null && level !== "I3")
    throw new BatonError("USAGE_INVALID", `--agent-user is isolation I3, not ${level}`);
  if (agent.inProcess === true) return null;
  const request = { level, user, least: policy.require_isolation };
  const containment = openContainment({ project, stateDirectory, env }, request);
  containment.admit(agent);
  return containment;
}
