import type { RunState, TaskState } from "./state.ts";

type Standing = Pick<RunState, "run" | "tip" | "landed" | "left" | "landApproved" | "landRequested">;

const isOpen = ({ tip, landed, left }: Standing): boolean => tip !== null && tip !== landed && tip !== left?.to;

/** Who said no to what is left beside the branch; null: no person did. */
export const whoseNo = ({ left }: Pick<Standing, "left">): string | null => left?.by ?? null;

/** Whether the user's branch is to follow now: by itself, or because a person said yes to this very commit. */
export function landsNow(state: Standing): boolean {
  const { run, tip, landApproved } = state;
  return isOpen(state) && (run.land === "auto" || (run.land === "manual" && landApproved === tip));
}

/**
 * The tasks whose commits are not on the user's branch yet. Tasks are completed and committed one after the other; where what
 * landed last is no task's commit (one of the record, a merge, several squashed), any committed one may be among them.
 */
export function tasksToLand({ tasks, landed }: Pick<RunState, "tasks" | "landed">): TaskState[] {
  const committed = Object.values(tasks).filter(({ commit }) => commit !== null);
  const since = committed.find(({ commit }) => commit === landed)?.completedAt ?? null;
  return committed.filter(
    ({ commit, completedAt }) => commit !== landed && (since === null || completedAt === null || completedAt >= since),
  );
}

/** Whether the branch went its own way, so that the run's newest commit is to be merged with it, and that proven. */
export const mergesNow = ({ run, tip, left }: Standing): boolean =>
  run.land === "auto" && left?.code === "BRANCH_MOVED" && left.to === tip;

/** The commit that waits for a person's yes; null: none does. */
export function landingAsked(state: Standing): string | null {
  const { run, tip, landApproved } = state;
  return run.land === "manual" && isOpen(state) && landApproved !== tip ? tip : null;
}

/** `manual`: whether no yes can move the branch, since it went its own way; a person's `baton land` can. */
export const isLeftParted = ({ run, tip, left }: Standing): boolean =>
  run.land === "manual" && left?.code === "BRANCH_MOVED" && left.to === tip;

export const movedReason = (branch: string): string => `${branch} has moved on its own`;

/** What `baton land` does then. */
export const MERGE_BOTH = "baton land merges both, and lands them";

/** The commit that the landing command is to be given; a failed one is tried again each time. Null: none. */
export function landingDue({ run, tip, landed, landRequested }: Standing): string | null {
  return run.land === "pr" && tip !== landed && tip !== (landRequested?.to ?? null) ? tip : null;
}
