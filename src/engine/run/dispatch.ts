import { join } from "node:path";
import type { Agent, AgentAnswer } from "../../agents/port.ts";
import { watchLiveness } from "../../agents/liveness.ts";
import { createWorkspace } from "../../agents/workspace.ts";
import type { TaskState } from "../../core/run/state.ts";
import { openBeats } from "../../store/beats.ts";
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

/** How often an agent at work is looked at (decisions.md, Time). */
const HEARTBEAT_MS = 30_000;

/** Runs the agent under a heartbeat; one that makes no progress for too long is ended as stalled. */
async function runAgent(turn: Turn, agent: Agent, attempt: Attempt, packet: string): Promise<AgentAnswer> {
  const { project, journal, options } = turn;
  const stallMs = options.stallSeconds * 1000;
  const stalled = new AbortController();
  const beats = openBeats(join(project.truth, "beats.db"));
  const { task_id, attempt: number } = attempt.packet;
  const liveness = watchLiveness({
    directory: attempt.place,
    everyMs: Math.min(HEARTBEAT_MS, stallMs / 2),
    stallMs,
    now: options.now,
    onBeat: (workedAt) =>
      beats.beat(journal.runId, {
        task_id,
        attempt: number,
        at: options.now().toISOString(),
        worked_at: workedAt.toISOString(),
      }),
    onStall: () => stalled.abort(),
  });
  try {
    const said = await agent.run({
      packet,
      workspace: attempt.place,
      timeoutMs: options.turnSeconds * 1000,
      signal: AbortSignal.any([stalled.signal, ...(options.signal === undefined ? [] : [options.signal])]),
      onOutput: () => liveness.work(),
    });
    return stalled.signal.aborted && said.end === "aborted" ? { ...said, end: "stalled" } : said;
  } finally {
    liveness.stop();
    beats.close();
  }
}
