import type { JournalEntry, JournalEvent } from "../../schema/journal.ts";
import type { Decision } from "./facts.ts";

/** What the record is made of, whoever does it: nothing that a person decided. */
const ROUTINE: ReadonlySet<string> = new Set([
  "run_created",
  "published",
  "evidence_recorded",
  "attempt_started",
  "attempt_answered",
  "review_started",
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

/** What persons decided in a run, as its journal has it: reviews, approvals, waivers, guidance, changes of the plan. */
export function decisionsOf(entries: readonly { readonly entry: JournalEntry }[], person: string): Decision[] {
  const reviews = new Set<string>();
  const isDecision = ({ actor, event }: JournalEntry): boolean => {
    if (event.type === "review_started" && event["agent"] === person) reviews.add(reviewOf(event));
    if (event.type === "review_judged") return reviews.has(reviewOf(event)) && event["outcome"] !== "lost";
    return actor === person && !ROUTINE.has(event.type);
  };
  return entries
    .filter(({ entry }) => isDecision(entry))
    .map(({ entry: { at, actor, event } }) => ({
      at: `${at.slice(0, 19)}Z`,
      kind: event.type,
      subject: firstText(event["task_id"], event["feature_id"], event["check"]),
      by: firstText(event["by"], actor),
      reason: firstText(event["reason"], event["comment"], reviewSaid(event)),
    }));
}

/** One question to one reviewer. */
const reviewOf = ({ task_id: task, attempt, gate, round }: JournalEvent): string =>
  JSON.stringify([task, attempt, gate, round]);

/** `code-review passed`, `security-audit failed: no input is checked`. */
function reviewSaid({ gate, outcome, reasons }: JournalEvent): string | null {
  if (typeof gate !== "string" || typeof outcome !== "string") return null;
  const why = Array.isArray(reasons) ? reasons.join("; ") : "";
  return `${gate} ${outcome}${why === "" ? "" : `: ${why}`}`;
}

const firstText = (...values: readonly unknown[]): string =>
  values.find((value): value is string => typeof value === "string" && value !== "") ?? "";
