import type { Effect } from "../../../core/run/next/next-effect.ts";
import { splitTask } from "../../../core/run/people/steer.ts";
import type { Turn } from "../context.ts";
import { issueOf } from "./escalation.ts";

/** Does the step after a failure that is not another attempt: both are the governor's, in the journal with their reason. */
export function takeStep(turn: Turn, { kind, ...step }: Extract<Effect, { kind: "split" | "ask" }>): void {
  const { journal, options } = turn;
  const { task, reason } = step;
  const { task_id: taskId, goal } = task.plan;
  journal.append((state) => {
    if ("parts" in step) {
      const goals = step.parts.map((part, at) => `${goal} (part ${at + 1} of ${step.parts.length}: ${part})`);
      return splitTask(state, taskId, goals, reason).map((event) =>
        event.type === "task_split" ? { ...event, by: "governor" as const } : event,
      );
    }
    const judged = state.executor.filter(({ task_id: id }) => id === taskId).length;
    const issue = issueOf({ ...turn, state }, task, task.findings, judged);
    return [...issue, { type: "task_escalated", task_id: taskId, attempt: task.attempt, reason }];
  });
  options.onEvent?.({ kind: "stepped", task, step: kind, reason });
}
