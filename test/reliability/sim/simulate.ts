import { BatonError, codedError } from "../../../src/errors.ts";
import { Death, FAULT_KINDS, type FaultKind } from "./faults.ts";
import { checkAfterCrash, checkEnd, fingerprint, type Problems } from "./invariants.ts";
import { createPlot, guide, journalOf, landByHand, note, openSimulated, prepare, session, type Plot } from "./story.ts";
import { putAway } from "./put-away.ts";
import { checkRecording } from "./recorder.ts";
import { createWorld, type World } from "./world.ts";

export interface Told {
  readonly seed: number;
  readonly problems: readonly string[];
  /** What struck, in order. */
  readonly faults: readonly string[];
  readonly sessions: number;
}

/** With so much trouble at most; then faults stop, and every task must end. */
const FAULTS = 5;
/** A session goes over so many changing calls; a fault strikes at one of them. */
const CALLS = 900;
const CALM_SESSIONS = 30;
const HOUR_MS = 3_600_000;

/** Tells one story from its seed, and everything that was not as it must be. */
export async function simulate(seed: number): Promise<Told> {
  const world = createWorld(seed);
  const { random, faults } = world;
  const plot = createPlot(world);
  const problems: Problems = [];
  const log: string[] = [];
  let sessions = 0;
  prepare(world);
  try {
    for (let left = random.below(FAULTS + 1); left > 0 && problems.length === 0; left -= 1) {
      sessions += 1;
      const kind = random.pick(FAULT_KINDS);
      const at = random.chance(0.3) ? 1 + random.below(200) : 1 + random.below(CALLS);
      faults.plan({ kind, at });
      const killer = random.chance(0.2) ? world.timers.after(random.below(2 * HOUR_MS), () => faults.kill()) : null;
      await trouble(world, plot, { kind, log, problems });
      world.timers.end(killer);
      if (random.chance(0.3)) world.jumpClock(random.below(20 * HOUR_MS) - 4 * HOUR_MS);
    }
    world.agents.behave();
    for (let calm = 0; problems.length === 0; calm += 1) {
      sessions += 1;
      faults.plan(null);
      const outcome = await world.settle(session(world, plot, interruptions(world)));
      world.endHarness();
      if (outcome === null || statusOf(world) === "complete") break;
      if (guide(world) === 0 || calm > CALM_SESSIONS) problems.push(`it comes to no end: ${outcome.why}`);
    }
    if (problems.length === 0) await checkRest(world, plot, problems);
    if (problems.length === 0 && random.chance(0.25)) putAway(world, problems);
  } catch (error) {
    problems.push(`thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return { seed, problems, faults: log, sessions };
}

/** One session in which something strikes, and what is found when the machine is up again. */
async function trouble(
  world: World,
  plot: Plot,
  { kind, log, problems }: { kind: FaultKind; log: string[]; problems: Problems },
): Promise<void> {
  const { faults, random } = world;
  try {
    await world.settle(session(world, plot, interruptions(world)));
  } catch (error) {
    const coded = codedError(error, "a file of ours");
    if (!(error instanceof Death) && !(coded instanceof BatonError))
      problems.push(`no coded error for ${kind}: ${error instanceof Error ? (error.stack ?? "") : String(error)}`);
    if (error instanceof BatonError && error.code === "INTERNAL") problems.push(error.message);
  }
  const { struck } = faults;
  log.push(struck === null ? `${kind} not reached` : `${struck.kind} at ${struck.where}`);
  world.endHarness();
  // After a disk error, too, the machine may lose its power before anybody comes back.
  if (struck?.kind === "cut" || (struck !== null && random.chance(0.3))) log.push(`lost ${world.cutPower()}`);
  faults.plan(null);
  world.calmly(() => {
    checkAfterCrash(world, openSimulated(world), problems);
    checkRecording(plot.recorded.count, problems);
  });
}

/** Somebody else appends between reading and writing, now and then. */
function interruptions(world: World): () => void {
  let busy = false;
  return () => {
    if (busy || !world.random.chance(0.02)) return;
    busy = true;
    note(world, false);
    busy = false;
  };
}

function statusOf(world: World): string | null {
  return world.calmly(() => journalOf(openSimulated(world), world)?.state.status ?? null);
}

/** Everything is done, and recovering again changes nothing (H3A-11: twice is once). */
async function checkRest(world: World, plot: Plot, problems: Problems): Promise<void> {
  world.calmly(() => landByHand(world));
  world.calmly(() => checkEnd(world, openSimulated(world), plot, problems));
  const before = world.calmly(() => fingerprint(world, openSimulated(world)));
  await world.settle(session(world, plot, () => {}));
  world.endHarness();
  if (world.calmly(() => fingerprint(world, openSimulated(world))) !== before)
    problems.push("recovering again changed something");
}
