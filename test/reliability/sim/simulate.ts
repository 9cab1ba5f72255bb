import { BatonError, codedError } from "../../../src/errors.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { flipBit } from "./damage.ts";
import { Death, FAULT_KINDS, type FaultKind, type Planned } from "./faults.ts";
import { checkAfterCrash, checkEnd, fingerprint, isSame, type Problems } from "./invariants.ts";
import { createMeeting, type Meeting, type Met } from "./met.ts";
import { createPlot, guide, journalOf, landByHand, note, openSimulated, prepare, session, type Plot } from "./story.ts";
import { putAway } from "./put-away.ts";
import { checkRecording } from "./recorder.ts";
import { createWorld, type World } from "./world.ts";

export interface Told {
  readonly seed: number;
  readonly problems: readonly string[];
  /** What struck, in order. */
  readonly faults: readonly string[];
  readonly met: Met;
}

/** So many sessions meet trouble; then faults stop, and every task must end. */
const TROUBLES = [1, 1, 1, 1, 1, 1, 2, 2, 3, 5];
/** About so many changing calls a run makes, and so many more for each feature: faults are spread over all of them. */
const [CALLS, CALLS_A_FEATURE] = [400, 525];
/** Who comes back finds what the last one left within so many. */
const RECOVERY_CALLS = 200;
const CALM_SESSIONS = 30;
const HOUR_MS = 3_600_000;

/** Whoever died before a name was durable, and then a power cut after somebody relied on it: for syncs that only mend that. */
export const AIMED: readonly Pick<Planned, "kind" | "where">[] = [
  { kind: "kill", where: "name" },
  { kind: "cut", where: "missed" },
];

/** Tells one story from its seed, and everything that was not as it must be. `aimed` says what strikes instead of the seed. */
export async function simulate(seed: number, aimed: typeof AIMED = []): Promise<Told> {
  const world = createWorld(seed);
  const { random } = world;
  const plot = createPlot(world, seed);
  const story: Story = { world, plot, problems: [], log: [], meeting: createMeeting() };
  const { problems, meeting } = story;
  prepare(world, plot);
  try {
    if (aimed.length === 0) await troubles(story, random.pick(TROUBLES));
    for (const { kind, where } of aimed) {
      const reach = where === "name" ? CALLS + CALLS_A_FEATURE * plot.features : 1;
      world.faults.plan({ kind, at: 1 + random.below(reach), ...(where === undefined ? {} : { where }) });
      if (problems.length === 0) await trouble(story, kind, true);
    }
    world.agents.behave();
    for (let calm = 0; problems.length === 0; calm += 1) {
      meeting.count("in them", "sessions");
      world.faults.plan(null);
      const outcome = await world.settle(session(world, plot, interruptions(world)));
      world.endHarness();
      if (outcome === null || statusOf(world) === "complete") break;
      if (guide(world) === 0 || calm > CALM_SESSIONS) problems.push(`it comes to no end: ${outcome.why}`);
    }
    if (problems.length === 0) await checkRest(world, plot, problems);
    if (problems.length === 0 && random.chance(0.2)) {
      meeting.count("faults", "bit flipped");
      await flipBit(world, plot, problems);
    }
    if (problems.length === 0 && random.chance(0.15)) {
      meeting.count("in them", "runs put away");
      putAway(world, problems);
    }
  } catch (error) {
    problems.push(`thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return { seed, problems, faults: story.log, met: metOf(story) };
}

interface Story {
  readonly world: World;
  readonly plot: Plot;
  readonly problems: Problems;
  readonly log: string[];
  readonly meeting: Meeting;
}

function metOf({ world, plot, meeting }: Story): Met {
  meeting.count("stories", plot.features > 1 ? "of several tasks" : "of one task");
  meeting.count("stories", plot.governor);
  for (const name of kindsIn(world)) meeting.count("in them", name);
  meeting.count("in them", "turns of agents", world.agents.turns);
  meeting.count("in them", "entries", world.acknowledged.length);
  return meeting.met;
}

/** Sessions in which something strikes. One that nothing struck came to rest, and there the trouble ends. */
async function troubles(story: Story, sessions: number): Promise<void> {
  const { world, plot, problems, meeting } = story;
  const { random, faults } = world;
  let reach = CALLS + CALLS_A_FEATURE * plot.features;
  for (let met = 0; met < sessions && problems.length === 0; met += 1) {
    meeting.count("in them", met === 0 ? "sessions" : "sessions struck again");
    const kind = random.pick(FAULT_KINDS);
    const at = 1 + random.below(met > 0 && random.chance(0.5) ? RECOVERY_CALLS : reach);
    faults.plan({ kind, at });
    const killer = random.chance(0.2) ? world.timers.after(random.below(HOUR_MS / 30), () => faults.kill()) : null;
    const isStruck = await trouble(story, kind);
    world.timers.end(killer);
    if (!isStruck) break;
    reach = Math.max(RECOVERY_CALLS, reach - at);
    if (!random.chance(0.3)) continue;
    meeting.count("faults", "clock set");
    world.jumpClock(random.below(20 * HOUR_MS) - 4 * HOUR_MS);
  }
}

/** One session in which something strikes, and what is found when the machine is up again. Answers whether it struck. */
async function trouble(
  { world, plot, log, problems, meeting }: Story,
  kind: FaultKind,
  isAimed = false,
): Promise<boolean> {
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
  log.push(struck === null ? `${kind} not reached` : `${struck.kind} at ${struck.call} ${struck.path}`);
  meeting.count("faults", struck === null ? "not reached" : struck.kind);
  if (struck !== null) meeting.count("struck at", struck.call);
  world.endHarness();
  // After a disk error, too, the machine may lose its power before anybody comes back.
  if (struck?.kind === "cut" || (struck !== null && !isAimed && random.chance(0.3))) {
    log.push(`lost ${world.cutPower()}`);
    meeting.count("in them", "power cuts");
  }
  faults.plan(null);
  world.calmly(() => {
    checkAfterCrash(world, openSimulated(world), problems);
    checkRecording(plot.recorded.count, problems);
  });
  return struck !== null;
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

/** What the governor did besides plain builds, and what reviewers said. */
function kindsIn(world: World): string[] {
  return world.calmly(() => {
    const { store } = openSimulated(world);
    const events = store.runs().flatMap((runId) => [...store.read(runId, 0)].map(({ entry }) => entry.event));
    const open = new Map<string, number>();
    return (events as unknown as RunEvent[]).flatMap((event) => {
      if (event.type === "attempt_noted") return ["tried out first"];
      if (event.type === "build_chosen") return ["builds chosen"];
      if (event.type === "review_judged") return [`reviews ${event.outcome}`];
      if (event.type === "validation_checked")
        return event.asked.some(({ vote }) => vote !== undefined) ? ["votes"] : [];
      const isBegun = event.type === "attempt_started";
      if (!isBegun && event.type !== "attempt_answered" && event.type !== "attempt_lost") return [];
      const before = open.get(event.task_id) ?? 0;
      open.set(event.task_id, before + (isBegun ? 1 : -1));
      return isBegun && before > 0 ? ["builds side by side"] : [];
    });
  });
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
  if (
    !isSame(
      world.calmly(() => fingerprint(world, openSimulated(world))),
      before,
    )
  )
    problems.push("recovering again changed something");
}
