import type { TaskState } from "../../../core/run/state.ts";
import type { ReportedFinding } from "../../../schema/event.ts";
import { keepAt } from "../attempt/attempt.ts";
import type { Turn } from "../context.ts";
import { mergeTrees } from "./merge-trees.ts";
import { tipOf } from "../project.ts";
import { commitLeft } from "../attempt/take.ts";

/** From where a change can still go back to being judged. */
const MOVABLE: ReadonlySet<TaskState["phase"]> = new Set(["answered", "held", "implemented", "reviewing"]);
const PATHS_NAMED = 20;

/**
 * Others may have moved on while a change waited for a person or its harness was dead. What is proven is what lands, so the
 * change becomes a new candidate on the newest commit and is proven again; where the two meet in the same lines it goes
 * back to its agent (decisions.md, Landing). Answers whether it was moved.
 */
export function moveCandidate(turn: Turn, task: TaskState): boolean {
  const { project, journal } = turn;
  const { candidate, attempt } = task;
  if (candidate === null || !MOVABLE.has(task.phase)) return false;
  const tip = tipOf(project, journal.state);
  if (task.baseCommit === tip) return false;
  const { task_id: taskId } = task.plan;
  const merged = mergeTrees(project.git, tip, candidate);
  const moved =
    "tree" in merged ? commitLeft(turn, tip, merged.tree, `candidate for ${taskId} on ${tip.slice(0, 7)}\n`) : null;
  if (moved !== null) keepAt(turn, { task_id: taskId, attempt }, moved, `-candidate-${tip.slice(0, 12)}`);
  const findings: ReportedFinding[] = "tree" in merged ? [] : [conflict(merged.paths)];
  journal.append(() => [
    { type: "candidate_moved", task_id: taskId, attempt, base_commit: tip, candidate: moved, findings },
  ]);
  return true;
}

const conflict = (paths: readonly string[]): ReportedFinding => ({
  code: "MERGE_CONFLICT",
  severity: "error",
  message: `the branch has moved on, and both changed ${paths.slice(0, PATHS_NAMED).join(", ")}`,
  ...(paths[0] === undefined ? {} : { path: paths[0].toWellFormed() }),
});
