import { counted } from "../../core/text/counted.ts";
import { locksIn } from "../../core/run/locks.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

/** `baton lock list`: which attempt may change which files now. */
export async function lockListCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, ({ state }) => {
    const locks = locksIn(state);
    const lines = locks.map(
      ({ task_id: task, attempt, pattern, mode, acquired_at: at }) =>
        `  ${task} attempt ${attempt}  ${mode}  ${plain(pattern)}  since ${at?.slice(11, 19) ?? "?"} UTC`,
    );
    const text = [
      `Run ${state.runId} · ${locks.length === 0 ? "nothing is locked" : counted(locks.length, "lock")}`,
      ...lines,
    ];
    return answered({ run_id: state.runId, locks }, text);
  });
}
