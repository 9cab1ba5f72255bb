import type { Agent } from "../../agents/port.ts";
import type { StopReason } from "../../core/run/next-effect.ts";
import type { TaskState } from "../../core/run/state.ts";
import type { RunOptions, Turn } from "./context.ts";
import { dispatch } from "./dispatch.ts";
import { whileWanted } from "./while-wanted.ts";

/** Agents at work at the same time. What they leave is judged, committed and landed by the one loop, one after the other. */
export interface Lanes {
  readonly busy: number;
  /** Why no other attempt may begin; null when one may. */
  readonly halted: StopReason | null;
  start(task: TaskState, bounds: Pick<RunOptions, "turnSeconds">): void;
  /** Resolves when one of them has come to its end. Throws what broke it. */
  next(): Promise<void>;
  /** Ends whoever still works. */
  close(): Promise<void>;
}

export function openLanes(turn: Turn, agent: Agent): Lanes {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const signals = [closing.signal, ...(turn.options.signal === undefined ? [] : [turn.options.signal])];
  const signal = AbortSignal.any(signals);
  let halted: StopReason | null = null;
  const failures: unknown[] = [];
  return {
    get busy() {
      return running.size;
    },
    get halted() {
      return halted;
    },
    start(task, bounds) {
      const bounded: Turn = { ...turn, options: { ...turn.options, ...bounds, signal } };
      const lane = whileWanted(bounded, task.plan.task_id, async (wanted) => {
        const why = await turn.trace.step("dispatch", task.plan.task_id, async () => dispatch(wanted, agent, task));
        halted ??= why;
      })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(lane));
      running.add(lane);
    },
    async next() {
      await Promise.race(running);
      if (failures.length > 0) throw failures[0];
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
