import { BatonError } from "../../../errors.ts";
import { join } from "node:path";
import { layAssignment } from "../../../agents/assignment-file.ts";
import type { Agent, AgentAnswer, AgentEnd, AgentTurn } from "../../../agents/port.ts";
import { watchLiveness } from "../../../agents/liveness.ts";
import { createWorkspace, type Workspace } from "../../../agents/workspace.ts";
import { parseEnvelope } from "../../../core/envelope/parse-envelope.ts";
import { attemptOf } from "../../../core/run/beside.ts";
import type { Choice } from "../../../core/run/next/choose-task.ts";
import type { StopReason } from "../../../core/run/next/next-effect.ts";
import { isSpent, leftOf } from "../../../core/run/spending.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";
import { addUsage, UNKNOWN_USAGE } from "../../../schema/usage-sums.ts";
import type { Usage } from "../../../schema/usage.ts";
import { timestamp } from "../../../util/clock.ts";
import { openBeats } from "../../../store/beats.ts";
import { askAgain } from "./ask-again.ts";
import { hasEnvelope } from "./answer.ts";
import { hearAgent } from "./firewall.ts";
import { layAnswerForm, startAttempt, textOf, type Attempt } from "./attempt.ts";
import type { Turn } from "../context.ts";
import { forgetUsage, noteUsage, usedBeside } from "./metered.ts";
import type { Touched } from "../isolation/control.ts";
import { tellDecided } from "../claims/decided-beside.ts";
import { breakOf, BROKEN, lose, lossOf, type Loss } from "./lose.ts";
import { routeTask } from "./route.ts";
import { keepLeft, recordAnswer } from "./take.ts";

/**
 * Gives one task to a fresh agent in a disposable clone, and takes what it left apart. The tree counts whatever the
 * answer says (ONE-13); nothing is judged here, and no branch moves. Answers why no other attempt may follow, if so; `broken`: none may soon.
 */
export async function dispatch(given: Turn, driver: Agent, choice: Choice): Promise<StopReason | null> {
  const { task } = choice;
  const routed = routeTask(given, driver, task);
  const { agent, containment } = routed;
  const turn: Turn = { ...given, agent, options: { ...given.options, containment } };
  const { project, journal } = turn;
  const attempt = startAttempt(turn, { ...choice, routed });
  activated(turn, `${task.plan.task_id}-${attempt.packet.attempt}`, agent.name);
  const workspace = createWorkspace(project.git, attempt.place, attempt.base);
  try {
    layAnswerForm(attempt.place, attempt.packet);
    layAssignment(attempt.place, textOf(attempt.packet));
    return await workOn(turn, agent, attempt, workspace);
  } finally {
    // An attempt that is still open goes to the next harness, with all that its agent left.
    if (attemptOf(journal.state.tasks[task.plan.task_id], attempt.packet.attempt)?.phase !== "working") {
      workspace.remove();
      forgetUsage(turn, attempt.packet);
    }
  }
}

async function workOn(turn: Turn, agent: Agent, attempt: Attempt, workspace: Workspace): Promise<StopReason | null> {
  const { task_id, attempt: number } = attempt.packet;
  const isReached = turn.options.containment?.reachesControl ?? true;
  const control = turn.control.watch(isReached, { task_id, attempt: number });
  const since = turn.journal.head.position;
  const ended = (): Touched => {
    tellDecided(turn, { whose: `${task_id}, attempt ${number}`, since, isReached });
    return control.end();
  };
  const used: Usage[] = [];
  try {
    const ask = async (packet: AssignmentPacket): Promise<AgentAnswer> => {
      const said = await turn.trace.agent(agent.name, turn.journal.runId, async () =>
        runMetered(turn, agent, attempt, textOf(packet), used),
      );
      used.push(said.usage ?? UNKNOWN_USAGE);
      return said;
    };
    const said = await ask(attempt.packet);
    const isIdle = (): boolean => said.failed === true && workspace.takeTree().tree === attempt.baseTree.tree;
    const loseIt = (loss: Loss): void => {
      tellTouched(turn, ended());
      lose(turn, attempt.task, workspace, loss, said);
    };
    if (said.end !== "answered") {
      const why = HALTING[said.end] ?? (isIdle() ? "broken" : null);
      loseIt(lossOf(said));
      return why;
    }
    const first = hearAgent(said, attempt, turn.options.registry);
    if (!hasEnvelope(first) && isIdle()) {
      loseIt(BROKEN);
      return "broken";
    }
    const left = keepLeft(turn, attempt, workspace);
    const heard = await askAgain(turn, attempt, left, first, ask);
    const usage = used.reduce(addUsage);
    const touched = ended();
    if (touched.isShared) lose(turn, attempt.task, workspace, notTold(turn, touched), { ...said, usage });
    else recordAnswer(turn, attempt, { left, heard, controlFindings: touched.findings, usage });
    if (usage.tokens === null && turn.journal.state.budget.tokens !== null)
      turn.options.onEvent?.({ kind: "warning", message: NOBODY_COUNTED });
    return null;
  } catch (error) {
    if (breakOf(error) !== null) {
      tellTouched(turn, ended());
      if (used.length > 0) noteUsage(turn, attempt.packet, used.reduce(addUsage));
    }
    throw error;
  }
}

/** HRM §8.3: an agent of a run is a bundle of one, builders and reviewers alike. */
export function activated({ callback, options }: Turn, id: string, agent: string): void {
  callback.onAgentActivated({
    id,
    agents: [agent],
    mode: "pipeline",
    status: "running",
    started_at: timestamp(options.now()),
    completed_at: null,
    result: null,
    error: null,
  });
}

/** One of several at work did it: a failure would be counted against who may have done nothing. */
const notTold = ({ redact }: Turn, { findings: [first] }: Touched): Loss => ({
  code: "CONTROL_TOUCHED",
  detail: `${redact(first?.message ?? "")} (another agent was at work, too: nobody knows which of them it was)`,
});

/** Of an attempt that is lost anyway nobody else would say it. */
function tellTouched({ options, redact }: Turn, { findings }: Touched): void {
  for (const { code, message } of findings)
    options.onEvent?.({ kind: "warning", message: `${code} ${redact(message)}` });
}

const NOBODY_COUNTED = "the limit of tokens cannot hold: nobody counted what this attempt used";

const HALTING: Partial<Record<AgentEnd, StopReason>> = { unauthorized: "unauthorized", budget_spent: "budget" };

/** A turn of the agent with a meter of its own, where the run has one: what is left of the budgets is what it may use. */
export async function runMetered(
  turn: Turn,
  agent: Agent,
  attempt: Attempt,
  packet: string,
  before: readonly Usage[],
): Promise<AgentAnswer> {
  const { startMeter } = turn.options;
  const left = (...now: Usage[]) =>
    leftOf(turn.journal.state, [...before, ...now, ...usedBeside(turn, attempt.packet)]);
  if (startMeter === null || agent.inProcess === true)
    return runAgent(turn, agent, attempt, packet, { mayAsk: (used) => !isSpent(left(used)) });
  const meter = await startMeter(
    () => left(),
    (usage) => noteUsage(turn, attempt.packet, [...before, usage].reduce(addUsage)),
  );
  try {
    const said = await runAgent(turn, agent, attempt, packet, { endpoints: meter.endpoints });
    // Who was refused and still gave an answer had come to the end of the work.
    const refusal = meter.refusal();
    const isCut = refusal !== null && said.end !== "aborted" && !hasEnvelope(parseEnvelope(said.text));
    const counted = { ...said, usage: meter.usage() };
    return isCut ? { ...counted, end: refusal.end, diagnostics: refusal.reason } : counted;
  } finally {
    await meter.stop();
  }
}

/** Runs the agent under a heartbeat; one that makes no progress for too long is ended as stalled. */
async function runAgent(
  turn: Turn,
  agent: Agent,
  attempt: Attempt,
  packet: string,
  paid: Pick<AgentTurn, "mayAsk" | "endpoints">,
): Promise<AgentAnswer> {
  const { project, journal, options } = turn;
  const stallMs = options.stallSeconds * 1000;
  const stalled = new AbortController();
  const beats = openBeats(join(project.truth, "beats.db"));
  const { task_id, attempt: number, timeout_seconds, heartbeat_interval_seconds } = attempt.packet;
  const liveness = watchLiveness({
    directory: attempt.place,
    everyMs: Math.min(heartbeat_interval_seconds * 1000, stallMs / 2),
    stallMs,
    now: options.now,
    onBeat: (workedAt) => {
      const beat = { task_id, attempt: number, at: options.now().toISOString(), worked_at: workedAt.toISOString() };
      try {
        beats.beat(journal.runId, beat);
      } catch (error) {
        // No fact of the run: a disk that is full now may have room when the work is to be kept.
        if (!(error instanceof BatonError)) throw error;
        options.onEvent?.({ kind: "warning", message: `no heartbeat: ${error.code} ${error.message}` });
      }
    },
    onStall: () => stalled.abort(),
  });
  const takeBack = options.containment?.handOver(attempt.place);
  try {
    const said = await agent.run({
      name: `${journal.runId}/${task_id}/${number}`,
      packet,
      workspace: attempt.place,
      timeoutMs: timeout_seconds * 1000,
      signal: AbortSignal.any([stalled.signal, ...(options.signal === undefined ? [] : [options.signal])]),
      onOutput: () => liveness.work(),
      ...(options.containment === null ? {} : { containment: options.containment }),
      ...paid,
    });
    return stalled.signal.aborted && said.end === "aborted" ? { ...said, end: "stalled" } : said;
  } finally {
    takeBack?.();
    liveness.stop();
    beats.close();
  }
}
