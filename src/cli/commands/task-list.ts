import { counted } from "../../core/text/counted.ts";
import { goneIn } from "../../engine/run/claims/gone.ts";
import { answered, type Answer } from "../output.ts";
import { pageOf, type PageFlags } from "../paging.ts";
import { goneWords } from "../render/gone.ts";
import { taskData } from "../render/run-data.ts";
import { tailOf, wordOf } from "../render/tasks.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

/** `baton task list`: every task, also those that left the plan; past a hundred in pages (H3A-24). */
export async function taskListCommand(
  flags: PageFlags & { readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  return withRun(around, flags, (journal, project) => {
    const { state } = journal;
    const gone = goneIn(project, journal);
    const { shown, paging, lines } = pageOf(Object.values(state.tasks), flags, "baton task list");
    const longest = Math.max(0, ...shown.map(({ plan }) => plan.feature_id.length));
    const rows = shown.map((task) => {
      const { task_id: id, feature_id: feature } = task.plan;
      return `  ${wordOf(state, task)} ${id}  ${feature.padEnd(longest)}  attempt ${task.attempt}${tailOf(state, task)}${goneWords(gone, id, task.attempt)}`;
    });
    const text = [`Run ${state.runId} · ${counted(paging.total, "task")}`, ...rows, ...lines].join("\n");
    const tasks = shown.map((task) => taskData(state, task));
    return answered({ run_id: state.runId, ...paging, tasks, gone }, text);
  });
}
