import { loadRun, openProject } from "../../engine/run/project.ts";
import { EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { renderFeatures } from "../render/features.ts";
import { runData } from "../render/run-data.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton status`: reads, never writes; 0 whatever the state. */
export async function statusCommand(around: Surroundings): Promise<Answer> {
  const { state } = loadRun(openProject(around.repository));
  const data = runData(state);
  const waits = data.next === null && data.completed < data.total_features;
  const lines = [
    `Run ${data.run_id} · ${data.status} · ${data.completed} of ${data.total_features} proven · ${data.iteration} turns`,
    ...renderFeatures(state.list),
    data.next !== null
      ? `Next: ${data.next} (baton run --agent command:PROGRAM)`
      : waits
        ? "Next: a person is needed; see agent_notes in feature_list.json."
        : "Next: nothing, every feature is proven.",
  ];
  return { data, exitCode: EXIT.ok, text: lines.join("\n") };
}
