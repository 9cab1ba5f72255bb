import { evolve } from "../../src/core/run/evolve.ts";
import { refusalOf } from "../../src/core/run/guard.ts";
import { checked, planOf } from "../../src/core/run/plan.ts";
import type { RunState } from "../../src/core/run/state.ts";
import { retryTask, skipTask, splitTask } from "../../src/core/run/steer.ts";
import { BatonError } from "../../src/errors.ts";
import type { RunEvent } from "../../src/schema/event.ts";
import { entriesOf, fold } from "./events.ts";

/** What becomes of a story when only that happens which the guard, and whoever changes the plan, lets pass. */
export function legal([first, ...rest]: readonly RunEvent[]): RunState {
  const state = fold(first === undefined ? [] : [first]);
  for (const entry of entriesOf(rest, 1))
    if (refusalOf(state, entry.event) === null && isDecided(state, entry.event)) evolve(state, entry);
  return state;
}

/** What the plan's own functions would have answered too. */
function isDecided(state: RunState, event: RunEvent): boolean {
  try {
    switch (event.type) {
      case "feature_added":
        checked(state, event.feature);
        return true;
      case "feature_edited":
        checked(state, { ...planOf(state, event.feature.id), ...event.feature });
        return true;
      case "feature_regressed":
        return state.features[event.feature_id]?.passes === true;
      case "task_skipped":
        return skipTask(state, event.task_id, event.reason).length > 0;
      case "task_split":
        return splitTask(state, event.task_id, ["one", "two"], event.reason).length > 0;
      case "task_retried":
        return retryTask(state, event.task_id, event.reason, "").length > 0;
      default:
        return true;
    }
  } catch (error) {
    if (error instanceof BatonError) return false;
    throw error;
  }
}
