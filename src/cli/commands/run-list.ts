import { agentState } from "../../core/views/agent-state.ts";
import { openJournal } from "../../engine/run/journal.ts";
import { withProject } from "../../engine/run/project.ts";
import { EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton run list`: the runs of this repository, oldest first. */
export async function runListCommand(around: Surroundings): Promise<Answer> {
  return withProject(around.repository, ({ store }) => {
    const runs = store.runs().map((id) => {
      const { state } = openJournal(store, id, "human", { now: () => new Date() });
      const features = Object.values(state.features);
      return {
        run_id: id,
        brief: state.run.brief,
        spec: state.run.spec.name,
        status: agentState(state).status,
        completed: features.filter(({ passes }) => passes).length,
        total_features: features.length,
        archived: state.archived,
        created_at: state.createdAt,
        updated_at: state.updatedAt,
      };
    });
    const lines = runs.map(
      (run) =>
        `  ${run.run_id}  ${run.status.padEnd(14)} ${run.completed}/${run.total_features} proven  ${plain(run.brief)}${run.archived ? "  (archived)" : ""}`,
    );
    const text = runs.length === 0 ? "No run here yet.\nNext: baton init --spec FILE" : lines.join("\n");
    return { data: { runs }, exitCode: EXIT.ok, text };
  });
}
