import type { InputClassification } from "../../../schema/classification.ts";
import type { CandidateAction } from "../../../schema/governor-reasoning.ts";
import type { ReviewArm, ReviewFacts } from "../../../schema/review-arm.ts";
import { createAgentApprovalGate } from "../focus/agent-approval-gate.ts";
import { isVoteWarranted, rank } from "./action-selector.ts";
import { proposeBundle, votersOf, type BundleFacts, type Roster } from "./bundles.ts";
import { generateCandidates } from "./candidates.ts";
import { selectionOf } from "./strategy-selector.ts";

/**
 * How many look at a candidate where agents review. A vote is for what is dear, cannot be taken back, and is unclear enough that a person
 * could as well be asked (HRM §3.6, `shouldUseVoting`): three reviewers, each alone, and a person where they cannot decide. A vote that
 * may not be held is followed by its fallback, one reviewer.
 */
export function decideReview(agents: readonly [string, ...string[]], reviewer: string, facts: ReviewFacts): ReviewArm {
  const { irreversible, most_agents: maxAgents } = facts;
  const one = (why: string): ReviewArm => ({ is: "one", why, vote: null, facts });
  const classification: InputClassification = {
    ...facts.classification,
    uncertainty: Number(facts.classification.uncertainty),
    confidence: Number(facts.classification.confidence),
  };
  if (classification.stakes !== "high") return one(`stakes are ${classification.stakes}`);
  if (!irreversible) return one("what it does can be taken back");
  // Reviewers of a run are bounded by their task's own time.
  const config = {
    agent_execution_timeout_ms: 0,
    vote_threshold: Number(facts.threshold),
    vote_tiebreaker: facts.tiebreaker,
  };
  const strategy = selectionOf("verification", classification.confidence, "stakes are high");
  const bundle = (mode: BundleFacts["mode"], roster: Roster) =>
    proposeBundle({ strategy, classification, mode, roster, config });
  const proposal = bundle("single", { lead: reviewer, builder: reviewer, reviewer });
  const candidates = generateCandidates({
    strategy,
    classification,
    proposal,
    taskId: null,
    irreversible,
    isSameProblem: false,
  }).filter(({ action_type: type }) => type === "delegate" || type === "ask");
  const standing = wordsOf(candidates);
  if (!isVoteWarranted(candidates, irreversible)) return one(standing);
  const vote = bundle("voting", { lead: reviewer, builder: reviewer, reviewer, voters: votersOf(agents) });
  const gate = createAgentApprovalGate({ authorized: new Set(agents), maxAgents, problemId: null });
  const { approved, reason } = gate.evaluate(vote, "evaluation", null);
  if (!approved || vote.orchestration_mode !== "voting") return one(`a vote is denied (${reason}): one reviewer`);
  const { threshold, tiebreaker } = vote.mode_config;
  const why = `stakes are high, it cannot be taken back, and ${standing}`;
  return { is: "vote", why, vote: { voters: vote.agents, threshold: threshold.toFixed(4), tiebreaker }, facts };
}

function wordsOf(candidates: readonly CandidateAction[]): string {
  const [first, second] = rank(candidates).map(
    ({ candidate, score }) =>
      `asking ${candidate.action_type === "ask" ? "a person" : "reviewers"} ${score.toFixed(2)}`,
  );
  return second === undefined ? "it is clear enough for one reviewer" : `${first ?? ""} against ${second}`;
}
