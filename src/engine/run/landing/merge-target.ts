import type { RunState } from "../../../core/run/state.ts";
import type { LeftCode } from "../../../schema/landing-event.ts";
import { recheck } from "../../prove/recheck.ts";
import { commitTree, trailersOf, withProjectFiles } from "../commit.ts";
import type { RunOptions, Turn } from "../context.ts";
import { holdTip, land } from "./land.ts";
import { mergeTrees } from "./merge-trees.ts";
import { branchTip, isAncestor, type Project } from "../project.ts";
import { troublesIn } from "../checks/troubles.ts";
import { checkOptions, type Checking } from "../checks/validate.ts";
import { provenCommands } from "../checks/verify-whole.ts";

const PATHS_NAMED = 8;

/** What merging needs of a turn; by hand there is no more. */
export interface Merging extends Checking {
  readonly options: Checking["options"] & Pick<RunOptions, "now">;
  readonly control: Pick<Turn["control"], "own">;
  /** The person who does it by hand. */
  readonly by?: string;
}

/**
 * The user's branch went its own way: what it holds now and the run's newest commit become one new candidate, which lands
 * when all that is proven passes there too (decisions.md, Landing). Where both changed the same lines, or their tests do not
 * pass together, it is left to a person.
 */
export async function mergeTarget(turn: Merging): Promise<void> {
  const { project, journal, options } = turn;
  const { tip, run } = journal.state;
  const target = branchTip(project.git, run.branch);
  if (tip === null || target === null || isAncestor(project.git, tip, target) || isAncestor(project.git, target, tip))
    return turn.control.own(() => land(turn));
  const leave = (code: LeftCode, reason: string): void => {
    journal.append(() => [{ type: "landing_left", branch: run.branch, to: tip, code, reason }]);
    options.onEvent?.({ kind: "landing_left", code, reason });
  };
  const merged = mergeTrees(project.git, tip, target);
  if ("paths" in merged) return leave("MERGE_CONFLICT", meetingIn(run.branch, merged.paths));
  const commit = mergeCommit(turn, merged.tree, [tip, target]);
  options.onEvent?.({ kind: "merged", branch: run.branch, target });
  const wrong = await failingAt(turn, commit, tip);
  if (wrong !== null) return leave("REGRESSION", `together with what ${run.branch} holds now: ${wrong}`);
  turn.control.own(() => {
    const by = turn.by === undefined ? {} : { by: turn.by };
    journal.append(() => [{ type: "target_merged", branch: run.branch, commit, parent: tip, target, ...by }]);
    holdTip(turn);
  });
}

/**
 * Mode `pr`: whether the request would meet its branch in nothing but what only the harness writes, as after a request that was
 * squashed. No person has to mend that.
 */
export function meetsInOwn({ git }: Pick<Project, "git">, { run, tip }: RunState): boolean {
  const target = branchTip(git, run.branch);
  if (run.land !== "pr" || tip === null || target === null || isAncestor(git, target, tip)) return false;
  const merged = mergeTrees(git, tip, target);
  return "tree" in merged && merged.own.length > 0;
}

export const meetingIn = (branch: string, paths: readonly string[]): string =>
  paths.length === 0
    ? `${branch} has a history of its own now, and no commit in common with the run`
    : `${branch} has moved on its own, and both changed ${paths.slice(0, PATHS_NAMED).join(", ")}`;

/** The harness's own files are never merged, but rendered anew. */
function mergeCommit({ project, journal, options }: Merging, tree: string, parents: [string, string]): string {
  const { state, head } = journal;
  const trailers = trailersOf({ "Baton-Run": state.runId, "Baton-Journal": `${head.position} ${head.hash}` });
  return commitTree(project.git, state.run.author, {
    tree: withProjectFiles(project.git, project.blobs, tree, state),
    parents,
    message: `chore: merge ${state.run.branch} into run ${state.runId}\n\n${trailers}`,
    at: options.now().toISOString(),
  });
}

/** What does not pass there though it does at the run's own commit; null when all does. What is not built yet may fail. */
async function failingAt(turn: Merging, commit: string, tip: string): Promise<string | null> {
  const { state } = turn.journal;
  const commands = provenCommands(state);
  const pendingCommands = Object.values(state.features).flatMap(({ passes, test_command: command }) =>
    passes ? [] : (command ?? []),
  );
  const troubles = async (revision: string): Promise<string[]> =>
    troublesIn(await recheck({ ...checkOptions(turn, revision), commands, pendingCommands }));
  const found = await troubles(commit);
  if (found.length === 0) return null;
  const known = new Set(await troubles(tip));
  return found.find((trouble) => !known.has(trouble)) ?? null;
}
