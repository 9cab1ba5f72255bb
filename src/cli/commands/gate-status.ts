import { criteriaOf } from "../../core/views/criteria.ts";
import { GATE_KEYS, gatesOf } from "../../core/views/gates.ts";
import { answered, type Answer } from "../output.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

const MARKS = {
  passed: () => colours.green("✓ passed     "),
  in_progress: () => colours.yellow("… in progress"),
  failed: () => colours.red("✗ failed     "),
  not_started: () => colours.dim("· not started"),
} as const;

/** `baton gate status`: each gate of the run with its criteria, ticked from facts. */
export async function gateStatusCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, ({ state }) => {
    const gates = gatesOf(state);
    const details = GATE_KEYS.map((gate) => ({ gate, status: gates[gate], ...criteriaOf(state, gate) }));
    const lines = details.flatMap(({ gate, status, exit }) => [
      `${MARKS[status]()} ${gate}`,
      ...exit.map(({ text, met }) => `    ${met ? "✓" : "·"} ${plain(text)}`),
    ]);
    const tasks = Object.values(state.tasks).map(({ plan, gate, closed }) => ({
      task_id: plan.task_id,
      gate_status: gate,
      closed,
    }));
    return answered({ run_id: state.runId, gates, details, tasks, events: state.gateEvents.slice(-20) }, [
      `Run ${state.runId}`,
      ...lines,
    ]);
  });
}
