import { z } from "zod";
import { AgentSettings } from "./agent-settings.ts";
import { AttemptNoted, BuildChosen } from "./attempt-kind.ts";
import { CheckWaived, ProductionApproved, ProductionChecked, ProductionWaived } from "./check-events.ts";
import { CarriedItem, CarriedStanding } from "./carried.ts";
import { EnvelopeStatus, RecordedViolation } from "./envelope.ts";
import { ReportedFinding } from "./finding.ts";
import { Strategy } from "./governor-enums.ts";
import { AttemptRouted, GovernorSet, StancePassage, TaskEscalated, TaskSelected } from "./governor-events.ts";
import {
  Landed,
  Landing,
  LandingApproved,
  LandingLeft,
  LandingRequested,
  LandSet,
  TargetMerged,
} from "./landing-event.ts";
import {
  FeatureAdded,
  FeatureEdited,
  FeatureMoved,
  NoteAdded,
  SpecAmended,
  TaskRetried,
  TaskSkipped,
  TaskSplit,
} from "./plan-events.ts";
import { By, Commit, Count, Decided, Hash, Id, Reason, Texts } from "./primitives.ts";
import { ChangesLeft } from "./left-behind.ts";
import { IsolationLevel } from "./proof.ts";
import { ProofFacts } from "./proof-facts.ts";
import { Check, CheckResult } from "./reports.ts";
import { ReviewJudged, ReviewStarted, StatusSet, ValidationChecked } from "./review-events.ts";
import { Corrected, Erased, Published } from "./record-events.ts";
import { RunBudget, RunFacts } from "./run-facts.ts";
import { TaskPlan } from "./task.ts";
import { Cost, Usage } from "./usage.ts";
import { LOSS_CODES } from "./words.ts";

export { AgentSettings } from "./agent-settings.ts";
export { RunBudget, RunFacts } from "./run-facts.ts";
export type { ReportedFinding } from "./finding.ts";

/**
 * The journal's events: facts, never views (design.md §3). No floats; text from outside is a blob, named by its hash. What
 * a file, list or screen shows is folded from these by `core/run/evolve.ts`.
 */

const RunCreated = z.strictObject({ type: z.literal("run_created"), run: RunFacts });
const WorkspaceAdopted = z.strictObject({ type: z.literal("workspace_adopted"), from: Id, to: Id });
/** The run goes on here from a handoff bundle, without the journal it had (Fresh Context); `state_carried` follow. */
const RunImported = z.strictObject({ type: z.literal("run_imported"), bundle: Hash, standing: CarriedStanding });
const StateCarried = z.strictObject({ type: z.literal("state_carried"), items: z.array(CarriedItem).min(1) });
const BudgetSet = z.strictObject({ type: z.literal("budget_set"), budget: RunBudget, by: By });

/** What memory had for an attempt when it began: replay takes it from here and asks no memory again (FCX-09). */
export const Offer = z.strictObject({
  /** Facts of the task, by which patterns were looked for. */
  signal: z.record(z.string(), z.string()),
  /** Learned patterns that matched, the best first; shares as decimal strings. */
  patterns: z.array(
    z.strictObject({ pattern_id: Id, match_confidence: Cost, recommended_strategy: Strategy, evidence_count: Count }),
  ),
  /** What the packet quotes, in its order. */
  citations: Texts,
});
export type Offer = z.infer<typeof Offer>;

const AttemptStarted = z.strictObject({
  type: z.literal("attempt_started"),
  task_id: Id,
  attempt: z.number().int().positive(),
  agent: Id,
  base_commit: Commit,
  packet: Hash,
  deadline: z.string(),
  /** The bounds of this attempt; absent in older journals. */
  timeout_seconds: z.number().int().positive().optional(),
  heartbeat_interval_seconds: z.number().int().positive().optional(),
  /** Names the life lock of the process that drives the attempt. */
  harness: Id,
  /** The person who works on it, as they name themselves; absent: a process. */
  by: Id.optional(),
  /** How its agent is kept apart; null: nothing was started for it (a person, a recording). Absent in older journals. */
  isolation: IsolationLevel.nullable().optional(),
  /** Absent in older journals, and where memory could not be asked. */
  offer: Offer.optional(),
});
/** The agent is done: its answer was read and its tree taken; nothing is judged yet. */
const AttemptAnswered = z.strictObject({
  type: z.literal("attempt_answered"),
  task_id: Id,
  attempt: z.number().int().positive(),
  /** The person who handed it in. */
  by: Id.optional(),
  answer: Hash.nullable(),
  /** Its STATUS when the envelope is valid, else null: then it is not used (decisions.md, Gates). */
  status: EnvelopeStatus.nullable(),
  violations: z.array(RecordedViolation),
  /** Everything the agent left, as a commit that no branch holds. */
  kept: Commit,
  /** The same without what was not assigned; null when nothing is left of it. */
  candidate: Commit.nullable(),
  findings: z.array(ReportedFinding),
  /** What it appended to the progress file. */
  notes: Hash.nullable(),
  usage: Usage.optional(),
  /** Of an attempt whose tree is no candidate: what the next packet quotes of it. */
  said: Hash.nullable().optional(),
});
/** A change that waited while the branch moved on, as a candidate on the newest commit; null: the two meet in `findings`. */
const CandidateMoved = z.strictObject({
  type: z.literal("candidate_moved"),
  task_id: Id,
  attempt: z.number().int().positive(),
  base_commit: Commit,
  candidate: Commit.nullable(),
  findings: z.array(ReportedFinding),
});
/** What the project's own commands made of a candidate before it was judged; null: nothing is left of the change. */
const CandidateNormalised = z.strictObject({
  type: z.literal("candidate_normalised"),
  task_id: Id,
  attempt: z.number().int().positive(),
  candidate: Commit.nullable(),
});
/** An attempt without an answer: no failure of its task, but one of the run's attempts (decisions.md, Gates). */
const AttemptLost = z.strictObject({
  type: z.literal("attempt_lost"),
  task_id: Id,
  attempt: z.number().int().positive(),
  code: z.enum(LOSS_CODES),
  detail: z.string(),
  kept: Commit.nullable(),
  usage: Usage.optional(),
  decided: Decided,
});
/** What a lost attempt blocked can be given out again (Fresh Context, Crash Recovery Protocol 4). */
const TaskReplanned = z.strictObject({
  type: z.literal("task_replanned"),
  task_id: Id,
  attempt: z.number().int().positive(),
});
const EvidenceRecorded = z.strictObject({
  type: z.literal("evidence_recorded"),
  /** Relative to the run directory: `artifacts/<role>/<task>/<attempt>/<name>`. */
  path: Id,
  sha256: Hash,
  bytes: Count,
  role: z.enum(["planner", "executor", "validator"]),
  task_id: Id,
  /** `claim` is what an agent says of itself; or a person, by name, where the journal is no older. */
  kind: z.enum(["harness", "claim"]),
  by: Id.optional(),
  description: z.string(),
  /** The line of the compliance mapping that this supports; empty for none. */
  mapping: z.string(),
});
export type EvidenceRecorded = z.infer<typeof EvidenceRecorded>;

const ImplementationJudged = z.strictObject({
  type: z.literal("implementation_judged"),
  task_id: Id,
  attempt: z.number().int().positive(),
  outcome: z.enum(["passed", "failed", "person_needed"]),
  /** Null when there was nothing to prove. */
  proof: ProofFacts.nullable(),
  /** The checks of the policy that need a tool, as they were measured; absent in older journals and where nothing was. */
  measured: z.partialRecord(Check, CheckResult).optional(),
  findings: z.array(ReportedFinding),
  /** The evaluation gate, in a governed run: what was made is judged (ONE-03). */
  evaluation: StancePassage.optional(),
  /** The blob with the end of what failing tests printed; `feature_list.json` and the next packet show it (TAH-15). */
  printed: Hash.optional(),
  artifacts: Texts,
  decided: Decided,
});
const ValidationStarted = z.strictObject({
  type: z.literal("validation_started"),
  task_id: Id,
  attempt: z.number().int().positive(),
});
const ValidationJudged = z.strictObject({
  type: z.literal("validation_judged"),
  task_id: Id,
  attempt: z.number().int().positive(),
  outcome: z.enum(["passed", "failed"]),
  results: z.partialRecord(Check, CheckResult),
  /** What passes and is worth saying: the verdict is then `pass_with_notes`. */
  notes: Texts.optional(),
  remediation: z.string().nullable(),
  /** Why it failed, where the harness's own checks say so; absent in older journals. */
  findings: z.array(ReportedFinding).optional(),
  artifacts: Texts,
  decided: Decided,
});
/** A receiver refuses what it was handed: the executor before it starts, the validator before it validates. */
const HandoffRejected = z.strictObject({
  type: z.literal("handoff_rejected"),
  task_id: Id,
  by: z.enum(["executor", "validator"]),
  reason: Reason,
  person: By,
});
const TaskCommitted = z.strictObject({
  type: z.literal("task_committed"),
  task_id: Id,
  commit: Commit,
  /** The tested tree, without the harness's own files. */
  tree: Commit,
  parent: Commit,
});
/** A commit of the harness that belongs to no task: the first one, and the closing one. */
const RecordCommitted = z.strictObject({
  type: z.literal("record_committed"),
  commit: Commit,
  parent: Commit.nullable(),
});

const BaselineChecked = z.strictObject({
  type: z.literal("baseline_checked"),
  commit: Commit,
  green: Count,
  known_red: Texts,
  flaky: Count,
  prepare: z.string().nullable(),
});
/** A person's yes to exactly what was shown: `approval` is its digest. `task_id` null: a feature that passed already. */
const Approved = z.strictObject({
  type: z.literal("approved"),
  approval: Id,
  task_id: Id.nullable(),
  feature_id: Id,
  by: Id,
  comment: z.string(),
});
/** A feature verified by hand whose files changed since: it counts again when a person approved these files. */
const ApprovalAsked = z.strictObject({
  type: z.literal("approval_asked"),
  approval: Id,
  feature_id: Id,
  reason: Reason,
});
const FeatureRegressed = z.strictObject({
  type: z.literal("feature_regressed"),
  feature_id: Id,
  /** The commit that broke it. */
  commit: Commit,
  reason: Reason,
  task: TaskPlan,
});
const RunVerified = z.strictObject({ type: z.literal("run_verified"), commit: Commit });
const RunPaused = z.strictObject({
  type: z.literal("run_paused"),
  how: z.enum(["pause", "stop"]),
  by: By,
  /** A stop is an emergency: whatever is committed to is given up, and begins anew where things are made sense of. */
  emergency: z.array(StancePassage.extend({ task_id: Id })).optional(),
});
/** The pause that was asked for is taken back before the turn at work has ended: it goes on. */
const PauseWithdrawn = z.strictObject({ type: z.literal("pause_withdrawn"), by: By });
/** A harness took the run up. `specification` is what `--agent` said, so that `resume` needs no word of it. */
const RunResumed = z.strictObject({
  type: z.literal("run_resumed"),
  agent: Id,
  specification: Id,
  harness: Id,
  /** Absent: as before; a person's session, and older journals. */
  settings: AgentSettings.optional(),
});
const RunClosed = z.strictObject({ type: z.literal("run_closed"), as: z.literal("partial"), reason: Reason, by: By });
/** The run directory lies in `archive/` from here on, and the record is read-only. */
const RunArchived = z.strictObject({ type: z.literal("run_archived"), by: By });
export const RunEvent = z.discriminatedUnion("type", [
  RunCreated,
  WorkspaceAdopted,
  RunImported,
  StateCarried,
  FeatureAdded,
  FeatureEdited,
  FeatureMoved,
  SpecAmended,
  TaskSplit,
  TaskRetried,
  TaskSkipped,
  NoteAdded,
  BudgetSet,
  GovernorSet,
  TaskSelected,
  AttemptRouted,
  TaskEscalated,
  AttemptStarted,
  AttemptAnswered,
  CandidateMoved,
  CandidateNormalised,
  AttemptLost,
  ChangesLeft,
  AttemptNoted,
  BuildChosen,
  TaskReplanned,
  EvidenceRecorded,
  ImplementationJudged,
  ValidationStarted,
  ValidationChecked,
  ReviewStarted,
  ReviewJudged,
  StatusSet,
  ValidationJudged,
  CheckWaived,
  ProductionChecked,
  ProductionWaived,
  ProductionApproved,
  HandoffRejected,
  TaskCommitted,
  Landing,
  Landed,
  LandingLeft,
  LandingApproved,
  LandingRequested,
  LandSet,
  RecordCommitted,
  TargetMerged,
  BaselineChecked,
  Approved,
  ApprovalAsked,
  FeatureRegressed,
  RunVerified,
  RunPaused,
  PauseWithdrawn,
  RunResumed,
  RunClosed,
  RunArchived,
  Corrected,
  Published,
  Erased,
]);
export type RunEvent = z.infer<typeof RunEvent>;
export type EventOf<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;
