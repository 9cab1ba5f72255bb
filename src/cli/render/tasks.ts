import { wordsOf } from "../../core/run/guard/lifecycle.ts";
import { waitsFor } from "../../core/run/next/ready.ts";
import { waitOf } from "../../core/run/people/waiting.ts";
import { isReplannable, type RunState, type TaskState } from "../../core/run/state.ts";
import { plain } from "./plain.ts";

/** A person answered what it waited for: its lifecycle moves with the next attempt alone, but nobody is asked any more. */
export const isAnswered = ({ lifecycle, guided, closed }: TaskState): boolean =>
  closed === null && lifecycle === "escalation_required" && guided;

/** Its last attempt was lost: nobody has it, nobody is asked, and the next one may begin. */
export const isLost = (task: TaskState): boolean =>
  task.closed === null &&
  task.lifecycle === "in_progress" &&
  task.phase === "idle" &&
  (task.blocked === null || isReplannable(task));

/** State by glyph and word, never by colour alone. */
export function wordOf(state: RunState, task: TaskState): string {
  const { closed, lifecycle, blocked, plan, phase } = task;
  const away = state.away[plan.feature_id];
  if (closed !== null || away !== undefined) return `- ${(closed ?? away ?? "").padEnd(20)}`;
  if (lifecycle === "complete") return `✓ ${"complete".padEnd(20)}`;
  if (isAnswered(task)) return `· ${"to be tried again".padEnd(20)}`;
  if (isLost(task)) return `· ${wordsOf(task).ledger.padEnd(20)}`;
  if (waitsForWord(state, task)) return `? ${"waits for you".padEnd(20)}`;
  if (blocked !== null) return `? ${blockedWord(lifecycle, phase).padEnd(20)}`;
  return `${lifecycle === "ready_for_execution" ? "·" : "…"} ${lifecycle.padEnd(20)}`;
}

/** A yes or no, or a review, is asked of a person. */
function waitsForWord(state: RunState, task: TaskState): boolean {
  const kind = waitOf(state, task)?.kind;
  return kind === "decision" || kind === "review";
}

/** A lost attempt leaves the lifecycle where it was (design.md §4); but nobody is at work. */
const blockedWord = (lifecycle: TaskState["lifecycle"], phase: TaskState["phase"]): string =>
  lifecycle === "in_progress" && phase === "idle" ? "blocked" : lifecycle;

/** Who has it, what blocks it, what comes before it. */
export function tailOf(state: RunState, task: TaskState): string {
  const { owner, blocked, closed, lifecycle } = task;
  const before = closed !== null || lifecycle === "complete" ? [] : waitsFor(state, task);
  const words = [owner, blocked, before.length === 0 ? null : `after ${before.join(", ")}`];
  return words.map((word) => (word === null ? "" : ` · ${plain(word)}`)).join("");
}
