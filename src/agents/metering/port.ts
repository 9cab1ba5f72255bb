import type { Usage } from "../../schema/usage.ts";
import type { ModelEndpoints } from "../port.ts";

/** What may still be used; null: no limit of that kind. */
export interface MeterBudget {
  readonly tokens: number | null;
  /** US dollars. */
  readonly cost: string | null;
}

/** `budget_spent`: by the run's own limits, for want of a price, or by a provider that nobody pays; `unauthorized`: by a provider. */
export interface Refusal {
  readonly end: "budget_spent" | "unauthorized";
  readonly reason: string;
}

/** Counts what an agent asks of its models in one turn, and refuses to go on where the budget ends. */
export interface Meter {
  readonly endpoints: ModelEndpoints;
  /** What was used so far. */
  usage(): Usage;
  /** Why nobody serves the agent any more, when that is so. */
  refusal(): Refusal | null;
  stop(): Promise<void>;
}

/**
 * `budget` is asked before each request: others at work use of it, too. `onCount` is told the sum after each answer: it outlives a
 * harness that is killed.
 */
export type StartMeter = (budget: () => MeterBudget, onCount: (usage: Usage) => void) => Promise<Meter>;
