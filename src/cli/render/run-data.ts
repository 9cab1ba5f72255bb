import { featureStatus, wordsOf } from "../../core/run/guard/lifecycle.ts";
import { firstReady, waitsFor } from "../../core/run/next/ready.ts";
import type { RunState, TaskState } from "../../core/run/state.ts";
import { agentState } from "../../core/views/agent-state.ts";
import { gatesOf } from "../../core/views/gates.ts";
import { spendingData } from "./spending.ts";

/** What `run`, `resume` and `status` answer of a run: every feature and task, always, and the gates they come to. */
export function runData(state: RunState) {
  const features = Object.values(state.features);
  const next = firstReady(state);
  return {
    run_id: state.runId,
    status: agentState(state).status,
    iteration: state.turns,
    total_features: features.filter(({ id }) => state.away[id] !== "dropped").length,
    completed: features.filter(({ passes }) => passes).length,
    features: features.map((feature) => ({
      id: feature.id,
      description: feature.description,
      passes: feature.passes,
      status: state.away[feature.id] ?? featureStatus(state, feature),
      attempts: feature.attempts ?? 0,
      test_command: feature.test_command,
      verification_method: feature.verification_method,
      agent_notes: feature.agent_notes,
    })),
    usage: spendingData(state),
    gates: gatesOf(state),
    tasks: Object.values(state.tasks).map((task) => taskData(state, task)),
    governor: state.run.governor ?? "fixed",
    next: next === null ? null : next.plan.task_id,
    branch: state.run.branch,
    tip: state.tip,
    landed: state.landed,
    left: state.left?.reason ?? null,
    left_code: state.left?.code ?? null,
    land: state.run.land,
    requested: state.landRequested,
  };
}

export function taskData(state: RunState, task: TaskState) {
  return {
    id: task.plan.task_id,
    feature_id: task.plan.feature_id,
    goal: task.plan.goal,
    status: task.lifecycle,
    gate_status: task.gate,
    envelope_status: wordsOf(task).envelope,
    ledger_status: wordsOf(task).ledger,
    attempt: task.attempt,
    iteration_count: task.iterations,
    owner: task.owner,
    blocked_code: task.blocked,
    waits_for: waitsFor(state, task),
    selection: state.selections[task.plan.task_id] ?? null,
    route: state.routes[task.plan.task_id] ?? null,
    agent_isolation_level: task.isolation,
    levels: state.levels[task.plan.task_id] ?? null,
    closed: task.closed,
    commit: task.commit,
  };
}
