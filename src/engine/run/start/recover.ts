import { nextRecovery, type Recovery } from "../../../core/run/next/next-effect.ts";
import type { Turn } from "../context.ts";
import { overdueIn } from "../claims/ledger.ts";
import { loseOpen, loseToCrash, timedOut } from "../attempt/lose.ts";

/**
 * Ends every attempt of which nobody is at work any more, with its locks, and plans its task anew, before anything is given
 * out (Fresh Context, Crash Recovery 3 and 4). Twice is once: the second time there is none.
 */
export function recover(turn: Turn): void {
  const { journal, harness } = turn;
  const overdue = overdueIn(turn);
  journal.sync();
  for (;;) {
    const step = nextRecovery(journal.state, { harness, spent: null, overdue });
    if (step === null) return;
    takeRecovery(turn, step);
  }
}

export function takeRecovery(turn: Turn, step: Recovery): void {
  const { task } = step;
  if (step.kind === "replan")
    turn.journal.append(() => [{ type: "task_replanned", task_id: task.plan.task_id, attempt: task.attempt }]);
  else if (step.why === null) loseToCrash(turn, task);
  else loseOpen(turn, task, timedOut(step.why));
}
