import type { EventOf, FeaturePlan, RunEvent } from "../../schema/event.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { TaskPlan } from "../../schema/task.ts";
import { tasksOf, type RunState, type TaskState } from "./state.ts";

/** Folds what changes the plan. Answers false for an event that does not. */
export function evolvePlan(state: RunState, event: RunEvent, at: string): boolean {
  switch (event.type) {
    case "feature_added":
      state.features[event.feature.id] = freshFeature(event.feature);
      addTasks(state, [event.task], at);
      break;
    case "feature_edited":
      edit(state, event, at);
      break;
    case "feature_moved":
      if (event.to === "open") delete state.away[event.feature_id];
      else state.away[event.feature_id] = event.to;
      break;
    case "feature_regressed": {
      const feature = state.features[event.feature_id];
      if (feature !== undefined)
        Object.assign(feature, { passes: false, last_tested: at, agent_notes: event.reason, attempts: 0 });
      addTasks(state, [event.task], at);
      state.verified = null;
      break;
    }
    case "task_split":
      split(state, event, at);
      break;
    case "spec_amended":
      state.run = { ...state.run, spec: event.spec };
      break;
    case "task_retried":
      for (const task of [state.tasks[event.task_id]]) if (task !== undefined) retry(state, task, event.reason, at);
      break;
    case "task_skipped":
      for (const task of [state.tasks[event.task_id]]) if (task !== undefined) skip(state, task, at);
      break;
    case "note_added":
      state.tasks[event.task_id]?.notes.push(event.text);
      break;
    default:
      return false;
  }
  state.updatedAt = at;
  if (state.status === "complete" && changesWork(event)) Object.assign(state, { status: "running", verified: null });
  return true;
}

/** What leaves every proof as it was leaves a complete run complete. */
function changesWork(event: RunEvent): boolean {
  if (event.type === "feature_edited") return event.task !== null;
  return event.type !== "note_added" && event.type !== "spec_amended";
}

/** Only what voids the proof brings a new task; the old ones leave the plan, with the attempt that may be running; notes stay. */
function edit(state: RunState, { feature: plan, task }: EventOf<"feature_edited">, at: string): void {
  const before = state.features[plan.id];
  if (task === null) {
    if (before !== undefined) state.features[plan.id] = Object.assign(freshFeature(plan), measuredOf(before));
    return;
  }
  const old = tasksOf(state, plan.id);
  for (const one of old) close(one, "superseded");
  state.features[plan.id] = freshFeature(plan);
  addTasks(state, [task], at);
  state.tasks[task.task_id]?.notes.push(...old.flatMap(({ notes }) => notes));
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
  const feature = state.features[task.plan.feature_id];
  if (feature !== undefined && rest.length > 0 && rest.every(({ lifecycle }) => lifecycle === "complete"))
    Object.assign(feature, { passes: true, agent_notes: "", last_tested: at });
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

/** A feature as planned: nothing tried, nothing measured. Also what is left of one after an edit voided its proof. */
function freshFeature(plan: FeaturePlan): Feature {
  const { test_command, verification_method, detail, acceptance, files, changes, depends_on, ...rest } = plan;
  return {
    ...rest,
    passes: false,
    tests_passing: null,
    tests_total: null,
    coverage: null,
    assigned_to: null,
    started_at: null,
    last_tested: null,
    agent_notes: "",
    test_command,
    verification_method,
    verification_tool: verification_method === "manual" ? "human" : null,
    ...(detail === undefined ? {} : { detail }),
    ...(acceptance === undefined ? {} : { acceptance }),
    ...(files === undefined ? {} : { files }),
    ...(changes === undefined ? {} : { changes }),
    ...(depends_on === undefined ? {} : { depends_on }),
  };
}

/** A planned task has passed G0: its plan was validated when the event was decided. */
function addTasks(state: RunState, plans: readonly TaskPlan[], at: string): void {
  const roadmap = state.planner.length === 0 ? "created" : "updated";
  for (const plan of plans) {
    state.tasks[plan.task_id] = freshTask(plan, at);
    gate(state, at, "STARTED", "planner", `${plan.task_id} decomposition initiated`);
    gate(state, at, "PASSED", "planner", `${plan.task_id} planned: ${oneLine(plan.goal)}`);
    state.steps.push({
      task_id: plan.task_id,
      agent: "planner",
      timestamp: at,
      summary: `Planned: ${oneLine(plan.goal)}`,
      gate: "G0_planning",
      status: "passed",
      artifacts: ["planner_report.json"],
      notes: "",
    });
    state.planner.push({
      task_id: plan.task_id,
      timestamp: at,
      roadmap_status: roadmap,
      tasks_created: [plan.task_id],
      research_findings: [],
      tdd_strategy: { [plan.task_id]: plan.tdd_plan },
      artifacts: [],
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
    iterations: 0,
    lost: 0,
    envelope: null,
    owner: null,
    harness: null,
    deadline: null,
    baseCommit: null,
    candidate: null,
    findings: [],
    blocked: null,
    notes: [],
    guided: false,
    closed: null,
    commit: null,
    createdAt: at,
    completedAt: null,
  };
}

/** Guidance resets the count, and the work goes on (H3A, escalation protocol). */
function retry(state: RunState, task: TaskState, reason: string, at: string): void {
  Object.assign(task, { iterations: 0, lost: 0, blocked: null, guided: true, findings: [], closed: null });
  if (task.phase === "held") Object.assign(task, { phase: "idle", candidate: null });
  const feature = state.features[task.plan.feature_id];
  if (feature !== undefined) feature.attempts = 0;
  state.gateEvents.push({
    at,
    gate: "G1_implementation",
    word: "RESUMED",
    agent: "human",
    note: `${task.plan.task_id}: ${oneLine(reason)}`,
  });
}

function gate(state: RunState, at: string, word: "STARTED" | "PASSED", agent: string, note: string): void {
  state.gateEvents.push({ at, gate: "G0_planning", word, agent, note });
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
