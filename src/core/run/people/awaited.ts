import type { RunEvent } from "../../../schema/event.ts";
import { isFinished, type RunState } from "../state.ts";
import { waitingIn } from "./waiting.ts";

/** What `wait --for` can be asked to wait for (Fresh Context, Waiting). */
export const AWAITED = ["output", "approval", "change"] as const;
export type Awaited = (typeof AWAITED)[number];

/** Why waiting is over: what was asked for, an attempt that ended without output, or a run that will not bring it. */
export type Came = Awaited | "lost" | "finished";

/** Whether what is waited for has come, by the state and the events that were not looked at before; null: not yet. */
export function cameOf(awaited: Awaited, state: RunState, fresh: readonly RunEvent[]): Came | null {
  switch (awaited) {
    case "change":
      return fresh.length > 0 ? "change" : null;
    case "approval":
      return waitingIn(state).length > 0 ? "approval" : endOf(state);
    case "output":
      if (fresh.some(({ type }) => type === "attempt_answered")) return "output";
      return fresh.some(({ type }) => type === "attempt_lost") ? "lost" : endOf(state);
  }
}

const endOf = (state: RunState): "finished" | null => (isFinished(state) ? "finished" : null);
