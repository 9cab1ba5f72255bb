import type { AgentProfile } from "./port.ts";

/** A person, who works between `next` and `submit`. `specification` is the agent that the run goes on with. */
export const humanProfile = (specification: string | null): AgentProfile => ({
  name: "human",
  specification: specification ?? "human",
  inProcess: true,
});
