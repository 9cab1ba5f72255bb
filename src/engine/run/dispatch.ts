import type { Agent, AgentAnswer } from "../../agents/port.ts";
import { createWorkspace } from "../../agents/workspace.ts";
import type { TaskState } from "../../core/run/state.ts";
import { askAgain } from "./answer-only.ts";
import { hear } from "./answer.ts";
import { layAnswerForm, startAttempt, textOf, type Attempt } from "./attempt.ts";
import type { Turn } from "./context.ts";
import { watchControl } from "./control.ts";
import { lose, lossOf } from "./lose.ts";
import { keepLeft, recordAnswer } from "./take.ts";

/**
 * Gives one task to a fresh agent in a disposable clone, and takes what it left apart. The tree counts whatever the
 * answer says (ONE-13); nothing is judged here, and no branch moves.
 */
export async function dispatch(turn: Turn, agent: Agent, task: TaskState): Promise<void> {
  const { project, journal } = turn;
  const attempt = startAttempt(turn, task);
  const workspace = createWorkspace(project.git, attempt.place, attempt.base);
  try {
    layAnswerForm(attempt.place, attempt.packet);
    const control = watchControl(project, journal);
    const said = await runAgent(turn, agent, attempt, textOf(attempt.packet));
    if (said.end !== "answered") return lose(turn, task, workspace, lossOf(said), said);
    const left = keepLeft(turn, attempt, workspace);
    const heard = await askAgain(turn, attempt, left, hear(said, attempt), (packet) =>
      runAgent(turn, agent, attempt, textOf(packet)),
    );
    recordAnswer(turn, attempt, { left, heard, controlFindings: control.findings() });
  } finally {
    // An attempt that is still open goes to the next harness, with all that its agent left.
    if (journal.state.tasks[task.plan.task_id]?.phase !== "working") workspace.remove();
  }
}

async function runAgent({ options }: Turn, agent: Agent, { place }: Attempt, packet: string): Promise<AgentAnswer> {
  return agent.run({
    packet,
    workspace: place,
    timeoutMs: options.turnSeconds * 1000,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}
