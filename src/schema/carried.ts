import { z } from "zod";
import { Contest, Prelude } from "./attempt-kind.ts";
import { EnvelopeStatus, Evidence } from "./envelope.ts";
import { Feature } from "./feature-list.ts";
import { ReportedFinding } from "./finding.ts";
import { AttemptRouted } from "./governor-events.ts";
import { LeftCode } from "./landing-event.ts";
import { Commit, Count, FeatureId, Hash, Id, Text } from "./primitives.ts";
import { FurtherWords, IsolationLevel } from "./proof.ts";
import { Check, CheckResult, TddCycle } from "./reports.ts";
import { Ballot } from "./review-arm.ts";
import { AskedGate } from "./review-events.ts";
import { GateStatus, Lifecycle, TaskPlan } from "./task.ts";
import { Timestamp } from "./timestamp.ts";
import { Cost } from "./usage.ts";

/**
 * The state of a run as a handoff bundle carries it to a repository that has no journal of it: everything that a decision,
 * the next packet or a committed file is made of. The history of its gates and evidence stays with the run directory,
 * which `adopt` takes.
 */

/** Leads nowhere but below `artifacts/` of the run directory. */
const ArtifactPath = z
  .string()
  .regex(/^artifacts\/(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\\0]+$/, "must lie below artifacts/");

const Spent = z.strictObject({
  attempts: Count,
  tokens: Count,
  input_tokens: Count,
  output_tokens: Count,
  requests: Count,
  cost: Cost,
});

const LastTurn = z.strictObject({
  at: Timestamp,
  task_id: Id,
  feature_id: Id,
  agent: Text,
  outcome: z.enum(["proven", "not_proven", "person_needed", "lost"]),
  passing: Count,
  total: Count,
  notes: Text,
});

/** Where the whole run stands. */
export const CarriedStanding = z.strictObject({
  created_at: Timestamp,
  updated_at: Timestamp,
  started_at: Timestamp.nullable(),
  status: z.enum(["initialized", "running", "paused", "complete", "closed_partial"]),
  pause: z.enum(["pause", "stop"]).nullable(),
  agent: Text.nullable(),
  agent_specification: Text.nullable(),
  driven_seconds: Count,
  turns: Count,
  /** Attempts that began and that nobody served. */
  refused: Count.default(0),
  spending: z.strictObject({ metered: Spent, reported: Spent, unknown: Spent }),
  current: Id.nullable(),
  last: LastTurn.nullable(),
  tip: Commit.nullable(),
  landing: z.strictObject({ branch: Id, from: Commit.nullable(), to: Commit }).nullable(),
  landed: Commit.nullable(),
  left: z
    .strictObject({
      to: Commit,
      reason: Text,
      code: LeftCode.nullable().default(null),
      by: Id.nullable().default(null),
      record: z.literal(true).optional(),
    })
    .nullable(),
  land_approved: Commit.nullable().default(null),
  land_requested: z.strictObject({ to: Commit, url: Text.nullable() }).nullable().default(null),
  verified: Commit.nullable(),
});
export type CarriedStanding = z.infer<typeof CarriedStanding>;

/** Coverage is a text here: events hold no floats. */
const CarriedFeature = Feature.extend({
  id: FeatureId,
  coverage: z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .nullable(),
});

const CarriedReview = z.strictObject({
  candidate: Commit,
  required: z.array(Id),
  absent: z.array(z.strictObject({ gate: Id, reason: Text })),
  results: z.partialRecord(Check, CheckResult),
  notes: z.array(Text).default([]),
  artifacts: z.array(Text),
  gates: z.array(
    AskedGate.extend({
      state: z.enum(["open", "working", "passed", "failed", "blocked"]),
      round: Count,
      lost: Count,
      agent: Text.nullable(),
      by: Text.nullable(),
      harness: Text.nullable(),
      packet: Hash.nullable(),
      reasons: z.array(Text),
      evidence: Evidence,
      discarded: z.array(Text),
      waived: z.literal(true).optional(),
      ballots: z.array(Ballot).optional(),
    }),
  ),
});

/** What of a task is one attempt's own. */
const CarriedAttempt = z.strictObject({
  phase: z.enum([
    "idle",
    "working",
    "answered",
    "held",
    "implemented",
    "validating",
    "reviewing",
    "validated",
    "committed",
  ]),
  attempt: Count,
  envelope: EnvelopeStatus.nullable(),
  owner: Text.nullable(),
  harness: Text.nullable(),
  deadline: Text.nullable(),
  timeout_seconds: Count.nullable().default(null),
  heartbeat_interval_seconds: Count.nullable().default(null),
  since: Timestamp.nullable(),
  base_commit: Commit.nullable(),
  isolation: IsolationLevel.nullable(),
  candidate: Commit.nullable(),
  findings: z.array(ReportedFinding),
  blocked: Id.nullable(),
});
export type CarriedAttempt = z.infer<typeof CarriedAttempt>;

export const CarriedTask = CarriedAttempt.extend({
  plan: TaskPlan,
  lifecycle: Lifecycle,
  gate: GateStatus,
  /** How many attempts began, and builds under way beside the newest; absent: as many as its number says, and none. */
  begun: Count.optional(),
  beside: z.array(CarriedAttempt).optional(),
  iterations: Count,
  lost: Count,
  authors: z.array(Id).default([]),
  review: CarriedReview.nullable().default(null),
  notes: z.array(Hash),
  guided: z.boolean(),
  contest: Contest.nullable().default(null),
  preludes: z.array(Prelude).default([]),
  closed: z.enum(["superseded", "split", "skipped"]).nullable(),
  commit: Commit.nullable(),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
});
export type CarriedTask = z.infer<typeof CarriedTask>;

const CarriedEvidence = z.strictObject({
  path: ArtifactPath,
  sha256: Hash,
  bytes: Count,
  role: z.enum(["planner", "executor", "validator"]),
  task_id: Id,
  kind: z.enum(["harness", "claim"]),
  by: Text.optional(),
  at: Timestamp,
  description: Text,
  mapping: Text,
});

const Levels = z.strictObject({
  proof: Text,
  isolation: IsolationLevel,
  agent: IsolationLevel.nullable(),
  checks: IsolationLevel,
  further: FurtherWords.optional(),
  suite_ms: Count.optional(),
});

const item = <K extends string, V extends z.ZodType>(kind: K, value: V) =>
  z.strictObject({ kind: z.literal(kind), value });

/** One piece of a run's state, small enough for an entry of the journal. Their order is that of the state. */
export const CarriedItem = z.discriminatedUnion("kind", [
  item("feature", CarriedFeature),
  item("away", z.strictObject({ feature_id: FeatureId, to: z.enum(["deferred", "dropped"]) })),
  item("task", CarriedTask),
  item("known_red", Text),
  item("proven_test", z.strictObject({ test: Text, feature_id: Id })),
  item("approval", Id),
  item("waiver", z.strictObject({ at: Timestamp, task_id: Id, check: Check, by: Id, reason: Text })),
  item("asked", z.strictObject({ feature_id: FeatureId, approval: Id, reason: Text })),
  item("levels", z.strictObject({ task_id: TaskPlan.shape.task_id, levels: Levels })),
  /** Of the last attempt: what the route of the next one starts from. */
  item("route", AttemptRouted.omit({ type: true }).extend({ at: Timestamp })),
  item(
    "progress",
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("log"), at: Timestamp, feature_id: Id, passes: z.boolean() }),
      z.strictObject({ kind: z.literal("notes"), sha256: Hash }),
    ]),
  ),
  /** Of attempts that are proven and not committed yet: their validation looks at it. */
  item("evidence", CarriedEvidence),
  item("cycle", TddCycle),
]);
export type CarriedItem = z.infer<typeof CarriedItem>;
