import { featureStatus } from "../../core/run/lifecycle.ts";
import { findRun, withProject } from "../../engine/run/project.ts";
import { EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { renderFeatures } from "../render/features.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton feature list`: every feature with its state by glyph and word. */
export async function featureListCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  return withProject(around.repository, (project) => {
    const { state } = findRun(project, flags.run ?? null, "baton", { now: () => new Date() });
    const features = Object.values(state.features).map((feature) => ({
      ...feature,
      status: state.away[feature.id] ?? featureStatus(state, feature),
      task_ids: Object.values(state.tasks)
        .filter(({ plan, closed }) => plan.feature_id === feature.id && closed === null)
        .map(({ plan }) => plan.task_id),
    }));
    const proven = features.filter(({ passes }) => passes).length;
    const head = `Run ${state.runId} · ${proven} of ${features.length} proven`;
    return {
      data: { run_id: state.runId, features },
      exitCode: EXIT.ok,
      text: [head, ...renderFeatures(state)].join("\n"),
    };
  });
}
