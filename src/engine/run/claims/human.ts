import { violationText } from "../../../schema/violation-text.ts";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { quote } from "shell-quote";
import { humanProfile } from "../../../agents/human.ts";
import type { AgentAnswer } from "../../../agents/port.ts";
import { createWorkspace, openWorkspace, type Workspace } from "../../../agents/workspace.ts";
import { humanReview, isAuthor, type HumanReview } from "../../../core/run/people/review.ts";
import { firstReady } from "../../../core/run/next/ready.ts";
import { HUMAN, humanTask, isClaim, openTasks, type RunState, type TaskState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";
import { counted } from "../../../core/text/counted.ts";
import { packageRoot } from "../../../util/package-root.ts";
import { hasEnvelope, hear, type Heard } from "../attempt/answer.ts";
import { ANSWER_FILE, clonePlace, layAnswerForm, personOf, startAttempt, type Attempt } from "../attempt/attempt.ts";
import type { RunOptions, Turn } from "../context.ts";
import { requireHeldOut } from "../checks/held-out.ts";
import type { RunJournal } from "../record/journal.ts";
import { advance, spentOf, stop, withTurn, type RunOutcome } from "../loop.ts";
import { ownTask, packetOf, reviewPacketOf, type AttemptName } from "../attempt/open-attempt.ts";
import { runDirectory, type Project } from "../project.ts";
import { requireReferences } from "../start/references.ts";
import { hearReview, recordReview } from "../review/review-answer.ts";
import { layReview, reviewAttempt } from "../review/review-turn.ts";
import { openSession } from "../start/session.ts";
import { keepLeft, recordAnswer } from "../attempt/take.ts";
import { openCommit } from "../open-commit.ts";

/** What a person works on: the attempt, and what to read for it (H3A-21). */
export interface HumanTurn {
  readonly kind: "turn";
  readonly packet: AssignmentPacket;
  readonly workspace: string;
  readonly filesToLoad: readonly string[];
  /** False when it was open already. */
  readonly opened: boolean;
  /** The command that takes up what the attempt before left, where it left something: a clone begins without it. */
  readonly previous: string | null;
}

/**
 * Opens the next task for a person, or shows the one that is open. The attempt belongs to no process, so that none is
 * missed when it ends: it stays open until `submit`, or until a person gives it up. Throws HELD_OUT_MISSING, REFERENCE_MISSING.
 */
export async function nextHumanTurn(
  project: Project,
  journal: RunJournal,
  options: RunOptions,
): Promise<HumanTurn | { readonly kind: "stopped"; readonly outcome: RunOutcome }> {
  requireReferences(packageRoot());
  return asHuman(project, journal, options, async (turn) => {
    const by = personOf(turn);
    // Who is not named may ask for somebody else, once nothing else is ready.
    const due = () =>
      humanReview(journal.state, { notBy: by }) ??
      (options.person === null && firstReady(journal.state) === null ? humanReview(journal.state) : null);
    const [open, asked] = [humanTask(journal.state), due()];
    if (open !== null && (asked === null || isAuthor(journal.state, open, by)))
      return show(turn, reopen(turn, open), false);
    if (asked !== null) return show(turn, reopenReview(turn, asked), false);
    requireHeldOut(project, journal.state);
    await openSession(turn);
    const effect = await advance(turn, () => spentOf(journal.state, options, 0));
    // What a person is asked to review comes before what they could begin.
    const fresh = due();
    if (fresh !== null) return show(turn, reopenReview(turn, fresh), true);
    if (effect.kind === "stop") return { kind: "stopped", outcome: await stop(turn, effect.why) };
    return show(turn, startAttempt(turn, effect), true);
  });
}

/** Who hands in: by name, and for a claim by its token. */
export interface HandsIn {
  readonly by: string;
  readonly token: string | null;
}

/** The attempt that is handed in: the one that is named, else what `by` opened with `next`, or may review. Throws RESULT_INVALID, ATTEMPT_FENCED. */
export function handedIn(state: RunState, name: AttemptName | null, { by, token }: HandsIn): TaskState {
  const task = name === null ? openFor(state, by) : ownTask(state, name, token);
  if (task !== null) return task;
  const claims = openTasks(state).filter(({ phase, harness }) => phase === "working" && isClaim(harness));
  const [claim] = claims;
  const hint =
    claim === undefined
      ? "Open one: baton next, or baton task claim TASK"
      : `Name the claim: baton submit --task ${claim.plan.task_id} --attempt ${claim.attempt} --token TOKEN`;
  throw new BatonError("RESULT_INVALID", "no attempt of a person is open", { hint });
}

function openFor(state: RunState, by: string): TaskState | null {
  const open = humanTask(state);
  if (open !== null && isAuthor(state, open, by)) return open;
  return (humanReview(state, { notBy: by }) ?? humanReview(state))?.task ?? open;
}

/**
 * Takes the work of a person, or of whoever claimed a task, as an agent's is taken: the tree, the answer through the same
 * validator. What cannot be used changes nothing, and the attempt stays open (ENV-13). Throws RESULT_INVALID when the clone
 * is gone, ATTEMPT_FENCED when the attempt is over, ANSWER_REJECTED, ANSWER_ABSENT.
 */
export function takeHandedIn(
  turn: Turn,
  name: AttemptName,
  { answer, token }: { readonly answer: string; readonly token: string | null },
): void {
  const task = ownTask(turn.journal.state, name, token);
  const asked = humanReview(turn.journal.state, { taskId: name.task_id });
  if (task.phase === "reviewing" && asked !== null) return takeReview(turn, asked, answer);
  const attempt = reopen(turn, task);
  try {
    const workspace = openedAgain(turn, attempt);
    const heard = hear(answeredBy(answer), attempt, turn.options.registry);
    refuseUnusable(turn, attempt, { heard, workspace });
    const left = keepLeft(turn, attempt, workspace);
    recordAnswer(turn, attempt, { left, heard: [heard], controlFindings: [] });
    workspace.remove();
  } catch (error) {
    // Somebody else may have handed it in meanwhile, and taken the clone away: then that is what happened.
    turn.journal.sync();
    ownTask(turn.journal.state, name, token);
    throw error;
  }
}

/** Work without any envelope counts (ONE-13); an envelope that is wrong goes back, and so does nothing at all. */
function refuseUnusable(
  { options }: Turn,
  { task, packet, place, baseTree }: Attempt,
  { heard, workspace }: { readonly heard: Heard; readonly workspace: Workspace },
): void {
  const form = join(place, ANSWER_FILE);
  const { task_id: id, attempt } = packet;
  const named = isClaim(task.harness) ? ` --task ${id} --attempt ${attempt} --token TOKEN` : asPerson(options);
  const giveUp = isClaim(task.harness)
    ? `baton task release ${id} --attempt ${attempt} --token TOKEN --reason TEXT`
    : `baton task retry ${id} --note TEXT`;
  if (!hasEnvelope(heard)) {
    if (workspace.takeTree().tree !== baseTree.tree) return;
    const said = heard.said.text.trim() === "" ? "its form says nothing" : "what was handed in holds no envelope";
    throw new BatonError("ANSWER_ABSENT", `no file of ${id} changed, and ${said}`, {
      hint: `Work in ${place}, or complete ${form}; then: baton submit${named}. To give the attempt up: ${giveUp}`,
    });
  }
  const { violations } = heard;
  if (violations.length === 0) return;
  throw new BatonError("ANSWER_REJECTED", allOf(violations), {
    details: { violations },
    hint: `Mend the answer (its form: ${form}), then: baton submit${named}. To give the attempt up: ${giveUp}`,
  });
}

const SHOWN = 20;

function allOf(violations: Heard["violations"]): string {
  const all = violations.slice(0, SHOWN).map((violation) => `\n    ${violationText(violation)}`);
  const more = violations.length > SHOWN ? `\n    and ${violations.length - SHOWN} more` : "";
  return `${counted(violations.length, "violation")}${all.join("")}${more}`;
}

/** Who hands in under a name does so again under that one. */
const asPerson = ({ person }: RunOptions): string => (person === null ? "" : ` --as ${quote([person])}`);

/** What was handed in, and what waits besides, is judged, validated, committed and landed. */
export async function settleHandedIn(turn: Turn): Promise<RunOutcome> {
  const effect = await advance(turn, () => "turns");
  return stop(turn, effect.kind === "stop" ? effect.why : "turns");
}

/**
 * Takes a person's review. An answer that cannot be used changes nothing: its violations are named, and the review stays
 * open (ENV-13). Throws REVIEW_REJECTED, REVIEWER_IS_AUTHOR.
 */
function takeReview(turn: Turn, asked: HumanReview, answer: string): void {
  const { task, gate } = asked;
  const { options, journal } = turn;
  const by = personOf(turn);
  if (isAuthor(journal.state, task, by))
    throw new BatonError("REVIEWER_IS_AUTHOR", `${by} made ${task.plan.task_id}, and cannot review it`);
  const attempt = reopenReview(turn, asked);
  const workspace = openedAgain(turn, attempt);
  const said = answeredBy(answer);
  const heard = hearReview(said, attempt, options.registry);
  if (heard.violations.length > 0)
    throw new BatonError("REVIEW_REJECTED", allOf(heard.violations), {
      details: { violations: heard.violations },
      hint: `Mend the answer in ${join(attempt.place, ANSWER_FILE)}, then: baton submit${asPerson(options)}`,
    });
  const { tree } = workspace.takeTree();
  recordReview(turn, { attempt, gate: gate.gate, round: gate.round, by }, { said: [said], heard, loss: null, tree });
  workspace.remove();
}

/** The clone of what is handed in. Throws RESULT_INVALID when it is gone. */
function openedAgain({ project }: Turn, { place, base }: Attempt): Workspace {
  if (!existsSync(join(place, ".git")))
    throw new BatonError("RESULT_INVALID", `${place} is gone; baton next makes it anew`);
  return openWorkspace(project.git, place, base);
}

/** A person's text, as an agent's answer is taken. */
const answeredBy = (text: string): AgentAnswer => ({ text, end: "answered", diagnostics: "", durationMs: 0 });

/** The open review again, from the packet that was recorded when it began. */
const reopenReview = (turn: Turn, review: HumanReview): Attempt =>
  reviewAttempt(turn, review.task, reviewPacketOf(turn.project, review));

async function asHuman<T>(
  project: Project,
  journal: RunJournal,
  options: RunOptions,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  const agent = humanProfile(journal.state.agentSpecification);
  return withTurn(project, journal, { agent, harness: HUMAN, options }, work);
}

/** The open attempt again, from what was recorded when it began. */
function reopen(turn: Turn, task: TaskState): Attempt {
  const { project, journal } = turn;
  const { task_id: taskId } = task.plan;
  const packet = packetOf(project, journal, task);
  if (task.baseCommit === null) throw new BatonError("RESULT_INVALID", `${taskId} has no open attempt`);
  return {
    task,
    packet,
    base: task.baseCommit,
    baseTree: openCommit(project.git, task.baseCommit),
    place: clonePlace(turn, taskId, task.attempt),
  };
}

/** What a worker outside of `run` is told; the clone is made where it is missing. */
export function show(turn: Turn, attempt: Attempt, opened: boolean): HumanTurn {
  const { project, journal } = turn;
  const { packet } = attempt;
  const { directory } = cloneOf(turn, attempt);
  const published = journal.state.payload?.files_to_review ?? [];
  return {
    kind: "turn",
    packet,
    workspace: directory,
    filesToLoad: [
      ...packet.inputs.map(({ path }) => join(directory, path)),
      ...published.map((path) => join(runDirectory(project, journal.runId), path)),
    ],
    opened,
    previous: takingUp(turn, packet, directory),
  };
}

function takingUp(
  { project, journal }: Turn,
  { task_id: id, attempt, review }: AssignmentPacket,
  directory: string,
): string | null {
  const ref = `refs/baton/${journal.runId}/${id}/${attempt - 1}`;
  if (review !== undefined || project.git.attempt(["rev-parse", "--verify", "--quiet", ref]) === null) return null;
  const git = quote(["git", "-C", directory]);
  return `${git} fetch -q ${quote([project.root, ref])} && ${git} cherry-pick -n FETCH_HEAD`;
}

/** The clone of an open attempt; made where it is missing, and there only when it is whole. */
function cloneOf(turn: Turn, attempt: Attempt): Workspace {
  const { place, base, packet } = attempt;
  const { git } = turn.project;
  if (!existsSync(join(place, ".git"))) {
    if (existsSync(place)) throw new BatonError("RESULT_INVALID", `${place} is no clone any more; move it away`);
    if (packet.review !== undefined) return layReview(turn, attempt);
    const fresh = createWorkspace(git, `${place}.new`, base);
    layAnswerForm(fresh.directory, packet);
    renameSync(fresh.directory, place);
  }
  return openWorkspace(git, place, base);
}
