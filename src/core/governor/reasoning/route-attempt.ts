import type { Stakes } from "../../../schema/governor-enums.ts";
import type { LearnedArm, RouteStep, TriedBefore } from "../../../schema/governor-events.ts";

/** What is known when an attempt is routed; all of it stands in the event that records the route. */
export interface RouteFacts {
  /** The agents that the run may start, from the cheapest to the strongest. */
  readonly agents: readonly [string, ...string[]];
  readonly stakes: Stakes;
  /** How the attempt before was routed; null for a first one. */
  readonly before: TriedBefore | null;
  /** Why it failed; `none` when it did not: a harness that died says nothing about an agent. */
  readonly failure: string;
  /** Attempts that fail before a person is asked. */
  readonly maxIterations: number;
  /** Patterns that match well enough, with what each recommends. */
  readonly learned: readonly LearnedArm[];
}

export interface Route {
  readonly agent: string;
  readonly step: RouteStep;
  readonly reason: string;
  /** The pattern that decided; null: the rules did. */
  readonly pattern: string | null;
  /** A cheaper agent than the pattern's is tried, to learn whether it would do. */
  readonly explored: boolean;
  /** Attempts of this task in a row that this agent has had, with this one. */
  readonly tries: number;
}

/** At low stakes every so many successes of a pattern are followed by a try of the next cheaper agent. */
const EXPLORE_EVERY = 5;

/**
 * Which agent an attempt gets, and the step after a failure (design.md §6): the cheapest first, the strongest where much can be
 * lost; the attempts that a task may have before a person is asked are shared out between the agents. A learned pattern comes before these rules, but never to less care at high stakes.
 */
export function routeAttempt(facts: RouteFacts): Route {
  const { agents, before, failure } = facts;
  const at = before === null ? -1 : agents.indexOf(before.agent);
  if (before === null || at < 0) return first(facts);
  if (failure === "none") return stay(before, "nothing speaks against the agent of the attempt before");
  const learned = bestArm(facts, at);
  if (learned !== null && learned.agent !== before.agent) return follow(learned, "stronger");
  const share = Math.max(1, Math.floor(facts.maxIterations / agents.length));
  const next = agents[at + 1];
  if (next === undefined || before.tries < share)
    return stay(before, `failed for ${failure}; the same agent gets what was found`);
  const reason = `${before.agent} failed for ${failure}; the next stronger agent takes over`;
  return { agent: next, step: "stronger", reason, pattern: null, explored: false, tries: 1 };
}

function first(facts: RouteFacts): Route {
  const { agents, stakes } = facts;
  const isHigh = stakes === "high";
  const learned = bestArm(facts, isHigh ? agents.length - 1 : 0);
  if (learned !== null) {
    const cheaper = agents[agents.indexOf(learned.agent) - 1];
    const isTurn = learned.evidence_count % EXPLORE_EVERY === 0;
    if (stakes === "low" && cheaper !== undefined && isTurn)
      return {
        ...follow(learned, "first"),
        agent: cheaper,
        explored: true,
        reason: `stakes are low, so ${cheaper} is tried where pattern ${learned.pattern_id} recommends ${learned.agent}`,
      };
    return follow(learned, "first");
  }
  const agent = (isHigh ? agents.at(-1) : undefined) ?? agents[0];
  const reason = agents.length === 1 ? "the only agent" : isHigh ? "stakes are high" : "the cheapest comes first";
  return { agent, step: "first", reason, pattern: null, explored: false, tries: 1 };
}

/** Of the patterns that recommend an agent of at least this strength the cheapest, then the best match. */
function bestArm({ agents, learned }: RouteFacts, least: number): LearnedArm | null {
  const [best] = learned
    .filter(({ agent }) => agents.indexOf(agent) >= least)
    .toSorted(
      (a, b) =>
        agents.indexOf(a.agent) - agents.indexOf(b.agent) ||
        Number(b.match_confidence) - Number(a.match_confidence) ||
        (a.pattern_id < b.pattern_id ? -1 : 1),
    );
  return best ?? null;
}

const follow = ({ agent, pattern_id: pattern, match_confidence: match }: LearnedArm, step: RouteStep): Route => ({
  agent,
  step,
  reason: `pattern ${pattern} matches at ${match} and recommends ${agent}`,
  pattern,
  explored: false,
  tries: 1,
});

const stay = ({ agent, tries }: TriedBefore, reason: string): Route => ({
  agent,
  step: "again",
  reason,
  pattern: null,
  explored: false,
  tries: tries + 1,
});
