import { z } from "zod";
import { GateType, OrchestrationMode, Stance } from "./governor-enums.ts";
import { Dict } from "./governor.ts";
import { Id, Ratio } from "./primitives.ts";
import { Timestamp } from "./timestamp.ts";

// What the focus layer decides and holds (HRM §4).

export const StanceTransition = z.strictObject({
  success: z.boolean(),
  from_stance: Stance,
  to_stance: Stance,
  via_gate: GateType,
  reason: z.string(),
  timestamp: Timestamp,
});
export type StanceTransition = z.infer<typeof StanceTransition>;

export const GateDecision = z.strictObject({
  approved: z.boolean(),
  gate: GateType,
  reason: z.string(),
  /** Null: this gate moves no stance, or did not open. */
  transitions_stance_to: Stance.nullable(),
  metadata: Dict.nullable().default(null),
});
export type GateDecision = z.infer<typeof GateDecision>;

/** A lease on attention, in turns. One that ran out is abandoned. */
export const Commitment = z.strictObject({
  id: Id,
  problem_id: Id,
  description: z.string().min(1),
  turns_remaining: z.number().int().nonnegative(),
  turns_total: z.number().int().positive(),
  created_at: Timestamp,
  status: z.enum(["active", "completed", "abandoned"]),
});
export type Commitment = z.infer<typeof Commitment>;

export const ExecutionStatus = z.enum(["pending", "running", "completed", "failed", "cancelled"]);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

export const AgentExecutionContext = z.strictObject({
  problem_id: Id,
  commitment_id: z.string().nullable(),
  stance: Stance,
  mode: OrchestrationMode,
  mode_config: Dict,
});
export type AgentExecutionContext = z.infer<typeof AgentExecutionContext>;

export const AgentExecutionHandle = z.strictObject({
  id: Id,
  agents: z.array(Id),
  mode: OrchestrationMode,
  status: ExecutionStatus,
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
  result: z.unknown(),
  error: z.string().nullable(),
});
export type AgentExecutionHandle = z.infer<typeof AgentExecutionHandle>;

export const AgentExecutionStatus = z.strictObject({
  handle_id: Id,
  status: ExecutionStatus,
  progress: Ratio,
  current_agent: z.string().nullable(),
  outputs_so_far: z.array(z.string()),
});
export type AgentExecutionStatus = z.infer<typeof AgentExecutionStatus>;
