import { z } from "zod";
import { Timestamp } from "./timestamp.ts";

/** The task lifecycle of the H3A State Specification; edges in `core/run/lifecycle.ts` (decisions.md, Tasks). */
export const Lifecycle = z.enum([
  "awaiting_planner",
  "ready_for_execution",
  "in_progress",
  "awaiting_validation",
  "validation",
  "complete",
  "remediation_needed",
  "escalation_required",
]);
export type Lifecycle = z.infer<typeof Lifecycle>;

export const GateKey = z.enum(["G0_planning", "G1_implementation", "G2_validation", "G3_production_ready"]);
export type GateKey = z.infer<typeof GateKey>;

export const GateState = z.enum(["not_started", "in_progress", "passed", "failed"]);
export type GateState = z.infer<typeof GateState>;

/** `G<n>_in_progress|passed|failed`. */
export const GateStatus = z.string().regex(/^G[0-3]_(?:in_progress|passed|failed)$/);
export type GateStatus = z.infer<typeof GateStatus>;

export const GateWord = z.enum(["STARTED", "PASSED", "FAILED", "REJECTED", "ESCALATED", "WAIVED", "RESUMED"]);
export type GateWord = z.infer<typeof GateWord>;

const TddPlan = z.strictObject({ red: z.string(), green: z.string(), refactor: z.string() });

/** How a done-criterion is decided; an unbound one is refused by G0 (decisions.md, Gates and criteria). */
export const Criterion = z.strictObject({
  criterion: z.string().min(1),
  check: z.enum(["test", "coverage", "command", "file", "review", "human"]),
  argument: z.string(),
});
export type Criterion = z.infer<typeof Criterion>;

/** What an agent is asked to do for a feature. */
export const TaskPlan = z.strictObject({
  task_id: z.string().regex(/^T\d{3,}$/),
  feature_id: z.string().min(1),
  goal: z.string().min(1),
  context: z.string(),
  tdd_plan: TddPlan,
  files: z.array(z.string()).min(1),
  /** Held by shared locks; absent: none, as in plans of earlier versions. */
  shared_files: z.array(z.string()).optional(),
  definition_of_done: z.array(Criterion),
  depends_on: z.array(z.string()),
});
export type TaskPlan = z.infer<typeof TaskPlan>;

/** `state/CURRENT_TASK.json` (H3A State Specification, §2). */
export const CurrentTask = z.strictObject({
  task_id: z.string(),
  status: Lifecycle,
  created_at: Timestamp,
  assigned_to: z.string(),
  goal: z.string(),
  context: z.string(),
  tdd_plan: TddPlan,
  files_affected: z.array(z.string()),
  definition_of_done: z.array(z.string()),
  iteration_count: z.number().int().nonnegative(),
  max_iterations: z.number().int().positive(),
  gate_status: GateStatus,
  dependencies: z.array(z.string()),
  blocked_by: z.array(z.string()),
  notes: z.string(),
});
export type CurrentTask = z.infer<typeof CurrentTask>;
