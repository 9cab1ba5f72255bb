import type { Usage } from "../../schema/usage.ts";
import type { ModelEndpoints } from "../port.ts";

/** What may still be used; null: no limit of that kind. */
export interface MeterBudget {
  readonly tokens: number | null;
  /** US dollars. */
  readonly cost: string | null;
}

/** Counts what an agent asks of its models in one turn, and refuses to go on where the budget ends. */
export interface Meter {
  readonly endpoints: ModelEndpoints;
  /** What was used so far. */
  usage(): Usage;
  /** Why a request was refused, when one was: the budget is spent, or a price is unknown. */
  refusal(): string | null;
  stop(): Promise<void>;
}

/**
 * `budget` is asked before each request: others at work use of it, too. `onCount` is told the sum after each answer: it outlives a
 * harness that is killed.
 */
export type StartMeter = (budget: () => MeterBudget, onCount: (usage: Usage) => void) => Promise<Meter>;
