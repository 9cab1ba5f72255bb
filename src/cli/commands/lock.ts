import { counted } from "../../core/text/counted.ts";
import { locksIn } from "../../core/run/locks.ts";
import { goneIn } from "../../engine/run/claims/gone.ts";
import { answered, type Answer } from "../output.ts";
import { goneWords } from "../render/gone.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

/** `baton lock list`: which attempt may change which files now. */
export async function lockListCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, (journal, project) => {
    const { state } = journal;
    const locks = locksIn(state);
    const gone = goneIn(project, journal);
    const lines = locks.map(({ task_id: task, attempt, pattern, mode, acquired_at: at }) => {
      const since = `since ${at?.slice(11, 19) ?? "?"} UTC`;
      return `  ${task} attempt ${attempt}  ${mode}  ${plain(pattern)}  ${since}${goneWords(gone, task, attempt)}`;
    });
    const text = [
      `Run ${state.runId} · ${locks.length === 0 ? "nothing is locked" : counted(locks.length, "lock")}`,
      ...lines,
      ...gone.slice(0, 1).map(({ task_id: id }) => `Next: baton lock release ${id}`),
    ];
    return answered({ run_id: state.runId, locks, gone }, text);
  });
}
