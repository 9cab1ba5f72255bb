import type { Audit, Point } from "../../schema/audit.ts";
import type { RunState } from "../run/state.ts";

/** How a run went, over time; measured values only, a gap where nothing was measured. */
export function seriesOf(state: RunState): Audit["series"] {
  const commits = Object.values(state.tasks)
    .filter(({ completedAt, commit }) => completedAt !== null && commit !== null)
    .toSorted((one, other) => ((one.completedAt ?? "") < (other.completedAt ?? "") ? -1 : 1));
  return {
    features_proven: commits.map(({ completedAt, plan }, index) => ({
      at: completedAt ?? "",
      value: new Set(commits.slice(0, index + 1).map((task) => task.plan.feature_id)).size,
      task_id: plan.task_id,
    })),
    coverage: state.executor.map(({ timestamp, task_id: id, coverage_absolute: text }) => point(timestamp, id, text)),
    mutation: state.validator.map(({ timestamp, task_id: id, verification_results: results }) =>
      point(timestamp, id, results.mutation?.["score"]),
    ),
    attempts: state.validator.map(({ timestamp, task_id: id }) => ({
      at: timestamp,
      value: state.tasks[id]?.attempt ?? null,
      task_id: id,
    })),
  };
}

/** `94.2%` or `94.2` as a number; anything else was not measured. */
function point(at: string, taskId: string, text: unknown): Point {
  const [, digits] = /^([0-9]+(?:\.[0-9]+)?)\s*%?$/.exec(typeof text === "string" ? text.trim() : "") ?? [];
  return { at, value: digits === undefined ? null : Number(digits), task_id: taskId };
}
