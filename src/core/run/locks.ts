import type { TaskPlan } from "../../schema/task.ts";
import { createLockIndex, type LockIndex, type LockMode } from "../lock/index-of-locks.ts";
import { parsePattern, type Alternative } from "../pattern/pattern.ts";
import { attemptsOf } from "./beside.ts";
import { oncePerEntry } from "./once.ts";
import { perTaskPage } from "./pages.ts";
import { reviewWaits } from "./people/review.ts";
import type { Phase, RunState, TaskState } from "./state.ts";

/**
 * What an attempt holds from its dispatch until it is committed, failed or lost. Locks are no record of their own: the
 * event that begins an attempt takes them, for every process at once, and whatever ends it frees them (FCX-05).
 */
export interface TaskLock {
  readonly lock_id: string;
  readonly task_id: string;
  readonly attempt: number;
  readonly pattern: string;
  readonly mode: LockMode;
  readonly acquired_at: string | null;
}

/** One that waits for a person holds nothing: its change is moved onto what others made meanwhile. */
export const AT_WORK: ReadonlySet<Phase> = new Set([
  "working",
  "answered",
  "implemented",
  "validating",
  "reviewing",
  "validated",
]);

/** Its files for itself; what must stay as it is beside everybody who only needs that, too. */
const wantedBy = ({ files, shared_files: shared = [] }: TaskPlan): Pick<TaskLock, "pattern" | "mode">[] => [
  ...files.map((pattern) => ({ pattern, mode: "exclusive" as const })),
  ...shared.map((pattern) => ({ pattern, mode: "shared" as const })),
];

const lockPages = perTaskPage((tasks, { away }) =>
  tasks
    .filter(
      (task) =>
        task.closed === null &&
        attemptsOf(task).some(({ phase }) => AT_WORK.has(phase)) &&
        !reviewWaits(task) &&
        away[task.plan.feature_id] === undefined,
    )
    .flatMap(({ plan, attempt, since }) =>
      wantedBy(plan).map(({ pattern, mode }, index): TaskLock => ({
        lock_id: `${plan.task_id}-${attempt}-${index + 1}`,
        task_id: plan.task_id,
        attempt,
        pattern,
        mode,
        acquired_at: since,
      })),
    ),
);

export const locksIn = (state: RunState): TaskLock[] => lockPages(state).flat();

const lockIndex = oncePerEntry((state) => indexOf(locksIn(state)));

/** The tasks under way whose locks exclude those of this one. */
export function inTheWayOf(state: RunState, { plan }: Pick<TaskState, "plan">): string[] {
  const index = lockIndex(state);
  const asked = wantedBy(plan).flatMap(({ pattern, mode }) =>
    index.conflicts({ alternatives: alternativesOf(pattern), mode }),
  );
  return [...new Set(asked)].filter((id) => id !== plan.task_id).toSorted();
}

function indexOf(locks: readonly TaskLock[]): LockIndex<string> {
  const index = createLockIndex<string>();
  for (const { pattern, mode, task_id } of locks)
    index.add({ alternatives: alternativesOf(pattern), mode, value: task_id });
  return index;
}

const EVERYTHING = "**";

/** What is no pattern of ours (an extended glob) holds everything: too much waits, too little would lose work. */
export function alternativesOf(pattern: string): readonly Alternative[] {
  const parsed = parsePattern(pattern);
  return "flaw" in parsed ? alternativesOf(EVERYTHING) : parsed.alternatives;
}
