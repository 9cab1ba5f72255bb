import { BatonError } from "../../errors.ts";
import type { RunState } from "../../core/run/state.ts";
import { treeOf } from "../../util/git/trees.ts";
import { commitTree, subjectOf } from "./commit.ts";
import { finishLanding, holdTip, land, obstacleTo, type Landable } from "./land.ts";
import { branchTip, isAncestor, type Project } from "./project.ts";

export interface LandedByHand {
  readonly branch: string;
  /** Null when the branch held everything already. */
  readonly to: string | null;
  /** The run's commits that landed, or would, oldest first. */
  readonly commits: readonly { readonly commit: string; readonly subject: string }[];
}

/**
 * Moves the branch checked out at init to the run's newest commit, as it is or squashed into one (decisions.md, Landing).
 * Never forces. Throws BRANCH_MISSING, BRANCH_MOVED, TREE_DIRTY; then nothing has moved.
 */
export function landByHand(turn: Landable, how: { readonly squash: boolean; readonly dryRun: boolean }): LandedByHand {
  const { project, journal } = turn;
  if (!how.dryRun) finishLanding({ ...turn, onLeft: () => {} });
  const { tip, run } = journal.state;
  const target = branchTip(project.git, run.branch);
  if (tip === null || (target !== null && isAncestor(project.git, tip, target)))
    return { branch: run.branch, to: null, commits: [] };
  refuse(turn, tip);
  const commits = commitsBetween(project, target ?? "", tip);
  const landed = { branch: run.branch, to: tip, commits };
  if (how.dryRun) return landed;
  if (how.squash && commits.length > 1) squash(turn, { from: target ?? "", tip, commits });
  land(turn);
  const { left, landed: to } = journal.state;
  if (left !== null) throw new BatonError("BRANCH_MOVED", `could not land: ${left.reason}`);
  return { ...landed, to };
}

function refuse({ project, journal }: Landable, tip: string): void {
  const { runId, run } = journal.state;
  const obstacle = obstacleTo(project, run.branch, tip);
  if (obstacle === null) return;
  const message = `proven commits wait on baton/${runId}: ${obstacle.reason}`;
  if (obstacle.code !== "BRANCH_MOVED") throw new BatonError(obstacle.code, message);
  const hint = `Merge it yourself: git merge baton/${runId}; the next \`baton run\` goes on from there.`;
  throw new BatonError(obstacle.code, message, { hint });
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
