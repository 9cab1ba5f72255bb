import fc from "fast-check";
import { evolve } from "../../src/core/run/fold/evolve.ts";
import { refusalOf } from "../../src/core/run/guard/guard.ts";
import { checked, planOf } from "../../src/core/run/plan.ts";
import type { RunState } from "../../src/core/run/state.ts";
import { retryTask, skipTask, splitTask } from "../../src/core/run/people/steer.ts";
import { BatonError } from "../../src/errors.ts";
import type { RunEvent } from "../../src/schema/event.ts";
import {
  added,
  answered,
  committed,
  created,
  entriesOf,
  featureId,
  fold,
  judged,
  lost,
  NOTES_HASH,
  resumed,
  checkedWith,
  reviewing,
  started,
  taskPlan,
  validated,
  validating,
} from "./events.ts";

/** Lives that a run can have: each step is one of those that guard and plan let pass at that moment. */
export const anyLife: fc.Arbitrary<RunEvent[]> = fc.array(fc.nat(), { minLength: 5, maxLength: 70 }).map(live);

function live(choices: readonly number[]): RunEvent[] {
  const story: RunEvent[] = [created(), added(1), added(2, { depends_on: [featureId(1)] }), added(3), resumed()];
  const state = fold(story);
  for (const choice of choices) {
    const legal = candidates(state).filter((event) => refusalOf(state, event) === null && isDecided(state, event));
    const event = legal[choice % legal.length];
    const [entry] = event === undefined ? [] : entriesOf([event], story.length);
    if (event === undefined || entry === undefined) break;
    story.push(event);
    evolve(state, entry);
  }
  return story;
}

/** What could happen next, some of it refused; work is likelier than all else. */
function candidates(state: RunState): RunEvent[] {
  const next = Object.keys(state.tasks).length + 1;
  const reason = "r";
  const work = Object.values(state.tasks).flatMap(({ plan, attempt: k, phase, review }): RunEvent[] => {
    const n = Number(plan.task_id.slice(1));
    switch (phase) {
      case "idle":
        return [started(n, k + 1)];
      case "working":
        return [answered(n, k, { notes: NOTES_HASH }), answered(n, k, { candidate: null }), lost(n, k)];
      case "answered":
      case "held":
        return (["passed", "passed", "failed", "person_needed"] as const).map((outcome) => judged(n, k, outcome));
      case "implemented":
        return [validating(n, k), { type: "handoff_rejected", task_id: plan.task_id, by: "validator", reason }];
      case "validating":
        return [checkedWith(n, k), validated(n, k, "passed"), validated(n, k, "failed")];
      case "reviewing":
        return (review?.gates ?? [])
          .flatMap((gate) => reviewing(n, k, gate))
          .concat(
            validated(n, k, "failed"),
            {
              type: "status_set",
              task_id: plan.task_id,
              attempt: k,
              status: "READY_FOR_REVIEW",
              envelope: "artifacts/x",
            },
            validated(n, k, "passed"),
          );
      case "validated":
        return [committed(n)];
      case "committed":
        return [];
    }
  });
  const steering = Object.values(state.tasks).flatMap(
    ({ plan: { task_id: id, feature_id: featureId } }): RunEvent[] => [
      { type: "task_retried", task_id: id, reason },
      { type: "note_added", task_id: id, text: NOTES_HASH },
      { type: "task_skipped", task_id: id, reason },
      { type: "handoff_rejected", task_id: id, by: "executor", reason },
      {
        type: "task_split",
        task_id: id,
        into: [next, next + 1].map((n) => taskPlan(n, { feature_id: featureId })),
        reason,
      },
      { type: "feature_moved", feature_id: featureId, to: "deferred", reason },
      { type: "feature_moved", feature_id: featureId, to: "open", reason },
      {
        type: "feature_regressed",
        feature_id: featureId,
        commit: "1".repeat(40),
        reason,
        task: taskPlan(next, { feature_id: featureId }),
      },
    ],
  );
  const run: RunEvent[] = [
    { type: "run_paused", how: "pause" },
    { type: "pause_withdrawn" },
    { type: "landing", branch: "main", from: null, to: "2".repeat(40) },
    { type: "landed", branch: "main", to: "2".repeat(40) },
    { type: "baseline_checked", commit: "2".repeat(40), green: 1, known_red: ["a"], flaky: 0, prepare: null },
    { type: "approval_asked", approval: "abc", feature_id: featureId(1), reason },
    { type: "budget_set", budget: { hours: 1, attempts: 40, tokens: 9000, cost: "0.5" } },
    resumed(),
  ];
  return [...work, ...work, ...work, ...work, ...steering, ...run];
}

/** What the plan's own functions would have answered too. */
function isDecided(state: RunState, event: RunEvent): boolean {
  try {
    if (event.type === "feature_added") checked(state, event.feature);
    if (event.type === "feature_edited") checked(state, { ...planOf(state, event.feature.id), ...event.feature });
    if (event.type === "feature_regressed") return state.features[event.feature_id]?.passes === true;
    if (event.type === "task_skipped") return skipTask(state, event.task_id, event.reason).length > 0;
    if (event.type === "task_split") return splitTask(state, event.task_id, ["one", "two"], event.reason).length > 0;
    if (event.type === "task_retried") return retryTask(state, event.task_id, event.reason, "").length > 0;
    return true;
  } catch (error) {
    if (error instanceof BatonError) return false;
    throw error;
  }
}
