import type { AgentProfile } from "./port.ts";

/** A worker outside of `run`, under the name it gave. `specification` is the agent that the run goes on with. */
export const externalProfile = (name: string, specification: string | null): AgentProfile => ({
  name,
  specification: specification ?? "human",
  inProcess: true,
});

/** A person, who works between `next` and `submit`. `specification` is the agent that the run goes on with. */
export const humanProfile = (specification: string | null): AgentProfile => externalProfile("human", specification);
