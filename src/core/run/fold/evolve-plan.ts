import type { EventOf } from "../../../schema/event.ts";
import type { Feature } from "../../../schema/feature-list.ts";
import type { TaskPlan } from "../../../schema/task.ts";
import { freshFeature } from "../../feature/feature-list.ts";
import { loseKind } from "./evolve-kind.ts";
import { askAnew } from "./evolve-review.ts";
import type { Handlers } from "./handler.ts";
import { ATTEMPTS_A_FEATURE } from "../spending.ts";
import { NOTHING_RUN } from "./records.ts";
import { researchFor } from "../research.ts";
import { changeFeature, isOutside, tasksOf, type RunState, type TaskState } from "../state.ts";
import { oneLine } from "../../text/one-line.ts";
import { logGate } from "./gate-log.ts";

export type PlanKind =
  | "feature_added"
  | "feature_edited"
  | "feature_moved"
  | "feature_regressed"
  | "spec_amended"
  | "task_split"
  | "task_retried"
  | "task_skipped"
  | "note_added";

/** What changes the plan. */
export const PLAN_HANDLERS: Handlers<PlanKind> = {
  feature_added(state, { feature, task }, at) {
    state.features[feature.id] = freshFeature(feature);
    addTasks(state, [task], at);
    // What `init` plans stands in its limit already; its commit comes after that.
    const { attempts } = state.budget;
    if (state.tip !== null && attempts !== null && !state.attemptsLimited)
      state.budget = { ...state.budget, attempts: attempts + ATTEMPTS_A_FEATURE };
  },
  feature_edited: edit,
  feature_moved(state, { feature_id: id, to }, at) {
    if (to === "open") delete state.away[id];
    else state.away[id] = to;
    changed(state, at);
  },
  feature_regressed(state, { feature_id: id, reason, task }, at) {
    changeFeature(state, id, { passes: false, last_tested: at, agent_notes: reason, attempts: 0 });
    addTasks(state, [task], at);
  },
  spec_amended(state, { spec }, at) {
    state.run = { ...state.run, spec };
    state.updatedAt = at;
  },
  task_split: split,
  task_retried(state, { task_id: id, reason, by }, at) {
    const task = state.tasks[id];
    if (task !== undefined) retry(state, task, by === undefined ? reason : `by ${by}: ${reason}`, at);
    changed(state, at);
  },
  task_skipped(state, { task_id: id }, at) {
    const task = state.tasks[id];
    if (task !== undefined) skip(state, task, at);
    changed(state, at);
  },
  note_added(state, { task_id: id, text }, at) {
    state.tasks[id]?.notes.push(text);
    state.updatedAt = at;
  },
};

/** A plan that changed is to be verified anew, whatever was complete before. */
function changed(state: RunState, at: string): void {
  state.updatedAt = at;
  state.verified = null;
  if (state.status === "complete") state.status = "running";
}

/** Only what voids the proof brings a new task; the old ones leave the plan, with the attempt that may be running; notes stay. */
function edit(state: RunState, { feature: plan, task }: EventOf<"feature_edited">, at: string): void {
  const before = state.features[plan.id];
  if (task === null) {
    if (before !== undefined) state.features[plan.id] = Object.assign(freshFeature(plan), measuredOf(before));
    state.updatedAt = at;
    return;
  }
  const old = tasksOf(state, plan.id);
  for (const one of old) close(one, "superseded");
  state.features[plan.id] = freshFeature(plan);
  addTasks(state, [task], at);
  state.tasks[task.task_id]?.notes.push(...old.flatMap(({ notes }) => notes));
  state.tasks[task.task_id]?.authors.push(...new Set(old.flatMap(({ authors }) => authors)));
  for (const one of old) replaceDependency(state, one.plan.task_id, task.task_id);
}

/** The parts are worked one after the other, so the last stands for all; what was noted for the whole goes to each. */
function split(state: RunState, { task_id: id, into }: EventOf<"task_split">, at: string): void {
  const task = state.tasks[id];
  if (task !== undefined) close(task, "split");
  addTasks(state, into, at);
  for (const part of into) state.tasks[part.task_id]?.notes.push(...(task?.notes ?? []));
  const last = into.at(-1);
  if (last !== undefined) replaceDependency(state, id, last.task_id);
}

/** A feature whose other tasks are all proven has nothing left to wait for. */
function skip(state: RunState, task: TaskState, at: string): void {
  close(task, "skipped");
  const rest = tasksOf(state, task.plan.feature_id);
  if (rest.length > 0 && rest.every(({ lifecycle }) => lifecycle === "complete"))
    changeFeature(state, task.plan.feature_id, { passes: true, agent_notes: "", last_tested: at });
}

function close(task: TaskState, why: NonNullable<TaskState["closed"]>): void {
  Object.assign(task, { closed: why, owner: null, harness: null, deadline: null });
}

/** Who waited for a task waits for what took its place. */
function replaceDependency(state: RunState, from: string, to: string): void {
  for (const task of Object.values(state.tasks)) {
    const { plan } = task;
    if (!plan.depends_on.includes(from)) continue;
    task.plan = { ...plan, depends_on: plan.depends_on.map((id) => (id === from ? to : id)) };
  }
}

/** What was measured of a feature, apart from what is planned. */
function measuredOf(feature: Feature): Partial<Feature> {
  const measured = ["passes", "tests_passing", "tests_total", "coverage", "assigned_to", "started_at"] as const;
  const told = ["last_tested", "agent_notes", "verification_tool", "attempts"] as const;
  const fields: ReadonlySet<string> = new Set([...measured, ...told]);
  return Object.fromEntries(Object.entries(feature).filter(([field]) => fields.has(field)));
}

/** A planned task has passed G0: its plan was validated when the event was decided. */
function addTasks(state: RunState, plans: readonly TaskPlan[], at: string): void {
  changed(state, at);
  const roadmap = state.planner.length === 0 ? "created" : "updated";
  const artifacts = state.evidence.flatMap(({ role, path }) => (role === "planner" ? [path] : []));
  for (const plan of plans) {
    state.tasks[plan.task_id] = freshTask(plan, at);
    (state.tasksByFeature[plan.feature_id] ??= []).push(plan.task_id);
    logGate(state, at, "G0_planning", "STARTED", "planner", `${plan.task_id} decomposition initiated`);
    logGate(state, at, "G0_planning", "PASSED", "planner", `${plan.task_id} planned: ${plan.goal}`);
    state.steps.push({
      task_id: plan.task_id,
      agent: "planner",
      timestamp: at,
      summary: `Planned: ${oneLine(plan.goal)}`,
      gate: "G0_planning",
      status: "passed",
      ...NOTHING_RUN,
      artifacts: ["planner_report.json"],
      notes: "",
    });
    state.planner.push({
      task_id: plan.task_id,
      timestamp: at,
      roadmap_status: roadmap,
      tasks_created: [plan.task_id],
      research_findings: researchFor(state.run, state.features[plan.feature_id], state.planner.length === 0),
      tdd_strategy: { [plan.task_id]: plan.tdd_plan },
      artifacts: [...artifacts],
      gate_status: "G0_passed",
    });
  }
}

function freshTask(plan: TaskPlan, at: string): TaskState {
  return {
    plan,
    lifecycle: "ready_for_execution",
    gate: "G0_passed",
    phase: "idle",
    attempt: 0,
    begun: 0,
    beside: [],
    iterations: 0,
    lost: 0,
    envelope: null,
    owner: null,
    harness: null,
    deadline: null,
    timeoutSeconds: null,
    heartbeatSeconds: null,
    since: null,
    baseCommit: null,
    isolation: null,
    authors: [],
    review: null,
    candidate: null,
    findings: [],
    blocked: null,
    notes: [],
    guided: false,
    contest: null,
    preludes: [],
    closed: null,
    commit: null,
    createdAt: at,
    completedAt: null,
  };
}

/** Guidance resets the count, and the work goes on (H3A, escalation protocol). */
function retry(state: RunState, task: TaskState, said: string, at: string): void {
  const gate = task.gate.startsWith("G2") ? "G2_validation" : "G1_implementation";
  // A task that was skipped is to be done again: its feature waits for it.
  const waits = task.closed === null ? {} : { passes: false };
  Object.assign(task, { iterations: 0, lost: 0, blocked: null, guided: true, findings: [], closed: null });
  const isHumans = task.phase === "working" && isOutside(task.harness);
  // Who gives up what they took leaves the builds of others to be chosen from.
  if (isHumans) loseKind(state, task, false);
  else task.contest = null;
  if (isHumans) Object.assign(task, { phase: "idle", owner: null, harness: null });
  if (task.phase === "held") Object.assign(task, { phase: "idle", candidate: null });
  if (task.phase === "reviewing") askAnew(task);
  // What was sent back to the planner is planned anew by the guidance.
  if (task.lifecycle === "awaiting_planner")
    Object.assign(task, { lifecycle: "ready_for_execution", gate: "G0_passed" });
  changeFeature(state, task.plan.feature_id, { attempts: 0, ...waits });
  logGate(state, at, gate, "RESUMED", "human", `${task.plan.task_id}: ${said}`);
}
