import type { Gates } from "../../schema/reports.ts";
import type { GateKey, GateState } from "../../schema/task.ts";
import { oncePerEntry } from "../run/once.ts";
import { perTaskPage } from "../run/pages.ts";
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
  const tasks = plannedTasks(state).length;
  if (tasks === 0) return gates;
  const pages = countPages(state);
  for (const [index, key] of GATE_KEYS.slice(0, 3).entries()) {
    gates[key] = gateState(
      tasks,
      pages.map((counts) => counts[index] ?? NONE),
    );
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

/** Whether the run must finish a task: neither replaced nor set aside, nor of a feature that is out of the plan. */
export const isPlanned = ({ away }: RunState, { closed, plan }: TaskState): boolean =>
  closed === null && away[plan.feature_id] === undefined;

const plannedPages = perTaskPage((tasks, state) => tasks.filter((task) => isPlanned(state, task)));

/** Those tasks. */
export const plannedTasks = oncePerEntry((state): readonly TaskState[] => plannedPages(state).flat());

/** Whether a task has passed a gate, by its number. */
export function hasPassed({ gate }: TaskState, index: number): boolean {
  const at = Number(gate.charAt(1));
  return at > index || (at === index && gate.endsWith("_passed"));
}

interface Counts {
  readonly passed: number;
  readonly here: number;
  readonly failed: number;
}

const NONE: Counts = { passed: 0, here: 0, failed: 0 };

/** How the tasks of a page stand to each gate of theirs. */
const countPages = perTaskPage((all, state) => {
  const tasks = all.filter((task) => isPlanned(state, task));
  return [0, 1, 2].map((index): Counts => {
    const here = tasks.filter(({ gate }) => gate.startsWith(`G${index}_`));
    const passed = tasks.filter((task) => hasPassed(task, index)).length;
    return { passed, here: here.length, failed: here.filter(({ gate }) => gate.endsWith("_failed")).length };
  });
});

function gateState(tasks: number, pages: readonly Counts[]): GateState {
  const sum = (name: keyof Counts): number => pages.reduce((total, counts) => total + counts[name], 0);
  if (sum("passed") === tasks) return "passed";
  if (sum("failed") > 0) return "failed";
  return sum("passed") > 0 || sum("here") > 0 ? "in_progress" : "not_started";
}
