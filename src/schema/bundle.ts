import { z } from "zod";
import { CODES, type Code } from "../codes/registry.ts";
import { CarriedItem, CarriedStanding } from "./carried.ts";
import { EnvelopeStatus } from "./envelope.ts";
import { RunBudget, RunFacts } from "./event.ts";
import { Priority, VerificationMethod } from "./feature-list.ts";
import { Lesson } from "./lesson.ts";
import { Count } from "./primitives.ts";
import { GateKey, GateStatus, Lifecycle } from "./task.ts";
import { Timestamp } from "./timestamp.ts";
import { LEDGER_WORDS } from "./words.ts";

const RegisteredCode = z.enum(Object.keys(CODES) as [Code, ...Code[]], { error: "it is no code of the registry" });
const Seconds = z.number().int().positive();

const LedgerEntry = z.strictObject({
  task_id: z.string(),
  feature_id: z.string(),
  /** Bundles of earlier versions have the envelope's STATUS here, or null. */
  status: z.union([z.enum(LEDGER_WORDS), EnvelopeStatus.nullable()]),
  lifecycle: Lifecycle,
  gate_status: GateStatus,
  priority: Priority,
  attempt: Count,
  iteration_count: Count,
  owner: z.string().nullable(),
  timeout_seconds: Seconds,
  heartbeat_interval_seconds: Seconds,
  /** Null when the task has not started. */
  last_heartbeat_at: Timestamp.nullable(),
  blocked_code: RegisteredCode.nullable(),
});

const ActiveLock = z.strictObject({
  lock_id: z.string(),
  task_id: z.string(),
  attempt: Count,
  pattern: z.string(),
  mode: z.enum(["shared", "exclusive"]),
  acquired_at: Timestamp,
});

export type ActiveLock = z.infer<typeof ActiveLock>;

const OpenBlocker = z.strictObject({
  task_id: z.string(),
  code: RegisteredCode,
  gate: GateKey,
  since: Timestamp,
  detail: z.string(),
});

const AcceptanceTarget = z.strictObject({
  feature_id: z.string(),
  description: z.string(),
  verification_method: VerificationMethod,
  test_command: z.string().nullable(),
  passes: z.boolean(),
});

/** What `handoff import` makes a run of; without it a bundle tells, and cannot be gone on with. */
const Continuation = z.strictObject({
  run: RunFacts,
  budget: RunBudget,
  standing: CarriedStanding,
  items: z.array(CarriedItem),
  /** By their SHA-256: notes, and the evidence of attempts under way. */
  texts: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string()),
  /** What this run's attempts came to, which memory learns from. Absent where nothing was recorded, and in bundles of earlier versions. */
  lessons: z.array(Lesson).optional(),
});
export type Continuation = z.infer<typeof Continuation>;

export const BUNDLE_VERSION = "1.0.0";

/** What a new session needs to go on with a run, and nothing of any conversation (Fresh Context; decisions.md, On disk). */
export const HandoffBundle = z.strictObject({
  schema_version: z.literal(BUNDLE_VERSION),
  run_id: z.string(),
  objective: z.string(),
  constraints: z.array(z.string()),
  ledger: z.array(LedgerEntry),
  active_locks: z.array(ActiveLock),
  dependencies: z.array(z.strictObject({ task_id: z.string(), depends_on: z.array(z.string()) })),
  open_blockers: z.array(OpenBlocker),
  acceptance_targets: z.array(AcceptanceTarget),
  continuation: Continuation.optional(),
});
export type HandoffBundle = z.infer<typeof HandoffBundle>;
