import { freshContext } from "../../src/core/governor/turn.ts";
import { GovernorConfig } from "../../src/schema/governor-config.ts";
import type { HRMContext, TurnInput } from "../../src/schema/governor.ts";
import type { InputClassification } from "../../src/schema/classification.ts";
import { TurnFacts } from "../../src/schema/turn-facts.ts";

export const AT = "2026-01-31T09:00:00Z";
export const CONFIG = GovernorConfig.parse({});
export const CLOCK = { now: () => AT, newId: () => "commitment-1" };

/** A turn of a fresh lane that says this, with facts beside the words where there are any. */
export function turnInput(
  text: string,
  facts: Partial<TurnFacts> | null = null,
  context: Partial<HRMContext> = {},
): TurnInput {
  return {
    text,
    timestamp: AT,
    context: { ...freshContext("session-1", CONFIG), ...context },
    source: "user",
    priority: 0,
    metadata: facts === null ? null : TurnFacts.parse(facts),
  };
}

export const classification = (changes: Partial<InputClassification> = {}): InputClassification => ({
  complexity: "simple",
  uncertainty: 0.2,
  conflict: "none",
  stakes: "low",
  horizon: "near",
  domain: [],
  confidence: 0.8,
  ...changes,
});
