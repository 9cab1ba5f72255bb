import { z } from "zod";
import { Timestamp } from "./timestamp.ts";

const RunStatus = z.enum(["initialized", "running", "paused", "waiting", "incomplete", "complete", "closed_partial"]);
type RunStatus = z.infer<typeof RunStatus>;

/** `agent_state.json`. `iteration` counts the turns of the run and is never reset. */
export const AgentState = z.strictObject({
  schema_version: z.literal("1.0.0"),
  run_id: z.string().min(1),
  status: RunStatus,
  iteration: z.number().int().nonnegative(),
  current_feature: z.string().min(1).nullable(),
  current_task: z.string().min(1).nullable(),
  last_agent: z.string().min(1).nullable(),
  next_agent: z.string().min(1).nullable(),
  updated_at: Timestamp,
});
export type AgentState = z.infer<typeof AgentState>;
