/** What to type when a run has had no agent yet. */
export const FIRST_RUN = "baton run --agent AGENT; `baton agent list` shows which are usable here";
