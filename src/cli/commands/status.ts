import { existsSync } from "node:fs";
import { join } from "node:path";
import { attemptsOf, openAttempts } from "../../core/run/beside.ts";
import { whoseNo } from "../../core/run/landing.ts";
import { humanReview, reviewCommand } from "../../core/run/people/review.ts";
import { waitsForPerson } from "../../core/run/next/next-effect.ts";
import { humanTask, isFinished, isOutside, openTasks, type Phase, type RunState } from "../../core/run/state.ts";
import { isLeased, isSilent, leaseHolder } from "../../engine/run/claims/lease.ts";
import { goneIn, isWorkedOutside } from "../../engine/run/claims/gone.ts";
import { stillLeft } from "../../engine/run/landing/left-behind.ts";
import { asBranchIs, unverifiedIn } from "../../engine/run/landing/moved-on.ts";
import { aliveIn, workTreeOf, type Project } from "../../engine/run/project.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import { BatonError } from "../../errors.ts";
import { openBeats, type Beat, type Beats } from "../../store/beats.ts";
import { questionsIn } from "../../core/run/people/approvals.ts";
import { waitingIn, type Waiting } from "../../core/run/people/waiting.ts";
import { findLegacy, legacyStatus } from "../legacy.ts";
import { refoldedWords } from "../refolded.ts";
import { answered, type Answer } from "../output.ts";
import { firstFeatures, fittingFeatures } from "../render/features.ts";
import { claimWords, openClaim, untilHandedIn } from "../../core/run/claimed.ts";
import { FIRST_RUN, goOn } from "../../core/run/go-on.ts";
import { leftBehindLines } from "../render/left-behind-lines.ts";
import { goneLines } from "../render/gone.ts";
import { landingLines, waitsToLand } from "../render/landing-lines.ts";
import { plain } from "../render/plain.ts";
import { gatesOf } from "../../core/views/gates.ts";
import { whoWords } from "../../core/views/route-words.ts";
import { runData } from "../render/run-data.ts";
import { limitsReached } from "../../core/run/spending.ts";
import { spendingLines } from "../render/spending.ts";
import { nextForWaiting } from "../render/waiting-next.ts";
import type { Surroundings } from "../surroundings.ts";
import { counted } from "../../core/text/counted.ts";
import { withRun } from "../with-run.ts";

/** `baton status`: reads, never writes; 0 whatever the state. */
export async function statusCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  const legacy = findLegacy(flags.run, around);
  if (legacy !== null) return legacyStatus(legacy);
  return withRun(around, { ...flags, glance: true }, (journal, project) => statusAnswer(project, journal));
}

/** How a run stands, as its journal has it now; on a screen of so many rows with no more features than it has room for. */
export function statusAnswer(
  project: Project,
  { state: recorded, head, refolded, runId }: RunJournal,
  rows: number | null = null,
): Answer {
  const state = asBranchIs(project, recorded);
  const gone = goneIn(project, { state, runId });
  const unverified = unverifiedIn(project, state);
  const waiting = waitingIn(state);
  const other = workTreeOf(project, state.runId);
  const data = {
    ...runData(state),
    position: head.position,
    work_tree: other ?? project.root,
    waiting,
    approvals: questionsIn(state),
    left_behind: stillLeft(project, state),
    heartbeats: heartbeatsOf(project, state),
    gone,
  };
  const gates = Object.entries(data.gates).map(([gate, word]) => `${gate.slice(0, 2)} ${word.replace("_", " ")}`);
  const begun = begunIn(state, waiting);
  const alive = aliveIn(project);
  const isSuspended = isSilent(alive);
  const isDriven = isLeased(alive) && !isSuspended;
  // By the journal alone it goes on: whoever drove it was stopped or killed, or has come to the end of what was asked.
  const isIdle = !isDriven && !isWorkedOutside(state, gone);
  const goesOn = waiting.length === 0 || begun.length > 0 || data.next !== null;
  // Beside a process that drives the run no other is begun.
  const nextTask = isDriven ? null : (begun[0] ?? gone[0]?.task_id ?? data.next);
  // Whoever holds the lease may drive another run of this repository.
  const isOwn = isDriven && leaseHolder(alive) === state.harness;
  const isStopped = data.status === "running" && isIdle && goesOn;
  const isWaiting = (data.status === "running" || data.status === "waiting") && isIdle && !goesOn;
  const stopped = isSuspended ? "silent (its process gives no sign of life)" : "stopped (nobody is at work)";
  const word = isStopped ? stopped : isWaiting ? "waiting for you" : isOwn ? drivenWord(state, data) : data.status;
  const above = [
    `Run ${data.run_id} · ${word} · ${data.completed} of ${data.total_features} proven · ${counted(data.iteration, "turn")}`,
    ...(other === null ? [] : [`  in the work tree ${plain(other)}`]),
    `  ${gates.join(" · ")}`,
  ];
  const below = [
    ...selectionLine(state),
    ...spendingLines(state),
    ...data.heartbeats.map(
      ({ task_id: id, at, worked_at }) =>
        `  ♥ ${id}: last beat ${at.slice(11, 19)}, last work ${worked_at.slice(11, 19)} UTC`,
    ),
    ...goneLines(gone),
    ...(isDriven ? [] : unsettledLines(state)),
    ...waiting.map(({ id, reason }) => `  ? ${id}: ${plain(reason)}`),
    ...landingLines(state),
    ...leftBehindLines(data.left_behind),
    ...movedLines(state, unverified),
    isDriven && begun.length > 0
      ? `Next: nothing to type: a process works on ${begun.join(", ")} (${isOwn && state.pause === "pause" ? "baton resume takes the pause back" : "baton status --watch"})`
      : `Next: ${nextOf(state, nextTask, { waiting: waiting[0], unverified, isStopped, isDriven })}`,
  ];
  const room = (rows ?? 0) - above.length - below.length;
  const features = rows === null ? firstFeatures(state, isDriven) : fittingFeatures(state, room, isDriven);
  const lines = [...above, ...features, ...below];
  const warnings = refolded ? [refoldedWords(state.runId)] : [];
  return answered(data, [...lines, ...warnings.map((text) => `  ! ${text}`)], warnings);
}

/** What was asked of a run is not so yet while its process is at work. */
function drivenWord({ pause }: RunState, { status }: { readonly status: string }): string {
  if (status !== "paused") return status;
  return pause === "stop" ? "stopping" : "paused after this turn";
}

const UNSETTLED: Partial<Record<Phase, string>> = {
  answered: "judged",
  implemented: "validated",
  validating: "validated",
  reviewing: "reviewed",
  validated: "committed",
};

/** What was handed in and nobody is at: whoever goes on with the run takes it first. */
const unsettledLines = (state: RunState): string[] =>
  openAttempts(state).flatMap((task) => {
    const due = waitsForPerson(task) ? undefined : UNSETTLED[task.phase];
    const { plan, attempt } = task;
    return due === undefined ? [] : [`  … ${plan.task_id}: attempt ${attempt} is handed in, and is to be ${due} first`];
  });

/** That a complete run says nothing of what its branch came to since. */
const movedLines = ({ run, verified }: RunState, unverified: string | null): string[] =>
  unverified === null
    ? []
    : [`  ! ${run.branch} has moved on to ${unverified.slice(0, 7)} since ${verified?.slice(0, 7)} was verified`];

/** Who has the task that is worked on, or was last; why it was chosen, and they for it, is told where the task is shown. */
function selectionLine({ current, selections, routes }: RunState): string[] {
  if (current === null) return [];
  const [selection, route] = [selections[current], routes[current]];
  const words = [
    ...(selection === undefined || selection.candidates === 1
      ? []
      : [`was chosen of ${selection.candidates} that were ready`]),
    ...(route === undefined ? [] : [whoWords(route)]),
  ];
  return words.length === 0 ? [] : [`  ${current} ${plain(words.join(", "))} (why: baton task show ${current})`];
}

/** Beats of the tasks that somebody works on now. */
function heartbeatsOf(project: Project, state: RunState): readonly Beat[] {
  const path = join(project.truth, "beats.db");
  const working = Object.values(state.tasks)
    .flatMap(attemptsOf)
    .filter(({ phase }) => phase === "working");
  if (working.length === 0 || isFinished(state) || !existsSync(path)) return [];
  const beats = beatsWithRoom(path);
  if (beats === null) return [];
  try {
    return beats
      .last(state.runId)
      .filter(({ task_id: id, attempt }) =>
        working.some((task) => task.plan.task_id === id && task.attempt === attempt),
      );
  } finally {
    beats.close();
  }
}

/** Null: SQLite needs room even to read, and the disk is full. What else is asked for is there all the same. */
function beatsWithRoom(path: string): Beats | null {
  try {
    return openBeats(path);
  } catch (error) {
    if (error instanceof BatonError && error.code === "DISK_FULL") return null;
    throw error;
  }
}

/** Tasks that a process began, and nobody else waits for: it goes on with them, or the next one does once it is dead. */
const begunIn = (state: RunState, waiting: readonly Waiting[]): string[] =>
  openTasks(state)
    .filter(({ phase, harness }) => phase !== "idle" && harness !== null && !isOutside(harness))
    .map(({ plan }) => plan.task_id)
    .filter((id) => waiting.every((wait) => wait.id !== id));

/** What a complete run has come to: what was set aside for now is not proven. */
function standing({ features, away }: RunState): string {
  const deferred = Object.keys(away).filter((id) => away[id] === "deferred");
  if (deferred.length === 0) return "every feature is proven";
  const proven = Object.values(features).filter(({ passes }) => passes).length;
  return `${proven} proven, ${deferred.length} deferred (baton feature reopen ${deferred[0]} --reason TEXT)`;
}

/** G3 is asked for apart: a run is complete without it. */
const releaseWords = (state: RunState): string =>
  gatesOf(state).G3_production_ready === "passed" ? "" : " For a release: baton gate check G3.";

interface Found {
  readonly waiting: Waiting | undefined;
  /** A newer commit of a complete run's branch. */
  readonly unverified: string | null;
  readonly isStopped: boolean;
  readonly isDriven: boolean;
}

/** What a person has open comes first: `run` would refuse to begin beside it. */
function nextOf(state: RunState, next: string | null, { waiting, unverified, isStopped, isDriven }: Found): string {
  if (state.status === "complete") {
    const [asked] = questionsIn(state);
    const stands = standing(state);
    if (asked !== undefined) return `baton approve shows what is still asked; ${stands}.`;
    if (unverified !== null) return `baton run verifies everything again at ${unverified.slice(0, 7)}.`;
    if (waitsToLand(state) && whoseNo(state) !== null)
      return `nothing, ${stands}, and a person said no to landing it (baton land does so all the same).`;
    return waitsToLand(state) ? `baton land; ${stands}.` : `nothing, ${stands}.${releaseWords(state)}`;
  }
  if (state.status === "closed_partial") return "nothing, the run is closed.";
  const [open, review] = [humanTask(state), humanReview(state)];
  if (open !== null) return `hand in ${open.plan.task_id} (baton submit)`;
  if (review !== null) return `the review of ${review.task.plan.task_id} (${reviewCommand(state, review.task)})`;
  const goesOnBy = isStopped || state.pause !== null ? "resume" : "run";
  const spent = limitsReached(state);
  if (next !== null && spent.length > 0)
    return `${next} (baton run with a higher limit: ${spent.join(" and ")} used up)`;
  if (next !== null) return `${next} (${state.agentSpecification === null ? FIRST_RUN : goOn(state, goesOnBy)})`;
  const claim = waiting === undefined ? openClaim(state) : null;
  if (claim !== null) return `${plain(claimWords(claim))}: ${untilHandedIn(claim)}`;
  if (waiting !== undefined) return `a person is needed. ${nextForWaiting(state, waiting)}`;
  return isDriven ? "nothing to type: a process is at work on the run (baton status --watch)" : goOn(state, goesOnBy);
}
