import type { RunState } from "../run/state.ts";
import { cell, lineOf } from "./text.ts";

/** The verdict as the body of a request (decisions.md, Landing): what is proven, how, and how anybody checks it. */
export function renderLandingRequest(state: RunState, commit: string): string {
  const { features, tasks, levels, run, runId } = state;
  const rows = Object.values(features).map(
    ({ id, description, passes, tests_passing: passing, tests_total: total }) => {
      const task = Object.values(tasks).findLast(({ plan, commit: own }) => plan.feature_id === id && own !== null);
      const level = task === undefined ? undefined : levels[task.plan.task_id];
      const proof = level === undefined ? "–" : `${level.proof}, ${level.isolation}`;
      const tests = passing === null || total === null ? "–" : `${passing}/${total}`;
      const words = [cell(id), cell(description), passes ? "proven" : "not proven", proof, tests];
      return `| ${[...words, task?.commit?.slice(0, 12) ?? "–"].join(" | ")} |`;
    },
  );
  const proven = Object.values(features).filter(({ passes }) => passes).length;
  return [
    `${lineOf(run.brief)}: ${proven} of ${rows.length} features proven.`,
    "",
    "| Feature | Description | Verdict | Proof, isolation | Tests | Commit |",
    "|---------|-------------|---------|------------------|-------|--------|",
    ...rows,
    "",
    state.verified === null
      ? "The run is not complete: the final check of the whole is still to come."
      : `Everything was run once more from a clean checkout of ${state.verified.slice(0, 12)}.`,
    "",
    `Run \`${runId}\`, commit \`${commit}\`. Check it: \`baton verify runs/${runId}\`, \`baton prove ${run.base_commit?.slice(0, 12) ?? "BASE"}..${commit.slice(0, 12)}\`.`,
    "",
  ].join("\n");
}
