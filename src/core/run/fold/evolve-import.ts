import type { CarriedAttempt, CarriedItem, CarriedTask } from "../../../schema/carried.ts";
import type { EventOf, RunEvent } from "../../../schema/event.ts";
import type { Handlers } from "./handler.ts";
import type { RunState, TaskState } from "../state.ts";
import { logGate } from "./gate-log.ts";

export type ImportKind = "run_imported" | "state_carried";

/** What continues a run without the journal it had: from the state that a handoff bundle carries. */
export const IMPORT_HANDLERS: Handlers<ImportKind> = {
  run_imported: stand,
  state_carried(state, { items }) {
    for (const item of items) carry(state, item);
  },
};

/** A bundle comes as one batch: `run_created`, `run_imported`, its budget, and what it carries. */
export function beginningAfter(before: RunState["beginning"], { type }: RunEvent): RunState["beginning"] {
  if (type === "run_imported") return before === "created" ? "imported" : null;
  return before === "imported" && (type === "state_carried" || type === "budget_set") ? before : null;
}

function stand(state: RunState, { bundle, standing }: EventOf<"run_imported">, at: string): void {
  const { created_at, updated_at, started_at, agent_specification, driven_seconds, ...others } = standing;
  const { land_approved, land_requested, ...rest } = others;
  Object.assign(state, structuredClone(rest));
  Object.assign(state, {
    createdAt: created_at,
    updatedAt: updated_at,
    startedAt: started_at,
    agentSpecification: agent_specification,
    drivenSeconds: driven_seconds,
    landApproved: land_approved,
    landRequested: land_requested,
  });
  const note = `The run goes on from the handoff bundle ${bundle.slice(0, 16)}`;
  logGate(state, at, "G0_planning", "RESUMED", "orchestrator", note);
}

function carry(state: RunState, item: CarriedItem): void {
  switch (item.kind) {
    case "feature":
      state.features[item.value.id] = { ...item.value, coverage: numberOf(item.value.coverage) };
      return;
    case "away":
      state.away[item.value.feature_id] = item.value.to;
      return;
    case "task":
      carryTask(state, item.value);
      return;
    case "known_red":
      state.knownRed.push(item.value);
      return;
    case "proven_test":
      state.provenTests[item.value.test] = item.value.feature_id;
      return;
    case "approval":
      state.approvals.push(item.value);
      return;
    case "waiver":
      state.waivers.push(item.value);
      return;
    case "asked": {
      const { feature_id: id, approval, reason } = item.value;
      state.asked[id] = { approval, reason };
      return;
    }
    case "levels":
      state.levels[item.value.task_id] = item.value.levels;
      return;
    case "route": {
      const { task_id: id, ...route } = item.value;
      state.routes[id] = route;
      return;
    }
    case "progress":
      state.progress.push(item.value);
      return;
    case "evidence":
      state.evidence.push(item.value);
      return;
    case "cycle":
      state.executor.push(item.value);
  }
}

function carryTask(state: RunState, carried: CarriedTask): void {
  const { created_at, completed_at, begun = carried.attempt, beside = [], ...rest } = structuredClone(carried);
  const task: TaskState = {
    ...carriedAttempt(rest),
    begun,
    beside: beside.map(carriedAttempt),
    createdAt: created_at,
    completedAt: completed_at,
  };
  const { task_id: id, feature_id: featureId } = task.plan;
  state.tasks[id] = task;
  (state.tasksByFeature[featureId] ??= []).push(id);
}

function carriedAttempt<T extends CarriedAttempt>(carried: T) {
  const { base_commit, timeout_seconds, heartbeat_interval_seconds, ...rest } = carried;
  const bounds = { timeoutSeconds: timeout_seconds, heartbeatSeconds: heartbeat_interval_seconds };
  return { ...rest, baseCommit: base_commit, ...bounds };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
