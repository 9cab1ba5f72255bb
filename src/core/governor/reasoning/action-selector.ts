import type { HRMContext } from "../../../schema/governor.ts";
import type { CandidateAction, SelectedAction } from "../../../schema/governor-reasoning.ts";
import { ReasoningError } from "../errors.ts";
import { compareStandings, computeScore, DEFAULT_WEIGHTS, rounded, signalsOf, type Standing } from "./priority.ts";

/** The final stage of reasoning: exactly one action, or a micro-batch (HRM §3.6). */
export interface ActionSelector {
  /** Of the candidates that are allowed. Throws NO_CANDIDATE when there is none. */
  select(candidates: readonly CandidateAction[], context: HRMContext): SelectedAction;
  shouldUseVoting(candidates: readonly CandidateAction[], context: HRMContext): boolean;
}

export interface SelectorOptions {
  /** Whether what is at stake cannot be taken back. */
  readonly irreversible?: boolean;
  /** Groups of candidates that are atomic and belong together, by id. What is in none is never batched. */
  readonly coupled?: readonly (readonly string[])[];
}

const MAX_BATCH = 3;
const SIMILAR = 0.1;

export interface Ranked {
  readonly candidate: CandidateAction;
  readonly score: number;
}

/**
 * The selector of one turn. It answers an action of this turn only, knows no priority but what the signals say, and decides
 * nothing that focus decides: what it selects cannot be started before `approveAction` has passed it.
 */
export function createActionSelector(options: SelectorOptions = {}): ActionSelector {
  const { irreversible = false, coupled = [] } = options;
  return {
    select(candidates) {
      const [best, next] = rank(candidates);
      if (best === undefined) throw new ReasoningError("NO_CANDIDATE", "no candidate action is allowed");
      return {
        primary: best.candidate,
        rationale: rationaleOf(best, next),
        priority_score: best.score,
        fallback: next?.candidate ?? null,
        batch: batchOf(best.candidate, candidates, coupled),
      };
    },
    shouldUseVoting: (candidates) => isVoteWarranted(candidates, irreversible),
  };
}

/** High stakes, two candidates that are about as good, and nothing that can be taken back: all three (HRM §3.6). */
export function isVoteWarranted(candidates: readonly CandidateAction[], irreversible: boolean): boolean {
  const [best, next] = rank(candidates);
  if (best === undefined || next === undefined) return false;
  const isHigh = [best, next].some(({ candidate }) => candidate.agent_proposal?.classification.stakes === "high");
  return isHigh && rounded(best.score - next.score) <= SIMILAR && irreversible;
}

/** Best first. */
export function rank(candidates: readonly CandidateAction[]): Ranked[] {
  const standing = ({ candidate, score }: Ranked): Standing => ({
    id: candidate.id,
    score,
    momentum: candidate.momentum_score,
    urgency: candidate.urgency,
  });
  return candidates
    .map((candidate) => ({ candidate, score: rounded(computeScore(signalsOf(candidate))) }))
    .sort((a, b) => compareStandings(standing(a), standing(b)));
}

/** The signal that counts most for the one, and what it leads the next by. */
function rationaleOf({ candidate, score }: Ranked, next: Ranked | undefined): string {
  const signals = signalsOf(candidate);
  const parts = (Object.keys(DEFAULT_WEIGHTS) as (keyof typeof DEFAULT_WEIGHTS)[])
    .map((name) => ({
      name,
      part: DEFAULT_WEIGHTS[name] * (name === "energy_cost" ? 1 - signals[name] : signals[name]),
    }))
    .toSorted((a, b) => b.part - a.part || (a.name < b.name ? -1 : 1))
    .map(({ name, part }) => `${name.replace("energy_cost", "low cost")} ${part.toFixed(2)}`);
  const lead =
    next === undefined
      ? "nothing else is allowed"
      : next.score === score
        ? `level with ${next.candidate.id}, decided by ${tieBreaker(candidate, next.candidate)}`
        : `ahead of ${next.candidate.id} at ${next.score.toFixed(2)}`;
  return `${candidate.id} scores ${score.toFixed(2)} (${parts.join(", ")}), ${lead}`;
}

function tieBreaker(a: CandidateAction, b: CandidateAction): string {
  if (a.momentum_score !== b.momentum_score) return "momentum";
  return a.urgency === b.urgency ? "its id" : "priority";
}

function batchOf(
  primary: CandidateAction,
  candidates: readonly CandidateAction[],
  coupled: readonly (readonly string[])[],
): SelectedAction["batch"] {
  const group = coupled.find((ids) => ids.includes(primary.id)) ?? [];
  const others = candidates.filter(
    ({ id, action_type: type }) => id !== primary.id && group.includes(id) && type === primary.action_type,
  );
  const [second, third] = others;
  if (second === undefined || group.length > MAX_BATCH) return null;
  return third === undefined ? [primary, second] : [primary, second, third];
}

/** HRM §3.6: whether this is a micro-batch. */
export const isBatch = ({ batch }: SelectedAction): boolean => batch !== null && batch.length > 1;
