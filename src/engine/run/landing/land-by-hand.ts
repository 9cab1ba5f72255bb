import { BatonError, type Code } from "../../../errors.ts";
import { whoseNo } from "../../../core/run/landing.ts";
import type { RunState } from "../../../core/run/state.ts";
import { treeOf } from "../../../util/git/trees.ts";
import { commitTree, subjectOf } from "../commit.ts";
import { finishLanding, holdTip, land, obstacleTo, type Landable } from "./land.ts";
import { meetingIn, mergeTarget, type Merging } from "./merge-target.ts";
import { mergeTrees } from "./merge-trees.ts";
import { branchTip, isAncestor, type Project } from "../project.ts";

export interface LandedByHand {
  readonly branch: string;
  /** Null when the branch held everything already. */
  readonly to: string | null;
  /** Whether the branch went its own way, and is merged first. */
  readonly merges: boolean;
  /** The no of a person that it goes over; null: nobody said any. */
  readonly over: string | null;
  /** The commits that landed, or would, oldest first. */
  readonly commits: readonly { readonly commit: string; readonly subject: string }[];
}

/**
 * Moves the branch checked out at init to the run's newest commit, as it is or squashed into one (decisions.md, Landing). A
 * branch that went its own way is merged first, and lands when all that is proven passes there too. Never forces. Throws
 * BRANCH_MISSING, TREE_DIRTY, MERGE_CONFLICT, REGRESSION; then the branch has not moved.
 */
export async function landByHand(
  turn: Merging,
  how: { readonly squash: boolean; readonly dryRun: boolean },
): Promise<LandedByHand> {
  const { project, journal } = turn;
  if (!how.dryRun) finishLanding({ ...turn, onLeft: () => {} });
  const { tip, run } = journal.state;
  const { branch } = run;
  const target = branchTip(project.git, branch);
  if (tip === null || (target !== null && isAncestor(project.git, tip, target))) {
    // Merged by somebody: the record learns of it.
    if (!how.dryRun && journal.state.landed !== tip) land(turn);
    return { branch, to: null, merges: false, over: null, commits: [] };
  }
  const over = whoseNo(journal.state) === null ? null : (journal.state.left?.reason ?? null);
  const merges = obstacleTo(project, branch, tip)?.code === "BRANCH_MOVED";
  if (merges && how.dryRun) refuseConflict(turn, tip, target ?? "");
  else if (merges) await mergeTarget(turn);
  const newest = journal.state.tip ?? tip;
  if (!merges || !how.dryRun) refuse(turn, newest);
  const commits = commitsBetween(project, target ?? "", newest);
  const landed = { branch, to: newest, merges, over, commits };
  if (how.dryRun) return landed;
  if (how.squash && commits.length > 1) squash(turn, { from: target ?? "", tip: newest, commits });
  land(turn);
  const { left, landed: to } = journal.state;
  if (left !== null) throw new BatonError(left.code ?? "BRANCH_MOVED", `could not land: ${left.reason}`);
  return { ...landed, to };
}

function refuse({ project, journal }: Landable, tip: string): void {
  const { run, left } = journal.state;
  const obstacle = obstacleTo(project, run.branch, tip);
  if (obstacle === null) return;
  // What a merge was left for says more than that the branches parted.
  const isMet = left?.code === "MERGE_CONFLICT" || left?.code === "REGRESSION";
  const { code, reason } = obstacle.code === "BRANCH_MOVED" && isMet ? left : obstacle;
  throw waiting(journal, code ?? obstacle.code, reason, obstacle.paths);
}

/** What can be known of a merge without running anything. */
function refuseConflict({ project, journal }: Landable, tip: string, target: string): void {
  const merged = mergeTrees(project.git, tip, target);
  if ("paths" in merged) throw waiting(journal, "MERGE_CONFLICT", meetingIn(journal.state.run.branch, merged.paths));
}

function waiting(
  { runId }: Landable["journal"],
  code: Code,
  reason: string,
  paths: readonly string[] = [],
): BatonError {
  const hint = `Merge it yourself: git merge baton/${runId}; the next \`baton run\` goes on from there.`;
  const isParted = code === "BRANCH_MOVED" || code === "MERGE_CONFLICT" || code === "REGRESSION";
  return new BatonError(code, `proven commits wait on baton/${runId}: ${reason}`, {
    ...(isParted ? { hint } : {}),
    ...(paths.length === 0 ? {} : { details: { paths } }),
  });
}

interface Squashed extends Pick<LandedByHand, "commits"> {
  readonly from: string;
  readonly tip: string;
}

/** One commit with the same tree and every trailer. What it stands for is kept at a ref of its own: nothing is lost. */
function squash({ project, journal, options }: Landable, { from, tip, commits }: Squashed): void {
  const { git } = project;
  const { state } = journal;
  const commit = commitTree(git, state.run.author, {
    tree: treeOf(git, tip),
    parents: [from],
    message: squashMessage(project, state, commits),
    at: options.now().toISOString(),
  });
  git(["update-ref", `refs/baton/${journal.runId}/squashed/${tip.slice(0, 12)}`, tip]);
  journal.append(() => [{ type: "record_committed", commit, parent: from }]);
  holdTip({ project, journal });
}

function squashMessage({ git }: Project, { run }: RunState, commits: LandedByHand["commits"]): string {
  const trailers = commits.flatMap(({ commit }) =>
    git(["log", "-1", "--format=%(trailers:only,unfold)", commit]).split("\n").filter(Boolean),
  );
  const list = commits.map(({ subject }) => `- ${subject}`);
  return `${subjectOf(run.brief)}\n\n${list.join("\n")}\n\n${[...new Set(trailers)].join("\n")}\n`;
}

function commitsBetween({ git }: Project, from: string, to: string): LandedByHand["commits"] {
  return git(["log", "--reverse", "--format=%H %s", `${from}..${to}`])
    .split("\n")
    .filter(Boolean)
    .map((line) => ({ commit: line.slice(0, line.indexOf(" ")), subject: line.slice(line.indexOf(" ") + 1) }));
}
