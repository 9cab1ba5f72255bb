import { landingDue, landsNow, whoseNo } from "../../../core/run/landing.ts";
import type { RunState } from "../../../core/run/state.ts";
import type { RunOptions } from "../context.ts";
import type { RunJournal } from "../record/journal.ts";
import { closeRecord, finishLanding, holdTip, land, obstacleTo } from "./land.ts";
import { followLandMode } from "./land-mode.ts";
import { clonesOf, removeClones } from "../start/leftovers.ts";
import { outcomeOf, type RunOutcome } from "../loop.ts";
import { mergeTarget } from "./merge-target.ts";
import { isAskedInVain, isMerged, isParted, unverifiedIn } from "./moved-on.ts";
import type { Project } from "../project.ts";
import { createPublisher } from "../record/publish.ts";
import { redactorFor } from "../redactor.ts";
import { requestLanding } from "./request-landing.ts";
import { verifyWhole } from "../checks/verify-whole.ts";

type SettleOptions = Pick<RunOptions, "stateDirectory" | "env" | "now" | "onEvent" | "signal">;

/**
 * Brings a finished run to rest: what a crash after its last verdict kept from being landed or published. Whoever came
 * to an end left `published` as the last event; then nothing is committed any more, whatever a person did since.
 */
export async function settleRun(project: Project, journal: RunJournal, options: SettleOptions): Promise<RunOutcome> {
  removeClones(clonesOf({ options, project, journal }), journal.state);
  followLandMode({ project, journal, options });
  const publisher = createPublisher(project, journal, options.stateDirectory);
  const [last] = project.store.read(journal.runId, journal.head.position - 1);
  const { state } = journal;
  const lands =
    landsNow(state) || isFreeToLand(project, state) || isMerged(project, state) || isAskedInVain(project, state);
  const rests = last?.entry.event.type === "published";
  if (rests && !lands && landingDue(journal.state) === null) {
    publisher.seal();
    return outcomeIn(journal.state);
  }
  holdTip({ project, journal });
  finishLanding({
    project,
    journal,
    onLeft: (reason, code) => options.onEvent?.({ kind: "landing_left", code, reason }),
  });
  // Nothing is committed any more to a run that came to rest; what is due to its branch still is.
  if (!rests) closeRecord({ project, journal, options });
  else if (lands) land({ project, journal, options });
  const notLanded = await requestLanding({ project, journal, options, redact: redactorFor(journal.state, options) });
  publisher.publish();
  journal.keep();
  return outcomeIn(journal.state, { notLanded });
}

/** Whether nothing is in the way any more of what was left beside the branch, and no person's no. */
function isFreeToLand(project: Project, { run, tip, landed, left, landApproved }: RunState): boolean {
  const isWanted = run.land === "auto" ? whoseNo({ left }) === null : run.land === "manual" && landApproved === tip;
  return isWanted && tip !== null && tip !== landed && obstacleTo(project, run.branch, tip) === null;
}

/** Of a run that is over, or was until its newest commit was tried. */
function outcomeIn(state: RunState, failed: Partial<Pick<RunOutcome, "notLanded" | "unverified">> = {}): RunOutcome {
  const isComplete = state.status === "complete";
  const why = isComplete ? "complete" : state.status === "closed_partial" ? "closed" : "nothing_ready";
  return outcomeOf(state, why, failed);
}

/** Whether the branch of a complete run holds what was not verified, or is to be merged with it. */
export const hasMovedOn = (project: Project, state: RunState): boolean =>
  isParted(project, state) || unverifiedIn(project, state) !== null;

/**
 * A complete run looks at its branch again: what that holds of its own is merged where the run lands by itself, and everything
 * is verified once more from the newest commit (TAH-10). What broke goes back into the plan (TAH-12); no agent is called for it
 * here. Where a test fails that is no feature's, the run stays verified where it was.
 */
export async function verifyAgain(project: Project, journal: RunJournal, options: RunOptions): Promise<RunOutcome> {
  const publisher = createPublisher(project, journal, options.stateDirectory);
  // Nobody else drives the run now: every change is its own.
  const control = { own: <T>(work: () => T): T => work() };
  const turn = { project, journal, options, publisher, control };
  let unverified: string | null = null;
  try {
    if (isParted(project, journal.state)) await mergeTarget(turn);
    const isAsked = Object.keys(journal.state.asked).length > 0;
    if (!isAsked && unverifiedIn(project, journal.state) !== null) unverified = await verifyWhole(turn);
  } catch (error) {
    publisher.publish();
    throw error;
  }
  const { notLanded } = await settleRun(project, journal, options);
  return outcomeIn(journal.state, { notLanded, unverified });
}
