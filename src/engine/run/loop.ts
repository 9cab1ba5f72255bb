import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Agent } from "../../agents/port.ts";
import { openAttempts } from "../../core/run/beside.ts";
import { secondsLeft } from "../../core/run/bounds.ts";
import { nextDispatch, nextEffect, type Effect, type StopReason } from "../../core/run/next/next-effect.ts";
import { humanReview, reviewStep } from "../../core/run/people/review.ts";
import { attemptsUsed, isSpent, leftOf } from "../../core/run/spending.ts";
import type { Choice } from "../../core/run/next/choose-task.ts";
import { besidesOf, mayBeginBeside } from "../../core/run/next/govern-attempt.ts";
import { humanTask, type RunState, type TaskState } from "../../core/run/state.ts";
import { waitingIn, type Waiting } from "../../core/run/people/waiting.ts";
import { BatonError, EXIT } from "../../errors.ts";
import { openRunTrace } from "../trace/run-trace.ts";
import { breakOff } from "./attempt/break-off.ts";
import type { RunOptions, Turn } from "./context.ts";
import { chooseBuild } from "./attempt/choose-build.ts";
import { requireHeldOut } from "./checks/held-out.ts";
import { judgeImplementation } from "./checks/judge.ts";
import type { RunJournal } from "./record/journal.ts";
import { openLanes } from "./attempt/lanes.ts";
import { editsAround, editText } from "./record/edited-around.ts";
import { closeRecord, commitTask, finishLanding, holdTip, land } from "./landing/land.ts";
import { clonesOf, removeAbandoned, removeClones } from "./start/leftovers.ts";
import { keptOf } from "./record/kept.ts";
import { overdueIn } from "./claims/ledger.ts";
import { followLandMode } from "./landing/land-mode.ts";
import { takeRecovery } from "./start/recover.ts";
import { requestLanding } from "./landing/request-landing.ts";
import { meetsInOwn, mergeTarget } from "./landing/merge-target.ts";
import { moveCandidate } from "./landing/move-candidate.ts";
import { runDirectory, type Project } from "./project.ts";
import { damagedFiles, leftHalves, whileUnpublished, withoutCopy } from "./record/publish.ts";
import { review } from "./review/review.ts";
import { GOVERNOR_DEFAULTS } from "./attempt/route.ts";
import { openSession } from "./start/session.ts";
import { takeStep } from "./attempt/take-step.ts";
import { validate } from "./checks/validate.ts";
import { verifyWhole } from "./checks/verify-whole.ts";
import { whileWanted } from "./attempt/while-wanted.ts";
import { openTurn, type Who } from "./open-turn.ts";
import { redactorFor } from "./redactor.ts";
import { hashOfFile } from "../../util/hash-file.ts";

export interface RunOutcome {
  readonly why: StopReason;
  readonly exitCode: number;
  /** Why the landing command failed; null: it did not, or was not asked. */
  readonly notLanded: string | null;
  /** What fails at the newest commit of a complete run, which stays verified where it was; null: nothing does. */
  readonly unverified: string | null;
  /** Tasks and features that wait for a person, with the reason. */
  readonly waiting: readonly Waiting[];
}

/**
 * Drives a run (TAH-06) until nothing is left to do: asks the state what comes next, does it, appends what happened, asks
 * again. Whatever phase an attempt had reached when a harness was killed, the next one goes on from there. One process
 * at a time drives runs of a repository; others may append to the journal meanwhile. Throws HUMAN_AT_WORK, HELD_OUT_MISSING.
 */
export async function driveRun(
  project: Project,
  journal: RunJournal,
  agent: Agent,
  options: RunOptions,
): Promise<RunOutcome> {
  const open = humanTask(journal.state);
  if (open !== null)
    throw new BatonError("HUMAN_AT_WORK", `a person works on ${open.plan.task_id}`, {
      hint: `Hand it in with \`baton submit\`, or give it up with \`baton task retry ${open.plan.task_id} --note TEXT\`.`,
    });
  const asked = humanReview(journal.state);
  if (asked !== null && options.reviewers(asked.gate.role) !== "human")
    throw new BatonError("HUMAN_AT_WORK", `a person reviews ${asked.task.plan.task_id} (${asked.gate.gate})`, {
      hint: `Hand it in with \`baton submit\`, or have it asked anew: \`baton task retry ${asked.task.plan.task_id} --note TEXT\`.`,
    });
  requireHeldOut(project, journal.state);
  const harness = project.lease?.id ?? randomUUID();
  return withTurn(project, journal, { agent, harness, options }, async (turn) => {
    await openSession(turn);
    return takeEffects(turn, agent);
  });
}

/** Gives `work` all that the steps of a turn need; the run directory is published whatever comes of it. */
export async function withTurn<T>(
  project: Project,
  journal: RunJournal,
  who: Who,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  const redact = redactorFor(journal.state, who.options);
  const trace = await openRunTrace(project.truth, who.options.governor, () => journal.state, redact);
  const turn = openTurn(project, journal, who, trace);
  const { memory, publisher } = turn;
  removeClones(clonesOf(turn), journal.state);
  removeAbandoned(who.options.stateDirectory, who.options.now());
  mendEdits(turn);
  nameEditsAround(turn);
  holdTip(turn);
  try {
    return await work(turn);
  } finally {
    memory.catchUp();
    memory.close();
    trace.close();
    publisher.publish();
    journal.keep();
  }
}

async function takeEffects(turn: Turn, agent: Agent): Promise<RunOutcome> {
  const { journal, options } = turn;
  const lanes = openLanes(turn, agent);
  let halted: StopReason | null = null;
  let turns = 0;
  const spent = () => spentOf(journal.state, options, turns);
  const begin = (choice: Choice): void => {
    lanes.start(choice);
    turns += 1;
  };
  const fill = (reviewed: string): void => {
    // Reviewers are at work too, and their task is still being worked on.
    while (lanes.halted === null && lanes.busy + 1 < options.workers) {
      follow(turn);
      if (lanes.busy + unjudged(journal.state) >= options.workers) return;
      const choice = nextDispatch(journal.state, spent());
      const isReady = choice !== null && turn.classifier.knows(choice.task);
      if (choice === null || !isReady || mustWait(turn, choice.task, [reviewed])) return;
      begin(choice);
    }
  };
  try {
    for (;;) {
      const effect: Halt =
        halted === null
          ? await advance(turn, spent, async (step, reviewed) => lanes.beside(step, () => fill(reviewed)))
          : { kind: "stop", why: halted };
      if (effect.kind === "stop" && effect.why === "unauthorized") halted = effect.why;
      const why = lanes.halted ?? (effect.kind === "stop" ? effect.why : null);
      if (why !== null && lanes.busy === 0) return await stop(turn, why);
      if (why === null && effect.kind === "dispatch" && !turn.classifier.knows(effect.task)) {
        await turn.classifier.ask(effect.task);
        continue;
      }
      if (why !== null || effect.kind === "stop" || lanes.busy >= options.workers || mustWait(turn, effect.task)) {
        await lanes.next();
        continue;
      }
      begin(effect);
    }
  } finally {
    await lanes.close();
  }
}

const UNJUDGED: ReadonlySet<TaskState["phase"]> = new Set(["answered", "implemented", "validating"]);

/** What agents left and waits for the one loop: more of it would be built on ever older bases, and paid for before anybody knows. */
const unjudged = (state: RunState): number => openAttempts(state).filter(({ phase }) => UNJUDGED.has(phase)).length;

/** Whether the governor keeps a task from beginning beside those that are at work here. */
function mustWait(
  { journal: { state }, harness, options, classifier }: Turn,
  task: TaskState,
  besides: readonly string[] = [],
): boolean {
  const all = [...besides, ...besidesOf(state, harness, task.plan.task_id)];
  const config = options.governor ?? GOVERNOR_DEFAULTS;
  return !mayBeginBeside(state, task, all, { config, classified: classifier.of(task) });
}

type Halt = Extract<Effect, { kind: "dispatch" | "stop" }>;

/** Takes in what others appended. */
function follow({ journal, memory }: Turn): void {
  journal.sync();
  memory.catchUp();
}

/**
 * Does what comes next until somebody has to work, or nothing is left to do. While reviewers are asked, which costs time and
 * not this machine, `beside` may have others begin.
 */
export async function advance(
  turn: Turn,
  spent: () => "turns" | "budget" | null,
  beside: (step: Promise<void>, taskId: string) => Promise<void> = async (step) => step,
): Promise<Halt> {
  const { journal, harness, options } = turn;
  for (;;) {
    follow(turn);
    const effect = nextEffect(journal.state, { harness, spent: spent(), overdue: overdueIn(turn) });
    if (effect.kind === "stop") return effect;
    if (options.signal?.aborted === true) throw new BatonError("INTERRUPTED", "stopped between two steps of a turn");
    if (effect.kind === "dispatch") return effect;
    const taskId = "task" in effect ? effect.task.plan.task_id : null;
    const halt: { why: StopReason | null } = { why: null };
    const own = "task" in effect ? { task_id: effect.task.plan.task_id, attempt: effect.task.attempt } : null;
    const step = turn.trace.step(effect.kind, own, async () =>
      whileWanted(turn, taskId, async (wanted) => {
        halt.why = await take(wanted, effect);
      }),
    );
    // Only while somebody is asked: what a conclusion lets begin may need the commit that comes first.
    const asks = effect.kind === "review" && reviewStep(effect.task, harness).kind === "ask";
    await (asks ? beside(step, effect.task.plan.task_id) : step);
    if (halt.why !== null) return { kind: "stop", why: halt.why };
  }
}

/** Answers why the run cannot go on, if so. */
async function take(turn: Turn, effect: Exclude<Effect, Halt>): Promise<StopReason | null> {
  if (effect.kind !== "judge" && effect.kind !== "validate" && effect.kind !== "review") return takeWhole(turn, effect);
  const { plan, attempt } = effect.task;
  try {
    return await takeWhole(turn, effect);
  } catch (error) {
    breakOff(turn, { plan, attempt }, error);
    return null;
  }
}

async function takeWhole(turn: Turn, effect: Exclude<Effect, Halt>): Promise<StopReason | null> {
  if ("task" in effect && moveCandidate(turn, effect.task)) return null;
  if (effect.kind === "review") return review(turn, effect.task);
  await takeOwn(turn, effect);
  return null;
}

/** What the harness does by itself. */
async function takeOwn(turn: Turn, effect: Exclude<Effect, Halt | { kind: "review" }>): Promise<void> {
  switch (effect.kind) {
    case "finish_landing":
      return turn.control.own(() =>
        finishLanding({
          ...turn,
          onLeft: (reason, code) => turn.options.onEvent?.({ kind: "landing_left", code, reason }),
        }),
      );
    case "lose":
    case "replan":
      return takeRecovery(turn, effect);
    case "split":
    case "ask":
      return takeStep(turn, effect);
    case "choose":
      return chooseBuild(turn, effect);
    case "note":
      return turn.journal.append(() => [
        { type: "attempt_noted", task_id: effect.task.plan.task_id, attempt: effect.task.attempt },
      ]);
    case "judge":
      await judgeImplementation(turn, effect.task);
      return turn.publisher.publish();
    case "validate":
      return validate(turn, effect.task);
    case "commit":
      return turn.control.own(() => commitTask(turn, effect.task));
    case "land":
      if (followLandMode(turn)) return undefined;
      turn.control.own(() => land(turn));
      return turn.publisher.publish();
    case "merge":
      return followLandMode(turn) ? undefined : mergeTarget(turn);
    case "verify":
      if (meetsInOwn(turn.project, turn.journal.state)) await mergeTarget(turn);
      await verifyWhole(turn);
      return undefined;
  }
}

/** `turns` are those of this call; the budget is the whole run's, over all its sessions. */
export function spentOf(state: RunState, { maxTurns }: RunOptions, turns: number): "turns" | "budget" | null {
  const { attempts } = state.budget;
  if ((attempts !== null && attemptsUsed(state) >= attempts) || secondsLeft(state) <= 0 || isSpent(leftOf(state)))
    return "budget";
  return maxTurns !== null && turns >= maxTurns ? "turns" : null;
}

/** The last lines of the record are committed and landed before the run is left. */
export async function stop(turn: Turn, why: StopReason): Promise<RunOutcome> {
  closeRecord(turn);
  return outcomeOf(turn.journal.state, why, { notLanded: await requestLanding(turn) });
}

export function outcomeOf(
  state: RunState,
  why: StopReason,
  { notLanded = null, unverified = null }: Partial<Pick<RunOutcome, "notLanded" | "unverified">>,
): RunOutcome {
  const waiting = waitingIn(state);
  const reached = exitCodeOf(why, waiting.length);
  const isUnproven = unverified !== null && reached === EXIT.ok;
  const exitCode = notLanded !== null ? EXIT.failed : isUnproven ? EXIT.gateClosed : reached;
  return { why, waiting, exitCode, notLanded, unverified };
}

/** 0 complete · 12 if anything waits for a person · 10 unproven and no one to ask (decisions.md, Codes) · 1 the agent cannot work. */
function exitCodeOf(why: StopReason, waiting: number): number {
  if (why === "complete" && waiting === 0) return EXIT.ok;
  if (why === "broken") return EXIT.failed;
  return waiting > 0 || why === "person" || why === "unauthorized" ? EXIT.person : EXIT.gateClosed;
}

/** The project's own copies are written anew with the run's next commit; who edited them is told before. */
function nameEditsAround({ project, journal, options }: Turn): void {
  for (const edit of editsAround(project, journal.state))
    options.onEvent?.({
      kind: "warning",
      message: `FILE_EDITED: ${editText(edit)}; the run's next commit writes it anew`,
    });
}

/**
 * Files that somebody edited by hand are written again and named: the journal alone is the truth (H3A-25). Throws
 * ARTIFACT_MISSING for evidence of which no copy is left: nothing goes on upon it.
 */
function mendEdits({ project, journal, options, publisher }: Turn): void {
  const look = (): string[] =>
    whileUnpublished(project, () => {
      journal.sync();
      return damagedFiles(runDirectory(project, journal.runId), journal.state);
    });
  const damaged = look();
  const directory = runDirectory(project, journal.runId);
  const isKept = keptOf(journal.state).every(({ sha256 }) => project.blobs.has(sha256));
  const isClean =
    isKept &&
    damaged.length === 0 &&
    whileUnpublished(project, () => leftHalves(directory, journal.state)).length === 0;
  if (isClean) return;
  const before = new Map(damaged.map((path) => [path, hashOfFile(join(directory, path))]));
  const { takenBack } = publisher.repair();
  const lost = new Set(look());
  const say = (paths: readonly string[], what: string): void => {
    if (paths.length > 0) options.onEvent?.({ kind: "warning", message: `${what}: ${paths.slice(0, 8).join(", ")}` });
  };
  const mended = damaged.filter((path) => !lost.has(path));
  // Whoever was killed left files away, or newer than the journal says, and edited none.
  say(
    mended.filter((path) => before.get(path) === null),
    "missing, as an interruption leaves them, and written from the journal",
  );
  const isEdited = (path: string): boolean =>
    before.get(path) !== null && before.get(path) !== hashOfFile(join(directory, path));
  say(mended.filter(isEdited), "FILE_EDITED: written again from the journal");
  say(takenBack, "lost from .git/baton, and taken back from the run directory");
  const [first] = lost;
  if (first === undefined) return;
  throw new BatonError("ARTIFACT_MISSING", `no copy is left of ${[...lost].slice(0, 8).join(", ")}`, {
    details: { paths: [...lost] },
    hint: withoutCopy(journal.state, first),
  });
}
