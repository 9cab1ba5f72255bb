import { HUMAN, type RunState } from "./state.ts";

/** What to type when a run has had no agent yet. */
export const FIRST_RUN = "baton run --agent AGENT; `baton agent list` shows which are usable here";

/** What goes on with a run: by hand, where only people worked on it so far. */
export function goOn(
  { agentSpecification }: Pick<RunState, "agentSpecification">,
  command: "run" | "resume" = "run",
): string {
  return agentSpecification === HUMAN ? "baton next" : `baton ${command}`;
}
