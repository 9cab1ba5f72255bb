import { AT_WORK } from "../run/locks.ts";
import { perTaskPage } from "../run/pages.ts";
import { isOpen, type RunState } from "../run/state.ts";
import { taskView } from "./current-task.ts";
import { piece, type FileText } from "./growing.ts";
import { jsonText } from "./text.ts";
import type { ViewFacts } from "./view-facts.ts";

/** Files that come and go: one that was begun and never published may be wanted by nobody any more. */
export const LANE_FOLDER = "state/tasks/";

export const isLaneTask = (path: string): boolean => path.startsWith(LANE_FOLDER);

const workedPages = perTaskPage((tasks, state) =>
  tasks.filter((task) => isOpen(state, task) && AT_WORK.has(task.phase)).map(({ plan }) => plan.task_id),
);

/**
 * `state/tasks/<task_id>.json`, as CURRENT_TASK.json has it, for each task that is under way while more than one is
 * (decisions.md, Tasks). One that was published once goes on following its task, so that none is left behind half true.
 */
export function laneTaskFiles(state: RunState, facts: Pick<ViewFacts, "blob">): [string, FileText][] {
  const worked = workedPages(state).flat();
  const lanes = worked.length > 1 ? worked.map((id) => `${LANE_FOLDER}${id}.json`) : [];
  const before = Object.keys(state.published).filter(isLaneTask);
  return [...new Set([...before, ...lanes])].toSorted().flatMap((path): [string, FileText][] => {
    const task = state.tasks[path.slice(LANE_FOLDER.length, -".json".length)];
    return task === undefined ? [] : [[path, [piece(jsonText(taskView(state, task, facts)))]]];
  });
}
