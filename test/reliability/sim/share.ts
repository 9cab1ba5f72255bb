import { answerShare } from "../shares.ts";
import { interpose } from "./interpose.ts";
import type { Met } from "./met.ts";

/** Which stories a process tells, and without which sync. */
export interface SimulationShare {
  readonly seeds: readonly number[];
  /** A place in the source whose sync is taken out; null: none. */
  readonly muted: string | null;
  /** What strikes is aimed at syncs that only mend what a death left. */
  readonly aimed: boolean;
  /** Ends at the first violation. */
  readonly first: boolean;
  /** Begins no story after so many minutes; null: tells them all. */
  readonly minutes: number | null;
}

export interface Violation {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly faults: readonly string[];
}

export interface SimulationAnswer {
  readonly told: number;
  readonly cpuMs: number;
  readonly met: readonly Met[];
  readonly violations: readonly Violation[];
}

// Stories make small buffers by the thousand, and none of them outlives its story: fewer and larger pools.
Buffer.poolSize = 2 ** 18;
interpose();
const { AIMED, simulate } = await import("./simulate.ts");
const { muteSync } = await import("./faults.ts");

answerShare<SimulationShare, SimulationAnswer>(async ({ seeds, muted, aimed, first, minutes }) => {
  muteSync(muted);
  const violations: Violation[] = [];
  const met: Met[] = [];
  const until = minutes === null ? Infinity : performance.now() + minutes * 60_000;
  for (const seed of seeds) {
    if (performance.now() > until) break;
    const story = await simulate(seed, aimed ? AIMED : []);
    met.push(story.met);
    if (story.problems.length > 0) violations.push(story);
    if (first && violations.length > 0) break;
  }
  const { user, system } = process.cpuUsage();
  return { told: met.length, cpuMs: (user + system) / 1000, met, violations };
});
