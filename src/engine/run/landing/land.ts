import { landsNow } from "../../../core/run/landing.ts";
import { openTasks, type RunState, type TaskState } from "../../../core/run/state.ts";
import { waiversUsed } from "../../../core/run/people/waivers-used.ts";
import { BatonError } from "../../../errors.ts";
import { AgentState } from "../../../schema/agent-state.ts";
import type { RunEvent } from "../../../schema/event.ts";
import type { LeftCode } from "../../../schema/landing-event.ts";
import { openLanding } from "../../../runs/landing.ts";
import { readRef, treeOf } from "../../../util/git/trees.ts";
import { commitTree, featureMessage, trailersOf, withProjectFiles } from "../commit.ts";
import type { RunOptions, Turn } from "../context.ts";
import { followLandMode } from "./land-mode.ts";
import { openTree } from "../../prove/tree-reader.ts";
import { isAskedInVain, isMerged } from "./moved-on.ts";
import { branchTip, isAncestor, tipOf, type Project } from "../project.ts";

/** What landing needs of a turn; by hand there is no more. */
export interface Landable extends Pick<Turn, "project" | "journal"> {
  readonly options: Pick<RunOptions, "onEvent" | "now">;
}

/** One commit a task (TAH-08): the proven tree, plus the harness's own files as they are after it. */
export function commitTask(turn: Turn, task: TaskState): void {
  const { project, journal, options } = turn;
  const { task_id: taskId, feature_id: featureId } = task.plan;
  const { state, head } = journal;
  const parent = task.baseCommit ?? "";
  const tree = treeOf(project.git, task.candidate ?? parent);
  const message = featureMessage(state.features[featureId]?.description ?? task.plan.goal, {
    "Baton-Feature": featureId,
    "Baton-Run": state.runId,
    "Baton-Journal": `${head.position} ${head.hash}`,
    "Baton-Tree": tree,
    ...waiverTrailer(state, featureId),
    "Co-authored-by": `${task.owner ?? turn.agent.name} <${task.owner ?? turn.agent.name}@agent.invalid>`,
  });
  const commit = commitTree(project.git, state.run.author, {
    tree: withProjectFiles(project.git, project.blobs, tree, state),
    parents: [parent],
    message,
    at: options.now().toISOString(),
  });
  journal.append(() => [{ type: "task_committed", task_id: taskId, commit, tree, parent }]);
  holdTip(turn);
  options.onEvent?.({ kind: "committed", task, commit });
}

/** Who reads only the history learns what the proof goes without. */
function waiverTrailer(state: RunState, featureId: string): Record<string, string> {
  const used = waiversUsed(state, featureId).map(({ check, by, reason }) => `${check} by ${by}: ${reason}`);
  return used.length === 0 ? {} : { "Baton-Waiver": used.join("; ") };
}

/** The run's own branch follows the journal; a crash between the two is mended by asking again. */
export function holdTip({ project, journal }: Pick<Turn, "project" | "journal">): void {
  const { tip, runId } = journal.state;
  if (tip === null) return;
  const ref = `refs/heads/baton/${runId}`;
  // Read before it is asked again whose run it is: who slept in between swaps nothing.
  const old = readRef(project.git, ref);
  if (old !== tip) project.git(["update-ref", ref, tip, old ?? "0".repeat(tip.length)]);
}

/**
 * Moves the user's branch to the run's newest commit when it can follow: objects, event, ref, index and work tree, event
 * (decisions.md, Landing). Never forces; what cannot land waits on the run's own branch, with the reason.
 */
export function land({ project, journal, options }: Landable): void {
  const { tip, run } = journal.state;
  if (tip === null) return;
  const target = branchTip(project.git, run.branch);
  const leave = ({ code, reason }: Pick<Left, "code" | "reason">): void => {
    journal.append(() => [{ type: "landing_left", branch: run.branch, to: tip, code, reason }]);
    options.onEvent?.({ kind: "landing_left", code, reason });
  };
  if (target !== null && isAncestor(project.git, tip, target))
    return journal.append(() => [{ type: "landed", branch: run.branch, to: tip }]);
  const obstacle = obstacleTo(project, run.branch, tip);
  if (target === null || obstacle !== null) {
    return leave(obstacle ?? gone(run.branch));
  }
  journal.append(() => [{ type: "landing", branch: run.branch, from: target, to: tip }]);
  const result = openLanding(project.git, project.places).move(run.branch, target, tip);
  if (result.kind === "left") return leave(result);
  journal.append(() => [{ type: "landed", branch: run.branch, to: tip }]);
}

interface Left {
  readonly code: LeftCode;
  readonly reason: string;
  readonly paths?: readonly string[];
}

const gone = (branch: string): Left => ({ code: "BRANCH_MISSING", reason: `${branch} is gone` });

/** Why a branch cannot follow to a commit now; null when it can. Looks only. */
export function obstacleTo({ git, places }: Project, branch: string, to: string): Left | null {
  const target = branchTip(git, branch);
  if (target === null) return gone(branch);
  if (!isAncestor(git, target, to)) return { code: "BRANCH_MOVED", reason: `${branch} has moved on its own` };
  return openLanding(git, places).obstacle(branch, target, to);
}

/**
 * A yes to a landing is taken where the branch can follow: else it would be used up, and nothing landed. Throws BRANCH_MOVED,
 * BRANCH_MISSING, TREE_DIRTY.
 */
export function requireFree(project: Project, state: RunState, events: readonly RunEvent[]): void {
  if (!events.some(({ type }) => type === "landing_approved") || isMerged(project, state)) return;
  const obstacle = obstacleTo(project, state.run.branch, tipOf(project, state));
  if (obstacle === null) return;
  const { code, reason, paths = [] } = obstacle;
  throw new BatonError(code, `the yes is not taken, for nothing could land: ${reason}`, {
    ...(code === "TREE_DIRTY" ? { hint: "Commit them or put them away, then say yes again." } : {}),
    ...(paths.length === 0 ? {} : { details: { paths } }),
  });
}

/** Finishes what a crash cut in half, when every path is from's or to's bytes; else leaves it and names it. */
export function finishLanding({
  project,
  journal,
  onLeft,
}: Pick<Turn, "project" | "journal"> & { onLeft: (reason: string, code: LeftCode) => void }): void {
  const { landing } = journal.state;
  if (landing === null) return;
  const { branch, from, to } = landing;
  const result = openLanding(project.git, project.places).finish(branch, from, to);
  if (result.kind === "landed") return journal.append(() => [{ type: "landed", branch, to }]);
  const { code, reason } = result;
  journal.append(() => [{ type: "landing_left", branch, to, code, reason }]);
  onLeft(reason, code);
}

/** Lines of failed attempts enter with the next commit; at the end one closing commit takes what is left. */
function commitRecord({ project, journal, options }: Landable): void {
  const { state, head } = journal;
  const parent = tipOf(project, state);
  const before = treeOf(project.git, parent);
  const treeAt = (updatedAt: string): string =>
    withProjectFiles(project.git, project.blobs, before, { ...state, updatedAt });
  // A session that only began leaves another time behind: that alone is no news.
  if (treeAt(recordedAt(project, before) ?? state.updatedAt) === before) return;
  const message = `chore: record run ${state.runId}\n\n${trailersOf({
    "Baton-Run": state.runId,
    "Baton-Journal": `${head.position} ${head.hash}`,
  })}`;
  const commit = commitTree(project.git, state.run.author, {
    tree: treeAt(state.updatedAt),
    parents: [parent],
    message,
    at: options.now().toISOString(),
  });
  journal.append(() => [{ type: "record_committed", commit, parent }]);
  holdTip({ project, journal });
}

/** The time that a tree's `agent_state.json` gives; null where it is none of ours. */
function recordedAt({ git }: Project, tree: string): string | null {
  try {
    return AgentState.parse(JSON.parse(openTree(git, tree).read("agent_state.json") ?? "")).updated_at;
  } catch {
    return null;
  }
}

/**
 * Before a run is left: the last lines of its record are committed, and landed where they may. Not under a candidate that a
 * person is asked to review: it would be moved, and whatever was said of it void; its own commit brings the lines.
 */
export function closeRecord(recorder: Landable): void {
  const { state } = recorder.journal;
  if (!openTasks(state).some(({ phase }) => phase === "reviewing")) commitRecord(recorder);
  followLandMode(recorder);
  const { project, journal } = recorder;
  if (landsNow(journal.state) || isMerged(project, journal.state) || isAskedInVain(project, journal.state))
    land(recorder);
}
