import type { InputClassification } from "../../../schema/classification.ts";
import type { OrchestrationMode, Strategy } from "../../../schema/governor-enums.ts";
import type { PatternMatch } from "../../../schema/governor.ts";
import type { StrategySelection } from "../../../schema/governor-reasoning.ts";

/** From the cheapest to the most careful (decisions.md, Governor). */
export const LADDER: readonly Strategy[] = ["quick_answer", "decomposition", "exploration", "verification", "dialogue"];

export const rankOf = (strategy: Strategy): number => LADDER.indexOf(strategy);

/** Selects a reasoning strategy based on classification (HRM §3.3). */
export interface StrategySelector {
  select(classification: InputClassification, patternMatches: readonly PatternMatch[]): StrategySelection;
}

type Rule = readonly [
  strategy: Strategy,
  applies: (classification: InputClassification) => boolean,
  reason: (classification: InputClassification) => string,
];

/** From here on a request is explored before it is worked. */
export const UNCERTAIN = 0.7;

/** First match decides. */
const RULES: readonly Rule[] = [
  ["dialogue", ({ conflict: c }) => c === "medium" || c === "high", ({ conflict }) => `conflict is ${conflict}`],
  ["verification", ({ stakes }) => stakes === "high", () => "stakes are high"],
  [
    "exploration",
    ({ uncertainty: u }) => u > UNCERTAIN,
    ({ uncertainty: u }) => `uncertainty ${u} is above ${UNCERTAIN}`,
  ],
  ["decomposition", ({ complexity }) => complexity === "complex", () => "complexity is complex"],
  ["quick_answer", () => true, () => "nothing asks for more"],
];

/** The strategy that the rules alone come to. */
export function ruleFor(classification: InputClassification): { strategy: Strategy; reason: string } {
  const [strategy, , reason] = RULES.find(([, applies]) => applies(classification)) ?? LAST;
  return { strategy, reason: reason(classification) };
}

const LAST: Rule = ["quick_answer", () => true, () => "nothing asks for more"];

/** Takes what a pattern of at least `threshold` recommends, else what the rules say. */
export function createStrategySelector({ threshold }: { readonly threshold: number }): StrategySelector {
  return {
    select(classification, patternMatches) {
      const rule = ruleFor(classification);
      const pattern = bestPattern(patternMatches, threshold);
      if (pattern === null) return selectionOf(rule.strategy, classification.confidence, rule.reason);
      const { recommended_strategy: learned, match_confidence: confidence, pattern_id: id } = pattern;
      if (isForbidden(classification, pattern))
        return selectionOf(
          rule.strategy,
          classification.confidence,
          `${rule.reason}; pattern ${id} recommends ${learned}, which high stakes forbid`,
        );
      return selectionOf(
        learned,
        confidence,
        `pattern ${id} matches at ${confidence.toFixed(2)} with ${pattern.evidence_count} episodes; the rules say ${rule.strategy}`,
      );
    },
  };
}

/** What happened before is no reason to look less closely where much can be lost. */
const isForbidden = (classification: InputClassification, { recommended_strategy: learned }: PatternMatch): boolean =>
  classification.stakes === "high" && rankOf(learned) < rankOf(ruleFor(classification).strategy);

/** The pattern that a selection follows; null: the rules decide. */
export function decidingPattern(
  classification: InputClassification,
  matches: readonly PatternMatch[],
  threshold: number,
): PatternMatch | null {
  const best = bestPattern(matches, threshold);
  return best === null || isForbidden(classification, best) ? null : best;
}

/** The strongest match that counts; of equal ones that with more evidence, then by id. */
export function bestPattern(matches: readonly PatternMatch[], threshold: number): PatternMatch | null {
  const [best] = matches
    .filter(({ match_confidence: confidence }) => confidence >= threshold)
    .toSorted(
      (a, b) =>
        b.match_confidence - a.match_confidence ||
        b.evidence_count - a.evidence_count ||
        (a.pattern_id < b.pattern_id ? -1 : 1),
    );
  return best ?? null;
}

const MODES: Readonly<Record<Strategy, OrchestrationMode | null>> = {
  quick_answer: null,
  decomposition: "hierarchical",
  exploration: "parallel",
  verification: "voting",
  dialogue: null,
};

/** What follows from a strategy: whether agents are needed and in which mode, and what to fall back on, a step below. */
export function selectionOf(strategy: Strategy, confidence: number, reason: string): StrategySelection {
  return {
    strategy,
    confidence,
    reason,
    requires_agents: MODES[strategy] !== null,
    suggested_mode: MODES[strategy],
    fallback_strategy: LADDER[rankOf(strategy) - 1] ?? null,
  };
}
