import type { RunEvent } from "../../../schema/event.ts";

/** What has its person in `by`. What names them in words of its own stays as it is. */
const SIGNED: ReadonlySet<RunEvent["type"]> = new Set([
  "feature_added",
  "feature_edited",
  "feature_moved",
  "spec_amended",
  "task_retried",
  "task_skipped",
  "note_added",
  "corrected",
  "erased",
  "budget_set",
  "governor_set",
  "land_set",
  "run_paused",
  "pause_withdrawn",
  "run_closed",
  "run_archived",
]);

/** What a person's command decided, in the name of who typed it. */
export const signedBy = (events: readonly RunEvent[], by: string): RunEvent[] =>
  events.map((event) => {
    // Their `by` says another thing.
    if (event.type === "handoff_rejected" || event.type === "task_split") return { ...event, person: by };
    return SIGNED.has(event.type) ? ({ ...event, by } as RunEvent) : event;
  });
