import { z } from "zod";
import { IsolationLevel } from "./proof.ts";
import { EnvelopeStatus, RecordedViolation } from "./envelope.ts";
import { Commit, Hash, Id, Positive, Texts } from "./primitives.ts";
import { Check, CheckResult } from "./reports.ts";
import { Vote } from "./review-arm.ts";
import { Usage } from "./usage.ts";

/** What happens between the harness's own checks and the approval of a task (Messaging Protocol §6). */

/** A gate that somebody is asked about; `approval` names exactly this candidate at this gate, for a person to answer. */
export const AskedGate = z.strictObject({
  gate: Id,
  role: Id,
  stage: z.enum(["qa", "review"]),
  approval: Id,
  /** Absent: one reviewer decides. */
  vote: Vote.optional(),
});
export type AskedGate = z.infer<typeof AskedGate>;

/** The harness's own checks of G2 hold; who else has to look at this candidate, and why nobody else. */
export const ValidationChecked = z.strictObject({
  type: z.literal("validation_checked"),
  task_id: Id,
  attempt: Positive,
  candidate: Commit,
  results: z.partialRecord(Check, CheckResult),
  /** What was let pass: lesser findings and waivers. */
  notes: Texts.optional(),
  artifacts: Texts,
  gates_required: Texts,
  gates_absent: z.array(z.strictObject({ gate: Id, reason: Id })),
  asked: z.array(AskedGate),
  /** The registry that decided it. */
  registry: Hash,
});
/** A fresh agent, or a person, is asked about one gate of one candidate. */
export const ReviewStarted = z.strictObject({
  type: z.literal("review_started"),
  task_id: Id,
  attempt: Positive,
  gate: Id,
  round: Positive,
  candidate: Commit,
  agent: Id,
  /** Who it is, as a process or a person: never an author of the task. Null: a person, who says so when handing in. */
  by: Id.nullable(),
  packet: Hash,
  harness: Id,
  /** How far apart from the user the reviewer works; null where no program does. */
  isolation: IsolationLevel.nullable().optional(),
});
export const ReviewJudged = z.strictObject({
  type: z.literal("review_judged"),
  task_id: Id,
  attempt: Positive,
  gate: Id,
  round: Positive,
  candidate: Commit,
  by: Id.nullable(),
  /** `lost`: no usable answer came; it says nothing of the change. */
  outcome: z.enum(["passed", "failed", "lost"]),
  /** Why it was lost; null otherwise. */
  code: Id.nullable(),
  detail: z.string(),
  /** FAIL_REASONS. */
  reasons: Texts,
  violations: z.array(RecordedViolation),
  /** Evidence by its kind, as paths below the run directory. */
  evidence: z.strictObject({ screenshots: Texts, a11y: Texts, console: Texts, reports: Texts }),
  /** What the reviewer changed, which is thrown away. */
  discarded: Texts,
  usage: Usage.optional(),
});
/** The orchestrator moved a task's STATUS, and said so in an envelope of its own (ENV-15). */
export const StatusSet = z.strictObject({
  type: z.literal("status_set"),
  task_id: Id,
  attempt: Positive,
  status: EnvelopeStatus,
  /** The envelope, as an artifact. */
  envelope: Id,
});
