import { randomUUID } from "node:crypto";
import type { Agent } from "../../agents/port.ts";
import { nextEffect, type Effect, type StopReason } from "../../core/run/next-effect.ts";
import type { RunState } from "../../core/run/state.ts";
import { waitingIn } from "../../core/run/waiting.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { RunEvent } from "../../schema/event.ts";
import { createRedactor } from "../../util/redact.ts";
import { checkBaseline } from "../prove/recheck.ts";
import type { RunOptions, Turn } from "./context.ts";
import { clonesOf, dispatch, loseToCrash } from "./dispatch.ts";
import { judgeImplementation } from "./judge.ts";
import type { RunJournal } from "./journal.ts";
import { removeAbandoned, removeClones } from "./leftovers.ts";
import { closeRecord, commitTask, finishLanding, holdTip, land } from "./land.ts";
import { runDirectory, tipOf, type Project } from "./project.ts";
import { createPublisher, damagedFiles } from "./publish.ts";
import { checkOptions, validate } from "./validate.ts";
import { verifyWhole } from "./verify-whole.ts";

export interface RunOutcome {
  readonly why: StopReason;
  readonly exitCode: number;
  /** Tasks and features that wait for a person, with the reason. */
  readonly waiting: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Drives a run (TAH-06) until nothing is left to do: asks the state what comes next, does it, appends what happened, asks
 * again. Whatever phase an attempt had reached when a harness was killed, the next one goes on from there. One process
 * at a time drives runs of a repository; others may append to the journal meanwhile.
 */
export async function driveRun(
  project: Project,
  journal: RunJournal,
  agent: Agent,
  options: RunOptions,
): Promise<RunOutcome> {
  const publisher = createPublisher(project, journal, options.stateDirectory);
  const redact = createRedactor(options.env);
  const turn: Turn = { project, journal, publisher, agent, harness: randomUUID(), redact, options };
  removeClones(clonesOf(turn), journal.state);
  removeAbandoned(options.stateDirectory, options.now());
  warnOfEdits(turn);
  holdTip(turn);
  try {
    await openSession(turn);
    return await takeEffects(turn);
  } finally {
    publisher.publish();
  }
}

/**
 * Brings a finished run to rest: what a crash after its last verdict kept from being landed or published. Whoever came
 * to an end left `published` as the last event; then nothing is committed any more, whatever a person did since.
 */
export function settleRun(
  project: Project,
  journal: RunJournal,
  options: Pick<RunOptions, "stateDirectory" | "now" | "onEvent">,
): void {
  removeClones(clonesOf({ options, journal }), journal.state);
  const publisher = createPublisher(project, journal, options.stateDirectory);
  const [last] = project.store.read(journal.runId, journal.head.position - 1);
  if (last?.entry.event.type === "published") return publisher.seal();
  holdTip({ project, journal });
  finishLanding({ project, journal, onLeft: (reason) => options.onEvent?.({ kind: "landing_left", reason }) });
  closeRecord({ project, journal, options });
  publisher.publish();
}

/** A complete run is left as it is. Else the agent is named, and environment and baseline must hold (TAH-11). */
async function openSession(turn: Turn): Promise<void> {
  const { journal, agent, harness } = turn;
  const { status } = journal.state;
  if (status === "complete" || status === "closed_partial") return;
  journal.append(() => [{ type: "run_resumed", agent: agent.name, specification: agent.specification, harness }]);
  turn.publisher.publish();
  const commit = tipOf(turn.project, journal.state);
  const baseline = await checkBaseline(checkOptions(turn, commit));
  const checked: RunEvent = {
    type: "baseline_checked",
    commit,
    green: baseline.green.length,
    known_red: baseline.redKnown.slice(0, KNOWN_RED_KEPT).map((id) => id.toWellFormed()),
    flaky: baseline.flaky.length,
    prepare: baseline.prepare?.slice(0, 500) ?? null,
  };
  journal.append(() => [checked]);
}

const KNOWN_RED_KEPT = 300;

async function takeEffects(turn: Turn): Promise<RunOutcome> {
  const { journal, options } = turn;
  const started = options.now().getTime();
  let turns = 0;
  for (;;) {
    journal.sync();
    const spent = spentOf(journal.state, options, { turns, hours: (options.now().getTime() - started) / 3_600_000 });
    const effect = nextEffect(journal.state, { harness: turn.harness, spent, approvals: options.approvals });
    if (effect.kind === "stop") return stop(turn, effect.why);
    if (effect.kind === "dispatch") turns += 1;
    if (options.signal?.aborted === true) throw new BatonError("INTERRUPTED", "stopped between two steps of a turn");
    await take(turn, effect);
  }
}

async function take(turn: Turn, effect: Exclude<Effect, { kind: "stop" }>): Promise<void> {
  switch (effect.kind) {
    case "finish_landing":
      return finishLanding({ ...turn, onLeft: (reason) => turn.options.onEvent?.({ kind: "landing_left", reason }) });
    case "lose":
      return loseToCrash(turn, effect.task);
    case "dispatch":
      return dispatch(turn, effect.task);
    case "judge":
      await judgeImplementation(turn, effect.task);
      return turn.publisher.publish();
    case "validate":
      return validate(turn, effect.task);
    case "commit":
      return commitTask(turn, effect.task);
    case "land":
      land(turn);
      return turn.publisher.publish();
    case "verify":
      return verifyWhole(turn);
  }
}

function spentOf(
  state: RunState,
  { maxTurns }: RunOptions,
  used: { turns: number; hours: number },
): "turns" | "budget" | null {
  const { hours, attempts } = state.budget;
  if ((attempts !== null && state.turns >= attempts) || (hours !== null && used.hours >= hours)) return "budget";
  return maxTurns !== null && used.turns >= maxTurns ? "turns" : null;
}

function stop(turn: Turn, why: StopReason): RunOutcome {
  closeRecord(turn);
  const { state } = turn.journal;
  const waiting = waitingIn(state);
  return { why, waiting, exitCode: exitCodeOf(why, waiting.length) };
}

/** 0 complete · 12 if anything waits for a person · 10 unproven and no one to ask (decisions.md, Codes). */
function exitCodeOf(why: StopReason, waiting: number): number {
  if (why === "complete") return EXIT.ok;
  return waiting > 0 || why === "person" ? EXIT.person : EXIT.gateClosed;
}

/** Files that somebody edited by hand are named and written again: the journal alone is the truth (H3A-25). */
function warnOfEdits({ project, journal, options, publisher }: Turn): void {
  const edited = damagedFiles(runDirectory(project, journal.runId), journal.state);
  if (edited.length === 0) return;
  options.onEvent?.({
    kind: "warning",
    message: `FILE_EDITED: written again from the journal: ${edited.slice(0, 8).join(", ")}`,
  });
  publisher.repair();
}
