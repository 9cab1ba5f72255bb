import type { Code } from "../../errors.ts";
import type { ActiveLock } from "../../schema/bundle.ts";
import { createLockIndex } from "../lock/index-of-locks.ts";
import { parsePattern } from "../lock/pattern.ts";

export interface LockViolation {
  readonly code: Code;
  /** The position among the locks. */
  readonly at: number;
  readonly message: string;
}

/** Locks that no path can be under, that exclude each other, or that nobody holds. `attemptOf` is a task's open attempt. */
export function checkLocks(
  locks: readonly ActiveLock[],
  attemptOf: (taskId: string) => number | null,
): LockViolation[] {
  const index = createLockIndex<ActiveLock>();
  return locks.flatMap((lock, at) => {
    const found: LockViolation[] = [];
    const { pattern, mode, task_id: taskId, attempt } = lock;
    if (attemptOf(taskId) !== attempt)
      found.push({ code: "LEDGER_LOCK_ORPHANED", at, message: `attempt ${attempt} of ${taskId} is not open` });
    const parsed = parsePattern(pattern);
    if ("flaw" in parsed) return [...found, { code: "HANDOFF_INVALID", at, message: `the pattern ${parsed.flaw}` }];
    const asked = { alternatives: parsed.alternatives, mode };
    for (const other of index.conflicts(asked))
      if (other.task_id !== taskId)
        found.push({ code: "LOCK_CONFLICT", at, message: `${pattern} overlaps ${other.pattern} of ${other.task_id}` });
    index.add({ ...asked, value: lock });
    return found;
  });
}
