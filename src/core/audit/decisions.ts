import type { JournalEntry } from "../../schema/journal.ts";
import type { Decision } from "./facts.ts";

/** What the record is made of, whoever does it: nothing that a person decided. */
const ROUTINE: ReadonlySet<string> = new Set([
  "run_created",
  "published",
  "evidence_recorded",
  "attempt_started",
  "attempt_answered",
  "implementation_judged",
  "validation_started",
  "validation_judged",
  "task_committed",
  "landing",
  "landed",
  "landing_left",
  "record_committed",
  "target_merged",
  "baseline_checked",
  "run_verified",
  "run_resumed",
  "run_imported",
  "state_carried",
]);

/** What persons decided in a run, as its journal has it: approvals, waivers, guidance, changes of the plan. */
export function decisionsOf(entries: readonly { readonly entry: JournalEntry }[], person: string): Decision[] {
  return entries
    .filter(({ entry: { actor, event } }) => actor === person && !ROUTINE.has(event.type))
    .map(({ entry: { at, actor, event } }) => ({
      at: `${at.slice(0, 19)}Z`,
      kind: event.type,
      subject: firstText(event["task_id"], event["feature_id"], event["check"]),
      by: firstText(event["by"], actor),
      reason: firstText(event["reason"], event["comment"]),
    }));
}

const firstText = (...values: readonly unknown[]): string =>
  values.find((value): value is string => typeof value === "string" && value !== "") ?? "";
