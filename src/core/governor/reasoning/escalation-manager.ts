import type { InputClassification } from "../../../schema/classification.ts";
import type { Stakes } from "../../../schema/governor-enums.ts";
import type { StrategySelection } from "../../../schema/governor-reasoning.ts";
import { EscalationRequiredError } from "../errors.ts";
import { shouldEscalate as asksForMore } from "./input-classifier.ts";
import { LADDER, rankOf, ruleFor, selectionOf } from "./strategy-selector.ts";

/** A pattern so strong that the next cheaper strategy may do. */
export const DEESCALATION_THRESHOLD = 0.85;

/** Manages escalation and de-escalation (HRM §3.4). */
export interface EscalationManager {
  readonly ESCALATION_THRESHOLD: number;
  shouldEscalate(classification: InputClassification, strategy: StrategySelection): boolean;
  /** Throws ESCALATION_REQUIRED above the top of the ladder, and at a second step in one turn. */
  escalate(strategy: StrategySelection): StrategySelection;
  shouldDeescalate(strategy: StrategySelection, patternConfidence: number): boolean;
  /** Throws ESCALATION_REQUIRED at a second step in one turn. */
  deescalate(strategy: StrategySelection): StrategySelection;
}

export interface EscalationOptions {
  readonly threshold: number;
  readonly stakes: Stakes;
}

/** The manager of one turn, which takes one step on the ladder at most. */
export function createEscalationManager({ threshold, stakes }: EscalationOptions): EscalationManager {
  let stepped = false;
  const step = (strategy: StrategySelection, by: 1 | -1, why: string): StrategySelection => {
    if (stepped)
      throw new EscalationRequiredError("a turn takes one step on the ladder of strategies", {
        strategy: strategy.strategy,
      });
    const next = LADDER[rankOf(strategy.strategy) + by];
    if (next === undefined)
      throw new EscalationRequiredError(`nothing is more careful than ${strategy.strategy}: ${why}`, {
        strategy: strategy.strategy,
        confidence: strategy.confidence,
      });
    stepped = true;
    return selectionOf(next, strategy.confidence, `${strategy.reason}; ${why}: ${strategy.strategy} → ${next}`);
  };
  return {
    ESCALATION_THRESHOLD: threshold,
    shouldEscalate: (classification, strategy) =>
      strategy.confidence < threshold || isUnanswered(classification, strategy),
    escalate: (strategy) =>
      step(
        strategy,
        1,
        strategy.confidence < threshold ? `confidence below ${threshold}` : "a dimension asks for more",
      ),
    shouldDeescalate: ({ strategy }, confidence) =>
      confidence >= DEESCALATION_THRESHOLD && stakes !== "high" && rankOf(strategy) > 0,
    deescalate: (strategy) => step(strategy, -1, `a pattern of at least ${DEESCALATION_THRESHOLD}`),
  };
}

/**
 * A dimension asks for escalation and no rule answered it (a low conflict). What a rule answered is not raised again: a
 * complex input is decomposed, and not explored besides.
 */
function isUnanswered(classification: InputClassification, { strategy }: StrategySelection): boolean {
  return (
    strategy === "quick_answer" && asksForMore(classification) && ruleFor(classification).strategy === "quick_answer"
  );
}
