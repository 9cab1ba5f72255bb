import { z } from "zod";
import { Sealed } from "./sealed.ts";
import { GateStatus } from "./task.ts";
import { Timestamp } from "./timestamp.ts";

export const HandoffEntry = z.strictObject({
  from: z.string(),
  to: z.string(),
  time: Timestamp,
  gate: GateStatus,
  notes: z.string(),
});
export type HandoffEntry = z.infer<typeof HandoffEntry>;

export const HandoffPayload = z.strictObject({
  task_id: z.string(),
  context: z.string(),
  files_to_review: z.array(z.string()),
  action_required: z.string(),
});
export type HandoffPayload = z.infer<typeof HandoffPayload>;

/** `state/SESSION_HANDOFF.json` (H3A State Specification, §5). */
export const SessionHandoff = z.strictObject({
  run_id: z.string(),
  current_agent: z.string(),
  next_agent: z.string(),
  handoff_time: Timestamp,
  gate_status: GateStatus,
  payload: HandoffPayload,
  sealed: Sealed,
  history: z.array(HandoffEntry),
});
export type SessionHandoff = z.infer<typeof SessionHandoff>;
