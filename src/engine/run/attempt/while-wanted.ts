import { isCalledOff } from "../../../core/run/next/next-effect.ts";
import { BatonError, type Code } from "../../../errors.ts";
import type { Turn } from "../context.ts";

/** How long an agent may go on after somebody said `stop` in another process. */
const LOOK_EVERY_MS = 1000;

/** How a step ends that somebody took back: cut short, or refused by the guard when it wrote what came of it. */
const CALLED_OFF: ReadonlySet<Code> = new Set([
  "INTERRUPTED",
  "ATTEMPT_FENCED",
  "RUN_CLOSED",
  "TASK_TRANSITION_ILLEGAL",
]);

/**
 * Does one step as long as it is wanted: `stop`, `close` and a task that left the plan end it wherever it is, by the same
 * signal as Ctrl-C. What the step had reached stands in the journal, so the loop only has to ask again.
 */
export async function whileWanted(
  turn: Turn,
  taskId: string | null,
  work: (turn: Turn) => Promise<void> | void,
  attempt?: number,
): Promise<void> {
  const { journal, options } = turn;
  const calledOff = new AbortController();
  const failure: { error?: unknown } = {};
  const look = (): void => {
    try {
      turn.project.lease?.check();
      journal.sync();
      if (isCalledOff(journal.state, taskId, attempt)) calledOff.abort();
    } catch (error) {
      failure.error = error;
      calledOff.abort();
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  const signals = [calledOff.signal, ...(options.signal === undefined ? [] : [options.signal])];
  try {
    await work({ ...turn, options: { ...options, signal: AbortSignal.any(signals) } });
  } catch (error) {
    const isOurs = error instanceof BatonError && CALLED_OFF.has(error.code);
    if (!isOurs || options.signal?.aborted === true || failure.error !== undefined) throw failure.error ?? error;
    journal.sync();
    if (!isCalledOff(journal.state, taskId, attempt)) throw error;
    // Of a closed run no event says so any more.
    if (journal.state.status === "closed_partial") tellClosed(turn, taskId, attempt);
  } finally {
    clearInterval(timer);
  }
}

const tellClosed = ({ options }: Turn, taskId: string | null, attempt?: number): void =>
  options.onEvent?.({
    kind: "warning",
    message: `somebody closed the run: ${taskId ?? "the whole"}${attempt === undefined ? "" : `, attempt ${attempt}`}: what was at work on it is ended`,
  });
