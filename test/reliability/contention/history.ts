import type { RunEvent } from "../../../src/schema/event.ts";

/** What one process knows of one thing that it did; the marker stands in the event, so that it can be told apart. */
export interface Operation {
  readonly marker: string;
  readonly kind: "claim" | "submit" | "judge" | "expire" | "retry";
  /** The machine's monotonic clock, the same for all processes, in microseconds. */
  readonly from: number;
  /** Null: nobody heard how it ended; its process was killed. */
  readonly to: number | null;
  /** Where it stands, as it was acknowledged; null: refused, or not known. */
  readonly position: number | null;
  readonly refused: string | null;
}

/** A journal as it is in the end. */
export interface KeptEntry {
  readonly position: number;
  readonly event: RunEvent;
}

export const TASKS = 40;
const GROUPS = 8;
const FILES = ["a.js", "b.js", "c.js"];

/** Which files a task may change: every fourth all of its group. Said twice, as a pattern and as what it stands for. */
export function patternOf(task: number): string {
  const group = task % GROUPS;
  const file = Math.floor(task / GROUPS) % (FILES.length + 1);
  return file === FILES.length ? `src/g${group}/**` : `src/g${group}/${FILES[file]}`;
}

export function filesOf(pattern: string): readonly string[] {
  return pattern.endsWith("/**") ? FILES.map((file) => `${pattern.slice(0, -2)}${file}`) : [pattern];
}

export function markerIn(event: RunEvent): string | null {
  if (event.type === "attempt_started") return event.harness;
  if (event.type === "attempt_lost") return event.detail;
  if (event.type === "task_retried") return event.reason;
  return "findings" in event ? (event.findings?.[0]?.message ?? null) : null;
}
