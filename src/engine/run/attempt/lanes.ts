import type { Agent } from "../../../agents/port.ts";
import type { Choice } from "../../../core/run/next/choose-task.ts";
import type { StopReason } from "../../../core/run/next/next-effect.ts";
import type { Turn } from "../context.ts";
import { breakOff } from "./break-off.ts";
import { dispatch } from "./dispatch.ts";
import { whileWanted } from "./while-wanted.ts";

/** Agents at work at the same time. What they leave is judged, committed and landed by the one loop, one after the other. */
export interface Lanes {
  readonly busy: number;
  /** Why no other attempt may begin; null when one may. */
  readonly halted: StopReason | null;
  /** Throws what broke an earlier one: what cannot even begin would be begun again and again. */
  start(choice: Choice): void;
  /** Resolves when one of them has come to its end. Throws what broke it. */
  next(): Promise<void>;
  /** Waits for something else; at first, and whenever a lane comes to its end meanwhile, `fill` may begin others. */
  beside(other: Promise<void>, fill: () => void): Promise<void>;
  /** Ends whoever still works. */
  close(): Promise<void>;
}

/** So many attempts in a row at which the agent's program failed before it did anything: the next would fare no better. */
const BROKEN_IN_A_ROW = 2;

/** Gives a task out, and ends its attempt where whoever hears it breaks. */
async function dispatchWhole(turn: Turn, agent: Agent, choice: Choice): Promise<StopReason | null> {
  const { plan, begun } = choice.task;
  try {
    return await dispatch(turn, agent, choice);
  } catch (error) {
    breakOff(turn, { plan, attempt: begun + 1 }, error);
    return null;
  }
}

export function openLanes(turn: Turn, agent: Agent): Lanes {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const signals = [closing.signal, ...(turn.options.signal === undefined ? [] : [turn.options.signal])];
  const signal = AbortSignal.any(signals);
  let halted: StopReason | null = null;
  let failed = 0;
  const failures: unknown[] = [];
  const failIfBroken = (): void => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    get busy() {
      return running.size;
    },
    get halted() {
      return halted;
    },
    start(choice) {
      failIfBroken();
      const bounded: Turn = { ...turn, options: { ...turn.options, signal } };
      const { task } = choice;
      const work = async (wanted: Turn): Promise<void> => {
        const own = { task_id: task.plan.task_id, attempt: task.begun + 1 };
        const why = await turn.trace.step("dispatch", own, async () => dispatchWhole(wanted, agent, choice));
        failed = why === "broken" ? failed + 1 : 0;
        if (why !== "broken" || failed >= BROKEN_IN_A_ROW) halted ??= why;
      };
      const lane = whileWanted(bounded, task.plan.task_id, work, task.begun + 1)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(lane));
      running.add(lane);
    },
    async next() {
      await Promise.race(running);
      failIfBroken();
    },
    async beside(other, fill) {
      let open = true;
      const done = other.finally(() => (open = false));
      try {
        while (open) {
          fill();
          await Promise.race([done, ...running]);
        }
      } finally {
        await done;
      }
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
