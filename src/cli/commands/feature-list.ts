import { featureStatus } from "../../core/run/guard/lifecycle.ts";
import { tasksOf } from "../../core/run/state.ts";
import { isLeased, isSilent } from "../../engine/run/claims/lease.ts";
import { aliveIn } from "../../engine/run/project.ts";
import { answered, type Answer } from "../output.ts";
import { pageOf, type PageFlags } from "../paging.ts";
import { renderFeatures } from "../render/features.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

/** `baton feature list`: every feature with its state by glyph and word; past a hundred in pages. */
export async function featureListCommand(
  flags: PageFlags & { readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  return withRun(around, flags, ({ state }, project) => {
    const all = Object.values(state.features);
    const { shown, paging, lines } = pageOf(all, flags, "baton feature list");
    const features = shown.map((feature) => ({
      ...feature,
      status: state.away[feature.id] ?? featureStatus(state, feature),
      task_ids: tasksOf(state, feature.id).map(({ plan }) => plan.task_id),
    }));
    const proven = all.filter(({ passes }) => passes).length;
    const head = `Run ${state.runId} · ${proven} of ${all.length} proven`;
    const alive = aliveIn(project);
    const rendered = renderFeatures(state, shown, isLeased(alive) && !isSilent(alive));
    return answered({ run_id: state.runId, ...paging, features }, [head, ...rendered, ...lines]);
  });
}
