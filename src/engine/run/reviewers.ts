import type { Agent } from "../../agents/port.ts";
import type { AgentContainment } from "./agent-containment.ts";

/** Who plays a role, in a process of its own; `human`: a person, between `next` and `submit`. */
export type Reviewer =
  | "human"
  | {
      readonly agent: Agent;
      /** Null: in its own folder and process group. */ readonly containment: AgentContainment | null;
    };

/** Who is asked about a gate, by the role that owns it. */
export type Reviewers = (role: string) => Reviewer;

/** A person's session asks persons. */
export const HUMAN_REVIEWERS: Reviewers = () => "human";
