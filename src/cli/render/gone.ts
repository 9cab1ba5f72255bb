import type { GoneAttempt } from "../../engine/run/claims/gone.ts";
import { plain } from "./plain.ts";

/** Open attempts that nobody is at work on any more: the next command that drives the run ends them. */
export const goneLines = (gone: readonly GoneAttempt[]): string[] =>
  gone.map(({ task_id: id, code, why }) => `  ! ${id}: ${plain(why)} (${code}): baton lock release ${id}`);

/** The same of one of them, in a list. */
export function goneWords(gone: readonly GoneAttempt[], taskId: string, attempt: number): string {
  const found = gone.find((one) => one.task_id === taskId && one.attempt === attempt);
  return found === undefined ? "" : ` · ${found.code}: ${plain(found.why)}`;
}
