import type { Code } from "../../errors.ts";
import type { ActiveLock } from "../../schema/bundle.ts";
import { createLockIndex } from "../lock/index-of-locks.ts";
import { parsePattern, type Alternative } from "../pattern/pattern.ts";

export interface LockViolation {
  readonly code: Code;
  /** The position among the locks. */
  readonly at: number;
  readonly message: string;
}

/** What is no pattern of ours holds everything, as where locks are taken (`core/run/locks.ts`). */
const EVERYTHING: readonly Alternative[] = [{ segments: [{ kind: "globstar" }], prefix: [] }];

/** Locks that exclude each other, or that nobody holds. `attemptOf` is a task's open attempt. */
export const checkLocks = (
  locks: readonly ActiveLock[],
  attemptOf: (taskId: string) => number | null,
): LockViolation[] =>
  [...orphanedLocks(locks, attemptOf), ...meetingLocks(locks)].toSorted((one, other) => one.at - other.at);

export const orphanedLocks = (
  locks: readonly ActiveLock[],
  attemptOf: (taskId: string) => number | null,
): LockViolation[] =>
  locks.flatMap(({ task_id: taskId, attempt }, at): LockViolation[] =>
    attemptOf(taskId) === attempt
      ? []
      : [{ code: "LEDGER_LOCK_ORPHANED", at, message: `attempt ${attempt} of ${taskId} is not open` }],
  );

export function meetingLocks(locks: readonly ActiveLock[]): LockViolation[] {
  const index = createLockIndex<ActiveLock>();
  return locks.flatMap((lock, at) => {
    const { pattern, mode, task_id: taskId } = lock;
    const parsed = parsePattern(pattern);
    const asked = { alternatives: "flaw" in parsed ? EVERYTHING : parsed.alternatives, mode };
    const others = index.conflicts(asked).filter((other) => other.task_id !== taskId);
    index.add({ ...asked, value: lock });
    return others.map((other): LockViolation => ({
      code: "LOCK_CONFLICT",
      at,
      message: `${pattern} overlaps ${other.pattern} of ${other.task_id}`,
    }));
  });
}
