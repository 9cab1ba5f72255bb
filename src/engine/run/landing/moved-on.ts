import { OWN_FILES } from "../../../core/own-files.ts";
import { landingAsked, movedReason, whoseNo } from "../../../core/run/landing.ts";
import type { RunState } from "../../../core/run/state.ts";
import { branchTip, isAncestor, tipOf, type Project } from "../project.ts";

const NOT_OURS = [".", ...OWN_FILES.map((path) => `:(exclude)${path}`)];

/** Paths in which two commits differ, without the harness's own files; null: one of the commits is not here. */
export const changedSince = ({ git }: Project, verified: string, commit: string): string[] | null =>
  git
    .attempt(["diff-tree", "-r", "-z", "--name-only", verified, commit, "--", ...NOT_OURS])
    ?.split("\0")
    .filter(Boolean) ?? null;

/**
 * The newest commit of a complete run, where it holds other things than what was verified: the branch has moved on. Null: it
 * has not, or the run takes no more work.
 */
export function unverifiedIn(project: Project, state: RunState): string | null {
  const { verified, run } = state;
  if (!isAtRest(state) || verified === null || branchTip(project.git, run.branch) === null) return null;
  const commit = tipOf(project, state);
  const isSame = commit === verified || changedSince(project, verified, commit)?.length === 0;
  return isSame ? null : commit;
}

/** Whether a complete run that lands by itself has not been merged yet with what its branch holds of its own. */
export function isParted(project: Project, state: RunState): boolean {
  const { run, tip, left } = state;
  if (!isAtRest(state) || run.land !== "auto" || tip === null) return false;
  // It was tried, or refused, and is a person's to merge.
  const isLeft = left?.code === "MERGE_CONFLICT" || left?.code === "REGRESSION" || whoseNo(state) !== null;
  if (isLeft && left?.to === tip) return false;
  return hasOwnWay(project, run.branch, tip);
}

function hasOwnWay({ git }: Pick<Project, "git">, branch: string, tip: string): boolean {
  const target = branchTip(git, branch);
  return target !== null && !isAncestor(git, tip, target) && !isAncestor(git, target, tip);
}

/** Whether a yes is waited for that could move nothing, since the branch went its own way. */
export function isAskedInVain(project: Pick<Project, "git">, state: RunState): boolean {
  const asked = landingAsked(state);
  return asked !== null && hasOwnWay(project, state.run.branch, asked);
}

/** A run's state with what its branch came to by somebody's own git, which no command has recorded yet. */
export function asBranchIs(project: Pick<Project, "git">, recorded: RunState): RunState {
  const { tip, run } = recorded;
  if (isMerged(project, recorded)) return { ...recorded, landed: tip, left: null };
  if (tip === null || !isAskedInVain(project, recorded)) return recorded;
  return { ...recorded, left: { to: tip, reason: movedReason(run.branch), code: "BRANCH_MOVED", by: null } };
}

const isAtRest = ({ status, archived }: RunState): boolean => status === "complete" && !archived;

/** Whether the branch has the run's newest commit by a merge that is not recorded: somebody's own, or of the request. */
export function isMerged(project: Pick<Project, "git">, { tip, landed, run, archived }: RunState): boolean {
  // Who only reads asks git where there is something to find out.
  if (tip === null || tip === landed || archived) return false;
  const target = branchTip(project.git, run.branch);
  return target !== null && isAncestor(project.git, tip, target);
}
