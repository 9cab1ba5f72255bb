import type { Classified, InputClassification } from "../../../schema/classification.ts";
import { UNKNOWN_USAGE } from "../../../schema/usage-sums.ts";
import type { KindFacts } from "../../../schema/attempt-kind.ts";
import type { EventOf } from "../../../schema/event.ts";
import type { ReviewFacts } from "../../../schema/review-arm.ts";
import type { GovernorConfig } from "../../../schema/governor-config.ts";
import type { Commitment } from "../../../schema/governor-focus.ts";
import type { HRMContext, PatternMatch } from "../../../schema/governor.ts";
import { createCommitmentManager } from "../../governor/focus/commitment-manager.ts";
import { GateDeniedError, type HRMError } from "../../governor/errors.ts";
import { decideArms, laneFor, type ArmFacts } from "../../governor/reasoning/decide-arms.ts";
import { readText } from "../../governor/reasoning/read-text.ts";
import { decideReview } from "../../governor/reasoning/decide-review.ts";
import { decideKind, type KindQuestion } from "../../governor/reasoning/decide-kind.ts";
import { routeAttempt, type RouteFacts } from "../../governor/reasoning/route-attempt.ts";
import { routeKind } from "../../governor/reasoning/route-kind.ts";
import { raised } from "../../governor/reasoning/proposed-classifier.ts";
import { readStakes } from "../../governor/reasoning/stakes.ts";
import { freshContext, governTurn, type GovernedTurn } from "../../governor/turn.ts";
import { attemptsOf } from "../beside.ts";
import { kindFacts } from "./kind-facts.ts";
import { routeFacts } from "./route-facts.ts";
import { openTasks, type Routed, type RunState, type TaskState } from "../state.ts";
import { turnOfTask } from "./turn-of-task.ts";

/** What an attempt is decided from besides the run's own state. */
export interface AttemptFacts {
  /** From the cheapest to the strongest. */
  readonly agents: readonly [string, ...string[]];
  readonly config: GovernorConfig;
  /** Whole seconds. */
  readonly at: string;
  /** The task's signature, and the patterns that match it; null when memory could not be asked. */
  readonly memory: {
    readonly signal: Readonly<Record<string, unknown>>;
    readonly arms: readonly LearnedMatch[];
  } | null;
  /** Tasks that the same harness has agents at work on. */
  readonly besides: readonly string[];
  /** What the configured model said of the task; absent: none is configured. */
  readonly classified?: Classified | null;
}

/** A pattern that matches, with the agent that it recommends. */
export interface LearnedMatch extends PatternMatch {
  /** Null: it says nothing of agents. */
  readonly agent: string | null;
  readonly kind?: string;
}

export type GovernedAttempt = { readonly turn: GovernedTurn } & (
  | { readonly event: EventOf<"attempt_routed">; readonly refusal: null }
  | { readonly event: null; readonly refusal: HRMError }
);

/**
 * The governed turn of a task's next attempt (ONE-03, ONE-05): `run` records and does it, `governor explain TASK` shows it. The same
 * state and facts always give the same answer.
 */
export function governAttempt(state: RunState, task: TaskState, facts: AttemptFacts): GovernedAttempt {
  const { agents, config, at, memory, besides, classified = null } = facts;
  const { task_id: taskId } = task.plan;
  const attempt = task.begun + 1;
  const { text, facts: told, work } = turnOfTask(state, task);
  const lead = agents.at(-1) ?? agents[0];
  const metadata = { ...told, phase: "implementation", signal: memory?.signal ?? null, single_agent: true };
  const { context, commitment } = laneOf(state, task, facts, text);
  const turnWith = (agent: string): GovernedTurn =>
    governTurn(
      { text, timestamp: at, context, source: "system", priority: 0, metadata },
      {
        config,
        now: () => at,
        newId: () => `${taskId}-${attempt}`,
        roster: { lead: agent, builder: agent, reviewer: agent },
        authorized: new Set(agents),
        learning: { getPatternsForSignal: () => memory?.arms ?? [] },
        proposal: classified?.proposal ?? null,
        work,
        commitment,
      },
    );
  const { classification, strategy, irreversible } = turnWith(lead).reasoned;
  const { stakes } = classification;
  const learned = countedArms(memory?.arms ?? [], config.pattern_match_threshold);
  const route = routeFacts(state, task, { agents, stakes, learned });
  const known = kindFacts(state, task, classification.uncertainty.toFixed(4));
  const review = reviewFacts(classification, irreversible, config);
  const asked = { stakes, strategy: strategy.strategy, failure: route.failure, learned, agents, review };
  const decided = armsAndRoute(task, asked, route, known);
  // What is approved is what runs: who gets the attempt stands in the bundle.
  const turn = turnWith(decided.route.agent);
  const { approved, refusal, attempts } = turn.approval;
  if (refusal !== null) return { turn, event: null, refusal };
  if (approved?.action.action_type !== "delegate") return { turn, event: null, refusal: notDelegated(attempts) };
  const event: EventOf<"attempt_routed"> = {
    type: "attempt_routed",
    task_id: taskId,
    attempt,
    altitude: turn.altitude.level,
    stance: turn.context.stance,
    gates: turn.transitions.map(({ via_gate: gate, success: passed, from_stance: from, to_stance: to }) => ({
      gate,
      passed,
      from,
      to,
    })),
    commitment_turns: turn.commitment?.turns_remaining ?? null,
    strategy: strategy.strategy,
    approval: {
      approved: true,
      action: approved.action.id,
      reason: attempts.at(-1)?.decision.reason ?? "nothing was asked",
    },
    stakes,
    agents: [...agents],
    before: route.before,
    failure: route.failure,
    learned,
    ...decided.route,
    turn_number: turn.context.turn_number,
    escalation_level: turn.reasoned.routing.escalation_level,
    besides: [...besides],
    arms: decided.arms,
    kind: decided.kind,
    review: decided.review,
    ...(classified === null ? {} : { classified: recordedOf(classified, turn.reasoned.classification) }),
  };
  return { turn, event, refusal: null };
}

/** To wait, or to ask, is no leave to start anybody. */
function notDelegated(attempts: GovernedTurn["approval"]["attempts"]): HRMError {
  const reasons = attempts.map(({ action, decision }) => `${action}: ${decision.reason}`).join("; ");
  return new GateDeniedError("agent_approval", reasons, { attempts: [...attempts] });
}

type Asked = Omit<KindQuestion, "facts" | "contest"> &
  Pick<RouteFacts, "agents"> &
  Pick<ArmFacts, "strategy"> & { readonly review: ReviewFacts | null };

/** What an attempt is given and what kind it is, and who gets it then. Replay asks the same of what was recorded. */
export function armsAndRoute({ contest }: TaskState, asked: Asked, facts: RouteFacts, known: KindFacts) {
  const { agents, stakes, strategy, failure } = asked;
  const arms = decideArms({ stakes, strategy, failure, agents });
  const kind = decideKind({ ...asked, facts: known, contest });
  const reviewer = arms.reviewer.is;
  const route = routeKind(routeAttempt(facts), { agents, kind, reviewer, before: facts.before, contest });
  return {
    route,
    arms,
    kind,
    review: asked.review === null ? undefined : decideReview(agents, reviewer, asked.review),
  };
}

/**
 * The context of a task's lane as the attempts before left it, and the lease that they were made under (HRM §1.2): a judged attempt ended
 * in evaluation, a lost one in execution. Each took a turn of the lease.
 */
function laneOf(
  state: RunState,
  { plan, gate, attempt }: TaskState,
  { config, at }: AttemptFacts,
  text: string,
): { readonly context: HRMContext; readonly commitment: Commitment | null } {
  const { task_id: taskId, goal } = plan;
  const fresh = freshContext(state.runId, config, taskId);
  const route = state.routes[taskId];
  if (route === undefined) return { context: { ...fresh, turn_number: attempt }, commitment: null };
  const { commitment_turns: turns } = route;
  const total = config.max_commitment_turns;
  const held: Commitment | null =
    turns === null || turns === 0
      ? null
      : {
          id: `${taskId}-1`,
          problem_id: taskId,
          description: goal,
          turns_remaining: turns,
          turns_total: total,
          created_at: at,
          status: "active",
        };
  const commitment = createCommitmentManager({ maxTurns: total, now: () => at, newId: () => "", active: held }).tick();
  const { strategy, escalation_level = 0, approval } = route;
  const stance = state.stances[taskId] ?? route.stance;
  const notes = state.features[plan.feature_id]?.agent_notes ?? "";
  return {
    commitment,
    context: {
      ...fresh,
      turn_number: attempt,
      // Journals of earlier versions hold no passage of the evaluation gate. Sensemaking is where an emergency leads.
      stance: stance !== "sensemaking" && gate.endsWith("_failed") ? "evaluation" : stance,
      commitment_id: commitment?.id ?? null,
      commitment_turns_remaining: commitment?.turns_remaining ?? null,
      recent_inputs: [text],
      recent_outputs: notes === "" ? [] : [notes],
      recent_decisions: [{ turn: attempt, problem_id: taskId, strategy, escalation_level, action: approval.action }],
    },
  };
}

const reviewFacts = (
  classification: InputClassification,
  irreversible: boolean,
  { max_agents_per_bundle: most, vote_threshold: threshold, vote_tiebreaker: tiebreaker }: GovernorConfig,
): ReviewFacts => ({
  classification: inEvent(classification),
  irreversible,
  most_agents: most,
  threshold: threshold.toFixed(4),
  tiebreaker,
});

const inEvent = ({ uncertainty, confidence, ...bands }: InputClassification): ReviewFacts["classification"] => ({
  ...bands,
  uncertainty: uncertainty.toFixed(4),
  confidence: confidence.toFixed(4),
});

const recordedOf = (
  { model, proposal, failure, usage }: Classified,
  counted: InputClassification,
): NonNullable<EventOf<"attempt_routed">["classified"]> => ({
  model,
  by: proposal === null ? "rules" : "model",
  counted: inEvent(counted),
  failure,
  ...(usage === UNKNOWN_USAGE ? {} : { usage }),
});

/** Patterns that match well enough, and say which agent. */
const countedArms = (arms: readonly LearnedMatch[], threshold: number): EventOf<"attempt_routed">["learned"] =>
  arms.flatMap(({ pattern_id, match_confidence: match, evidence_count, agent, kind }) =>
    agent === null || match < threshold
      ? []
      : [
          {
            pattern_id,
            match_confidence: match.toFixed(4),
            evidence_count,
            agent,
            ...(kind === undefined ? {} : { kind }),
          },
        ],
  );

/** Tasks that a harness has agents at work on, without the one that is asked about. */
export const besidesOf = (state: RunState, harness: string, taskId: string): string[] =>
  openTasks(state)
    .filter(
      (task) =>
        task.plan.task_id !== taskId &&
        attemptsOf(task).some((own) => own.phase === "working" && own.harness === harness),
    )
    .map(({ plan }) => plan.task_id);

/** Whether a task may begin beside those that are at work; in a run that is not governed the locks alone say. */
export function mayBeginBeside(
  state: RunState,
  task: TaskState,
  besides: readonly string[],
  { config, classified = null }: Pick<AttemptFacts, "config" | "classified">,
): boolean {
  if (state.run.governor !== "governed" || besides.length === 0) return true;
  if (isHeldAlone(state, besides)) return false;
  const { text, facts } = turnOfTask(state, task);
  const known = readStakes(readText(text), facts.files, config).value;
  return laneFor(raised(known, classified?.proposal?.stakes)).is === "shared";
}

/** Whether one of these tasks is worked alone. */
export const isHeldAlone = ({ routes }: RunState, taskIds: readonly string[]): boolean =>
  taskIds.some((id) => routes[id]?.arms?.lane.is === "alone");

/** What was decided about an attempt that a task has open now, for all builds of a choice the same; null: nobody governed it. */
export function routeOf({ routes }: RunState, { plan, attempt, contest }: TaskState): Routed | null {
  const route = routes[plan.task_id];
  const isOfChoice = contest !== null && route?.kind?.is === "best_of";
  return route !== undefined && (route.attempt === attempt || isOfChoice) ? route : null;
}

export const armsOf = (state: RunState, task: TaskState): Routed["arms"] | null => routeOf(state, task)?.arms ?? null;
