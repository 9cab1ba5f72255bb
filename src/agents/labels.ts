import type { AgentProfile } from "./port.ts";

/** What an agent is called among others: its name, or what a person typed where two have one name, as two models of one program. */
export const labelOf = ({ name, specification }: AgentProfile, all: readonly AgentProfile[]): string =>
  all.filter((other) => other.name === name).length === 1 ? name : specification;
