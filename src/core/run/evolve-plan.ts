import type { FeaturePlan, RunEvent } from "../../schema/event.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { TaskPlan } from "../../schema/task.ts";
import { HUMAN, tasksOf, type RunState, type TaskState } from "./state.ts";

/** Folds what changes the plan. Answers false for an event that does not. */
export function evolvePlan(state: RunState, event: RunEvent, at: string): boolean {
  switch (event.type) {
    case "feature_added":
      state.features[event.feature.id] = freshFeature(event.feature);
      addTasks(state, [event.task], at);
      break;
    case "feature_edited":
      for (const task of tasksOf(state, event.feature.id)) task.closed = "superseded";
      state.features[event.feature.id] = freshFeature(event.feature);
      addTasks(state, [event.task], at);
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
      for (const task of [state.tasks[event.task_id]]) if (task !== undefined) task.closed = "split";
      addTasks(state, event.into, at);
      break;
    case "task_retried":
      for (const task of [state.tasks[event.task_id]]) if (task !== undefined) retry(state, task, event.reason, at);
      break;
    case "task_skipped":
      for (const task of [state.tasks[event.task_id]]) if (task !== undefined) task.closed = "skipped";
      break;
    case "note_added":
      state.tasks[event.task_id]?.notes.push(event.text);
      break;
    default:
      return false;
  }
  state.updatedAt = at;
  if (state.status === "complete" && event.type !== "note_added") state.status = "running";
  return true;
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
  const isHumans = task.phase === "working" && task.harness === HUMAN;
  if (isHumans) Object.assign(task, { phase: "idle", owner: null, harness: null });
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
