import type { AgentProfile, Containment } from "../../../agents/port.ts";
import type { Project } from "../project.ts";

/** How a run keeps its agents apart, and what has to be done around each of their turns. */
export interface AgentContainment extends Containment {
  /** Whether an agent could write to what judges it, so that it has to be compared. */
  readonly reachesControl: boolean;
  /** Refuses an agent that could not be started behind this. Throws AGENT_HIDDEN. */
  admit(agent: AgentProfile): void;
  /** Gives the clone to whoever the agent runs as; answers how it is taken back. */
  handOver(workspace: string): () => void;
}

export interface Where {
  readonly project: Pick<Project, "root" | "places">;
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const uncontained = (level: "I0" | "I1"): AgentContainment => ({
  level,
  reachesControl: true,
  wrap: ([program, ...args]) => [program, ...args],
  admit: () => {},
  handOver: () => () => {},
});
