import { whoseNo } from "../landing.ts";
import { NO_SETTINGS } from "../no-settings.ts";
import type { EventOf, RunEvent } from "../../../schema/event.ts";
import type { JournalEntry } from "../../../schema/journal.ts";
import { ATTEMPT_HANDLERS, type AttemptKind } from "./evolve-attempt.ts";
import { HARNESS_DIED, HARNESS_SILENT } from "../losses.ts";
import { beginningAfter, IMPORT_HANDLERS, type ImportKind } from "./evolve-import.ts";
import { PLAN_HANDLERS, type PlanKind } from "./evolve-plan.ts";
import type { Handlers } from "./handler.ts";
import { passByApproval, REVIEW_HANDLERS, type ReviewKind } from "./evolve-review.ts";
import { textPath } from "../notes.ts";
import { markChanged } from "../pages.ts";
import { addUsage, noSpending, wholeBudget } from "../spending.ts";
import { waiveRed } from "../people/red-waived.ts";
import { reviewWaits } from "../people/review.ts";
import { isClaim, isOutside, waiverId, type RunState } from "../state.ts";
import { logGate } from "./gate-log.ts";

/** An entry of the journal with its event read as one of ours. */
export type RunEntry = Omit<JournalEntry, "event"> & { readonly event: RunEvent };

/** Folds one entry into the state, in place. Never fails: what may be appended was decided before (`guard.ts`). */
export function evolve(before: RunState | null, entry: RunEntry): RunState {
  const { event } = entry;
  const at = wholeSeconds(entry.at);
  if (before === null) return event.type === "run_created" ? createState(entry.run_id, event, at) : neverCreated(entry);
  const handle = HANDLERS[event.type] as ((state: RunState, event: RunEvent, at: string) => void) | undefined;
  countTime(before, event, at);
  handle?.(before, event, at);
  markChanged(before, event);
  before.folded += 1;
  before.beginning = beginningAfter(before.beginning, event);
  return before;
}

const DRIVEN: ReadonlySet<string> = new Set(
  [...Object.keys(ATTEMPT_HANDLERS), ...Object.keys(REVIEW_HANDLERS), "baseline_checked", "run_verified"]
    // May be the first that a session writes, and takes no time.
    .filter((type) => type !== "task_replanned"),
);

/** Time between two events of a session counts; pauses between sessions and a person's own work do not. */
function countTime(state: RunState, event: RunEvent, at: string): void {
  // Nobody drove since a harness died; who finds that says so before its session is recorded.
  const begins = event.type === "run_resumed" || isFoundDead(event);
  if (!begins && !DRIVEN.has(event.type)) return;
  // A complete run is verified again in no session of its own: the time since its last one was nobody's.
  if (event.type === "run_verified" && state.status === "complete") return;
  const task = "task_id" in event && event.task_id !== null ? state.tasks[event.task_id] : undefined;
  // Who claimed a task works beside the harness, or without one: what they do says nothing of its time.
  if (isClaim(task?.harness ?? null)) return;
  const isHumans = task !== undefined && (isOutside(task.harness) || task.phase === "held" || reviewWaits(task));
  if (!begins && !isHumans && state.drivenAt !== null && state.drivenAt !== at)
    state.drivenSeconds += Math.max(0, (Date.parse(at) - Date.parse(state.drivenAt)) / 1000);
  state.drivenAt = at;
}

const isFoundDead = (event: RunEvent): boolean =>
  event.type === "attempt_lost" && (event.detail === HARNESS_DIED || event.detail === HARNESS_SILENT);

type RunKind = Exclude<RunEvent["type"], PlanKind | AttemptKind | ReviewKind | ImportKind>;

/** Times of published files have whole seconds; the journal keeps milliseconds (decisions.md, On disk). */
function wholeSeconds(at: string): string {
  return `${at.slice(0, 19)}Z`;
}

function createState(runId: string, { run }: EventOf<"run_created">, at: string): RunState {
  return {
    runId,
    folded: 1,
    beginning: "created",
    createdAt: at,
    run,
    features: {},
    away: {},
    tasks: {},
    tasksByFeature: {},
    budget: wholeBudget(run.budget),
    attemptsLimited: false,
    status: "initialized",
    archived: false,
    pause: null,
    agent: null,
    agentSpecification: null,
    agentSettings: NO_SETTINGS,
    harness: null,
    startedAt: null,
    drivenSeconds: 0,
    drivenAt: null,
    turns: 0,
    refused: 0,
    spending: noSpending(),
    current: null,
    last: null,
    updatedAt: at,
    tip: null,
    landing: null,
    landed: null,
    left: null,
    landApproved: null,
    landRequested: null,
    leftBehind: [],
    printed: {},
    knownRed: [],
    provenTests: {},
    verified: null,
    production: null,
    productionWaivers: [],
    approvals: [],
    approvers: {},
    waivers: [],
    asked: {},
    selections: {},
    routes: {},
    stances: {},
    levels: {},
    progress: [],
    gateEvents: [],
    evidence: [],
    kept: 0,
    handoffs: [],
    payload: null,
    steps: [],
    planner: [],
    executor: [],
    validator: [],
    published: {},
  };
}

/** A journal that does not begin with its creation folds to a run without a plan, so that it can still be looked at. */
function neverCreated(entry: RunEntry): RunState {
  const nobody = { name: "", email: "" };
  const run: EventOf<"run_created">["run"] = {
    h3a_version: "1.0.0",
    workspace: "unknown",
    brief: "unknown",
    project: "unknown",
    spec: { name: "", sha256: "0".repeat(64) },
    branch: "unknown",
    base_commit: null,
    author: nobody,
    repo: "",
    remote: "",
    dirty: false,
    policy: { checks: [], max_iterations: 2 },
    land: "branch",
    budget: { hours: null, attempts: null, tokens: null, cost: null },
  };
  return createState(entry.run_id, { type: "run_created", run }, wholeSeconds(entry.at));
}

const RUN_HANDLERS: Handlers<RunKind> = {
  // A run is created once; the guard refuses a second time.
  run_created: () => {},
  run_resumed(state, event, at) {
    Object.assign(state, { agent: event.agent, agentSpecification: event.specification, harness: event.harness });
    Object.assign(state, { pause: null, updatedAt: at });
    state.agentSettings = event.settings ?? state.agentSettings;
    state.startedAt ??= at;
    if (state.status !== "complete") state.status = "running";
  },
  pause_withdrawn(state, _event, at) {
    Object.assign(state, { pause: null, updatedAt: at });
    if (state.status === "paused") state.status = "running";
  },
  run_paused(state, { how, emergency = [] }, at) {
    Object.assign(state, { pause: how, status: "paused", updatedAt: at });
    for (const { task_id: id, to } of emergency) {
      const route = state.routes[id];
      if (route !== undefined) state.routes[id] = { ...route, commitment_turns: null };
      state.stances[id] = to;
    }
  },
  run_verified(state, event, at) {
    Object.assign(state, { verified: event.commit, status: "complete", current: null, updatedAt: at });
  },
  run_closed: (state, _event, at) =>
    void Object.assign(state, { status: "closed_partial", current: null, updatedAt: at }),
  run_archived: (state, _event, at) => void Object.assign(state, { archived: true, updatedAt: at }),
  approved(state, event, at) {
    state.approvals.push(event.approval);
    state.approvers[event.approval] = event.by;
    if (waiveRed(state, event, at)) {
      const note = `${event.task_id} RED waived by ${event.by}: ${event.comment}`;
      logGate(state, at, "G1_implementation", "WAIVED", "human", note);
    }
    if (state.asked[event.feature_id]?.approval === event.approval) delete state.asked[event.feature_id];
    passByApproval(state, event);
  },
  check_waived(state, { task_id, check, by, reason }, at) {
    state.waivers.push({ at, task_id, check, by, reason });
    state.approvals.push(waiverId(task_id, check));
    const gate =
      check === "coverage" || check === "lint" || check === "type_check" ? "G1_implementation" : "G2_validation";
    const note = `${task_id} ${check} waived by ${by}: ${reason}`;
    logGate(state, at, gate, "WAIVED", "human", note);
    state.updatedAt = at;
  },
  production_checked(state, { commit, criteria, approval }, at) {
    state.production = { at, commit, criteria, approval, approvedBy: null };
    const open = criteria
      .filter(({ status }) => status === "fail" || status === "not_measured")
      .map(({ name }) => name);
    const note = open.length === 0 ? "every criterion holds; waits for a yes" : `missing: ${open.join(", ")}`;
    logGate(state, at, "G3_production_ready", "STARTED", "system", note);
    state.updatedAt = at;
  },
  production_waived(state, { criterion, by, reason }, at) {
    state.productionWaivers.push({ criterion, by, reason });
    const note = `${criterion} waived by ${by}: ${reason}`;
    logGate(state, at, "G3_production_ready", "WAIVED", "human", note);
    state.updatedAt = at;
  },
  production_approved(state, { approval, by }, at) {
    if (state.production?.approval !== approval) return;
    state.production = { ...state.production, approvedBy: by };
    logGate(state, at, "G3_production_ready", "PASSED", "system", `approved by ${by}`);
    state.updatedAt = at;
  },
  approval_asked(state, event) {
    state.asked[event.feature_id] = { approval: event.approval, reason: event.reason };
  },
  budget_set(state, event) {
    state.attemptsLimited ||= event.budget.attempts !== state.budget.attempts;
    state.budget = wholeBudget(event.budget);
  },
  governor_set(state, event) {
    state.run = { ...state.run, governor: event.governor };
  },
  task_selected(state, { type: _type, task_id: id, ...selection }, at) {
    state.selections[id] = { ...selection, at };
  },
  attempt_routed(state, { type: _type, task_id: id, ...route }, at) {
    if (route.classified?.usage !== undefined) addUsage(state, route.classified.usage);
    state.routes[id] = { ...route, at };
    state.stances[id] = route.stance;
  },
  baseline_checked(state, event) {
    state.knownRed = event.known_red;
  },
  changes_left(state, { task_id, attempt, items }) {
    const isOther = (one: { place: string; name: string }): boolean =>
      items.every(({ place, name }) => place !== one.place || name !== one.name);
    const left = items.map((item) => ({ ...item, task_id, attempt }));
    state.leftBehind = [...state.leftBehind.filter(isOther), ...left];
  },
  workspace_adopted(state, event) {
    state.run = { ...state.run, workspace: event.to };
  },
  evidence_recorded(state, event, at) {
    const { path, sha256, bytes, role, task_id, kind, by, description, mapping } = event;
    const whose = by === undefined ? {} : { by };
    state.evidence.push({ path, sha256, bytes, role, task_id, kind, ...whose, at, description, mapping });
  },
  record_committed(state, event) {
    // A no to the work holds for the lines of the record about it, too.
    if (whoseNo(state) !== null && state.left?.to === state.tip) state.left = { ...state.left, to: event.commit };
    state.tip = event.commit;
  },
  target_merged: (state, { commit }) => void Object.assign(state, { tip: commit, left: null }),
  landing(state, event) {
    state.landing = { branch: event.branch, from: event.from, to: event.to };
  },
  landed: (state, event) => void Object.assign(state, { landing: null, landed: event.to, left: null }),
  landing_left(state, event) {
    const { to, reason, code = null, decided, record } = event;
    const left = { to, reason, code, by: decided?.by ?? null, ...(record === undefined ? {} : { record }) };
    Object.assign(state, { landing: null, left });
  },
  landing_approved: (state, { to }) => void Object.assign(state, { landApproved: to, left: null }),
  landing_requested: (state, { to, url }) => void Object.assign(state, { landRequested: { to, url }, left: null }),
  land_set(state, { land, configured }, at) {
    state.run = { ...state.run, land, land_configured: configured !== undefined };
    // A person's no is taken back by a person.
    if (configured === undefined || whoseNo(state) === null) state.left = null;
    state.updatedAt = at;
  },
  published: (state, event) => {
    Object.assign(state.published, event.files);
    state.kept = state.evidence.length;
  },
  // The bytes are gone, the chain stays: readers find the blob missing. What is made of a list that only grows is kept by
  // it, so it is another one from here on.
  erased(state, event) {
    state.evidence = state.evidence.map((entry) =>
      entry.sha256 === event.sha256 ? { ...entry, erased: event.reason } : entry,
    );
    state.progress = [...state.progress];
    delete state.published[textPath(event.sha256)];
  },
  corrected: correct,
};

const HANDLERS: Handlers<RunEvent["type"]> = {
  ...PLAN_HANDLERS,
  ...ATTEMPT_HANDLERS,
  ...REVIEW_HANDLERS,
  ...IMPORT_HANDLERS,
  ...RUN_HANDLERS,
};

/** A correction is a step of its own; what it corrects stays (H3A State Specification, Append-Only Pattern). */
function correct(state: RunState, event: EventOf<"corrected">, at: string): void {
  const earlier = state.steps.filter(({ corrects }) => corrects === event.corrects).length;
  const step = state.steps.find(({ task_id: id, agent }) => id === event.corrects && agent === event.agent);
  state.steps.push({
    task_id: `${event.corrects}-correction${earlier === 0 ? "" : `-${earlier + 1}`}`,
    agent: event.agent,
    timestamp: at,
    summary: `Correction of ${event.corrects}`,
    gate: step?.gate ?? "G2_validation",
    status: step?.status ?? "passed",
    artifacts: [],
    notes: event.reason,
    corrects: event.corrects,
    reason: event.reason,
    corrected_values: event.corrected_values,
  });
}
