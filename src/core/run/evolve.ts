import type { EventOf, RunEvent } from "../../schema/event.ts";
import type { JournalEntry } from "../../schema/journal.ts";
import { evolveAttempt } from "./evolve-attempt.ts";
import { evolvePlan } from "./evolve-plan.ts";
import type { RunState } from "./state.ts";

/** An entry of the journal with its event read as one of ours. */
export type RunEntry = Omit<JournalEntry, "event"> & { readonly event: RunEvent };

/** Folds one entry into the state, in place. Never fails: what may be appended was decided before (`guard.ts`). */
export function evolve(before: RunState | null, entry: RunEntry): RunState {
  const { event } = entry;
  const at = wholeSeconds(entry.at);
  if (before === null) return event.type === "run_created" ? createState(entry.run_id, event, at) : neverCreated(entry);
  const state = before;
  if (evolvePlan(state, event, at)) return state;
  if (evolveAttempt(state, event, at)) return state;
  evolveRun(state, event, at);
  return state;
}

/** Times of published files have whole seconds; the journal keeps milliseconds (decisions.md, On disk). */
export function wholeSeconds(at: string): string {
  return `${at.slice(0, 19)}Z`;
}

function createState(runId: string, { run }: EventOf<"run_created">, at: string): RunState {
  return {
    runId,
    createdAt: at,
    run,
    features: {},
    away: {},
    tasks: {},
    budget: run.budget,
    status: "initialized",
    pause: null,
    agent: null,
    agentSpecification: null,
    harness: null,
    startedAt: null,
    turns: 0,
    current: null,
    last: null,
    updatedAt: at,
    tip: null,
    landing: null,
    landed: null,
    left: null,
    knownRed: [],
    verified: null,
    levels: {},
    progress: [],
    gateEvents: [],
    evidence: [],
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
    budget: { hours: null, attempts: null },
  };
  return createState(entry.run_id, { type: "run_created", run }, wholeSeconds(entry.at));
}

function evolveRun(state: RunState, event: RunEvent, at: string): void {
  switch (event.type) {
    case "run_resumed":
      Object.assign(state, { agent: event.agent, agentSpecification: event.specification, harness: event.harness });
      Object.assign(state, { pause: null, updatedAt: at });
      state.startedAt ??= at;
      if (state.status !== "complete") state.status = "running";
      return;
    case "run_paused":
      Object.assign(state, { pause: event.how, status: "paused", updatedAt: at });
      return;
    case "run_verified":
      Object.assign(state, { verified: event.commit, status: "complete", current: null, updatedAt: at });
      return;
    case "run_closed":
      Object.assign(state, { status: "closed_partial", current: null, updatedAt: at });
      return;
    case "budget_set":
      state.budget = event.budget;
      return;
    case "baseline_checked":
      state.knownRed = event.known_red;
      return;
    case "workspace_adopted":
      state.run = { ...state.run, workspace: event.to };
      return;
    case "evidence_recorded": {
      const { path, sha256, bytes, role, task_id, kind, description, mapping } = event;
      state.evidence.push({ path, sha256, bytes, role, task_id, kind, at, description, mapping });
      return;
    }
    case "record_committed":
      state.tip = event.commit;
      return;
    case "landing":
      state.landing = { branch: event.branch, from: event.from, to: event.to };
      return;
    case "landed":
      Object.assign(state, { landing: null, landed: event.to, left: null });
      return;
    case "landing_left":
      Object.assign(state, { landing: null, left: { to: event.to, reason: event.reason } });
      return;
    case "published":
      Object.assign(state.published, event.files);
      return;
    case "corrected":
      correct(state, event, at);
      return;
    default:
      return;
  }
}

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
