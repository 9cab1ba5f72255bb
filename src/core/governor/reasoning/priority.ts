import type { CandidateAction, PrioritySignals } from "../../../schema/governor-reasoning.ts";

export type Weights = { readonly [signal in keyof PrioritySignals]: number };

/** HRM §3.6: they favour going on with what is under way and what was committed to. */
export const DEFAULT_WEIGHTS: Weights = {
  urgency: 0.2,
  dependency: 0.2,
  momentum: 0.25,
  energy_cost: 0.15,
  alignment: 0.2,
};

/** The weighted score of a candidate, 0 to 1: low cost is high score. */
export function computeScore(signals: PrioritySignals, weights: Weights = DEFAULT_WEIGHTS): number {
  return (
    weights.urgency * signals.urgency +
    weights.dependency * signals.dependency +
    weights.momentum * signals.momentum +
    weights.energy_cost * (1 - signals.energy_cost) +
    weights.alignment * signals.alignment
  );
}

export const signalsOf = (candidate: CandidateAction): PrioritySignals => ({
  urgency: candidate.urgency,
  dependency: candidate.dependency_score,
  momentum: candidate.momentum_score,
  energy_cost: candidate.energy_cost,
  alignment: candidate.alignment_score,
});

/** Scores are compared to six decimals: what differs only by the order of an addition is a tie. */
export const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;

/** What an order of candidates is made of. */
export interface Standing {
  readonly id: string;
  readonly score: number;
  readonly momentum: number;
  readonly urgency: number;
}

/** Best first. Ties: momentum, then priority (urgency), then id (design.md §6). */
export const compareStandings = (a: Standing, b: Standing): number =>
  b.score - a.score || b.momentum - a.momentum || b.urgency - a.urgency || compareIds(a.id, b.id);

/** `T1000` comes after `T999`. */
function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
