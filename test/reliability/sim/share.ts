import { answerShare } from "../shares.ts";
import { interpose } from "./interpose.ts";

/** Which stories a process tells, and without which sync. */
export interface SimulationShare {
  readonly seeds: readonly number[];
  /** A place in the source whose sync is taken out; null: none. */
  readonly muted: string | null;
  /** Ends at the first violation. */
  readonly first: boolean;
}

export interface Violation {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly faults: readonly string[];
}

export interface SimulationAnswer {
  readonly told: number;
  readonly sessions: number;
  readonly struck: number;
  readonly violations: readonly Violation[];
}

interpose();
const { simulate } = await import("./simulate.ts");
const { muteSync } = await import("./faults.ts");

answerShare<SimulationShare, SimulationAnswer>(async ({ seeds, muted, first }) => {
  muteSync(muted);
  const violations: Violation[] = [];
  let [told, sessions, struck] = [0, 0, 0];
  for (const seed of seeds) {
    const story = await simulate(seed);
    told += 1;
    sessions += story.sessions;
    struck += story.faults.filter((fault) => fault.includes(" at ")).length;
    if (story.problems.length > 0) violations.push(story);
    if (first && violations.length > 0) break;
  }
  return { told, sessions, struck, violations };
});
