import type { Stakes, Strategy } from "../../../schema/governor-enums.ts";
import type { AttemptArms } from "../../../schema/governor-events.ts";

/** What the arms of an attempt are decided from; all of it stands in the event that records them. */
export interface ArmFacts {
  readonly stakes: Stakes;
  readonly strategy: Strategy;
  /** Why the attempt before failed; `none`. */
  readonly failure: string;
  /** From the cheapest to the strongest. */
  readonly agents: readonly string[];
}

/** A simple request needs little beside itself; what is unclear, dear or was failed before gets all that there is. */
const MEMORY_ITEMS: Readonly<Record<Strategy, number>> = {
  quick_answer: 3,
  decomposition: 5,
  exploration: 8,
  verification: 8,
  dialogue: 8,
};
export const MOST_MEMORY_ITEMS = 8;

/**
 * How much proof and review an attempt gets, beside whom it may be worked, and how much of memory (design.md §6). Never less than the
 * gates that the change needs: this only says who is asked at them, and what is asked besides.
 */
export function decideArms({ stakes, strategy, failure, agents }: ArmFacts): AttemptArms {
  const isHigh = stakes === "high";
  const said = `stakes are ${stakes}`;
  const reviewer = (stakes === "low" ? agents[0] : agents.at(-1)) ?? "";
  return {
    proof: isHigh
      ? { is: "flip", why: `${said}: what the RED tests expect is turned round as well` }
      : { is: "required", why: `${said}: R0 to R4` },
    reviewer: {
      is: reviewer,
      why:
        agents.length === 1 ? "the only agent" : `${said}: the ${stakes === "low" ? "cheapest" : "strongest"} reviews`,
    },
    lane: laneFor(stakes),
    memory_items:
      failure === "none"
        ? { is: MEMORY_ITEMS[strategy], why: `strategy ${strategy}` }
        : { is: MOST_MEMORY_ITEMS, why: `the attempt before failed for ${failure}` },
  };
}

/** Beside whom: a commit of somebody else's voids a proof and its reviews, and here they are the dearest. */
export const laneFor = (stakes: Stakes): AttemptArms["lane"] =>
  stakes === "high"
    ? { is: "alone", why: `stakes are ${stakes}: nobody's commit may void its proof and its reviews` }
    : { is: "shared", why: `stakes are ${stakes}: beside tasks whose files do not meet its own` };
