import type { RunState, TaskState } from "./state.ts";

/** What an attempt is bound by, in seconds. */
export interface Bounds {
  readonly timeoutSeconds: number;
  readonly heartbeatSeconds: number;
}

/** What is left of the run's budget of hours. */
export const secondsLeft = ({ budget, drivenSeconds }: RunState): number =>
  budget.hours === null ? Infinity : budget.hours * 3600 - drivenSeconds;

/** So many intervals without a sign of life, and whoever works is taken for gone (decisions.md, Time). */
export const SILENT_INTERVALS = 3;

/** What the next attempt at a task is bound by: the task's own words, else what is configured. */
export function nextBounds({ features }: RunState, { plan }: TaskState, configured: Bounds): Bounds {
  const feature = features[plan.feature_id];
  return {
    timeoutSeconds: feature?.timeout_seconds ?? configured.timeoutSeconds,
    heartbeatSeconds: feature?.heartbeat_interval_seconds ?? configured.heartbeatSeconds,
  };
}

/** What a task is bound by now: the attempt under way by what it was told when it began. */
export function boundsOf(state: RunState, task: TaskState, configured: Bounds): Bounds {
  const { phase, timeoutSeconds, heartbeatSeconds } = task;
  const next = nextBounds(state, task, configured);
  if (phase !== "working") return next;
  return {
    timeoutSeconds: timeoutSeconds ?? next.timeoutSeconds,
    heartbeatSeconds: heartbeatSeconds ?? next.heartbeatSeconds,
  };
}

/** Why an open attempt is over by the clock; null: it is not. `beat` is its last sign of life, if there was one. */
export function overdue(
  state: RunState,
  task: TaskState,
  { configured, beat, now }: { readonly configured: Bounds; readonly beat: string | null; readonly now: Date },
): string | null {
  const { deadline, since, attempt } = task;
  if (deadline !== null && Date.parse(deadline) < now.getTime())
    return `attempt ${attempt} should have ended at ${deadline}`;
  const seen = beat ?? since;
  if (seen === null) return null;
  const silence = (now.getTime() - Date.parse(seen)) / 1000;
  return silence > SILENT_INTERVALS * boundsOf(state, task, configured).heartbeatSeconds
    ? `attempt ${attempt} has been silent since ${seen}`
    : null;
}
