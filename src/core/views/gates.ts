import type { Gates } from "../../schema/reports.ts";
import type { GateKey, GateState } from "../../schema/task.ts";
import { oncePerEntry } from "../run/once.ts";
import type { RunState, TaskState } from "../run/state.ts";

export const GATE_KEYS: readonly GateKey[] = [
  "G0_planning",
  "G1_implementation",
  "G2_validation",
  "G3_production_ready",
];

/**
 * The gates of a run. Its gate is that of its least advanced task: a gate is passed when every task of the plan passed
 * it, and nothing shows beyond the first that is not (design.md §4). G3 belongs to the run and is asked for apart.
 */
export const gatesOf = oncePerEntry((state): Readonly<Gates> => {
  const gates: Gates = {
    G0_planning: "in_progress",
    G1_implementation: "not_started",
    G2_validation: "not_started",
    G3_production_ready: "not_started",
  };
  const tasks = plannedTasks(state);
  if (tasks.length === 0) return gates;
  for (const [index, key] of GATE_KEYS.slice(0, 3).entries()) {
    gates[key] = gateState(tasks, index);
    if (gates[key] !== "passed") break;
  }
  if (gates.G2_validation === "passed") gates.G3_production_ready = productionState(state);
  return gates;
});

/** What was found holds for the commit it was found for; a newer one is looked at anew. */
function productionState({ production, verified }: RunState): GateState {
  if (production === null || production.commit !== verified) return "not_started";
  return production.approvedBy === null ? "in_progress" : "passed";
}

/** The gate that the run is at: the last one that was begun. */
export function currentGate(gates: Gates): GateKey {
  return GATE_KEYS.findLast((key) => gates[key] !== "not_started") ?? "G0_planning";
}

/** Tasks that the run must finish: neither replaced nor set aside, nor of a feature that is out of the plan. */
export const plannedTasks = oncePerEntry(({ tasks, away }): readonly TaskState[] =>
  Object.values(tasks).filter(({ closed, plan }) => closed === null && away[plan.feature_id] === undefined),
);

/** Whether a task has passed a gate, by its number. */
export function hasPassed({ gate }: TaskState, index: number): boolean {
  const at = Number(gate.charAt(1));
  return at > index || (at === index && gate.endsWith("_passed"));
}

function gateState(tasks: readonly TaskState[], index: number): GateState {
  const here = tasks.filter(({ gate }) => gate.startsWith(`G${index}_`));
  const passed = tasks.filter((task) => hasPassed(task, index)).length;
  if (passed === tasks.length) return "passed";
  if (here.some(({ gate }) => gate.endsWith("_failed"))) return "failed";
  return passed > 0 || here.length > 0 ? "in_progress" : "not_started";
}
