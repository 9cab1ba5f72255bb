import type { RunState } from "./state.ts";

/** Suites up to here run whole, fresh, for every task (verification.md, Cost). */
const SHORT_SUITE_MS = 120_000;
const EVERY_OF_LONG = 5;

/** Whether G2 of a task runs every test fresh, or only those that prove it: all of them passed on that tree in its R2. */
export function isWholeDue(
  { levels, tasks }: Pick<RunState, "levels" | "tasks">,
  taskId: string,
  fullEvery: number | null,
): boolean {
  const isLong = (levels[taskId]?.suite_ms ?? 0) > SHORT_SUITE_MS;
  const every = fullEvery ?? (isLong ? EVERY_OF_LONG : 1);
  const proven = Object.values(tasks).filter(({ commit }) => commit !== null).length;
  return (proven + 1) % every === 0;
}
