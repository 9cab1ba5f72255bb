import type { Agent } from "../../../agents/port.ts";
import type { AgentContainment } from "../isolation/agent-containment.ts";

/** Who plays a role, in a process of its own; `human`: a person, between `next` and `submit`. */
export type Reviewer =
  | "human"
  | {
      readonly agent: Agent;
      /** Null: in its own folder and process group. */
      readonly containment: AgentContainment | null;
      /** Who is asked where this one has nothing to judge by: a built-in agent without a look at the interface. */
      readonly otherwise?: Reviewer;
    };

/** Who is asked about a gate, by the role that owns it; `label` names who of the run's agents is, where nobody else is configured. */
export type Reviewers = (role: string, label?: string) => Reviewer;

/** A person's session asks persons. */
export const HUMAN_REVIEWERS: Reviewers = () => "human";
