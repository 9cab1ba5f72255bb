import { hash } from "node:crypto";
import { importEvents, textsOf } from "../../../core/handoff/carry.ts";
import { unjudged } from "../../../core/handoff/unjudged.ts";
import { checkBundle, type BundleProblem } from "../../../core/handoff/check-bundle.ts";
import { renderBundle } from "../../../core/handoff/render-bundle.ts";
import { attemptsOf } from "../../../core/run/beside.ts";
import type { RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { HandoffBundle } from "../../../schema/bundle.ts";
import { readText } from "../../../store/blobs.ts";
import { heldOutHere, readHeldOutAgain, type HeldOutHere } from "../checks/held-out.ts";
import { holdTip } from "../landing/land.ts";
import { beatsOf } from "../claims/gone.ts";
import { configuredBounds } from "../claims/ledger.ts";
import { createJournal, type Clock, type RunJournal } from "../record/journal.ts";
import { excludeFromStatus } from "../isolation/exclude.ts";
import { branchTip, exclusively, isAncestor, ownRunDirectory, requireAllFinished, type Project } from "../project.ts";
import { createPublisher } from "../record/publish.ts";

/** The bundle of a run, as it stands now. */
export function exportBundle(project: Project, { state, runId }: RunJournal): HandoffBundle {
  return renderBundle(state, {
    configured: configuredBounds(project, state),
    beatOf: beatsOf(project, runId),
    blob: (sha256) => readText(project.blobs, sha256),
  });
}

export interface ReadBundle {
  /** Of the very text that was read. */
  readonly sha256: string;
  readonly bundle: HandoffBundle | null;
  /** What importing it makes; null where that cannot be done. */
  readonly state: RunState | null;
  readonly problems: readonly BundleProblem[];
}

/** Reads a bundle; whatever is wrong with it is data. */
export function readBundle(text: string): ReadBundle {
  const sha256 = hash("sha256", text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `it is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { sha256, bundle: null, state: null, problems: [{ code: "HANDOFF_INVALID", path: "", message }] };
  }
  return { sha256, ...checkBundle(value, (content) => hash("sha256", content)) };
}

export interface Arrival extends Clock {
  readonly stateDirectory: string;
  readonly dryRun: boolean;
  /** The folder of held-out tests that the run began with; null: not given. */
  readonly heldOut: string | null;
}

export interface Imported {
  readonly runId: string;
  readonly missing: readonly string[];
  readonly heldOut: HeldOutHere | null;
  /** What was proven elsewhere and the branch here does not have: it lands once a person says so. Null: nothing. */
  readonly waits: string | null;
}

/**
 * Makes a run of a bundle, in a clone of the repository that has no journal of it (FCX-02). Texts first, then all of its
 * first events at once; whatever is refused is refused before. What was judged elsewhere is judged here. Throws
 * HANDOFF_INVALID, ALREADY_INITIALIZED, BRANCH_MISSING, OBJECT_MISSING, HELD_OUT_MISMATCH, STATE_UNWRITABLE.
 */
export async function importBundle(
  project: Project,
  { bundle, state, sha256 }: ReadBundle,
  options: Arrival,
): Promise<Imported> {
  const continuation = bundle?.continuation;
  if (bundle === null || continuation === undefined || state === null)
    throw new BatonError(
      "HANDOFF_INVALID",
      "the bundle has no continuation: it tells of a run and cannot go on with it",
    );
  const { run_id: runId } = bundle;
  return exclusively(project, async () => {
    refuseKnown(project, runId, options);
    ownRunDirectory(project, runId);
    requireCommits(project, state);
    const landed = isLanded(project, state);
    const taken = unjudged(continuation, { landed });
    const missing = textsOf(taken.items).filter((text) => continuation.texts[text] === undefined);
    const waits = landed ? null : state.tip;
    const arrived = { runId, missing, waits, heldOut: arrivedHeldOut(project, state, options) };
    if (options.dryRun) return arrived;
    excludeFromStatus(project, "/runs/");
    for (const text of Object.values(continuation.texts)) project.blobs.put(text);
    const journal = createJournal(project.store, runId, importEvents(taken, sha256), "baton", options);
    holdTip({ project, journal });
    createPublisher(project, journal, options.stateDirectory).publish();
    return arrived;
  });
}

function isLanded({ git }: Project, { tip, run }: RunState): boolean {
  const target = branchTip(git, run.branch);
  return tip === null || (target !== null && isAncestor(git, tip, target));
}

/** Keeps the held-out tests that are given, once they are the right ones; says which a run has, and whether they are here. */
export function arrivedHeldOut(
  project: Project,
  state: RunState,
  { heldOut, dryRun }: Pick<Arrival, "heldOut" | "dryRun">,
): HeldOutHere | null {
  if (heldOut === null) return heldOutHere(project, state);
  const keep = readHeldOutAgain(project, state, heldOut);
  if (!dryRun) keep();
  return { files: state.run.policy.proof?.held_out?.files ?? 0, isHere: true };
}

/** A run is here once, and one unfinished run at a time. Throws ALREADY_INITIALIZED. */
export function refuseKnown(project: Project, runId: string, clock: Clock): void {
  if (project.store.runs().includes(runId))
    throw new BatonError("ALREADY_INITIALIZED", `run ${runId} is here already`, {
      hint: "Go on with it: baton resume",
    });
  requireAllFinished(project, clock);
}

/** Throws BRANCH_MISSING, and OBJECT_MISSING naming what a clone did not bring along. */
export function requireCommits({ git }: Project, { run, runId, tip, landing, tasks }: RunState): void {
  if (branchTip(git, run.branch) === null)
    throw new BatonError("BRANCH_MISSING", `the branch ${run.branch} is not here`, {
      hint: `Make it: git switch --create ${run.branch} origin/${run.branch}`,
    });
  const needed = new Map<string, string>();
  if (tip !== null) needed.set(tip, `the tip of baton/${runId}`);
  if (landing !== null) needed.set(landing.to, "what is being landed");
  for (const { plan, closed, contest } of Object.values(tasks))
    for (const { base_commit: base, candidate: built } of closed === null ? (contest?.builds ?? []) : [])
      for (const commit of [base, built]) if (commit !== null) needed.set(commit, `a build of ${plan.task_id}`);
  for (const { plan, phase, closed, baseCommit, candidate } of Object.values(tasks).flatMap(attemptsOf)) {
    if (closed !== null || phase === "idle" || phase === "committed") continue;
    for (const commit of [baseCommit, candidate])
      if (commit !== null) needed.set(commit, `the attempt at ${plan.task_id}`);
  }
  const missing = [...needed].filter(([commit]) => git.attempt(["cat-file", "-e", `${commit}^{commit}`]) === null);
  if (missing.length === 0) return;
  const named = missing.map(([commit, what]) => `${commit.slice(0, 12)} (${what})`).join(", ");
  throw new BatonError("OBJECT_MISSING", `not in this repository: ${named}`, {
    details: { missing: missing.map(([commit]) => commit) },
  });
}
