import { violationText } from "../../../schema/violation-text.ts";
import type { AgentAnswer } from "../../../agents/port.ts";
import { layAssignment } from "../../../agents/assignment-file.ts";
import { createWorkspace, type Workspace } from "../../../agents/workspace.ts";
import { QUARANTINE } from "../../../core/run/people/quarantine.ts";
import { ballotUnderWay, processName } from "../../../core/run/people/review.ts";
import type { GateReview, TaskState } from "../../../core/run/state.ts";
import { findUi } from "../../../core/measure/find-ui.ts";
import { BatonError, type Finding } from "../../../errors.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";
import { addUsage, UNKNOWN_USAGE } from "../../../schema/usage-sums.ts";
import type { Usage } from "../../../schema/usage.ts";
import { join } from "node:path";
import { ANSWER_ONLY_TURNS, answerOnly } from "../attempt/answer-only.ts";
import { layAnswerForm, textOf, type Attempt } from "../attempt/attempt.ts";
import type { Turn } from "../context.ts";
import { speaksToReader } from "../attempt/firewall.ts";
import { tellDecided } from "../claims/decided-beside.ts";
import { activated, runMetered } from "../attempt/dispatch.ts";
import { reviewCloneName, clonesOf } from "../start/leftovers.ts";
import { breakOf, lossOf } from "../attempt/lose.ts";
import { forgetUsage } from "../attempt/metered.ts";
import { hasEnvelope, toldViolations } from "../attempt/answer.ts";
import { BUILT_IN_QA } from "../checks/ui-agent.ts";
import { hearReview, recordReview, type HeardReview, type Reviewed } from "./review-answer.ts";
import { givenFor, layGiven, reviewPacket } from "./review-packet.ts";
import type { Reviewer } from "./reviewers.ts";
import { configOf, openCommit } from "../open-commit.ts";

const ONLY_THE_ANSWER =
  "Your review is done; what you look at now changes nothing. Only your answer was rejected: give it again, whole, with what " +
  '"answer_only" names put right. Its form is there, and in artifacts/answer.md.';

/** A review that was begun: an attempt at a gate, of a candidate, in a clone of its own. */
export interface ReviewTurn {
  readonly attempt: Attempt;
  readonly gate: string;
  readonly round: number;
  readonly by: string | null;
}

/** Records that a gate is asked about. A person takes it up with `next`. */
export function startReview(
  turn: Turn,
  task: TaskState,
  gate: GateReview,
  reviewer: Reviewer,
  harness: string,
): ReviewTurn {
  const agent = reviewer === "human" ? null : reviewer.agent.name;
  const { project, journal } = turn;
  const packet = reviewPacket(turn, task, gate, givenFor(turn, task));
  const { task_id: taskId } = task.plan;
  const { attempt } = task;
  const round = gate.round + 1;
  const by = agent === null ? null : processName(agent, gate.role, taskId, `${attempt}.${round}`);
  const candidate = task.candidate ?? "";
  journal.append(() => [
    {
      type: "review_started",
      task_id: taskId,
      attempt,
      gate: gate.gate,
      round,
      candidate,
      agent: agent ?? "human",
      by,
      packet: project.blobs.put(textOf(packet)),
      harness,
      isolation:
        reviewer === "human" || reviewer.agent.inProcess === true ? null : (reviewer.containment?.level ?? "I1"),
    },
  ]);
  const vote = agent === null ? null : ballotUnderWay(gate);
  turn.options.onEvent?.({ kind: "review", task, gate: gate.gate, agent: agent ?? "human", vote });
  return { attempt: reviewAttempt(turn, task, packet), gate: gate.gate, round, by };
}

/** The place of a review and what lies there, as an attempt has them. */
export function reviewAttempt(turn: Turn, task: TaskState, packet: AssignmentPacket): Attempt {
  const { project } = turn;
  const candidate = task.candidate ?? "";
  const { gate = "", round = 1 } = packet.review ?? {};
  return {
    task,
    packet,
    base: candidate,
    baseTree: openCommit(project.git, candidate),
    place: join(clonesOf(turn), reviewCloneName(task.plan.task_id, task.attempt, gate, round)),
  };
}

/** A clone of the candidate with what its reviewer is given. */
export function layReview(turn: Turn, { place, base, packet, task }: Attempt): Workspace {
  const workspace = createWorkspace(turn.project.git, place, base);
  layAnswerForm(place, packet);
  layGiven(place, givenFor(turn, task));
  layAssignment(place, textOf(packet));
  return workspace;
}

/**
 * Asks a fresh agent about one gate, and records what it says. An answer that cannot be used is sent back twice, talk without an envelope
 * until it repeats itself; then the review is lost, which says nothing of the change (ENV-13). Whatever it changes in its clone is thrown away.
 */
export async function askReviewer(
  turn: Turn,
  review: ReviewTurn,
  { agent, containment }: Exclude<Reviewer, "human">,
): Promise<void> {
  const { attempt } = review;
  const own: Turn = { ...turn, agent, options: { ...turn.options, containment } };
  const workspace = layReview(turn, attempt);
  activated(turn, review.by ?? agent.name, agent.name);
  const isReached = containment?.reachesControl ?? true;
  const control = turn.control.watch(isReached, attempt.packet);
  const since = turn.journal.head.position;
  try {
    const used: Usage[] = [];
    const said: AgentAnswer[] = [];
    const ask = async (packet: AssignmentPacket): Promise<HeardReview | null> => {
      const answer = await turn.trace.agent(agent.name, turn.journal.runId, async () =>
        runMetered(own, agent, attempt, textOf(packet), used),
      );
      used.push(answer.usage ?? UNKNOWN_USAGE);
      said.push(answer);
      return answer.end === "answered" && answer.unusable === undefined
        ? hearReview(answer, attempt, turn.options.registry)
        : null;
    };
    const heard = await askUntilValid(turn, attempt, ask);
    tellDecided(own, { whose: `${review.gate} for ${attempt.packet.task_id}`, since, isReached });
    recordReview(own, review, {
      said,
      heard,
      loss: lossIn(own, attempt, { heard, said, touched: control.end().findings }) ?? injectionIn(own, heard, attempt),
      tree: workspace.takeTree().tree,
      usage: used.reduce(addUsage),
    });
  } catch (error) {
    // Watched no longer: a review that broke is asked about again.
    if (breakOf(error) !== null) control.end();
    throw error;
  } finally {
    workspace.remove();
    forgetUsage(turn, attempt.packet);
  }
  if (turn.options.signal?.aborted === true)
    throw new BatonError("INTERRUPTED", "stopped while a reviewer was at work");
}

async function askUntilValid(
  turn: Turn,
  { packet, place, task }: Attempt,
  ask: (packet: AssignmentPacket) => Promise<HeardReview | null>,
): Promise<HeardReview | null> {
  let heard = await ask(packet);
  let before: HeardReview | null = null;
  for (let asked = 1; asked <= ANSWER_ONLY_TURNS && heard !== null && heard.violations.length > 0; asked += 1) {
    // Who says the same once more, and no envelope, says it a third time.
    if (before !== null && isSameTalk(before, heard)) return heard;
    before = heard;
    const { violations } = heard;
    turn.options.onEvent?.({ kind: "asked_again", task, asked, violations: toldViolations(heard) });
    layAnswerForm(place, packet);
    heard = await ask(answerOnly(packet, ONLY_THE_ANSWER, { turn: asked, violations }));
  }
  return heard;
}

const isSameTalk = (before: HeardReview, heard: HeardReview): boolean =>
  !hasEnvelope(before) && !hasEnvelope(heard) && before.said.text === heard.said.text;

export interface ReviewLoss {
  readonly code: string;
  readonly detail: string;
}

/** Another reviewer is asked in its place; after the third a person is (HRM-14, rule 4). */
function injectionIn(turn: Turn, heard: HeardReview | null, attempt: Attempt): ReviewLoss | null {
  const detail = heard === null ? null : speaksToReader(turn, heard, attempt);
  return detail === null ? null : { code: QUARANTINE, detail };
}

/** Why a review cannot be used; null when it can. */
function lossIn(
  { agent, project, journal }: Turn,
  { packet, baseTree }: Attempt,
  { heard, said, touched }: Pick<Reviewed, "heard" | "said"> & { readonly touched: readonly Finding[] },
): ReviewLoss | null {
  const [control] = touched;
  if (control !== undefined) return { code: control.code, detail: control.message };
  const last = said.at(-1);
  if (heard === null && last?.unusable !== undefined) return { code: "REVIEW_REJECTED", detail: last.unusable };
  if (heard === null) return last === undefined ? null : lossOf(last);
  if (heard.violations.length === 0) return null;
  const isBlind =
    BUILT_IN_QA(packet.assigned_agent) !== null && findUi(baseTree, configOf(project, journal.state).ui) === null;
  const blind = isBlind
    ? "nothing says how the application is started (set ui.start), so no browser looked at it; "
    : "";
  const why = hasEnvelope(heard)
    ? toldViolations(heard).map(violationText).join("; ")
    : `${agent.name} gave no review: it answers without an envelope`;
  return { code: "REVIEW_REJECTED", detail: `${blind}${why}` };
}
