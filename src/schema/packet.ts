import { z } from "zod";
import { EnvelopeStatus, EVIDENCE_KEYS, Violation } from "./envelope.ts";
import { Hash } from "./primitives.ts";
import { Timestamp } from "./timestamp.ts";

export const Role = z.enum(["planner", "executor", "validator", "orchestrator", "human"]);
export type Role = z.infer<typeof Role>;

/** Null means no limit of that kind. */
const Budget = z.strictObject({
  time_seconds: z.number().int().positive(),
  turns: z.number().int().positive().nullable(),
  tokens: z.number().int().positive().nullable(),
  cost: z.number().positive().nullable(),
});
type Budget = z.infer<typeof Budget>;

/**
 * Only the answer is wanted again (ENV-13): the work is taken already, and what is changed now is not looked at. `turn`
 * counts from 1.
 */
const AnswerOnly = z.strictObject({
  turn: z.number().int().positive(),
  violations: z.array(Violation),
  /** One line a changed file of the work that was taken. */
  diff_summary: z.string(),
  /** The envelope with every field that is known; it also lies in `artifacts/answer.md`. */
  form: z.string(),
});

const GivenFile = z.strictObject({ path: z.string().min(1), sha256: Hash, description: z.string() });

/** One gate that its agent is asked about: an echo of `status` with the gate passed, or BLOCKED with reasons. */
const ReviewAssignment = z.strictObject({
  gate: z.string().min(1),
  purpose: z.string(),
  /** How often this gate was asked about in this attempt, this time included. */
  round: z.number().int().positive(),
  /** What is judged, checked out in the clone; and what it was made from. */
  candidate: z.string(),
  base: z.string(),
  /** The difference, and what the harness measured; copies below `artifacts/given/`. */
  given: z.array(GivenFile),
  /** Kinds of files without which the gate cannot be claimed. */
  evidence: z.array(z.enum(EVIDENCE_KEYS)),
  gates_passed: z.array(z.string()),
});
export type ReviewAssignment = z.infer<typeof ReviewAssignment>;

/** What one agent gets for one attempt, as one JSON object on its standard input. Paths are relative to its folder. */
export const AssignmentPacket = z.strictObject({
  schema_version: z.literal("1.0.0"),
  run_id: z.string().min(1),
  task_id: z.string().min(1),
  attempt: z.number().int().positive(),
  role: Role,
  assigned_agent: z.string().min(1),
  status: EnvelopeStatus,
  goal: z
    .string()
    .min(1)
    .regex(/^[^\r\n]*$/, "must be one line"),
  context: z.string(),
  steps: z.array(z.string()),
  files_allowed: z.array(z.string()),
  inputs: z.array(z.strictObject({ path: z.string().min(1), sha256: Hash })),
  gates_required: z.array(z.string()),
  evidence_expected: z.array(z.string()),
  /** The specification's own string; null when it names none. */
  test_command: z.string().min(1).nullable(),
  budget: Budget,
  deadline: Timestamp,
  /** After so long without an answer the attempt is lost as TASK_TIMEOUT. */
  timeout_seconds: z.number().int().positive().default(3600),
  /** A sign of life is due so often; who is silent for three of them has lost the attempt. A harness beats for agents it drives. */
  heartbeat_interval_seconds: z.number().int().positive().default(30),
  answer_format: z.string(),
  feature: z.strictObject({ id: z.string().min(1), description: z.string().min(1), steps: z.array(z.string()) }),
  answer_only: AnswerOnly.optional(),
  /** Absent: the work itself is asked for. */
  review: ReviewAssignment.optional(),
});
export type AssignmentPacket = z.infer<typeof AssignmentPacket>;
