import type { InputClassification } from "../../../schema/classification.ts";
import type { Stakes, Strategy } from "../../../schema/governor-enums.ts";
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
  /** One step down; the first of the ladder, and whatever took a step in this turn, stays. */
  deescalate(strategy: StrategySelection): StrategySelection;
}

export interface EscalationOptions {
  readonly threshold: number;
  readonly stakes: Stakes;
}

/** The manager of one turn, which takes one step on the ladder at most. */
export function createEscalationManager({ threshold, stakes }: EscalationOptions): EscalationManager {
  let stepped = false;
  const step = ({ strategy, confidence, reason }: StrategySelection, next: Strategy, why: string) => {
    stepped = true;
    return selectionOf(next, confidence, `${reason}; ${why}: ${strategy} → ${next}`);
  };
  return {
    ESCALATION_THRESHOLD: threshold,
    shouldEscalate: (classification, strategy) =>
      strategy.confidence < threshold || isUnanswered(classification, strategy),
    escalate(selection) {
      const { strategy, confidence } = selection;
      if (stepped) throw new EscalationRequiredError("a turn takes one step on the ladder of strategies", { strategy });
      const why = confidence < threshold ? `confidence below ${threshold}` : "a dimension asks for more";
      const next = LADDER[rankOf(strategy) + 1];
      if (next !== undefined) return step(selection, next, why);
      throw new EscalationRequiredError(`nothing is more careful than ${strategy}: ${why}`, { strategy, confidence });
    },
    shouldDeescalate: ({ strategy }, confidence) =>
      confidence >= DEESCALATION_THRESHOLD && stakes !== "high" && rankOf(strategy) > 0,
    deescalate(selection) {
      const next = stepped ? undefined : LADDER[rankOf(selection.strategy) - 1];
      return next === undefined ? selection : step(selection, next, `a pattern of at least ${DEESCALATION_THRESHOLD}`);
    },
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
