import type { AgentState } from "../../schema/agent-state.ts";
import type { Contest, Prelude } from "../../schema/attempt-kind.ts";
import type { AgentSettings, EventOf, ReportedFinding, RunBudget, RunFacts } from "../../schema/event.ts";
import type { EnvelopeStatus, Evidence } from "../../schema/envelope.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { Check, CheckResult, PlannerEntry, Step, TddCycle, Verdict } from "../../schema/reports.ts";
import type { LeftCode } from "../../schema/landing-event.ts";
import type { HandoffEntry, HandoffPayload } from "../../schema/session-handoff.ts";
import type { FurtherWords, IsolationLevel } from "../../schema/proof.ts";
import type { ProductionCriterion } from "../../schema/production.ts";
import type { LeftBehind } from "../../schema/left-behind.ts";
import { BREAK_CODES, LOSS_CODES } from "../../schema/words.ts";
import { perTaskPage } from "./pages.ts";
import type { Spending } from "./spending.ts";
import type { Ballot, Vote } from "../../schema/review-arm.ts";
import type { Stance } from "../../schema/governor-enums.ts";
import type { GateKey, GateStatus, GateWord, Lifecycle, TaskPlan } from "../../schema/task.ts";
import { BatonError } from "../../errors.ts";

/**
 * Where the one open attempt of a task stands. Each phase is a point at which a killed run goes on: what is reached is
 * never done again. `held`: proven or not, a person must decide about the candidate.
 */
export type Phase =
  "idle" | "working" | "answered" | "held" | "implemented" | "validating" | "reviewing" | "validated" | "committed";

/** One gate that somebody other than the harness evidences. `blocked`: three reviews were lost; a person must decide. */
export interface GateReview {
  gate: string;
  role: string;
  stage: "qa" | "review";
  /** What a person names to answer for it. */
  approval: string;
  state: "open" | "working" | "passed" | "failed" | "blocked";
  /** How often somebody was asked about this candidate. */
  round: number;
  /** Rounds in a row without a usable answer. */
  lost: number;
  agent: string | null;
  by: string | null;
  harness: string | null;
  /** Hash of the packet of the last round. */
  packet: string | null;
  /** FAIL_REASONS, or why the last round was lost. */
  reasons: string[];
  evidence: Evidence;
  discarded: string[];
  /** A person let it pass, by name, without its evidence: nobody could be had who would look. */
  waived?: true | undefined;
  /** Several decide, each alone; a person who reviews decides without them. */
  vote?: Vote | undefined;
  /** What the voters said so far, in their order. */
  ballots?: Ballot[] | undefined;
}

/** What the orchestrator waits for before it approves: bound to one candidate, void with it. */
export interface TaskReview {
  candidate: string;
  required: string[];
  absent: { gate: string; reason: string }[];
  /** Of the harness's own checks. */
  results: Partial<Record<Check, CheckResult>>;
  notes: string[];
  artifacts: string[];
  gates: GateReview[];
}

/** What of a task is one attempt's own. */
export interface AttemptState {
  phase: Phase;
  /** The newest that is open; where none is, the last that began; 0 before the first. */
  attempt: number;
  envelope: EnvelopeStatus | null;
  owner: string | null;
  harness: string | null;
  deadline: string | null;
  /** What the last attempt was bound by; null before the first, and in older journals. */
  timeoutSeconds: number | null;
  heartbeatSeconds: number | null;
  /** When its last attempt began. */
  since: string | null;
  baseCommit: string | null;
  /** How the agent of the last attempt was kept apart; null: nothing was started for it. */
  isolation: IsolationLevel | null;
  candidate: string | null;
  findings: ReportedFinding[];
  /** Why nobody works on it, as a code; null when somebody can. */
  blocked: string | null;
}

export interface TaskState extends AttemptState {
  plan: TaskPlan;
  lifecycle: Lifecycle;
  gate: GateStatus;
  /** How many attempts began. */
  begun: number;
  /** Attempts ended by a failed G1 or G2. At the policy's limit the task waits for a person. */
  iterations: number;
  /** Attempts that were lost since a person spoke. */
  lost: number;
  /** Other builds of the choice that is open, under way beside the newest; oldest first (`beside.ts`). */
  beside: AttemptState[];
  /** Everybody who made any attempt of it, as processes and persons: none of them reviews or approves it. */
  authors: string[];
  /** Of the last candidate whose checks held; null: none. */
  review: TaskReview | null;
  /** Hashes of the notes that the next packet carries. */
  notes: string[];
  /** A person has said how to go on after an escalation. */
  guided: boolean;
  /** Builds of which the checks choose one; null: no such choice is open. */
  contest: Contest | null;
  /** Who looked before somebody built, oldest first. */
  preludes: Prelude[];
  /** Out of the plan: replaced by others, or set aside. */
  closed: "superseded" | "split" | "skipped" | null;
  commit: string | null;
  createdAt: string;
  completedAt: string | null;
}

export interface GateEvent {
  at: string;
  gate: GateKey;
  word: GateWord;
  agent: string;
  note: string;
}

export interface EvidenceEntry {
  path: string;
  sha256: string;
  bytes: number;
  role: "planner" | "executor" | "validator";
  task_id: string;
  kind: "harness" | "claim";
  /** The person whose word a claim is. */
  by?: string | undefined;
  at: string;
  description: string;
  mapping: string;
  /** Why its content was erased on purpose; absent: it stands. */
  erased?: string;
}

/** A line below the do-not-edit line: the harness's PASS or FAIL, or what an agent appended (a blob). */
export type ProgressLine =
  { kind: "log"; at: string; feature_id: string; passes: boolean } | { kind: "notes"; sha256: string };

export interface Levels {
  proof: string;
  /** The lower of the two. */
  isolation: IsolationLevel;
  agent: IsolationLevel | null;
  checks: IsolationLevel;
  /** What R5 and R7 came to, where they were asked for. */
  further?: FurtherWords | undefined;
  /** How long its whole suite ran; absent in older journals. */
  suite_ms?: number | undefined;
}

/** A named person let a task pass without a check, or with what it found. */
export interface Waiver {
  at: string;
  task_id: string;
  check: Check;
  by: string;
  reason: string;
}

/** What was found for G3, for one verified commit. */
export interface Production {
  at: string;
  commit: string;
  criteria: ProductionCriterion[];
  approval: string;
  approvedBy: string | null;
}
/** A decision of the governor about the next task, as it was recorded. */
export type Selection = Omit<EventOf<"task_selected">, "type" | "task_id"> & { readonly at: string };

/** How an attempt was routed, as it was recorded. */
export type Routed = Omit<EventOf<"attempt_routed">, "type" | "task_id"> & { readonly at: string };

/** How the last attempt ended, for the session block and for the next agent. */
export interface LastTurn {
  at: string;
  task_id: string;
  feature_id: string;
  agent: string;
  outcome: "proven" | "not_proven" | "person_needed" | "lost";
  passing: number;
  total: number;
  notes: string;
}

/**
 * Everything known of a run, folded from its journal. Plain JSON, so that a snapshot is its text. It belongs to the one
 * handle that folds it, and is changed in place: a step costs the same after 100,000 events as after 1,000.
 */
export interface RunState {
  runId: string;
  /** How many entries are folded in. */
  folded: number;
  /** Which of the events that begin a run are all it holds so far; null: it went on from there. */
  beginning: "created" | "imported" | null;
  createdAt: string;
  run: RunFacts;
  features: Record<string, Feature>;
  /** Features that a person took out of the plan, for now or for good. */
  away: Record<string, "deferred" | "dropped">;
  tasks: Record<string, TaskState>;
  /** The ids of each feature's tasks, in the order they were planned. */
  tasksByFeature: Record<string, string[]>;
  budget: RunBudget;
  /** A person named the limit of attempts: it does not follow the plan any more. */
  attemptsLimited: boolean;
  status: "initialized" | "running" | "paused" | "complete" | "closed_partial";
  /** A person put the finished run away: its directory lies in `archive/`. */
  archived: boolean;
  pause: "pause" | "stop" | null;
  agent: string | null;
  /** What `--agent` said last. */
  agentSpecification: string | null;
  agentSettings: AgentSettings;
  harness: string | null;
  startedAt: string | null;
  /** How long harnesses have driven the run, over all sessions; what the budget of hours is counted in. */
  drivenSeconds: number;
  /** The last event that a harness wrote while it drove; null before the first session. */
  drivenAt: string | null;
  /** Attempts that began, over the whole run. */
  turns: number;
  /** Those of them that nobody served: none of the attempts that the run may have. */
  refused: number;
  spending: Spending;
  current: string | null;
  last: LastTurn | null;
  updatedAt: string;
  /** The commit that the next one builds on: the run's own branch. Null before the first. */
  tip: string | null;
  landing: { branch: string; from: string | null; to: string } | null;
  /** The newest commit on the user's branch that is ours. */
  landed: string | null;
  /** What could not land, and why; `code` as the event has it, `by` who said no. */
  left: { to: string; reason: string; code: LeftCode | null; by: string | null; record?: true | undefined } | null;
  /** `manual`: the commit that a person wants landed. */
  landApproved: string | null;
  /** `pr`: the commit that the landing command was given last. */
  landRequested: { to: string; url: string | null } | null;
  /** What changed in the repository while agents worked, and nobody mends for the user; the newest of each. */
  leftBehind: (LeftBehind & { task_id: string; attempt: number })[];
  /** By feature: the blob with the end of what its tests printed when they failed last. */
  printed: Record<string, string>;
  knownRed: string[];
  /** Tests that were RED and then GREEN in a proof, each with its feature: as long as that passes, nothing excuses them. */
  provenTests: Record<string, string>;
  verified: string | null;
  production: Production | null;
  productionWaivers: { criterion: ProductionCriterion["name"]; by: string; reason: string }[];
  /** Approvals that persons gave, each the digest of what was shown. */
  approvals: string[];
  /** Who gave them, where this run saw it. */
  approvers: Record<string, string>;
  /** Checks that persons waived, newest last. */
  waivers: Waiver[];
  /** Features verified by hand whose files changed since: what a person must look at again. */
  asked: Record<string, { approval: string; reason: string }>;
  /** Why each task was last given out. */
  selections: Record<string, Selection>;
  /** How the last attempt of each task was routed; taken back by a person's guidance. */
  routes: Record<string, Routed>;
  /** Where each task's lane stands since its last attempt was judged. */
  stances: Record<string, Stance>;
  /** Proof and isolation level of each task's last judged attempt (ONE-12). */
  levels: Record<string, Levels>;
  progress: ProgressLine[];
  gateEvents: GateEvent[];
  evidence: EvidenceEntry[];
  /** So much of the evidence is durable in the run directory: all that was there at the last `published`. */
  kept: number;
  handoffs: HandoffEntry[];
  payload: HandoffPayload | null;
  steps: Step[];
  planner: PlannerEntry[];
  executor: TddCycle[];
  validator: Verdict[];
  published: Record<string, string>;
}

/** So many attempts of a task may end without an answer; then a person is asked (decisions.md, Gates). */
const LOST_LIMIT = 3;

/** Blocked by a lost attempt and nothing else: it is planned anew. */
export const isReplannable = ({ phase, blocked, lost }: TaskState): boolean =>
  phase === "idle" && blocked !== null && LOSSES.has(blocked) && lost < LOST_LIMIT;

const LOSSES: ReadonlySet<string> = new Set(LOSS_CODES);

/** Whether an attempt ended because whoever heard or judged it could not go on. */
export const isBreak = (code: string): boolean => BREAKS.has(code);
const BREAKS: ReadonlySet<string> = new Set(BREAK_CODES);

/** Stands for the harness of an attempt that a person works on: no process has to live for it. */
export const HUMAN = "human";

/** A worker outside of `run` that claimed a task: no process has to live for it, so its heartbeat is all there is. */
export const CLAIM = "claim:";
export const isClaim = (harness: string | null): boolean => harness?.startsWith(CLAIM) === true;
/** Handed in by `submit`, and given up by a person. */
export const isOutside = (harness: string | null): boolean => harness === HUMAN || isClaim(harness);

/** The task that a person has open, between `next` and `submit`; null when there is none. */
export function humanTask(state: RunState): TaskState | null {
  return openTasks(state).find(({ phase, harness }) => phase === "working" && harness === HUMAN) ?? null;
}

/** Features that pass, and have a test of their proof among these. */
export function featuresProvenBy(state: RunState, tests: readonly string[]): string[] {
  const ids = tests.flatMap((test) => (Object.hasOwn(state.provenTests, test) ? (state.provenTests[test] ?? []) : []));
  return [...new Set(ids)].filter((id) => state.features[id]?.passes === true);
}

/** Tests that may fail because they did before; never one that proves a feature (TAH-10, TAH-12). */
export const excusedTests = (state: RunState): string[] =>
  state.knownRed.filter((test) => featuresProvenBy(state, [test]).length === 0);

/** The tests that were RED and then GREEN for a feature. */
export const testsProving = ({ provenTests }: Pick<RunState, "provenTests">, featureId: string): string[] =>
  Object.entries(provenTests).flatMap(([test, feature]) => (feature === featureId ? [test] : []));

/** The newest waiver of a check of a task; null when nobody waived it. */
export const waiverOf = (state: RunState, taskId: string, check: Check): Waiver | null =>
  state.waivers.findLast((waiver) => waiver.task_id === taskId && waiver.check === check) ?? null;

/** What an approval is called that a waiver gives: a held attempt is judged again once it is there. */
export const waiverId = (taskId: string, check: Check): string => `waive:${taskId}:${check}`;

/** What lets a task pass without a check, to be typed. */
export const waiveCommand = (taskId: string, check: string): string =>
  `baton gate waive ${taskId} ${check} --as NAME --reason TEXT`;

/** Whether a task still belongs to the plan, and is not done. */
export const isOpen = ({ away }: Pick<RunState, "away">, { closed, phase, plan }: TaskState): boolean =>
  closed === null && phase !== "committed" && away[plan.feature_id] === undefined;

const openPages = perTaskPage((tasks, state) => tasks.filter((task) => isOpen(state, task)));

/** The tasks that still belong to the plan. */
export const openTasks = (state: RunState): TaskState[] => openPages(state).flat();

/** A feature that changes becomes another object: what was made of the old one, its text, can be kept by it. */
export function changeFeature(state: RunState, id: string, fields: Partial<Feature>): void {
  const feature = state.features[id];
  if (feature !== undefined) state.features[id] = { ...feature, ...fields };
}

/** A feature passes when the last of its tasks is proven (decisions.md, Proof and commit). */
/** How a feature's newest proof was read and what kept agent and checks apart (ONE-12); null: nothing was proven. */
export function levelsOf(state: RunState, featureId: string): { proof: string; isolation: string } | null {
  const id = tasksOf(state, featureId).findLast(({ plan }) => state.levels[plan.task_id] !== undefined)?.plan.task_id;
  return id === undefined ? null : (state.levels[id] ?? null);
}

export function tasksOf(state: RunState, featureId: string): TaskState[] {
  return (state.tasksByFeature[featureId] ?? []).flatMap((id) => {
    const task = state.tasks[id];
    return task === undefined || task.closed !== null ? [] : [task];
  });
}

/** Whether a run is over, with everything proven or without. */
export const isFinished = ({ status }: { readonly status: RunState["status"] | AgentState["status"] }): boolean =>
  status === "complete" || status === "closed_partial";

/** Throws TASK_UNKNOWN. */
export function requireTask({ tasks }: Pick<RunState, "tasks">, id: string): TaskState {
  const task = Object.hasOwn(tasks, id) ? tasks[id] : undefined;
  if (task === undefined) throw new BatonError("TASK_UNKNOWN", `no task ${id}`);
  return task;
}

/** Throws FEATURE_UNKNOWN. */
export function requireFeature({ features }: Pick<RunState, "features">, id: string): Feature {
  const feature = Object.hasOwn(features, id) ? features[id] : undefined;
  if (feature === undefined) throw new BatonError("FEATURE_UNKNOWN", `no feature ${id}`);
  return feature;
}
