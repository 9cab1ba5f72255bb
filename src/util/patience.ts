import { BatonError } from "../errors.ts";
import { acquireLifeLock } from "./life-lock.ts";

/** How long anybody waits for another process before giving up. */
const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 2;
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Tries again after 0–2 ms while the answer is null. SQLite's own back-off grows to 100 ms and starves whoever came
 * first; a short random pause serves all alike (design.md §3). Throws LOCK_CONFLICT when patience ends.
 */
export function patiently<T>(attempt: () => T | null, what: string, patienceMs = PATIENCE_MS): T {
  // Asked for once somebody is in the way: the clock's first answer takes longer than most attempts.
  let deadline: number | null = null;
  for (;;) {
    const result = attempt();
    if (result !== null) return result;
    deadline ??= performance.now() + patienceMs;
    if (performance.now() > deadline)
      throw new BatonError("LOCK_CONFLICT", `${what} was held by another process for ${patienceMs / 1000} s`);
    Atomics.wait(pause, 0, 0, Math.random() * LONGEST_PAUSE_MS);
  }
}

/** Does work that only one process at a time may do; the lock ends with the process that holds it. */
export function withFileLock<T>(path: string, work: () => T, patienceMs = PATIENCE_MS): T {
  const lock = patiently(() => acquireLifeLock(path), path, patienceMs);
  try {
    return work();
  } finally {
    lock.release();
  }
}
