import type { RunEvent } from "../../../schema/event.ts";
import { oneLine } from "../../text/one-line.ts";
import { openAttempts } from "../beside.ts";
import { waitsForPerson } from "../next/next-effect.ts";
import { isFinished, type RunState } from "../state.ts";
import { waitingIn } from "./waiting.ts";

/** What `wait --for` can be asked to wait for (Fresh Context, Waiting). */
export const AWAITED = ["output", "approval", "change"] as const;
export type Awaited = (typeof AWAITED)[number];

/** Why waiting is over: what was asked for, an attempt that ended without output, or a run that will not bring it. */
export type Came = Awaited | "lost" | "finished";

/** How an attempt ended, as far as the harness goes. */
export interface Ended {
  readonly task_id: string;
  readonly outcome: "proven" | "not_proven" | "noted" | "lost";
  readonly reason: string;
}

/** Whether what is waited for has come, by the state and the events that were not looked at before; null: not yet. */
export function cameOf(awaited: Awaited, state: RunState, fresh: readonly RunEvent[]): Came | null {
  switch (awaited) {
    case "change":
      return fresh.length > 0 ? "change" : null;
    case "approval":
      return waitingIn(state).length > 0 ? "approval" : endOf(state);
    case "output": {
      const ended = endedIn(fresh);
      if (ended.some(({ outcome }) => outcome !== "lost") || isHandedToPerson(state, fresh)) return "output";
      return ended.length > 0 ? "lost" : endOf(state);
    }
  }
}

/** An answer is no end yet: what comes of it is known when it is judged, reviewed and committed, or sent back. */
export const endedIn = (events: readonly RunEvent[]): Ended[] => events.flatMap((event) => endedBy(event) ?? []);

function endedBy(event: RunEvent): Ended | null {
  if (event.type === "task_committed")
    return { task_id: event.task_id, outcome: "proven", reason: `committed as ${event.commit.slice(0, 7)}` };
  if (event.type === "attempt_lost")
    return { task_id: event.task_id, outcome: "lost", reason: `${event.code}: ${oneLine(event.detail)}` };
  if (event.type === "attempt_noted")
    return { task_id: event.task_id, outcome: "noted", reason: "what it found waits for the next attempt" };
  if (event.type === "implementation_judged" && event.outcome === "failed") {
    const finding = event.findings.find(({ severity }) => severity === "error") ?? event.findings[0];
    const reason = finding === undefined ? "" : `${finding.code}: ${oneLine(finding.message)}`;
    return { task_id: event.task_id, outcome: "not_proven", reason };
  }
  if (event.type === "validation_judged" && event.outcome === "failed")
    return { task_id: event.task_id, outcome: "not_proven", reason: oneLine(event.remediation ?? "") };
  return null;
}

/** Whether one of the attempts that the events are about waits for a person now: no process brings more of it. */
function isHandedToPerson(state: RunState, fresh: readonly RunEvent[]): boolean {
  const meant = new Set(fresh.flatMap((event) => ("task_id" in event ? [event.task_id] : [])));
  return openAttempts(state).some((task) => meant.has(task.plan.task_id) && waitsForPerson(task));
}

const endOf = (state: RunState): "finished" | null => (isFinished(state) ? "finished" : null);
