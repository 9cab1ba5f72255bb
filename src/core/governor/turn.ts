import type { InputClassification } from "../../schema/classification.ts";
import type { AltitudeClassification, TransitionResult } from "../../schema/governor-altitude.ts";
import type { HRMContext, TurnInput } from "../../schema/governor.ts";
import type { GovernorConfig } from "../../schema/governor-config.ts";
import type { Commitment, StanceTransition } from "../../schema/governor-focus.ts";
import { createAltitudeGovernor } from "./altitude/altitude-governor.ts";
import { createAgentApprovalGate } from "./focus/agent-approval-gate.ts";
import { approveAction, type Approval } from "./focus/approve-action.ts";
import { createCommitmentManager } from "./focus/commitment-manager.ts";
import { createGateController } from "./focus/gate-controller.ts";
import type { WriteVerdict } from "./focus/gate-evaluators.ts";
import { createStanceMachine } from "./focus/stance-machine.ts";
import { stanceForBundle, stanceForTask, type Work } from "./focus/take-stance.ts";
import { DEFAULT_ROSTER, type Roster } from "./reasoning/bundles.ts";
import { createInputClassifier, factsOf } from "./reasoning/input-classifier.ts";
import { createProposedClassifier } from "./reasoning/proposed-classifier.ts";
import { createReasoningRouter, type PatternSource, type Reasoned } from "./reasoning/router.ts";

/** What a governed turn needs besides its input. Time and ids come from the caller. */
export interface TurnOptions {
  readonly config: GovernorConfig;
  readonly now: () => string;
  readonly newId: () => string;
  readonly roster?: Roster;
  /** Whom a bundle may name at all; absent: the roster. */
  readonly authorized?: ReadonlySet<string>;
  readonly learning?: PatternSource | null;
  /** What a configured model said of this input; absent or null: the rules alone classify. */
  readonly proposal?: InputClassification | null;
  readonly judgeWrite?: ((write: unknown) => WriteVerdict) | null;
  readonly commitment?: Commitment | null;
  /** What the task is and how it is to be done: the commitment gate asks for both. */
  readonly work?: Work | null;
}

/** Everything that was decided in a turn, with the numbers. Nothing is started: that takes `approval.approved`. */
export interface GovernedTurn {
  readonly altitude: AltitudeClassification;
  /** Null: the turn is at the level of the one before. */
  readonly altitudeChange: TransitionResult | null;
  readonly reasoned: Reasoned;
  readonly transitions: readonly StanceTransition[];
  /** What the stance that was come to is for. */
  readonly allowedActions: readonly string[];
  readonly commitment: Commitment | null;
  readonly approval: Approval;
  /** The lane's context as the next turn finds it. */
  readonly context: HRMContext;
}

/**
 * Altitude, reasoning, focus: one input, one approved action or a coded refusal (HRM §8.1). The same input and options
 * always give the same answer. Throws INPUT_INVALID, NO_CANDIDATE.
 */
export function governTurn(input: TurnInput, options: TurnOptions): GovernedTurn {
  const { config, now, newId, learning = null, roster = DEFAULT_ROSTER } = options;
  const facts = factsOf(input);
  // A turn by itself is atomic: what is above it was settled by whoever asks.
  const governor = createAltitudeGovernor({ config, level: input.context.altitude, atomic: true });
  const altitude = governor.classifyInput(input);
  const altitudeChange =
    altitude.level === governor.level ? null : governor.transition(altitude.level, altitude.signals.join("; "));
  const router = createReasoningRouter({
    config,
    roster,
    learning,
    classifier: createProposedClassifier(createInputClassifier(config), options.proposal ?? null),
    denies(candidate) {
      const { allowed, reason } = governor.validateAction(candidate, altitude.level);
      return allowed ? null : reason;
    },
  });
  const reasoned = router.explain(input);
  const approvalGate = createAgentApprovalGate({
    authorized: options.authorized ?? new Set(Object.values(roster).flat()),
    maxAgents: config.max_agents_per_bundle,
    problemId: facts.task_id,
  });
  const gates = createGateController({
    judgeBundle: (proposal, stance, commitment) => approvalGate.evaluate(proposal, stance, commitment),
    judgeWrite: options.judgeWrite ?? null,
    now,
  });
  const stance = createStanceMachine({ stance: input.context.stance, gates, now });
  const active = options.commitment ?? null;
  const commitments = createCommitmentManager({ maxTurns: config.max_commitment_turns, now, newId, active });
  const { agent_proposal: bundle } = reasoned.action.primary;
  const transitions =
    facts.task_id === null ? stanceForBundle(bundle, stance) : stanceForTask(facts, options, { stance, commitments });
  const commitment = commitments.getActive();
  const approval =
    reasoned.escalation === null
      ? approveAction(reasoned.action, { stance, gates, commitment })
      : { approved: null, attempts: [], refusal: reasoned.escalation };
  const allowedActions = stance.getAllowedActions();
  const turn = { altitude, altitudeChange, reasoned, transitions, allowedActions, commitment, approval };
  return { ...turn, context: nextContext(input, turn, stance.getCurrent()) };
}

const HISTORY = 10;

function nextContext(
  { context, text }: TurnInput,
  { altitude, reasoned, commitment, approval }: Omit<GovernedTurn, "context">,
  stance: HRMContext["stance"],
): HRMContext {
  const problem = commitment?.problem_id ?? context.problem_id;
  const decision = {
    turn: context.turn_number + 1,
    problem_id: problem,
    strategy: reasoned.routing.strategy,
    escalation_level: reasoned.routing.escalation_level,
    action: approval.approved?.action.id ?? null,
  };
  return {
    ...context,
    turn_number: context.turn_number + 1,
    problem_id: problem,
    altitude: altitude.level,
    stance,
    commitment_id: commitment?.id ?? null,
    commitment_turns_remaining: commitment?.turns_remaining ?? null,
    recent_inputs: [...context.recent_inputs, text].slice(-HISTORY),
    recent_decisions: [...context.recent_decisions, decision].slice(-HISTORY),
  };
}

/** The context after agents have spoken: what they said is what the next turn finds as the last outputs. */
export const withOutputs = (context: HRMContext, outputs: readonly string[]): HRMContext => ({
  ...context,
  recent_outputs: [...context.recent_outputs, ...outputs].slice(-HISTORY),
});

/** The context of a lane that begins. */
export function freshContext(sessionId: string, config: GovernorConfig, problemId: string | null = null): HRMContext {
  return {
    session_id: sessionId,
    turn_number: 0,
    problem_id: problemId,
    altitude: config.altitude_default_level,
    stance: config.default_stance,
    commitment_id: null,
    commitment_turns_remaining: null,
    recent_inputs: [],
    recent_outputs: [],
    recent_decisions: [],
    trace_enabled: config.trace_enabled,
    debug_mode: false,
  };
}
