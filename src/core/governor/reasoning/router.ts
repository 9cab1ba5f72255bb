import type { Dict, HRMContext, PatternMatch, TurnInput } from "../../../schema/governor.ts";
import type { GovernorConfig } from "../../../schema/governor-config.ts";
import type {
  AgentBundleProposal,
  CandidateAction,
  RoutingDecision,
  SelectedAction,
  StrategySelection,
} from "../../../schema/governor-reasoning.ts";
import { Strategy } from "../../../schema/governor-enums.ts";
import { EscalationRequiredError } from "../errors.ts";
import { createActionSelector, rank } from "./action-selector.ts";
import { DEFAULT_ROSTER, modeOf, proposeBundle, type Roster } from "./bundles.ts";
import { generateCandidates } from "./candidates.ts";
import { createEscalationManager, DEESCALATION_THRESHOLD, type EscalationManager } from "./escalation-manager.ts";
import { createInputClassifier, factsOf, type Explained, type SignalClassifier } from "./input-classifier.ts";
import {
  bestPattern,
  createStrategySelector,
  decidingPattern,
  rankOf,
  ruleFor,
  selectionOf,
} from "./strategy-selector.ts";

/** What learning answers to reasoning (HRM §8.2). */
export interface PatternSource {
  getPatternsForSignal(signal: Dict): readonly PatternMatch[];
}

/** Two phases: generate candidates, select one (HRM §3.1, §3.6). */
export interface ReasoningRouter {
  /** The whole pipeline: exactly one action for focus. Throws ESCALATION_REQUIRED, INPUT_INVALID. */
  process(input: TurnInput): SelectedAction;
  route(input: TurnInput): RoutingDecision;
  proposeAgents(input: TurnInput): AgentBundleProposal | null;
  queryPatterns(inputSignature: Dict): readonly PatternMatch[];
  /** `process` with every number that led there. */
  explain(input: TurnInput): Reasoned;
}

export interface Reasoned extends Explained {
  readonly patterns: readonly PatternMatch[];
  readonly strategy: StrategySelection;
  readonly routing: RoutingDecision;
  /** More care is needed than there is: a person must be asked, and nothing may be done. */
  readonly escalation: EscalationRequiredError | null;
  readonly candidates: readonly JudgedCandidate[];
  readonly voting: boolean;
  readonly action: SelectedAction;
}

/** A candidate with its score, and why it may not be taken. */
export interface JudgedCandidate extends CandidateAction {
  readonly score: number;
  readonly denied: string | null;
}

export interface RouterOptions {
  readonly config: GovernorConfig;
  readonly classifier?: SignalClassifier;
  readonly learning?: PatternSource | null;
  readonly roster?: Roster;
  /** What altitude says of a candidate; null lets it pass. */
  readonly denies?: (candidate: CandidateAction, input: TurnInput) => string | null;
}

export function createReasoningRouter(options: RouterOptions): ReasoningRouter {
  const { config, learning = null, roster = DEFAULT_ROSTER, denies = () => null } = options;
  const classifier = options.classifier ?? createInputClassifier(config);
  const selector = createStrategySelector({ threshold: config.pattern_match_threshold });
  const queryPatterns = (signature: Dict): readonly PatternMatch[] => learning?.getPatternsForSignal(signature) ?? [];

  /** Phase 1, up to the strategy. */
  const choose = (input: TurnInput) => {
    const explained = classifier.explain(input);
    const { classification } = explained;
    const patterns = queryPatterns(factsOf(input).signal ?? signatureOf(explained));
    const ruled = selector.select(classification, patterns);
    const selected = heldUp(ruled, input);
    const manager = createEscalationManager({ threshold: config.escalation_threshold, stakes: classification.stakes });
    const isUp = manager.shouldEscalate(classification, selected);
    const strong = strongCheaper(patterns, selected);
    const isDown = !isUp && strong !== null && manager.shouldDeescalate(selected, strong.match_confidence);
    const { task_id: taskId, single_agent: isSingle } = factsOf(input);
    const { strategy: stepped, escalation } = step(manager, selected, isUp ? "up" : isDown ? "down" : "stay");
    const strategy = taskId === null ? stepped : onTask(stepped, isSingle);
    const followed = decidingPattern(classification, patterns, config.pattern_match_threshold);
    const decided = isDown ? strong : selected === ruled ? followed : null;
    const routing: RoutingDecision = {
      strategy: strategy.strategy,
      confidence: strategy.confidence,
      requires_agents: strategy.requires_agents,
      pattern_match: decided?.pattern_id ?? null,
      // What is held up stays escalated, so that the next turn finds it so.
      escalation_level: Math.max(isUp ? 1 : 0, rankOf(stepped.strategy) - rankOf(ruled.strategy)),
    };
    return { ...explained, patterns, strategy, routing, escalation: isSingle ? null : escalation };
  };

  const explain = (input: TurnInput): Reasoned => {
    const chosen = choose(input);
    const build = (isVote: boolean): JudgedCandidate[] => {
      const { strategy, classification, irreversible } = chosen;
      const { task_id: taskId, single_agent: isSingle } = factsOf(input);
      const bundle = {
        strategy,
        classification,
        mode: isSingle ? "single" : modeOf(strategy, isVote),
        roster,
      } as const;
      const proposal = strategy.requires_agents ? proposeBundle({ ...bundle, config }) : null;
      const isSameProblem = lastDecision(input.context)?.["problem_id"] === (taskId ?? "");
      const candidates = { strategy, classification, irreversible, proposal, taskId, isSameProblem };
      return rank(generateCandidates(candidates)).map(({ candidate, score }) => ({
        ...candidate,
        score,
        denied: wordsOnTask(candidate, taskId, isSingle) ?? denies(candidate, input),
      }));
    };
    const actions = createActionSelector({ irreversible: chosen.irreversible });
    const voting = actions.shouldUseVoting(allowed(build(false)), input.context);
    const candidates = build(voting);
    const action = actions.select(allowed(candidates), input.context);
    return { ...chosen, candidates, voting, action };
  };

  return {
    process: (input) => unlessEscalated(explain(input)).action,
    route: (input) => unlessEscalated(choose(input)).routing,
    proposeAgents: (input) =>
      explain(input).candidates.find(({ agent_proposal: one }) => one !== null)?.agent_proposal ?? null,
    queryPatterns,
    explain,
  };
}

/** One step on the ladder; above its top the strategy stays, and a person is needed. */
function step(manager: EscalationManager, selected: StrategySelection, way: "up" | "down" | "stay") {
  try {
    const strategy =
      way === "up" ? manager.escalate(selected) : way === "down" ? manager.deescalate(selected) : selected;
    return { strategy, escalation: null };
  } catch (error) {
    if (error instanceof EscalationRequiredError) return { strategy: selected, escalation: error };
    throw error;
  }
}

function unlessEscalated<T extends { readonly escalation: EscalationRequiredError | null }>(reasoned: T): T {
  if (reasoned.escalation !== null) throw reasoned.escalation;
  return reasoned;
}

/**
 * What learning is asked by: what the rules come to, how much is at stake, and the topics, never the words. Three, so that
 * whatever differs in one of them matches at two thirds at most, below the threshold (decisions.md, Governor).
 */
export const signatureOf = ({ classification }: Pick<Explained, "classification">) => ({
  rule: ruleFor(classification).strategy,
  stakes: classification.stakes,
  domain: [...classification.domain].toSorted(),
});

const allowed = (candidates: readonly JudgedCandidate[]): CandidateAction[] =>
  candidates
    .filter(({ denied }) => denied === null)
    .map(({ score: _score, denied: _denied, ...candidate }) => candidate);

/**
 * `respond_direct` on a task is generated and recorded, and not allowed (decisions.md, Governor). An attempt of a run does not stop
 * for words either: facts come first, and a person is asked when its attempts are used up.
 */
function wordsOnTask({ action_type: type }: CandidateAction, taskId: string | null, isSingle: boolean): string | null {
  if (taskId === null || (type !== "respond" && !(isSingle && type === "ask"))) return null;
  return `words evidence no gate of ${taskId}`;
}

/** A quick answer to a task is a pipeline of one agent; to talk about it, a person is asked, unless one agent is all there is. */
const onTask = (strategy: StrategySelection, isSingle: boolean): StrategySelection =>
  strategy.strategy === "quick_answer" || (isSingle && !strategy.requires_agents)
    ? { ...strategy, requires_agents: true, suggested_mode: "pipeline" }
    : strategy;

const lastDecision = ({ recent_decisions: decisions }: HRMContext): Dict | undefined => decisions.at(-1);

/** A problem that was escalated stays where it was, until a pattern brings it down again. */
function heldUp(selected: StrategySelection, { context }: TurnInput): StrategySelection {
  const last = lastDecision(context);
  if (last === undefined || context.problem_id === null || last["problem_id"] !== context.problem_id) return selected;
  const held = Strategy.safeParse(last["strategy"]).data;
  const wasEscalated = typeof last["escalation_level"] === "number" && last["escalation_level"] > 0;
  if (held === undefined || !wasEscalated || rankOf(held) <= rankOf(selected.strategy)) return selected;
  return selectionOf(held, selected.confidence, `${selected.reason}; held at ${held} since it was escalated`);
}

/** The strongest pattern that went well with something cheaper. */
function strongCheaper(patterns: readonly PatternMatch[], { strategy }: StrategySelection): PatternMatch | null {
  return bestPattern(
    patterns.filter(({ recommended_strategy: learned }) => rankOf(learned) < rankOf(strategy)),
    DEESCALATION_THRESHOLD,
  );
}
